package wizard

import (
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"cardhour/model/barrier"
	"cardhour/model/billing"
	"cardhour/model/decision"
	"cardhour/model/fact"
	"cardhour/model/money"
	"cardhour/model/reason"
	"cardhour/views/theme"
	"cardhour/views/widgets"
)

// platformView is one platform with its checks in ready words.
type platformView struct {
	id, name string // an empty id cannot be answered for
	lines    []checkLine
}

// checkLine is one must-have at one platform.
type checkLine struct {
	req     string
	verdict barrier.Verdict
	what    string // the requirement and what is claimed
	sources string // who says so, one a line
	split   bool   // sources disagree
}

func (v platformView) equal(o platformView) bool {
	return v.id == o.id && v.name == o.name && slices.Equal(v.lines, o.lines)
}

// platformID is the name under which answers about a quote's platform are
// kept: its own where the catalogue does not list it.
func platformID(q billing.Quote) string {
	if q.Platform != "" {
		return q.Platform
	}
	return strings.TrimSpace(q.PlatformName)
}

// views lists the platforms of the quotes in the order of the quotes, each
// once.
func (s *barrierStep) views(d decision.Decision, r decision.Result) []platformView {
	candidates := slices.Clone(r.Candidates)
	slices.SortStableFunc(candidates, func(a, b decision.Candidate) int { return a.Quote.Position - b.Quote.Position })
	var views []platformView
	seen := map[string]bool{}
	for _, c := range candidates {
		id := platformID(c.Quote)
		if seen[id] {
			continue
		}
		seen[id] = true
		v := platformView{id: id, name: s.w.platformOf(c.Quote)}
		for _, check := range c.Checks {
			if req, ok := barrier.ByID(check.Wanted.ID); ok {
				v.lines = append(v.lines, s.line(check, req, d.Currency, c.Quote.Rate.Amount.Currency))
			}
		}
		views = append(views, v)
	}
	return views
}

// line puts a check into words. A limit in money is in the decision's
// currency, what a platform asks is in its own.
func (s *barrierStep) line(c barrier.Check, req barrier.Requirement, own, theirs money.Currency) checkLine {
	p := s.w.p
	what := p.Label("must_" + req.ID)
	if req.Compare != barrier.Is {
		limit := c.Wanted.Limit
		if limit.IsZero() {
			limit = req.Limit
		}
		what = p.T("barrier.with_limit", "what", what, "limit", p.T(limitWord(req))+" "+s.amount(req, reason.Value{Kind: req.Kind, Num: limit}, own))
	}
	var values []string
	for _, v := range c.Values {
		values = append(values, s.value(req, v, theirs))
	}
	if len(values) > 0 {
		if req.Want == "no" { // the requirement is a negation: what is claimed answers the fact itself
			what = p.T("fact." + req.Key)
		}
		what = p.T("barrier.claimed", "what", what, "value", strings.Join(values, " / "))
	}
	line := checkLine{req: req.ID, verdict: c.Verdict, what: what, split: len(values) > 1}
	var sources []string
	for _, claim := range c.Standing {
		said := s.source(claim)
		if line.split {
			said = p.T("barrier.claimed", "what", s.value(req, claim.Value, theirs), "value", said)
		}
		sources = append(sources, said)
	}
	line.sources = strings.Join(sources, "\n")
	return line
}

// value writes a claimed value.
func (s *barrierStep) value(req barrier.Requirement, v string, c money.Currency) string {
	p := s.w.p
	switch v {
	case "yes", "no":
		return p.Term(v)
	case "partial":
		return p.T("barrier.partial")
	}
	n, err := money.Parse(v)
	if err != nil || req.Compare == barrier.Is {
		return v
	}
	return s.amount(req, reason.Value{Kind: req.Kind, Num: n}, c)
}

func (s *barrierStep) amount(req barrier.Requirement, v reason.Value, c money.Currency) string {
	if req.Kind == reason.Count {
		return s.w.p.Money(money.Amount{Value: v.Num, Currency: c})
	}
	if req.Kind == reason.GB {
		return s.w.p.Value(v)
	}
	return s.w.p.Number(v.Num) + " " + s.unit(req)
}

// source says who claims something, when, and how far that can be trusted.
func (s *barrierStep) source(c fact.Claim[string]) string {
	p := s.w.p
	parts := []string{c.Source, p.Date(c.Seen), p.Term(c.Confidence.String())}
	if c.Own {
		parts = []string{p.T("barrier.own"), c.Source, c.Note, p.Date(c.Seen)}
	}
	return strings.Join(slices.DeleteFunc(parts, func(s string) bool { return s == "" }), " · ")
}

// fillPlatforms shows the right side, anew only when it says something else:
// what is being typed there stays.
func (s *barrierStep) fillPlatforms(d decision.Decision, r decision.Result) {
	views := s.views(d, r)
	if len(s.platforms.Objects) == 0 || !slices.EqualFunc(views, s.shown, platformView.equal) {
		s.shown = views
		s.showPlatforms()
	}
	s.fillEvidence()
}

func (s *barrierStep) showPlatforms() {
	p := s.w.p
	s.platforms.Objects = nil
	switch {
	case len(s.shown) == 0:
		s.platforms.Add(widgets.Tight(widgets.Heading(p.T("barrier.none")), widgets.Note(p.T("barrier.none.body"))))
		s.platforms.Add(widgets.Row(s.toQuotes()))
	case len(s.shown[0].lines) == 0:
		s.platforms.Add(widgets.Tight(widgets.Heading(p.T("barrier.nothing_asked")), widgets.Note(p.T("barrier.nothing_asked.body"))))
	default:
		for _, v := range s.shown {
			s.platforms.Add(widget.NewSeparator())
			s.platforms.Add(s.block(v))
		}
	}
	s.platforms.Refresh()
	if s.w.scroll != nil {
		s.w.scroll.Refresh()
	}
}

// block is one platform: its name, what it comes to, and its checks.
func (s *barrierStep) block(v platformView) fyne.CanvasObject {
	overall := barrier.Pass
	for _, l := range v.lines {
		if l.verdict == barrier.Fail || overall == barrier.Pass {
			overall = l.verdict
		}
		if overall == barrier.Fail {
			break
		}
	}
	box := widgets.Tight(widgets.Ends(widgets.Heading(v.name), s.word(overall, "barrier.overall.")))
	if v.id == "" {
		box.Add(widgets.Note(s.w.p.T("barrier.unnamed")))
	}
	var questions []string
	for _, l := range v.lines {
		box.Add(s.checkRow(v, l))
		if l.verdict == barrier.Unknown {
			questions = append(questions, s.w.p.T("must_ask."+l.req))
		}
	}
	if len(questions) < 2 {
		return box
	}
	return container.NewVBox(box, widgets.Row(widgets.NewCopy(s.w.p.T("barrier.copy_all"), s.w.p.T("barrier.copied"),
		func() string { return strings.Join(questions, "\n") })))
}

// word is a verdict's sign and word in its colour.
func (s *barrierStep) word(v barrier.Verdict, prefix string) *widgets.Label {
	sign, rank := "△ ", widget.WarningImportance
	switch v {
	case barrier.Pass:
		sign, rank = "✓ ", widget.SuccessImportance
	case barrier.Fail:
		sign, rank = "✕ ", widget.DangerImportance
	}
	l := widgets.NewLabel(sign + s.w.p.T(prefix+string(v)))
	l.Importance = rank
	return l
}

const verdictWidth = 11 * theme.Unit

func (s *barrierStep) checkRow(v platformView, l checkLine) fyne.CanvasObject {
	p := s.w.p
	said := widgets.Tight(widgets.Body(l.what))
	if l.split {
		said.Add(widgets.Note(p.T("barrier.split")))
	}
	if l.sources != "" {
		said.Add(widgets.Note(l.sources))
	}
	question := p.T("must_ask." + l.req)
	if l.verdict == barrier.Unknown {
		said.Add(widgets.Note(p.T("barrier.ask", "question", question)))
	}
	if v.id != "" {
		said.Add(s.answerRow(v, l, question))
	}
	return widgets.Beside(verdictWidth, s.word(l.verdict, "barrier.verdict."), said)
}
