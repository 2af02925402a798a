package record

import (
	"slices"
	"strconv"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"cardhour/model/billing"
	"cardhour/model/money"
	"cardhour/model/trial"
	"cardhour/views/text"
	"cardhour/views/theme"
	"cardhour/views/widgets"
)

// Ledger draws runs as a table, each with its bills below it.
type Ledger struct {
	Desk *Desk
	Bare bool // without a column of dates, where room is short

	// Of names what a run belongs to and goes there; it may be nil.
	Of func(trial.Run) (name string, open func())

	// Beside gives what else is said under a run; it may be nil.
	Beside func(trial.Run, []trial.Bill) []fyne.CanvasObject
}

// BillsOf picks a run's bills, the oldest first.
func BillsOf(run string, all []trial.Bill) []trial.Bill {
	var bills []trial.Bill
	for _, b := range all {
		if b.RunID == run {
			bills = append(bills, b)
		}
	}
	slices.SortStableFunc(bills, func(a, b trial.Bill) int { return a.Issued.Compare(b.Issued) })
	return bills
}

// NewestFirst orders runs for a list. A run without any time is being entered
// just now and stands first.
func NewestFirst(runs []trial.Run) []trial.Run {
	sorted := slices.Clone(runs)
	slices.SortStableFunc(sorted, func(a, b trial.Run) int {
		x, y := a.Begin(), b.Begin()
		switch {
		case x.IsZero() && !y.IsZero():
			return -1
		case y.IsZero() && !x.IsZero():
			return 1
		}
		return y.Compare(x)
	})
	return sorted
}

// Rows is the head of the table and the runs under it.
func (l Ledger) Rows(runs []trial.Run, bills []trial.Bill) []fyne.CanvasObject {
	p := l.Desk.p
	head := func(key string) fyne.CanvasObject { return widgets.ShortNote(p.T(key)) }
	number := func(key string) fyne.CanvasObject {
		label := widgets.ShortNote(p.T(key))
		label.Alignment = fyne.TextAlignTrailing
		return label
	}
	rows := []fyne.CanvasObject{
		l.columns(head("trial.table.date"), head("trial.table.what"), head("trial.table.outcome"),
			number("trial.table.useful"), number("trial.table.spent"), number("trial.table.rate")),
		widget.NewSeparator(),
	}
	for _, r := range NewestFirst(runs) {
		rows = append(rows, l.run(r, BillsOf(r.ID, bills)), widget.NewSeparator())
	}
	return rows
}

func (l Ledger) columns(date, what, outcome, useful, spent, rate fyne.CanvasObject) fyne.CanvasObject {
	widths := []float32{18 * theme.Unit, -1, 11 * theme.Unit, 12 * theme.Unit, 12 * theme.Unit, 16 * theme.Unit}
	if l.Bare {
		widths = []float32{-1, 10 * theme.Unit, 10 * theme.Unit, 11 * theme.Unit, 16 * theme.Unit}
		return widgets.Columns(widths, what, outcome, useful, spent, rate)
	}
	return widgets.Columns(widths, date, what, outcome, useful, spent, rate)
}

func (l Ledger) run(r trial.Run, bills []trial.Bill) fyne.CanvasObject {
	p, desk := l.Desk.p, l.Desk
	said := p.T("trial.none")
	switch {
	case r.Outcome != "":
		said = Outcome(p, r.Outcome)
	case r.Open():
		said = p.T("trial.table.running")
	}
	outcome := widgets.Short(said)
	outcome.Importance = importance(r.Outcome)
	useful := p.T("trial.none")
	if s, err := r.Useful(); err == nil {
		useful = hours(p, s)
	}
	rate := widgets.Figure(p.T("trial.none"))
	var undefined fyne.CanvasObject
	if real, err := trial.RealCost(r, bills); err == nil {
		if real.Defined {
			rate.SetText(p.Money(real.FullRate))
			rate.TextStyle.Bold = true
		} else {
			undefined = widgets.Note(FullRate(p, real))
		}
	}
	date := p.T("trial.none")
	if begin := r.Begin(); !begin.IsZero() {
		date = p.Date(begin)
	}
	if l.Bare && !r.Begin().IsZero() {
		date = p.DateTime(r.Begin())
	}
	rows := container.New(tight(), l.columns(widgets.Short(date), widgets.Short(What(r)), outcome,
		widgets.Figure(useful), widgets.Figure(spent(p, bills)), rate))
	when := widgets.Spacer(0, 0)
	switch {
	case l.Bare:
		when = widgets.ShortNote(date)
	case l.Of != nil:
		when = link(l.Of(r))
	}
	rows.Add(widgets.Ends(when, widgets.Row(widgets.Quiet(p.T("trial.action.bill"), func() { desk.NewBill(r) }),
		iconButton(fynetheme.DocumentCreateIcon(), func() { desk.EditRun(r) }),
		iconButton(fynetheme.DeleteIcon(), func() { desk.store.DeleteRun(r.ID) }))))
	if undefined != nil {
		rows.Add(undefined)
	}
	if l.Beside != nil {
		rows.Objects = append(rows.Objects, l.Beside(r, bills)...)
	}
	if speed, _ := r.Speed.PerSecond.Float64(); speed > 0 {
		rows.Add(widgets.Note(p.T("trial.speed", "speed", p.Speed(r.Speed.Unit, speed))))
	}
	if r.Note != "" {
		rows.Add(widgets.Note(r.Note))
	}
	for _, b := range bills {
		rows.Add(l.bill(r, b))
	}
	return rows
}

// link is a name that can be gone to, at the place of an ordinary line.
func link(name string, open func()) fyne.CanvasObject {
	if open == nil {
		return widgets.ShortNote(name)
	}
	to := widget.NewHyperlink(name, nil)
	to.Truncation = fyne.TextTruncateEllipsis
	to.OnTapped = open
	return to
}

func iconButton(icon fyne.Resource, tapped func()) fyne.CanvasObject {
	b := widget.NewButtonWithIcon("", icon, tapped)
	b.Importance = widget.LowImportance
	return b
}

// bill is one bill under its run: what it sums to and what it is made of.
func (l Ledger) bill(r trial.Run, b trial.Bill) fyne.CanvasObject {
	p, desk := l.Desk.p, l.Desk
	sum := p.T("trial.none")
	if total, err := b.Total(); err == nil {
		sum = p.Money(total)
	}
	key := "trial.bill.line"
	if b.Provisional {
		key = "trial.bill.line.provisional"
	}
	rows := container.New(tight(), widgets.Ends(widgets.Short(p.T(key, "date", b.Issued, "sum", sum)),
		widgets.Row(iconButton(fynetheme.DocumentCreateIcon(), func() { desk.EditBill(r, b) }),
			iconButton(fynetheme.DeleteIcon(), func() { desk.store.DeleteBill(b.ID) }))))
	var parts []string
	for _, c := range b.Charges {
		part := chargeWord(p, c.Kind) + " " + p.Money(money.Amount{Value: c.Amount, Currency: b.Currency})
		if c.Note != "" {
			part = p.T("trial.bill.part_note", "part", part, "note", c.Note)
		}
		parts = append(parts, part)
	}
	rows.Add(widgets.Note(p.List(parts...)))
	if b.Note != "" {
		rows.Add(widgets.Note(b.Note))
	}
	return rows
}

// hours writes a time that is counted in hours, also when it is none.
func hours(p *text.Printer, s billing.Seconds) string {
	if s == 0 {
		return p.T("unit.hours", "n", 0)
	}
	return p.Duration(int64(s))
}

func tight() fyne.Layout { return widgets.Tight().Layout }

// What names a run by where and on what it ran.
func What(r trial.Run) string {
	switch {
	case r.Card == "":
		return r.Platform
	case r.Cards > 1:
		return r.Platform + " · " + strconv.Itoa(r.Cards) + " × " + r.Card
	}
	return r.Platform + " · " + r.Card
}

// about names a run in one line: what ran where, and when.
func about(p *text.Printer, r trial.Run) string {
	if r.Begin().IsZero() {
		return What(r)
	}
	return p.T("trial.about", "what", What(r), "when", p.DateTime(r.Begin()))
}

// spent is what the bills of a run come to, marked while it may still grow.
func spent(p *text.Printer, bills []trial.Bill) string {
	sum, provisional, err := trial.Spent(bills)
	switch {
	case err != nil:
		return p.T("trial.none")
	case provisional:
		return p.T("trial.provisional", "sum", p.Money(sum))
	}
	return p.Money(sum)
}

// FullRate says what a useful card-hour has really cost, or that there was
// none.
func FullRate(p *text.Printer, real trial.Real) string {
	if !real.Defined {
		return p.T("full_rate.undefined", "money", p.Money(real.Spent))
	}
	return p.Rate(real.FullRate)
}
