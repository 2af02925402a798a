package record

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"cardhour/model/billing"
	"cardhour/model/money"
	"cardhour/model/trial"
	"cardhour/views/theme"
	"cardhour/views/widgets"
)

// billForm is where a bill is entered, line by line, with its total kept.
type billForm struct {
	d    *Desk
	bill trial.Bill
	box  fyne.CanvasObject

	currency, issued, note *widgets.Field
	provisional            *widget.Check
	lines                  []*chargeLine
	rows                   *fyne.Container
	wrong                  *widgets.Label // what is wrong with the lines as a whole
	total                  *widgets.Label
}

// chargeLine is one line being entered.
type chargeLine struct {
	kind         *widgets.Choice[billing.Kind]
	amount, note *widget.Entry
	wrong        *widgets.Label
	box          *fyne.Container
}

func newBillForm(d *Desk, run trial.Run, bill trial.Bill, typed billTexts) *billForm {
	f := &billForm{d: d, bill: bill, rows: container.NewVBox(), wrong: danger(), total: widgets.KeyNumber("")}
	p := d.p
	title := p.T("trial.bill.new")
	if bill.ID != "" {
		title = p.T("trial.bill.edit")
	}
	f.currency, f.issued = f.field("trial.bill.currency"), f.field("trial.bill.issued")
	f.note = f.field("trial.form.note")
	f.provisional = widget.NewCheck(p.T("trial.bill.provisional"), nil)
	f.provisional.SetChecked(typed.Provisional)
	f.provisional.OnChanged = func(bool) { f.changed() }
	f.currency.Set(typed.Currency)
	f.issued.Set(typed.Issued)
	f.note.Set(typed.Note)
	for _, line := range typed.Lines {
		f.add(line)
	}
	more := widgets.Quiet(p.T("trial.bill.add_line"), func() {
		focus(f.add(lineTexts{Kind: billing.Unexplained}).amount)
		f.changed()
	})
	more.Icon = fynetheme.ContentAddIcon()
	// The rows follow each other closer than groups do, with the total as their last.
	f.box = widgets.Inset(widgets.Narrow(container.NewVBox(
		widgets.Tight(widgets.Title(title), widgets.Note(about(p, run))),
		widgets.Pair(f.currency.Box, f.issued.Box), f.provisional,
		widgets.Tight(widgets.Heading(p.T("trial.bill.lines")), widgets.Note(p.T("trial.bill.lines.note"))),
		lineColumns(widgets.ShortNote(p.T("trial.bill.kind")), widgets.ShortNote(p.T("trial.bill.amount")), widgets.ShortNote(p.T("trial.form.note")), widgets.Spacer(0, 0)),
		f.rows, f.wrong,
		widgets.Ends(widgets.Row(more), widgets.Row(container.NewCenter(widgets.ShortestNote(p.T("trial.bill.total"))), f.total)),
		f.note.Box,
		widgets.Ends(widgets.Spacer(0, 0), widgets.Row(widgets.Quiet(p.T("trial.form.cancel"), d.close), widgets.Primary(p.T("trial.form.save"), f.save))))))
	f.currency.Entry.OnSubmitted = func(string) { focus(f.issued.Entry) }
	f.issued.Entry.OnSubmitted = func(string) { f.forward(nil) }
	f.note.Entry.OnSubmitted = func(string) { f.save() }
	f.sum()
	return f
}

func (f *billForm) content() fyne.CanvasObject { return f.box }

func (f *billForm) first() fyne.Focusable { return f.lines[0].amount }

func (f *billForm) field(label string) *widgets.Field {
	return widgets.NewField(widgets.FieldOf{Label: f.d.p.T(label), Problem: f.d.p.Problem,
		Read: func(string) error { f.changed(); return nil }})
}

func danger() *widgets.Label {
	l := widgets.Note("")
	l.Importance = widget.DangerImportance
	l.Hide()
	return l
}

func lineColumns(kind, amount, note, remove fyne.CanvasObject) *fyne.Container {
	return widgets.Columns([]float32{20 * theme.Unit, 14 * theme.Unit, -1, 4.5 * theme.Unit}, kind, amount, note, remove)
}

func (f *billForm) add(typed lineTexts) *chargeLine {
	p := f.d.p
	l := &chargeLine{amount: widget.NewEntry(), note: widget.NewEntry(), wrong: danger()}
	l.kind = widgets.NewChoice(widgets.ChoiceOf[billing.Kind]{Values: trial.ChargeKinds, Placeholder: p.T("pick"),
		Word: func(k billing.Kind) string { return chargeWord(p, k) }, Picked: func(billing.Kind) { f.changed() }})
	l.kind.Fill(typed.Kind)
	l.amount.SetText(typed.Amount)
	l.note.SetText(typed.Note)
	l.amount.OnChanged = func(string) {
		l.wrong.Hide() // it is judged again when the bill is saved
		f.wrong.Hide()
		f.changed()
	}
	l.note.OnChanged = l.amount.OnChanged
	l.amount.OnSubmitted = func(string) { f.forward(l) }
	l.note.OnSubmitted = l.amount.OnSubmitted
	remove := widget.NewButtonWithIcon("", fynetheme.ContentRemoveIcon(), func() { f.remove(l) })
	remove.Importance = widget.LowImportance
	l.box = container.NewVBox(lineColumns(l.kind.Box, l.amount, l.note, remove), l.wrong)
	f.lines = append(f.lines, l)
	f.rows.Add(l.box)
	return l
}

// remove takes a line away. One line always stays to be filled in.
func (f *billForm) remove(gone *chargeLine) {
	var kept []*chargeLine
	for _, l := range f.lines {
		if l != gone {
			kept = append(kept, l)
		}
	}
	f.lines = kept
	f.rows.Remove(gone.box)
	if len(kept) == 0 {
		f.add(lineTexts{Kind: billing.Useful})
	}
	f.changed()
}

// forward puts the keyboard on the line after one, the first after none, and
// on the note after the last.
func (f *billForm) forward(from *chargeLine) {
	next := 0
	for i, l := range f.lines {
		if l == from {
			next = i + 1
		}
	}
	if next < len(f.lines) {
		focus(f.lines[next].amount)
		return
	}
	focus(f.note.Focusable())
}

// charge reads a line; there is none in a line that was left empty.
func (l *chargeLine) charge(c money.Currency) (trial.Charge, bool, error) {
	typed := strings.TrimSpace(l.amount.Text)
	if typed == "" && strings.TrimSpace(l.note.Text) == "" {
		return trial.Charge{}, false, nil
	}
	kind, _ := l.kind.Value()
	amount, err := money.ParseAmount(typed, c)
	if err != nil {
		return trial.Charge{}, false, err
	}
	return trial.NewCharge(kind, amount.Value, l.note.Text), true, nil
}

func (f *billForm) code() (money.Currency, error) {
	return money.ParseCurrency(strings.ToUpper(strings.TrimSpace(f.currency.Entry.Text)))
}

// changed follows everything that is done to the form.
func (f *billForm) changed() {
	f.sum()
	f.keep()
}

// sum keeps the total right while lines are typed; a line that cannot be read
// yet is left out.
func (f *billForm) sum() {
	code, err := f.code()
	if err != nil {
		code = f.bill.Currency
	}
	b := trial.Bill{Currency: code}
	for _, l := range f.lines {
		if c, ok, err := l.charge(code); err == nil && ok {
			b.Charges = append(b.Charges, c)
		}
	}
	total, err := b.Total()
	if err != nil {
		f.total.SetText("–")
		return
	}
	f.total.SetText(f.d.p.Money(total))
}

// save reads the form, shows what is wrong where it is wrong, and keeps the
// bill when nothing is.
func (f *billForm) save() {
	b, first := f.bill, fyne.Focusable(nil)
	mark := func(on fyne.Focusable, err error) {
		if err != nil && first == nil {
			first = on
		}
	}
	code, err := f.code()
	f.currency.Wrong(err)
	mark(f.currency.Focusable(), err)
	b.Currency, b.Note, b.Provisional, b.Charges = code, f.note.Entry.Text, f.provisional.Checked, nil
	// A date that was not touched keeps its time of day and zone.
	if f.issued.Entry.Text != b.Issued.Format("2006-01-02") {
		b.Issued, err = trial.ParseDay(f.issued.Entry.Text, f.d.store.Now())
		f.issued.Wrong(err)
		mark(f.issued.Focusable(), err)
	}
	for _, l := range f.lines {
		c, ok, err := l.charge(code)
		f.tell(l.wrong, err)
		mark(l.amount, err)
		if ok {
			b.Charges = append(b.Charges, c)
		}
	}
	f.tell(f.wrong, nil)
	if first == nil {
		for _, problem := range b.Check() {
			if problem.Field == "currency" {
				f.currency.Wrong(bare(problem))
				mark(f.currency.Focusable(), problem)
				continue
			}
			f.tell(f.wrong, bare(problem))
			mark(f.lines[0].amount, problem)
		}
	}
	if first != nil {
		focus(first)
		return
	}
	f.d.store.PutBill(b)
	f.d.close()
}

func (f *billForm) tell(under *widgets.Label, err error) {
	if err == nil {
		under.Hide()
		return
	}
	under.SetText(f.d.p.Problem(err))
	under.Show()
}
