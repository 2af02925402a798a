package library

import (
	"maps"
	"slices"

	"cardhour/model/hardware"
	"cardhour/views/widgets"
)

// Half-typed forms are kept as those of other screens are: over the end of the
// program and over content that is made anew. One that is saved or left is
// forgotten.

// cardTexts is the form of a card as it was typed.
type cardTexts struct {
	ID    string            `json:"id,omitempty"`    // of the record that is changed
	Asked string            `json:"asked,omitempty"` // the name that another place asked for
	Was   hardware.Card     `json:"was"`             // as the form was opened
	Maker string            `json:"maker"`
	BF16  string            `json:"bf16"`
	FP8   string            `json:"fp8"`
	Text  map[string]string `json:"text"`
}

// modelTexts is the form of a model as it was typed.
type modelTexts struct {
	ID        string            `json:"id,omitempty"`
	Asked     string            `json:"asked,omitempty"`
	Was       hardware.Model    `json:"was"`
	Kind      hardware.Kind     `json:"kind"`
	Attention attentionKind     `json:"attention"`
	Tied      string            `json:"tied"`
	Text      map[string]string `json:"text"`
}

func (c *cardList) kept() widgets.Kept[cardTexts] {
	return widgets.Kept[cardTexts]{Forms: c.l.session, Key: "library.card"}
}

func (m *modelList) kept() widgets.Kept[modelTexts] {
	return widgets.Kept[modelTexts]{Forms: m.l.session, Key: "library.model"}
}

func (f *cardForm) keep() {
	f.list.kept().Keep(cardTexts{ID: f.id, Asked: f.wanted, Was: f.was, Maker: f.base.Vendor, BF16: f.base.BF16.String(), FP8: f.base.FP8.String(), Text: f.texts()})
}

func (f *modelForm) keep() {
	f.list.kept().Keep(modelTexts{ID: f.id, Asked: f.wanted, Was: f.was, Kind: f.base.Kind, Attention: f.kind, Tied: f.base.Tied.String(), Text: f.texts()})
}

// resume opens the form that was half typed.
func (c *cardList) resume() {
	k, ok := c.kept().Read()
	bf16, known := hardware.ParseAnswer(k.BF16)
	fp8, knownToo := hardware.ParseAnswer(k.FP8)
	if !ok || !known || !knownToo || len(k.Text) == 0 {
		return
	}
	card := k.Was
	card.Vendor, card.BF16, card.FP8 = k.Maker, bf16, fp8
	f := newCardForm(c, hardware.OwnCard{ID: k.ID, Card: card})
	f.was = k.Was
	f.write(k.Text)
	f.hintName()
	f.wanted = k.Asked
	c.form = f.form
	c.open(f.box)
}

// resume opens the form that was half typed. What was read from files beside
// the figures is not said again.
func (m *modelList) resume() {
	k, ok := m.kept().Read()
	tied, known := hardware.ParseAnswer(k.Tied)
	if !ok || !known || len(k.Text) == 0 || !slices.Contains(modelKinds, k.Kind) || !slices.Contains(attentionKinds, k.Attention) {
		return
	}
	model := k.Was
	model.Kind, model.Tied = k.Kind, tied
	f := newModelForm(m, hardware.OwnModel{ID: k.ID, Model: model}, nil)
	f.was = k.Was
	f.kind = k.Attention
	f.attended.Fill(f.kind)
	f.attend()
	f.write(k.Text)
	f.hintName()
	f.wanted = k.Asked
	m.form, m.shown = f.form, f
	m.open(f.box)
}

// texts are what stands in the fields, wrong or not.
func (f *form) texts() map[string]string {
	all := map[string]string{}
	for name, in := range f.inputs {
		all[name] = in.Entry.Text
	}
	return all
}

// write fills the fields with what was typed, and opens the parts in which
// something is not as it was.
func (f *form) write(texts map[string]string) {
	changed := maps.Clone(texts)
	for name, in := range f.inputs {
		text, said := texts[name]
		if !said || in.Entry.Text == text {
			delete(changed, name)
			continue
		}
		in.Set(text)
	}
	for _, part := range f.parts {
		if slices.ContainsFunc(part.fields, func(name string) bool { _, is := changed[name]; return is }) {
			part.fold.SetOpen(true)
		}
	}
	f.half = true
	f.changed()
}

// busy reports whether a form is half typed, and says there that nothing else
// comes in its place.
func (f *form) busy() bool {
	if f == nil || !f.half {
		return false
	}
	f.tell(f.p.T("library.form.first"), true)
	return true
}
