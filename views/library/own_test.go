package library

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/widget"

	"cardhour/model/hardware"
	hand "cardhour/views/record/recordtest"
	"cardhour/views/text"
	"cardhour/views/theme"
	"cardhour/views/widgets"
)

// desk keeps what a person describes in memory, over the shelf.
type desk struct {
	shelf
	cards    []hardware.OwnCard
	models   []hardware.OwnModel
	ids      int
	file     FromFile // what any file says
	fails    error
	waiting  func() // the answer of a file that is being read
	slow     bool
	forms    map[string]string // half typed
	shipped  []hardware.Card
	shippedM []hardware.Model
}

func (d *desk) Cards() []hardware.Card {
	if d.shipped == nil {
		d.shipped = d.shelf.Cards()
	}
	return hardware.WithCards(d.shipped, d.cards)
}

func (d *desk) Models() []hardware.Model {
	if d.shippedM == nil {
		d.shippedM = d.shelf.Models()
	}
	return hardware.WithModels(d.shippedM, d.models)
}

func (d *desk) OwnCards() []hardware.OwnCard   { return d.cards }
func (d *desk) OwnModels() []hardware.OwnModel { return d.models }

func (d *desk) Form(key string) string { return d.forms[key] }

func (d *desk) KeepForm(key, text string) {
	if d.forms == nil {
		d.forms = map[string]string{}
	}
	d.forms[key] = text
}

func (d *desk) id(id string) string {
	if id == "" {
		d.ids++
		id = fmt.Sprint("own", d.ids)
	}
	return id
}

func (d *desk) PutCard(c hardware.OwnCard) string {
	c.ID = d.id(c.ID)
	d.cards = slices.DeleteFunc(slices.Clone(d.cards), func(o hardware.OwnCard) bool { return o.ID == c.ID || hardware.Same(o.Card.ID, c.Card.ID) })
	d.cards = append(d.cards, c)
	return c.ID
}

func (d *desk) DeleteCard(id string) {
	d.cards = slices.DeleteFunc(slices.Clone(d.cards), func(o hardware.OwnCard) bool { return o.ID == id })
}

func (d *desk) PutModel(m hardware.OwnModel) string {
	m.ID = d.id(m.ID)
	d.models = slices.DeleteFunc(slices.Clone(d.models), func(o hardware.OwnModel) bool { return o.ID == m.ID || hardware.Same(o.Model.ID, m.Model.ID) })
	d.models = append(d.models, m)
	return m.ID
}

func (d *desk) DeleteModel(id string) {
	d.models = slices.DeleteFunc(slices.Clone(d.models), func(o hardware.OwnModel) bool { return o.ID == id })
}

func (d *desk) ReadModel(_ string, done func(FromFile, error)) {
	d.waiting = func() { done(d.file, d.fails) }
	if !d.slow {
		d.waiting()
	}
}

// bench is the library of one language with the tab of cards or models open.
type bench struct {
	*testing.T
	l      *Library
	d      *desk
	window fyne.Window
	p      *text.Printer
}

func opened(t *testing.T, lang text.Language, tab Tab) *bench {
	t.Helper()
	l, window := show(t, lang, theme.Light, 1, fyne.NewSize(936, 700))
	l.Show(tab)
	return &bench{t, l, l.session.(*desk), window, l.p}
}

func (b *bench) press(key string)      { b.Helper(); hand.Press(b.T, b.window, b.p.T(key)) }
func (b *bench) see(words string)      { b.Helper(); hand.See(b.T, b.window, words) }
func (b *bench) notSee(words string)   { b.Helper(); hand.NotSee(b.T, b.window, words) }
func (b *bench) says(key string)       { b.Helper(); b.see(b.p.T(key)) }
func (b *bench) type_(key, s string)   { b.Helper(); hand.Type(b.T, b.window, b.p.T(key), s) }
func (b *bench) pick(key, want string) { b.Helper(); hand.Pick(b.T, b.window, b.p.T(key), want) }

func (b *bench) focused() string {
	on, ok := widgets.EntryOf(b.window.Canvas().Focused())
	if !ok {
		return fmt.Sprintf("%T", b.window.Canvas().Focused())
	}
	return on.PlaceHolder
}

func (b *bench) key(name fyne.KeyName) {
	b.Helper()
	on := b.window.Canvas().Focused()
	if on == nil {
		b.Fatal("nothing has the keyboard")
	}
	on.TypedKey(&fyne.KeyEvent{Name: name})
}

// unfold opens every folded part of the form.
func (b *bench) unfold() {
	var walk func(fyne.CanvasObject)
	walk = func(o fyne.CanvasObject) {
		switch o := o.(type) {
		case *widgets.Fold:
			if !o.Open() {
				o.Press()
			}
		case *fyne.Container:
			for _, child := range o.Objects {
				walk(child)
			}
		case fyne.Widget:
			for _, child := range test.WidgetRenderer(o).Objects() {
				walk(child)
			}
		}
	}
	walk(b.window.Content())
}

func TestACardOfOnesOwnIsInTheListAtOnce(t *testing.T) {
	for _, lang := range text.Languages {
		b := opened(t, lang, Cards)
		b.press("library.add.card")
		b.says("library.form.add.card")
		b.type_("library.form.name", " RTX　4090 48GB ")
		b.pick("library.maker", b.p.T("library.maker.nvidia"))
		b.type_("library.memory", "４８")
		b.type_("library.bandwidth", "1,008")
		b.pick("library.bf16", b.p.Term("yes"))
		b.press("library.form.save")

		want := hardware.Card{ID: "RTX 4090 48GB", Vendor: "NVIDIA", MemoryGiB: hardware.Know(48.0), BandwidthGBs: hardware.Know(1008.0), BF16: hardware.Yes}
		if len(b.d.cards) != 1 || b.d.cards[0].Card != want {
			t.Fatalf("%s: kept %+v", lang, b.d.cards)
		}
		b.see("RTX 4090 48GB")
		b.says("library.yours")
		b.says("library.yours.alone") // it is selected
		b.see(b.p.T("library.unknown"))

		b.l.cards.search.SetText("4090 48")
		b.see(b.p.T("library.found", "count", 2, "all", len(b.d.Cards())))
		b.l.cards.search.SetText("")

		b.l.cards.records.Select(0)
		b.press("library.edit")
		b.see(b.p.T("library.form.edit.card", "name", "RTX 4090 48GB"))
	}
}

func TestWhatComesLaterIsSelectedInSight(t *testing.T) {
	b := opened(t, text.English, Cards)
	card := hardware.Card{ID: "Aaa 48GB"}
	b.l.cards.choose(card)
	b.d.PutCard(hardware.OwnCard{Card: card})
	b.l.Refresh()
	b.says("library.yours.alone")
	if at := listOf(b.l.cards.list).GetScrollOffset(); at != 0 {
		t.Errorf("the list is scrolled past the first row, to %v", at)
	}
}

// listOf finds the list of rows in an object.
func listOf(o fyne.CanvasObject) *widget.List {
	switch o := o.(type) {
	case *widget.List:
		return o
	case *container.Scroll:
		return listOf(o.Content)
	case *fyne.Container:
		for _, inner := range o.Objects {
			if l := listOf(inner); l != nil {
				return l
			}
		}
	}
	return nil
}

func TestACardOfOnesOwnIsEditedAndDeleted(t *testing.T) {
	b := opened(t, text.Chinese, Cards)
	id := b.d.PutCard(hardware.OwnCard{Card: hardware.Card{ID: "Mine", MemoryGiB: hardware.Know(48.0), FP16Basis: "measured", FP16TFLOPS: hardware.Know(100.0)}})
	b.l.Refresh()
	b.l.cards.search.SetText("Mine")
	b.l.cards.records.Select(0)
	b.press("library.edit")
	b.type_("library.form.name", "Mine too")
	b.type_("library.fp16", "90")
	b.press("library.form.save")
	if got := b.d.cards; len(got) != 1 || got[0].ID != id || got[0].Card.ID != "Mine too" || got[0].Card.FP16Basis != "" || got[0].Card.MemoryGiB.Value != 48 {
		t.Errorf("kept %+v", got)
	}
	if b.l.cards.search.Text != "Mine" {
		t.Error("what was searched for is gone")
	}
	b.press("library.delete")
	b.notSee("Mine too")
	if len(b.d.cards) != 0 {
		t.Errorf("kept %+v", b.d.cards)
	}
}

func TestAShippedCardIsTakenOverAndGivenBack(t *testing.T) {
	for _, lang := range text.Languages {
		b := opened(t, lang, Cards)
		before := b.d.Cards()
		card := before[4]
		b.l.cards.records.Select(4)
		b.notSee(b.p.T("library.delete"))
		b.press("library.change")
		b.says("library.form.taken.shipped")
		b.unfold()
		b.see(card.Source)
		b.type_("library.memory", "47.5")
		b.press("library.form.save")
		after := b.d.Cards()
		if len(after) != len(before) || after[4].MemoryGiB.Value != 47.5 || after[4].Source != card.Source {
			t.Fatalf("%s: %+v became %+v", lang, card, after[4])
		}
		b.says("library.yours.over")
		b.press("library.back_to_shipped")
		b.notSee(b.p.T("library.yours.over"))
		if !slices.Equal(b.d.Cards(), before) {
			t.Errorf("%s: the shipped one is not back", lang)
		}
		b.says("library.change") // it is still selected
	}
	if missing := text.Missing(); len(missing) > 0 {
		t.Errorf("texts that are missing: %v", missing)
	}
}

func TestNonsenseIsRefusedAtItsField(t *testing.T) {
	for _, lang := range text.Languages {
		b := opened(t, lang, Cards)
		b.press("library.add.card")
		b.type_("library.memory", "24576")
		b.unfold()
		b.type_("library.tdp", "much")
		b.press("library.form.save")
		p := b.p
		b.see(p.T("problem.own.no_name"))
		b.see(p.T("problem.own.bounds", "min", "0.25", "max", p.Measure(2048, 0), "unit", "GiB"))
		b.see(p.T("problem.number.malformed", "text", "much"))
		b.see(p.T("library.form.wrong", "count", 3))
		if b.focused() != "RTX 4090 48GB" || len(b.d.cards) != 0 {
			t.Errorf("%s: the keyboard is on %q, kept %v", lang, b.focused(), b.d.cards)
		}
		b.type_("library.form.name", "Mine")
		b.notSee(p.T("problem.own.no_name"))
	}
}

func TestWhatIsWrongInAFoldedPartOpensIt(t *testing.T) {
	b := opened(t, text.Chinese, Cards)
	b.press("library.add.card")
	b.type_("library.form.name", "Mine")
	b.unfold()
	b.type_("library.tdp", "450000")
	for _, part := range b.l.formOf(t).parts {
		part.fold.SetOpen(false)
	}
	b.press("library.form.save")
	b.see(b.p.T("problem.own.bounds", "min", 5, "max", 5000, "unit", "W"))
}

// formOf is the open form of cards.
func (l *Library) formOf(t *testing.T) *form {
	t.Helper()
	if l.cards.form == nil {
		t.Fatal("no form is open")
	}
	return l.cards.form
}

func TestTheKeyboardAloneDescribesACard(t *testing.T) {
	b := opened(t, text.English, Cards)
	b.press("library.add.card")
	if b.focused() != "RTX 4090 48GB" {
		t.Fatalf("the keyboard is on %q", b.focused())
	}
	for _, r := range "Mine" {
		b.window.Canvas().Focused().TypedRune(r)
	}
	b.key(fyne.KeyReturn) // maker
	b.key(fyne.KeyReturn)
	b.window.Canvas().Focused().TypedRune('9') // memory
	for range 5 {
		b.key(fyne.KeyReturn)
	}
	if len(b.d.cards) != 1 || b.d.cards[0].Card.MemoryGiB.Value != 9 {
		t.Fatalf("kept %+v", b.d.cards)
	}

	b.press("library.add.card")
	for _, r := range "Other" {
		b.window.Canvas().Focused().TypedRune(r)
	}
	b.key(fyne.KeyEscape)
	b.notSee(b.p.T("library.form.save"))
	b.press("library.add.card")
	if len(b.d.cards) != 1 || hand.Entry(t, b.window, b.p.T("library.form.name"), 0).Text != "" {
		t.Error("something is kept of a form that was left")
	}
}

func TestEveryFieldIsReachedByTab(t *testing.T) {
	for _, tab := range []Tab{Cards, Models} {
		b := opened(t, text.Chinese, tab)
		b.press(map[Tab]string{Cards: "library.add.card", Models: "library.add.model"}[tab])
		b.unfold()
		f := b.l.cards.form
		if tab == Models {
			f = b.l.models.form
		}
		reached := map[*widget.Entry]bool{}
		for range 120 {
			if e, ok := widgets.EntryOf(b.window.Canvas().Focused()); ok {
				reached[e] = true
			}
			b.window.Canvas().FocusNext()
		}
		for name, in := range f.inputs {
			if !reached[in.Entry] && !f.hidden[name] {
				t.Errorf("tab does not reach %s", name)
			}
		}
	}
}

func TestARefreshKeepsWhatIsSelectedAndSearchedFor(t *testing.T) {
	b := opened(t, text.Chinese, Models)
	b.l.models.search.SetText("qwen")
	b.l.models.records.Select(slices.IndexFunc(b.d.Models(), func(m hardware.Model) bool { return strings.HasPrefix(m.ID, "Qwen2.5") }))
	chosen := b.l.models.chosen
	b.d.PutModel(hardware.OwnModel{Model: hardware.Model{ID: "Aaa", Kind: hardware.LLM}})
	b.l.Refresh()
	if b.l.models.search.Text != "qwen" || b.l.models.chosen != chosen || chosen == "" {
		t.Errorf("%q is searched for, %q selected", b.l.models.search.Text, b.l.models.chosen)
	}
	if got := said(b.l.models.pane.box); !strings.Contains(got, chosen) {
		t.Errorf("below the list stands %s", got)
	}
}
