// Package catalog holds the facts that are shipped with the program: cards,
// model shapes, measured runs and speeds, platforms and what is assumed where
// a platform publishes nothing.
//
// It owns the embedded CSV files and their strict reading: a file with one
// malformed cell is refused with its name and line. It must not know the
// user's own figures (they lie over these, in the journal), any rule of
// billing or sizing, or any language.
package catalog

import (
	"embed"
	"slices"
	"sync"

	"github.com/govalues/decimal"

	"cardhour/model/billing"
	"cardhour/model/fact"
	"cardhour/model/hardware"
	"cardhour/model/sizing"
)

//go:embed gpus.csv models.csv platforms.csv keys.csv envelopes.csv visual.csv speed.csv
var files embed.FS

// Catalog is the shipped facts. It is read only; what it returns are copies.
type Catalog struct {
	cards     []hardware.Card
	models    []hardware.Model
	platforms []hardware.Platform
	facts     []PlatformFact
	keys      []Key
	envelopes []envelope
	visual    []sizing.VisualRun
	speeds    []sizing.Reference

	once sync.Once // makes what billing facts follow from facts
	made map[string]billing.Facts
}

// Load reads the embedded files once.
var Load = sync.OnceValues(func() (*Catalog, error) {
	return read(files.ReadFile)
})

func read(open func(name string) ([]byte, error)) (*Catalog, error) {
	c := &Catalog{}
	for _, file := range []struct {
		name    string
		columns []string
		row     func(*Catalog, *line)
	}{
		{"gpus.csv", cardColumns, (*Catalog).readCard},
		{"models.csv", modelColumns, (*Catalog).readModel},
		{"keys.csv", keyColumns, (*Catalog).readKey},
		{"platforms.csv", platformColumns, (*Catalog).readFact},
		{"envelopes.csv", envelopeColumns, (*Catalog).readEnvelope},
		{"visual.csv", visualColumns, (*Catalog).readVisual},
		{"speed.csv", speedColumns, (*Catalog).readSpeed},
	} {
		content, err := open(file.name)
		if err != nil {
			return nil, err
		}
		if err := eachLine(file.name, content, file.columns, func(l *line) { file.row(c, l) }); err != nil {
			return nil, err
		}
	}
	return c, nil
}

// Cards returns all cards, in the file's order: by maker and generation.
func (c *Catalog) Cards() []hardware.Card { return slices.Clone(c.cards) }

// Card finds a card by its name, whatever its case, width and spaces.
func (c *Catalog) Card(id string) (hardware.Card, bool) {
	return hardware.CardOfName(c.cards, id)
}

// Models returns all model shapes, language models first.
func (c *Catalog) Models() []hardware.Model { return slices.Clone(c.models) }

// Model finds a model by its name, whatever its case, width and spaces.
func (c *Catalog) Model(id string) (hardware.Model, bool) {
	return hardware.ModelOfName(c.models, id)
}

// Platforms returns all platforms and, flagged Generic, the types of platform.
func (c *Catalog) Platforms() []hardware.Platform { return slices.Clone(c.platforms) }

// Platform finds a platform by its id.
func (c *Catalog) Platform(id string) (hardware.Platform, bool) {
	i := slices.IndexFunc(c.platforms, func(p hardware.Platform) bool { return p.ID == id })
	if i < 0 {
		return hardware.Platform{}, false
	}
	return c.platforms[i], true
}

// Keys returns the vocabulary of facts about platforms.
func (c *Catalog) Keys() []Key { return slices.Clone(c.keys) }

// Facts returns every statement about a platform, in the file's order.
func (c *Catalog) Facts(platformID string) []PlatformFact {
	var list []PlatformFact
	for _, f := range c.facts {
		if f.Platform == platformID {
			list = append(list, f)
		}
	}
	return list
}

// Claims returns what is said of one numeric key of a platform within one
// scope ("" = general), as numbers in the key's unit.
func (c *Catalog) Claims(platformID, key, scope string) []fact.Claim[decimal.Decimal] {
	var list []fact.Claim[decimal.Decimal]
	for _, f := range c.facts {
		if f.Platform == platformID && f.Key == key && f.Scope == scope && f.Number.OK {
			list = append(list, fact.Claim[decimal.Decimal]{Value: f.Number.Value, Source: f.Claim.Source,
				Seen: f.Claim.Seen, Confidence: f.Claim.Confidence, Note: f.Claim.Note})
		}
	}
	return list
}

// Texts is Claims for keys of any type, as the words in the file.
func (c *Catalog) Texts(platformID, key, scope string) []fact.Claim[string] {
	var list []fact.Claim[string]
	for _, f := range c.facts {
		if f.Platform == platformID && f.Key == key && f.Scope == scope {
			list = append(list, f.Claim)
		}
	}
	return list
}
