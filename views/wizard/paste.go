package wizard

import (
	"reflect"
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"cardhour/model/billing"
	"cardhour/model/money"
	"cardhour/views/theme"
	"cardhour/views/widgets"
)

// Limits of the page: the toolkit lays all of it out at each key.
const (
	mostPasted   = 10000 // characters
	mostReadings = 40
)

// pasteForm is the page where prices that were copied elsewhere become
// quotes.
type pasteForm struct {
	s     *billingStep
	w     *Wizard
	texts pasteTexts
	keys  widgets.Keys

	box      fyne.CanvasObject
	scroll   *container.Scroll
	input    *widgets.PasteBox
	clip     *widget.Button
	cut      *widgets.Label
	platform *widgets.Input
	category *widgets.Choice[string]
	head     *widgets.Label
	sureAll  *widget.Button // where more than one reading waits to be confirmed
	list     *fyne.Container
	rest     *fyne.Container // what no quote is made of
	restOpen bool
	bar      *fyne.Container // stays below what scrolls
	add      *widget.Button
	tally    *widgets.Label
	rates    *pasteRates
	rows     []*pasteRow
}

func newPasteForm(s *billingStep, texts pasteTexts) *pasteForm {
	f := &pasteForm{s: s, w: s.w, texts: texts}
	f.keys = widgets.Keys{Enter: f.submit, Escape: f.cancel, Focused: widgets.Reveal}
	p := f.w.p
	f.input = widgets.NewPasteBox(mostPasted, f.typed)
	f.input.Keys = widgets.Keys{Escape: f.cancel, Focused: widgets.Reveal}
	f.input.PlaceHolder = p.T("paste.example")
	f.input.SetMinRowsVisible(4)
	f.input.Text = texts.Text // nobody has typed it now
	f.cut = widgets.Note(p.T("paste.cut", "count", mostPasted))
	f.cut.Importance = widget.WarningImportance
	f.cut.Hide()
	f.input.Cut = func(cut bool) {
		f.cut.Hidden = !cut
		f.cut.Refresh()
	}
	f.clip = widget.NewButtonWithIcon(p.T("paste.clipboard"), fynetheme.ContentPasteIcon(), func() {
		f.input.Put(fyne.CurrentApp().Clipboard().Content())
	})
	f.platform = widgets.NewInput(widgets.InputOf{Label: p.T("billing.form.platform"), Placeholder: p.T("billing.form.platform.hint"),
		Find: f.w.catalog.FindPlatforms, Keys: f.keys, Typed: f.named})
	f.platform.Set(texts.Platform)
	f.platform.Hint(p.T("paste.platform.note"), false)
	f.category = widgets.NewKeyChoice(widgets.ChoiceOf[string]{Label: p.T("billing.form.category"), Help: widgets.NewHelp(p.T("billing.help.category")),
		Placeholder: p.T("pick"), Values: categories(), Word: p.Term, Picked: func(v string) { f.texts.Category = v; f.keep() }}, f.keys)
	f.category.Fill(texts.Category)
	f.askCategory()
	f.head, f.list, f.rest = widgets.Heading(""), container.NewVBox(), container.NewVBox()
	f.rates = newPasteRates(f)
	f.sureAll = widgets.Quiet(p.T("paste.sure_all"), f.allSure)
	f.tally = widgets.Note("")
	f.tally.Importance = widget.DangerImportance
	f.add = widgets.Primary("", f.submit)
	fields := container.NewVBox(widgets.Tight(widgets.Title(p.T("paste.title")), widgets.Note(p.T("paste.note"))),
		f.input, widgets.Row(f.clip), f.cut, widgets.Pair(f.platform.Box, f.category.Box), widgets.Gap(),
		f.rates.questions, widgets.Ends(f.head, top(f.sureAll)), f.list, f.rest)
	f.scroll = container.NewScroll(widgets.Inset(widgets.Narrow(fields)))
	foot := widgets.Row(f.add, widget.NewButton(p.T("billing.form.cancel"), f.cancel))
	f.bar = container.New(layout.NewCustomPaddedLayout(theme.Unit/2, theme.Unit, 2*theme.Unit, 2*theme.Unit),
		container.NewVBox(f.rates.lack, container.NewBorder(nil, nil, foot, nil, f.tally)))
	under := canvas.NewRectangle(theme.Current().Surface)
	f.box = container.NewBorder(nil, container.NewStack(under, container.NewVBox(widget.NewSeparator(), f.bar)), nil, nil, f.scroll)
	f.found(f.w.session.ReadQuotes(texts.Text))
	return f
}

// keep stores the page as it stands: the program may end at any moment.
func (f *pasteForm) keep() {
	f.texts.Rows = map[string]pasteAnswer{}
	for _, row := range f.rows {
		f.texts.Rows[row.key] = row.answer
	}
	f.w.keptPaste().Keep(f.texts)
}

// typed has the text read when the typing rests.
func (f *pasteForm) typed(text string) {
	f.texts.Text = text
	f.tally.SetText("")
	f.keep()
	f.w.session.ReadSoon(text, func(all []billing.Pasted) {
		if f.s.pasting == f {
			f.found(all)
			f.keep()
		}
	})
}

// named takes the platform of the lines that name none.
func (f *pasteForm) named(name string) {
	_, before := f.w.catalog.PlatformNamed(f.texts.Platform)
	f.texts.Platform = name
	if p, known := f.w.catalog.PlatformNamed(name); known {
		f.texts.Category = string(p.Category)
	} else if before {
		f.texts.Category = "" // it was the other platform's
	}
	f.category.Fill(f.texts.Category)
	f.askCategory()
	f.tally.SetText("")
	for _, row := range f.rows {
		row.refresh()
	}
	f.keep()
}

// askCategory asks what kind of platform it is where the library cannot know.
func (f *pasteForm) askCategory() {
	_, known := f.w.catalog.PlatformNamed(f.texts.Platform)
	f.category.Box.Hidden = known || strings.TrimSpace(f.texts.Platform) == ""
	f.category.Box.Refresh()
}

// found shows what was recognised; rows of lines that stayed the same stay,
// with the keyboard.
func (f *pasteForm) found(all []billing.Pasted) {
	before := map[string]*pasteRow{}
	for key, answer := range f.texts.Rows {
		before[key] = &pasteRow{pasteReading: pasteReading{answer: answer}}
	}
	for _, row := range f.rows {
		before[row.key] = row
	}
	answers := map[string]pasteAnswer{}
	for key, row := range before {
		answers[key] = row.answer
	}
	readings := readingsOf(all, answers)
	more := max(0, len(readings)-mostReadings)
	f.rows, f.list.Objects = nil, nil
	for _, r := range readings[:len(readings)-more] {
		row := before[r.key]
		if row == nil || row.box == nil || !reflect.DeepEqual(row.p, r.p) {
			row = newPasteRow(f, r)
		}
		f.rows = append(f.rows, row)
		f.list.Add(row.box)
	}
	p := f.w.p
	if more > 0 {
		f.list.Add(warn(p.T("paste.more", "shown", mostReadings, "count", more)))
	}
	switch {
	case len(f.rows) > 0:
		f.head.SetText(p.T("paste.found", "count", len(f.rows)))
	case strings.TrimSpace(f.texts.Text) != "":
		f.head.SetText(p.T("paste.found.none"))
	default:
		f.head.SetText("")
	}
	f.list.Refresh()
	f.showRest(all)
	f.count()
}

// count says on the button how many quotes it adds, and asks for the rates
// that they need.
func (f *pasteForm) count() {
	p, n := f.w.p, 0
	d, _ := f.w.session.Current()
	known := f.w.session.Rates()
	var lacking []money.Currency
	for _, row := range f.rows {
		if !row.on() {
			continue
		}
		n++
		if c := row.foreign(d.Currency, known); c != "" && !slices.Contains(lacking, c) {
			lacking = append(lacking, c)
		}
	}
	f.sureAll.Hidden = len(f.unsure()) < 2
	f.clip.Importance = widget.MediumImportance
	if strings.TrimSpace(f.texts.Text) == "" { // the next thing to do
		f.clip.Importance = widget.HighImportance
	}
	f.clip.Refresh()
	f.add.SetText(p.T("paste.add", "count", n))
	if n == 0 {
		f.add.SetText(p.T("paste.add.none"))
		f.add.Disable()
	} else {
		f.add.Enable()
	}
	if f.rates.ask(lacking, d.Currency) {
		f.box.Refresh() // the bar has changed its height
		return
	}
	f.bar.Refresh()
	f.scroll.Refresh()
}

// turned takes a check mark. Of prices that compete for one thing only one is
// added.
func (f *pasteForm) turned(row *pasteRow, on bool) {
	if on && row.p.Competes() {
		for _, other := range f.rows {
			if other != row && other.p.Line == row.p.Line && other.p.Competes() && other.on() {
				other.turn(false)
				other.add.Checked = false
				other.add.Refresh()
			}
		}
	}
	f.answered(row)
}

// answered takes what was said about a row.
func (f *pasteForm) answered(row *pasteRow) {
	f.checked(row)
	f.count()
	f.keep()
}

// checked says anew what is missing, where it was said before.
func (f *pasteForm) checked(row *pasteRow) {
	f.tally.SetText("")
	if row.wrong.Visible() {
		row.check()
	}
	row.refresh()
}

// unsure are the rows to be added in which something waits to be confirmed.
func (f *pasteForm) unsure() []*pasteRow {
	return slices.DeleteFunc(slices.Clone(f.rows), func(row *pasteRow) bool { return !row.on() || row.sure() })
}

// allSure takes all that was guessed as right.
func (f *pasteForm) allSure() {
	for _, row := range f.unsure() {
		row.answer.Sure, row.sureOf.Checked = true, true
		row.sureOf.Refresh()
		f.checked(row)
	}
	f.count()
	f.keep()
}

// submit adds what is checked in one go, or says what is missing and stays.
func (f *pasteForm) submit() {
	var quotes []billing.Quote
	var first *pasteRow
	open, nameless, unplaced := 0, false, false
	for _, row := range f.rows {
		if !row.on() {
			row.wrong.Hide()
			continue
		}
		q, ok := row.check()
		if ok {
			quotes = append(quotes, q)
			continue
		}
		open++
		if first == nil {
			first = row
		}
		_, wrong := row.quote(f.w, f.texts)
		nameless, unplaced = nameless || wrong[fieldName] != nil, unplaced || wrong["category"] != nil
	}
	p := f.w.p
	f.platform.Wrong("")
	if open > 0 {
		f.tally.SetText(p.T("paste.open", "count", open))
		switch {
		case nameless:
			f.platform.Wrong(p.T("paste.platform.missing"))
			f.platform.Focus()
		case unplaced:
			f.platform.Wrong(p.T("paste.category.missing"))
			f.category.Focus()
		default:
			first.focus()
		}
		f.scroll.Refresh()
		return
	}
	if len(quotes) > 0 {
		f.w.session.PutQuotes(quotes) // first: the page is forgotten only behind it
		f.cancel()
	}
}

// cancel closes the page.
func (f *pasteForm) cancel() {
	f.w.keptPaste().Forget()
	f.s.pasted()
}

// openInForm takes one reading to the quote form. It is not added from here
// too, unless it is checked again.
func (f *pasteForm) openInForm(row *pasteRow) {
	row.turn(false)
	f.keep()
	f.s.edit(row.draft(f.w, f.texts))
	f.s.form.begin()
}

// begin brings the keyboard to the field.
func (f *pasteForm) begin() { widgets.Focus(f.input) }
