package wizard

import (
	"strconv"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"cardhour/model/billing"
	"cardhour/model/money"
	"cardhour/model/reason"
	"cardhour/views/theme"
	"cardhour/views/widgets"
)

// pasteRow shows one reading: what was read, what was guessed and waits to be
// confirmed, and a field for each thing that the line leaves open.
type pasteRow struct {
	pasteReading
	f *pasteForm

	box          *fyne.Container
	add          *widget.Check
	title, about *widgets.Label
	sureOf       *widget.Check
	unsure       []*widgets.Label
	wrong        *widgets.Label
	inputs       map[string]*widgets.Input
	picks        map[string]*widgets.Choice[string]
}

// checkWidth is the room of the check mark; what belongs to a reading stands
// behind it.
const checkWidth = 4.5 * theme.Unit

func besideCheck(o fyne.CanvasObject) fyne.CanvasObject {
	return container.NewBorder(nil, nil, widgets.Wide(checkWidth, widgets.Spacer(0, 0)), nil, o)
}

func newPasteRow(f *pasteForm, r pasteReading) *pasteRow {
	row := &pasteRow{pasteReading: r, f: f, inputs: map[string]*widgets.Input{}, picks: map[string]*widgets.Choice[string]{}}
	p := f.w.p
	row.title, row.about = widgets.Body(""), widgets.Note("")
	row.title.TextStyle.Bold = true
	row.add = widget.NewCheck("", nil)
	row.add.Checked = r.on()
	row.add.OnChanged = func(on bool) { row.turn(on); f.turned(row, on) }
	open := widgets.Quiet(p.T("paste.row.open"), func() { f.openInForm(row) })
	source := widgets.Note(p.T("paste.row.line", "n", r.p.Line, "text", strings.TrimSpace(r.p.Source)))
	row.box = container.NewVBox(widgets.Tight(
		container.NewBorder(nil, nil, widgets.Wide(checkWidth, row.add), top(open), row.title),
		besideCheck(widgets.Tight(row.about, source))))
	row.showUnsure()
	row.showFields()
	row.wrong = widgets.Warning()
	row.box.Add(besideCheck(row.wrong))
	row.box.Add(widget.NewSeparator())
	row.refresh()
	return row
}

// showUnsure lists what has to be confirmed, with one click for all of it.
func (row *pasteRow) showUnsure() {
	p, notes := row.f.w.p, row.p.Unsure()
	if len(notes) == 0 {
		return
	}
	list := widgets.Tight()
	for _, n := range notes {
		key := "paste.guessed"
		if n.Standing == billing.Doubtful {
			key = "paste.doubtful"
		}
		l := widgets.Body("△ " + p.T(key, "what", row.word(n.Field), "why", p.Because(n.Why)))
		l.Importance = widget.WarningImportance
		row.unsure = append(row.unsure, l)
		list.Add(l)
	}
	row.sureOf = widget.NewCheck(p.T("paste.row.sure"), nil)
	row.sureOf.Checked = row.answer.Sure
	row.sureOf.OnChanged = func(sure bool) {
		row.answer.Sure = sure
		row.f.answered(row)
	}
	list.Add(row.sureOf)
	row.box.Add(besideCheck(list))
}

// word is what stands in a field, for a sentence about it.
func (row *pasteRow) word(field string) string {
	p, v := row.f.w.p, row.value(field)
	switch field {
	case billing.PastedPlatform:
		v = row.f.w.catalog.PlatformName(row.p.Platform)
	case "rate.per":
		v = p.T("billing.form.per", "period", p.Term("per_"+v))
	case "rate.scope", "mode":
		v = p.Label(v)
	case "rate.cards":
		v = p.T("paste.cards", "count", row.p.Cards)
	case "rate.amount":
		v = row.price()
	case billing.PastedLine:
		v = p.T("paste.line")
	}
	if v == "" {
		v = p.Field(field)
	}
	return v
}

// showFields asks for what the line leaves open.
func (row *pasteRow) showFields() {
	grid := container.NewGridWithColumns(2)
	for _, field := range row.asked() {
		grid.Add(row.field(field))
	}
	if len(grid.Objects) > 0 {
		row.box.Add(besideCheck(grid))
	}
}

func (row *pasteRow) field(field string) fyne.CanvasObject {
	p, w := row.f.w.p, row.f.w
	typed := func(text string) {
		row.say(field, text)
		row.f.answered(row)
	}
	label := p.Field(field)
	if field == fieldCard {
		label = p.T("billing.form.card")
	}
	pick := func(values []string, word func(string) string) fyne.CanvasObject {
		c := widgets.NewKeyChoice(widgets.ChoiceOf[string]{Label: label, Placeholder: p.T("pick"), Values: values, Word: word, Picked: typed}, row.f.keys)
		c.Fill(row.value(field))
		row.picks[field] = c
		var below []fyne.CanvasObject
		for _, why := range row.whys(field) {
			note := widgets.Note(why)
			note.SizeName = fynetheme.SizeNameCaptionText
			below = append(below, note)
		}
		return container.New(layout.NewCustomPaddedVBoxLayout(-0.75*theme.Unit), append([]fyne.CanvasObject{c.Box}, below...)...)
	}
	switch field {
	case "rate.per":
		return pick(wordsIn(billing.Periods), func(v string) string { return p.T("billing.form.per", "period", p.Term("per_"+v)) })
	case "mode":
		return pick(wordsIn(billing.Modes), p.Label)
	case "rate.scope":
		return pick([]string{string(billing.PerCard), string(billing.PerInstance)}, p.Label)
	case fieldCard:
		if len(row.p.Alternatives) > 0 {
			return pick(row.p.Alternatives, func(v string) string { return v })
		}
	}
	var in *widgets.Input
	d := widgets.InputOf{Label: label, Typed: typed, Keys: row.f.keys}
	switch field {
	case fieldCard:
		d.Placeholder, d.Find = p.T("paste.card.hint"), w.catalog.FindCards
		d.Typed = func(text string) {
			w.hintCard(in, text)
			typed(text)
		}
	case "rate.amount":
		d.Placeholder = p.T("paste.pick_or_type")
		d.Find = func(string) []string { return row.ends() }
	case "currency":
		d.Placeholder, d.Find = p.T("paste.pick_or_type"), func(string) []string { return []string{"CNY", "USD", "EUR", "HKD"} }
	}
	in = widgets.NewInput(d)
	in.Set(row.value(field))
	if _, said := row.answer.Text[field]; said && field == fieldCard {
		w.hintCard(in, row.value(field))
	} else if whys := row.whys(field); len(whys) > 0 {
		in.Hint(p.Paragraph(whys...), true)
	}
	row.inputs[field] = in
	return in.Box
}

func wordsIn[T ~string](list []T) []string {
	words := make([]string, len(list))
	for i, v := range list {
		words[i] = string(v)
	}
	return words
}

// ends are the prices that a range lies between.
func (row *pasteRow) ends() []string {
	var ends []string
	for _, a := range row.p.Amounts {
		ends = append(ends, a.Value.Trim(0).String())
	}
	return ends
}

// whys says why a field is left open.
func (row *pasteRow) whys(field string) []string {
	var whys []string
	for _, n := range row.p.Asks(field) {
		if n.Standing == billing.LeftOpen {
			whys = append(whys, row.f.w.p.Because(n.Why))
		}
	}
	return whys
}

// refresh writes the reading as it stands.
func (row *pasteRow) refresh() {
	row.title.SetText(row.headline())
	row.about.SetText(row.summary())
	for _, l := range row.unsure {
		l.Importance = widget.WarningImportance
		if row.answer.Sure {
			l.Importance = widget.LowImportance
		}
		l.Refresh()
	}
}

// headline is the card and its price.
func (row *pasteRow) headline() string {
	p, card := row.f.w.p, row.value(fieldCard)
	if card == "" {
		card = p.T("paste.card.open")
		if row.p.CardText != "" {
			card = row.p.CardText
		}
	}
	if n, err := strconv.Atoi(row.value("rate.cards")); err == nil && n > 1 {
		card = strconv.Itoa(n) + " × " + card
	}
	return card + " · " + row.price()
}

func (row *pasteRow) price() string {
	p := row.f.w.p
	price := row.value("rate.amount")
	if price == "" {
		price = strings.Join(row.ends(), "–")
	}
	c, wrong := money.ParseCurrency(strings.ToUpper(strings.TrimSpace(row.value("currency"))))
	per := row.value("rate.per")
	if per == "" {
		per = "?"
	}
	if a, err := money.ParseAmount(price, c); wrong == nil && err == nil {
		return p.Value(reason.Value{Kind: reason.Rate, Num: a.Value, Text: string(c) + "/" + per})
	}
	if wrong == nil {
		price += " " + string(c)
	}
	if per != "?" {
		per = p.Term("per_" + per)
	}
	return price + "/" + per
}

// summary is the rest of what was read.
func (row *pasteRow) summary() string {
	p := row.f.w.p
	var said []string
	if v := row.value("mode"); v != "" {
		said = append(said, p.Label(v))
	}
	if n, err := strconv.Atoi(row.value("rate.cards")); err == nil {
		said = append(said, p.T("paste.cards", "count", n))
	}
	if v := row.value("rate.scope"); v != "" {
		said = append(said, p.T("paste.scope."+v))
	}
	if v := row.value("rate.slice"); v != "" && v != "1" {
		said = append(said, p.T("paste.slice", "slice", v))
	}
	if row.p.Label != "" {
		said = append(said, p.T("paste.label."+string(row.p.Label)))
	}
	platform := strings.TrimSpace(row.f.texts.Platform)
	if row.p.Platform != "" {
		platform = row.f.w.catalog.PlatformName(row.p.Platform)
	}
	if platform == "" {
		platform = p.T("paste.platform.open")
	}
	return joined(append(said, platform)...)
}

// check says what keeps the reading from being added; true when nothing
// does.
func (row *pasteRow) check() (billing.Quote, bool) {
	p := row.f.w.p
	q, wrong := row.quote(row.f.w, row.f.texts)
	told := map[string]bool{fieldName: true, "category": true} // beside their fields above
	for field, in := range row.inputs {
		in.Wrong(p.Problem(wrong[field]))
		told[field] = true
	}
	var said []string
	for _, field := range pasteFields {
		if wrong[field] != nil && !told[field] {
			said = append(said, p.T("format.field", "field", p.Field(field), "sentence", p.Problem(wrong[field])))
			told[field] = true
		}
	}
	for field, err := range wrong {
		if !told[field] {
			said = append(said, p.Problem(err))
		}
	}
	if !row.sure() {
		said = append(said, p.T("paste.row.unsure"))
	}
	row.wrong.SetText(p.Paragraph(said...))
	row.wrong.Hidden = len(said) == 0
	row.wrong.Refresh()
	return q, len(wrong) == 0 && row.sure()
}

// focus brings the keyboard to the first thing that is asked.
func (row *pasteRow) focus() {
	for _, field := range row.asked() {
		if in := row.inputs[field]; in != nil && strings.TrimSpace(row.value(field)) == "" {
			in.Focus()
			return
		}
		if c := row.picks[field]; c != nil && row.value(field) == "" {
			c.Focus()
			return
		}
	}
	on := row.add
	if row.sureOf != nil && !row.answer.Sure {
		on = row.sureOf
	}
	widgets.Focus(on)
	widgets.Reveal(on)
}
