package record

import (
	"maps"
	"slices"
	"strconv"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"cardhour/model/money"
	"cardhour/model/reason"
	"cardhour/model/trial"
	"cardhour/views/widgets"
)

// runForm is where a run is entered: what ran, when what happened, and how it
// ended. It also serves as a stopwatch: a moment that is noted with its button
// is saved at once, so that a run of hours outlives the window.
type runForm struct {
	d      *Desk
	run    trial.Run // as it was opened or saved last
	offers []Offer
	zone   *time.Location
	box    fyne.CanvasObject
	what   fyne.CanvasObject // platform and card, asked for where no quote tells them

	platform, card, cards, lost, note *widgets.Field
	moments                           map[trial.Event]*widgets.Field
	outcome                           *widgets.Choice[trial.Outcome]
	speed                             *speedForm
	noOutcome                         *widgets.Label
	sum                               *widgets.Label
}

func newRunForm(d *Desk, run trial.Run, offers []Offer) *runForm {
	f := &runForm{d: d, run: run, offers: offers, moments: map[trial.Event]*widgets.Field{}}
	f.zone = d.store.Now().Location()
	if begin := run.Begin(); !begin.IsZero() {
		f.zone = begin.Location()
	}
	p := d.p
	title := p.T("trial.form.new")
	if run.ID != "" {
		title = p.T("trial.form.edit")
	}
	f.platform, f.card = f.field("trial.form.platform", ""), f.field("trial.form.card", "")
	f.cards, f.lost = f.field("trial.form.cards", ""), f.field("trial.form.lost", p.T("unit.label.hours"))
	f.note = f.field("trial.form.note", "")
	f.outcome = widgets.NewChoice(widgets.ChoiceOf[trial.Outcome]{Label: p.T("trial.form.outcome"), Placeholder: p.T("trial.form.not_yet"),
		Values: trial.Outcomes, Word: func(o trial.Outcome) string { return Outcome(p, o) }, Picked: func(trial.Outcome) { f.noOutcome.Hide(); f.changed() }})
	f.noOutcome = danger()
	f.noOutcome.SetText(p.T("trial.form.outcome.ask"))
	f.sum = widgets.Note("")

	rows := container.NewVBox(widgets.Tight(widgets.Title(title), widgets.Note(p.T("trial.form.note_zone", "zone", zoneName(d.store.Now().In(f.zone))))))
	if len(offers) > 0 {
		rows.Add(f.picker())
	}
	f.what = widgets.Triple(f.platform.Box, f.card.Box, f.cards.Box)
	rows.Add(f.what)
	for i := 0; i < len(trial.Events); i += 2 {
		rows.Add(widgets.Pair(f.moment(trial.Events[i]), f.moment(trial.Events[i+1])))
	}
	f.speed = newSpeedForm(f)
	rows.Add(widgets.Pair(f.speed.field.Box, f.speed.unit.Box))
	rows.Add(widgets.Triple(container.NewVBox(f.outcome.Box, f.noOutcome), f.lost.Box, f.note.Box))
	rows.Add(widgets.Ends(f.sum, widgets.Row(widgets.Quiet(p.T("trial.form.cancel"), d.close),
		widget.NewButton(p.T("trial.form.save_bill"), func() { f.save(true) }),
		widgets.Primary(p.T("trial.form.save"), func() { f.save(false) }))))
	f.box = widgets.Inset(widgets.Narrow(rows))
	f.fill()
	f.chain()
	return f
}

func (f *runForm) content() fyne.CanvasObject { return f.box }

// first is the field that a person comes for: the first moment that is not
// noted yet, or the platform where nobody said which it is.
func (f *runForm) first() fyne.Focusable {
	if f.platform.Entry.Text == "" {
		return f.platform.Focusable()
	}
	for _, e := range trial.Events {
		if f.moments[e].Entry.Text == "" {
			return f.moments[e].Focusable()
		}
	}
	return f.note.Focusable()
}

// field is one that is judged when the run is saved, not while it is typed: a
// time is wrong until its last digit stands.
func (f *runForm) field(label, unit string) *widgets.Field {
	return widgets.NewField(widgets.FieldOf{Label: f.d.p.T(label), Unit: unit, Problem: f.d.p.Problem,
		Read: func(string) error { f.changed(); return nil }})
}

func (f *runForm) moment(e trial.Event) fyne.CanvasObject {
	p := f.d.p
	now := widget.NewButton(p.T("trial.form.now"), func() { f.stamp(e) })
	field := widgets.NewField(widgets.FieldOf{Label: p.Label("event_" + string(e)), After: now, Problem: p.Problem,
		Placeholder: "11-02 9:00", Help: widgets.NewHelp(p.T("trial.form.moment.help")),
		Read: func(string) error { f.changed(); return nil }})
	f.moments[e] = field
	return field.Box
}

// picker chooses what the run was made under, which fills in the rest.
func (f *runForm) picker() fyne.CanvasObject {
	var values []int
	at := -1
	for i, o := range f.offers {
		values = append(values, i)
		if o.QuoteID == f.run.QuoteID && o.DecisionID == f.run.DecisionID {
			at = i
		}
	}
	choice := widgets.NewChoice(widgets.ChoiceOf[int]{Label: f.d.p.T("trial.form.quote"), Placeholder: f.d.p.T("pick"), Values: values,
		Word: func(i int) string { return f.offers[i].Name },
		Picked: func(i int) {
			f.run = f.offers[i].start(f.run)
			f.fillWhat()
			f.changed()
		}})
	choice.Fill(at)
	return choice.Box
}

// chain makes return lead from field to field and, from the last, save.
func (f *runForm) chain() {
	order := []*widgets.Field{f.platform, f.card, f.cards}
	for _, e := range trial.Events {
		order = append(order, f.moments[e])
	}
	order = append(order, f.speed.field, f.lost, f.note)
	for i, field := range order {
		next := func() { f.save(false) }
		if i+1 < len(order) {
			next = func() { focus(order[i+1].Focusable()) }
		}
		field.Entry.OnSubmitted = func(string) { next() }
	}
	for _, e := range trial.Events {
		field := f.moments[e]
		onward := field.Entry.OnSubmitted
		field.Entry.OnSubmitted = func(s string) {
			at, err := f.read(e)
			if field.Wrong(err); err != nil {
				return
			}
			if !at.IsZero() {
				field.Set(written(at))
				f.changed()
			}
			onward(s)
		}
	}
}

func (f *runForm) fill() {
	f.fillWhat()
	for _, e := range trial.Events {
		if at, ok := f.run.At[e]; ok {
			f.moments[e].Set(written(at.In(f.zone)))
		}
	}
	f.outcome.Fill(f.run.Outcome)
	if f.run.Lost != 0 {
		f.lost.Set(f.run.Lost.Hours().String())
	}
	f.note.Set(f.run.Note)
	f.speed.fill(f.run.Speed)
	f.summarise()
}

func (f *runForm) fillWhat() {
	f.platform.Set(f.run.Platform)
	f.card.Set(f.run.Card)
	f.cards.Set(strconv.Itoa(f.run.Cards))
	f.ask()
}

// ask shows the fields for platform and card where no quote answers for them,
// or where what it says cannot be saved.
func (f *runForm) ask() {
	quoted := slices.ContainsFunc(f.offers, func(o Offer) bool { return o.QuoteID != "" && o.QuoteID == f.run.QuoteID })
	if quoted && f.run.Platform != "" && f.run.Cards > 0 {
		f.what.Hide()
		return
	}
	f.what.Show()
}

// stamp notes that something happens now.
func (f *runForm) stamp(e trial.Event) {
	f.moments[e].Set(written(f.d.store.Now().In(f.zone)))
	if run, ok := f.take(); ok {
		f.run = run
		f.run.ID = f.d.store.PutRun(run)
	}
	f.changed()
}

// read gives the moment in a field, zero for an empty one. A moment that is
// still written as it was keeps what the writing leaves out.
func (f *runForm) read(e trial.Event) (time.Time, error) {
	typed := f.moments[e].Entry.Text
	if typed == "" {
		return time.Time{}, nil
	}
	if at, ok := f.run.At[e]; ok && written(at.In(f.zone)) == typed {
		return at, nil
	}
	return trial.ParseMoment(typed, f.near(e))
}

// near is the moment whose day is meant where none is written: the one noted
// before, the run's first, or today.
func (f *runForm) near(e trial.Event) time.Time {
	near := f.d.store.Now().In(f.zone)
	if begin := f.run.Begin(); !begin.IsZero() {
		near = begin.In(f.zone)
	}
	for _, before := range trial.Events {
		if before == e {
			break
		}
		if f.moments[before].Entry.Text == "" {
			continue
		}
		if at, err := trial.ParseMoment(f.moments[before].Entry.Text, near); err == nil {
			near = at
		}
	}
	return near
}

// collect reads the form as it stands, telling what is wrong in it field by field.
func (f *runForm) collect(wrong func(*widgets.Field, error)) trial.Run {
	run := f.run
	run.Platform, run.Card, run.Note = f.platform.Entry.Text, f.card.Entry.Text, f.note.Entry.Text
	run.At = maps.Clone(f.run.At)
	if run.At == nil {
		run.At = map[trial.Event]time.Time{}
	}
	for _, e := range trial.Events {
		at, err := f.read(e)
		delete(run.At, e)
		if err == nil && !at.IsZero() {
			run.At[e] = at
		}
		wrong(f.moments[e], err)
	}
	cards, err := money.Parse(f.cards.Entry.Text)
	if err == nil {
		run.Cards, err = whole(cards)
	}
	wrong(f.cards, err)
	run.Lost, err = 0, nil
	if f.lost.Entry.Text != "" {
		run.Lost, err = trial.ParseHours(f.lost.Entry.Text)
	}
	wrong(f.lost, err)
	run.Speed, err = f.speed.read(f.run.Speed)
	wrong(f.speed.field, err)
	run.Outcome, _ = f.outcome.Value()
	return run
}

// take reads the form, shows what is wrong under the fields and puts the
// keyboard on the first of them; false when something is.
func (f *runForm) take() (trial.Run, bool) {
	var first *widgets.Field
	wrong := func(field *widgets.Field, err error) {
		if field.Wrong(err); err != nil && first == nil {
			first = field
		}
	}
	f.platform.Wrong(nil)
	run := f.collect(wrong)
	if first == nil {
		for _, problem := range run.Check() {
			wrong(f.fieldOf(problem.Field), bare(problem))
		}
	}
	if first != nil {
		focus(first.Focusable())
		return trial.Run{}, false
	}
	return run, true
}

func (f *runForm) fieldOf(name string) *widgets.Field {
	if field, ok := f.moments[trial.Event(name)]; ok {
		return field
	}
	switch name {
	case "cards":
		return f.cards
	case "lost":
		return f.lost
	}
	return f.platform
}

func (f *runForm) save(withBill bool) {
	run, ok := f.take()
	if !ok {
		return
	}
	if _, ended := run.At[trial.TaskEnded]; ended && run.Outcome == "" {
		f.noOutcome.Show()
		f.box.Refresh()
		f.outcome.Focus()
		return
	}
	run.ID = f.d.store.PutRun(run)
	f.run = run
	if withBill {
		f.d.NewBill(run)
		return
	}
	f.d.close()
}

// changed follows everything that is done to the form.
func (f *runForm) changed() {
	f.summarise()
	f.keep()
}

// summarise says what the times come to, as they are typed.
func (f *runForm) summarise() {
	if f.sum == nil || f.note == nil || len(f.moments) < len(trial.Events) {
		return
	}
	p, run := f.d.p, f.collect(func(*widgets.Field, error) {})
	useful, rented := p.T("trial.none"), p.T("trial.none")
	if s, err := run.Useful(); err == nil {
		useful = p.Duration(int64(s))
	}
	if s, ok := run.Billed(); ok {
		rented = p.Duration(int64(s))
	}
	f.sum.SetText(p.T("trial.form.sum", "useful", useful, "rented", rented))
}

// bare is a problem without its field, for standing under that field.
func bare(p *reason.Problem) error {
	q := *p
	q.Field = ""
	return &q
}
