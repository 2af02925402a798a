package catalog

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/govalues/decimal"

	"cardhour/model/fact"
	"cardhour/model/hardware"
)

// KeyType says what the value of a key looks like.
type KeyType string

// The types of key.
const (
	NumberKey KeyType = "number" // a decimal number in Key.Unit
	AnswerKey KeyType = "answer" // yes, no, for some keys partial
	ChoiceKey KeyType = "choice" // one of Key.Allowed
	TextKey   KeyType = "text"   // words; items separated by "; "
)

// Key is one thing that can be said of a platform.
type Key struct {
	Name    string
	Type    KeyType
	Unit    string   // with CURRENCY in place of the platform's currency
	Allowed []string // the words of an answer or choice
	Bounds  string   // of a number: "> 0", ">= 0", "0-1", "0-100" or a list
}

// PlatformFact is one statement of one source about one platform.
type PlatformFact struct {
	Platform, Key, Unit string
	Type                KeyType
	Scope               string                          // card, disk type, region, mode that it is limited to; "" = general
	Number              hardware.Known[decimal.Decimal] // for a NumberKey
	// Claim holds the value in words, its source, date and confidence. A date
	// given as a month or year is its first day; an undated source has none.
	Claim     fact.Claim[string]
	Conflicts []string // other values found for the same platform, key and scope
}

// Undated reports whether the source has no date: the fact counts as stale.
func (f PlatformFact) Undated() bool { return f.Claim.Seen.IsZero() }

var (
	keyColumns      = []string{"key", "type", "unit", "allowed"}
	platformColumns = []string{"platform_id", "platform_name_zh", "platform_name_en", "category", "currency", "key",
		"value", "unit", "scope", "seen", "confidence", "source", "conflicts_with", "note"}
	envelopeColumns = []string{"key", "category", "low", "high", "unit", "basis"}
)

func (c *Catalog) readKey(l *line) {
	k := Key{Name: l.word("key"), Type: KeyType(l.word("type")), Unit: l.word("unit")}
	switch k.Type {
	case NumberKey:
		k.Bounds = l.word("allowed")
		if _, err := inBounds(decimal.Zero, k.Bounds); err != nil {
			l.refuse("allowed", "%v", err)
		}
	case AnswerKey, ChoiceKey:
		k.Allowed = strings.Split(l.word("allowed"), ", ")
	case TextKey:
	default:
		l.refuse("type", "%q is no type of key", k.Type)
	}
	if _, twice := c.key(k.Name); twice {
		l.refuse("key", "%q stands twice", k.Name)
	}
	c.keys = append(c.keys, k)
}

func (c *Catalog) key(name string) (Key, bool) {
	i := slices.IndexFunc(c.keys, func(k Key) bool { return k.Name == name })
	if i < 0 {
		return Key{}, false
	}
	return c.keys[i], true
}

func inBounds(d decimal.Decimal, bounds string) (bool, error) {
	one, hundred := decimal.One, decimal.Hundred
	switch bounds {
	case "> 0":
		return d.IsPos(), nil
	case ">= 0":
		return !d.IsNeg(), nil
	case "0-1":
		return !d.IsNeg() && d.Cmp(one) <= 0, nil
	case "0-100":
		return !d.IsNeg() && d.Cmp(hundred) <= 0, nil
	}
	found := false
	for _, word := range strings.Split(bounds, ", ") {
		v, err := decimal.Parse(word)
		if err != nil {
			return false, fmt.Errorf("%q are no bounds", bounds)
		}
		found = found || v.Equal(d)
	}
	return found, nil
}

func (c *Catalog) readFact(l *line) {
	c.readPlatform(l)
	key, ok := c.key(l.word("key"))
	if !ok {
		l.refuse("key", "%q is not in keys.csv", l.text("key"))
	}
	confidence, ok := fact.ParseConfidence(l.word("confidence"))
	if !ok {
		l.refuse("confidence", "%q is no degree of confidence", l.text("confidence"))
	}
	f := PlatformFact{
		Platform: l.word("platform_id"), Key: key.Name, Type: key.Type, Scope: l.text("scope"),
		Unit: strings.Replace(key.Unit, "CURRENCY", l.text("currency"), 1),
		Claim: fact.Claim[string]{Value: l.word("value"), Source: l.word("source"), Seen: l.seen(),
			Confidence: confidence, Note: l.text("note")},
	}
	if l.text("unit") != f.Unit {
		l.refuse("unit", "%q, but %s is in %s", l.text("unit"), f.Key, f.Unit)
	}
	if others := l.text("conflicts_with"); others != "" {
		f.Conflicts = strings.Split(others, "; ")
	}
	switch key.Type {
	case NumberKey:
		d := l.exact("value", f.Claim.Value)
		if ok, _ := inBounds(d, key.Bounds); !ok {
			l.refuse("value", "%s is not %s", f.Claim.Value, key.Bounds)
		}
		f.Number = hardware.Know(d)
	case AnswerKey, ChoiceKey:
		if !slices.Contains(key.Allowed, f.Claim.Value) {
			l.refuse("value", "%q is none of %v", f.Claim.Value, key.Allowed)
		}
	}
	c.facts = append(c.facts, f)
}

// seen reads a day or a month; a source without a date has the zero time.
func (l *line) seen() time.Time {
	cell := l.word("seen")
	for _, layout := range []string{time.DateOnly, "2006-01", "2006"} {
		if t, err := time.Parse(layout, cell); err == nil {
			if strings.HasPrefix(l.text("note"), "Undated") {
				return time.Time{}
			}
			return t
		}
	}
	l.refuse("seen", "%q is no date", cell)
	return time.Time{}
}

// readPlatform takes a platform from its first row; later rows must agree.
func (c *Catalog) readPlatform(l *line) {
	category, ok := hardware.ParseCategory(l.word("category"))
	if !ok {
		l.refuse("category", "%q is no category", l.text("category"))
	}
	p := hardware.Platform{
		ID: l.word("platform_id"), NameZH: l.word("platform_name_zh"), NameEN: l.word("platform_name_en"),
		Category: category, Currency: l.word("currency"), Generic: strings.HasPrefix(l.text("platform_id"), "generic_"),
	}
	if p.Currency != "CNY" && p.Currency != "USD" {
		l.refuse("currency", "%q is neither CNY nor USD", p.Currency)
	}
	i := slices.IndexFunc(c.platforms, func(q hardware.Platform) bool { return q.ID == p.ID })
	if i < 0 {
		c.platforms = append(c.platforms, p)
	} else if c.platforms[i] != p {
		l.refuse("platform_id", "%q is described differently in an earlier line", p.ID)
	}
}

type envelope struct {
	key, unit, basis, currency string
	category                   hardware.Category
	low, high                  decimal.Decimal
}

func (c *Catalog) readEnvelope(l *line) {
	category, ok := hardware.ParseCategory(l.word("category"))
	if !ok {
		l.refuse("category", "%q is no category", l.text("category"))
	}
	e := envelope{key: l.word("key"), unit: l.word("unit"), basis: l.word("basis"), category: category,
		low: l.exact("low", l.word("low")), high: l.exact("high", l.word("high"))}
	if e.low.Cmp(e.high) > 0 || e.low.IsNeg() {
		l.refuse("low", "%s to %s is no range", e.low, e.high)
	}
	for _, currency := range []string{"CNY", "USD"} {
		if e.unit == currency || strings.HasPrefix(e.unit, currency+"/") {
			e.currency = currency
		}
	}
	if slices.ContainsFunc(c.envelopes, func(o envelope) bool {
		return o.key == e.key && o.category == e.category && o.currency == e.currency
	}) {
		l.refuse("key", "%q stands twice for %s", e.key, e.category)
	}
	c.envelopes = append(c.envelopes, e)
}
