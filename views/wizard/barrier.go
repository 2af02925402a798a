package wizard

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/widget"
	"github.com/govalues/decimal"

	"cardhour/model/barrier"
	"cardhour/model/decision"
	"cardhour/model/money"
	"cardhour/model/reason"
	"cardhour/views/text"
	"cardhour/views/theme"
	"cardhour/views/widgets"
)

// barrierStep is step 4: what the person will not do without at the left,
// each platform held against it at the right.
type barrierStep struct {
	w         *Wizard
	box       fyne.CanvasObject
	musts     []*must
	platforms *fyne.Container

	shown []platformView         // what stands at the right
	forms map[string]*answering  // answers being given, by platform and requirement
	typed map[string]answerTexts // those that something is typed in, by the same
}

// must is one requirement that can be made a must-have.
type must struct {
	req    barrier.Requirement
	check  *widget.Check
	limit  *widgets.Field // nil where there is no number to it
	wanted bool
	own    decimal.Decimal // the person's limit; zero for the proposed one
	quiet  bool
}

func newBarrierStep(w *Wizard) step {
	s := &barrierStep{w: w, platforms: container.NewVBox(), forms: map[string]*answering{}, typed: map[string]answerTexts{}}
	if typed, ok := w.keptAnswers().Read(); ok && typed != nil {
		s.typed = typed
	}
	p := w.p
	left := container.NewVBox(widgets.Tight(widgets.Heading(p.T("barrier.musts")), widgets.Note(p.T("barrier.musts.note"))), s.list())
	right := container.NewVBox(s.fiveQuestions(), s.platforms)
	s.box = widgets.Inset(container.NewVBox(
		widgets.Tight(widgets.Title(p.T("barrier.title")), widgets.Note(p.T("barrier.note"))),
		widgets.Beside(mustWidth, left, right)))
	return s
}

// mustWidth is the width of the list of must-haves.
const mustWidth = 27 * theme.Unit

func (s *barrierStep) content() fyne.CanvasObject { return s.box }

// groupBegins names the groups by the requirement that opens each.
var groupBegins = map[string]string{"stop_ends_bill": "barrier.group.stop", "web_terminal": "barrier.group.work", "system_disk": "barrier.group.numbers"}

// list is the list of must-haves.
func (s *barrierStep) list() fyne.CanvasObject {
	box := container.New(layout.NewCustomPaddedVBoxLayout(-theme.Unit / 2))
	for _, req := range barrier.Requirements {
		if key, ok := groupBegins[req.ID]; ok {
			box.Add(widgets.Heading(s.w.p.T(key)))
		}
		m := s.must(req)
		s.musts = append(s.musts, m)
		box.Add(m.check)
		if m.limit != nil {
			box.Add(container.New(layout.NewCustomPaddedLayout(0, theme.Unit, 4*theme.Unit, 0), m.limit.Box))
		}
	}
	return box
}

func (s *barrierStep) must(req barrier.Requirement) *must {
	m := &must{req: req}
	m.check = widget.NewCheck(s.w.p.Label("must_"+req.ID), func(on bool) {
		if m.quiet {
			return
		}
		m.want(on)
		s.tell()
	})
	if req.Compare == barrier.Is {
		return m
	}
	m.limit = widgets.NewField(widgets.FieldOf{
		Label: s.w.p.T(limitWord(req)), Unit: s.unit(req), Placeholder: s.w.p.Number(req.Limit), Problem: s.w.p.Problem,
		Read: func(typed string) error {
			limit, err := readLimit(typed)
			if err == nil {
				m.own = limit
				s.tell()
			}
			return err
		}})
	m.limit.Box.Hide()
	return m
}

// readLimit reads a limit; an empty field stands for the proposed one.
func readLimit(typed string) (decimal.Decimal, error) {
	if typed == "" {
		return decimal.Zero, nil
	}
	v, err := money.Parse(typed)
	if err == nil && !v.IsPos() {
		err = reason.Refuse("", "number.not_positive")
	}
	return v, err
}

func limitWord(req barrier.Requirement) string {
	if req.Compare == barrier.AtMost {
		return "barrier.at_most"
	}
	return "barrier.at_least"
}

// unit is what stands behind a limit.
func (s *barrierStep) unit(req barrier.Requirement) string {
	switch req.Kind {
	case reason.GB:
		return "GB"
	case reason.Days:
		return s.w.p.T("barrier.unit.days")
	case reason.Hours:
		return s.w.p.T("barrier.unit.hours")
	}
	d, _ := s.w.session.Current()
	return text.Sign(d.Currency)
}

func (m *must) want(on bool) {
	m.wanted = on
	if m.limit == nil {
		return
	}
	if on {
		m.limit.Box.Show()
	} else {
		m.limit.Box.Hide()
	}
}

// tell hands the must-haves to the session. They are kept here as well: the
// session's own may lag behind quick taps.
func (s *barrierStep) tell() {
	var wanted []barrier.Wanted
	for _, m := range s.musts {
		if m.wanted {
			wanted = append(wanted, barrier.Wanted{ID: m.req.ID, Limit: m.own})
		}
	}
	s.w.session.SetMustHaves(wanted)
}

func (s *barrierStep) refresh() {
	d, _ := s.w.session.Current()
	wanted := map[string]barrier.Wanted{}
	for _, w := range d.MustHaves {
		wanted[w.ID] = w
	}
	for _, m := range s.musts {
		w, on := wanted[m.req.ID]
		m.fill(w, on)
	}
	s.fillPlatforms(d, s.w.session.Result())
}

// fill shows a stored must-have without reporting it.
func (m *must) fill(w barrier.Wanted, on bool) {
	m.quiet = true
	m.check.SetChecked(on)
	m.quiet = false
	m.want(on)
	if m.limit == nil || m.own.Equal(w.Limit) { // wrong text stays until it is put right
		return
	}
	m.own = w.Limit
	shown := ""
	if !w.Limit.IsZero() {
		shown = w.Limit.Trim(0).String()
	}
	m.limit.Fill(shown, func(typed string) bool {
		v, err := readLimit(typed)
		return err == nil && v.Equal(w.Limit)
	})
}

// fiveQuestions writes the message that is sent to a platform before anything
// is ordered. A platform may read another language than the screen's.
func (s *barrierStep) fiveQuestions() fyne.CanvasObject {
	p := s.w.p
	row := widgets.Row()
	for _, lang := range []text.Language{text.Chinese, text.English} {
		row.Add(widgets.NewCopy(p.T("barrier.five.copy."+string(lang)), p.T("barrier.copied"),
			func() string { return text.New(lang).T("barrier.five.message") }))
	}
	return container.NewVBox(widgets.Tight(widgets.Heading(p.T("barrier.five")), widgets.Note(p.T("barrier.five.note"))), row, widgets.Gap())
}

// toQuotes leads to where quotes are added.
func (s *barrierStep) toQuotes() fyne.CanvasObject {
	p := s.w.p
	return widget.NewButton(p.T("funnel.go_to", "step", p.T("step.2")), func() { s.w.Show(decision.StepBilling) })
}
