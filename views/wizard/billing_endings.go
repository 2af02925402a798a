package wizard

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"cardhour/model/billing"
	"cardhour/model/fact"
	"cardhour/views/theme"
	"cardhour/views/widgets"
)

// endings says what each verb ends: what is charged on, and what survives.
// What is not told has a question to ask.
func (s *billingStep) endings(box *fyne.Container, q billing.Quote) {
	p := s.w.p
	box.Add(widgets.Row(widgets.Heading(p.T("billing.ends")), widgets.NewHelp(p.T("billing.ends.help"))))
	widths := []float32{17 * theme.Unit, -1, -1, 9 * theme.Unit}
	box.Add(widgets.Columns(widths, caption(p.T("billing.ends.verb")), caption(p.T("billing.ends.charged")), caption(p.T("billing.ends.kept")), caption("")))
	for _, e := range billing.Endings(func(key string) fact.Fact[string] { return s.w.session.BarrierFact(q.PlatformKey(), key) }) {
		s.ending(box, q, e, widths)
	}
}

func (s *billingStep) ending(box *fyne.Container, q billing.Quote, e billing.Ending, widths []float32) {
	p := s.w.p
	verb := string(e.Verb)
	if e.Verb == billing.Stop {
		verb = "stop"
	}
	name := p.T("billing.ends.arrears")
	if e.Verb != billing.Arrears {
		name = p.Choice("stop_verb", verb)
	}
	if words := e.Word.Standing(); len(words) > 0 && !strings.EqualFold(words[0].Value, name) {
		name = p.T("billing.ends.called", "verb", name, "word", words[0].Value)
	}
	cell := func(said []billing.Said) *widgets.Label {
		if len(said) == 0 {
			l := widgets.Body("?")
			l.Importance = widget.WarningImportance
			return l
		}
		words := make([]string, len(said))
		for i, x := range said {
			words[i] = s.said(x)
		}
		return widgets.Body(strings.Join(words, "\n"))
	}
	charged := cell(e.Charged)
	switch e.Verb {
	case billing.Release, billing.Arrears: // no figure of what is charged is kept for them
		charged = widgets.Note("–")
	}
	known := len(e.Kept) > 0 && (len(e.Charged) > 0 || e.Verb == billing.Release || e.Verb == billing.Arrears)
	cells := []fyne.CanvasObject{widgets.Body(name), charged, cell(e.Kept), widgets.Spacer(0, 0)}
	asked := q.ID + " " + verb
	if !known {
		cells[3] = widgets.Quiet(p.T("billing.ends.ask"), func() {
			s.asked[asked] = !s.asked[asked]
			s.showQuotes()
			s.w.scroll.Refresh() // the page has changed its height
		})
	}
	box.Add(widgets.Level(widths, cells...))
	if from := s.toldBy(e); from != "" {
		l := widgets.Note(from)
		l.SizeName = fynetheme.SizeNameCaptionText
		box.Add(indented(l))
	}
	if !known && s.asked[asked] {
		box.Add(s.question(p.T("billing.ends.ask." + verb)))
	}
}

// said is a fact as a part of a sentence.
func (s *billingStep) said(x billing.Said) string {
	var words []string
	for _, c := range x.Fact.Standing() {
		key := "billing.ends.said." + x.Key
		if s.w.p.Has(key + "." + c.Value) {
			words = append(words, s.w.p.T(key+"."+c.Value))
			continue
		}
		words = append(words, s.w.p.T(key, "value", s.vocabulary(c.Value)))
	}
	return strings.Join(words, " / ")
}

// vocabulary translates the parts of a list that there are words for.
func (s *billingStep) vocabulary(value string) string {
	parts := strings.Split(value, "; ")
	for i, part := range parts {
		if key := "fact.value." + strings.ReplaceAll(strings.ToLower(part), " ", "_"); s.w.p.Has(key) {
			parts[i] = s.w.p.T(key)
		}
	}
	return s.w.p.List(parts...)
}

// toldBy names the sources of what is said about a verb, each once.
func (s *billingStep) toldBy(e billing.Ending) string {
	p := s.w.p
	var sources []string
	seen := map[string]bool{}
	for _, x := range append(append([]billing.Said{}, e.Charged...), e.Kept...) {
		for _, c := range x.Fact.Standing() {
			date := p.T("billing.ends.undated")
			if !c.Seen.IsZero() {
				date = p.Date(c.Seen)
			}
			by := p.Term(c.Confidence.String())
			if c.Own {
				by = p.T("billing.own")
			}
			if said := joined(date, by, c.Source); !seen[said] {
				seen[said] = true
				sources = append(sources, said)
			}
		}
	}
	return strings.Join(sources, "\n")
}

// question is a sentence for the platform's support, to be copied.
func (s *billingStep) question(said string) fyne.CanvasObject {
	p := s.w.p
	var ask *widget.Button
	ask = iconButton(p.T("billing.copy"), fynetheme.ContentCopyIcon(), func() {
		fyne.CurrentApp().Clipboard().SetContent(said)
		ask.SetText(p.T("billing.copied"))
		ask.SetIcon(fynetheme.ConfirmIcon())
	})
	return container.NewBorder(nil, nil, widgets.Spacer(indent, 0), top(ask), widgets.Body(said))
}
