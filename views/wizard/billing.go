package wizard

import (
	"strconv"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/widget"

	"cardhour/model/billing"
	"cardhour/model/decision"
	"cardhour/views/theme"
	"cardhour/views/widgets"
)

// billingStep is step 2: what every platform asks, and what the job will
// really cost there. It shows the ledger of quotes or the form of one.
type billingStep struct {
	w    *Wizard
	root *fyne.Container
	form *quoteForm // nil while the ledger is shown

	pasting *pasteForm                 // nil while the page of pasted prices is not shown
	asking  map[string]*fyne.Container // questions for a rate of exchange, by quote

	page   *fyne.Container
	rows   map[string]*quoteRow // by quote, so that a refresh does not take the keyboard away
	opened map[string]bool
	steady map[string]*steadyForm // by quote

	view    quoteView
	head    *ledgerHead
	filter  *quoteFilter
	against map[string]*against // by quote: what it is compared with
	asked   map[string]bool     // whose question is open, by quote and verb

	before map[string]bool // the quotes that there were when a copy was asked for, until it is there
}

func newBillingStep(w *Wizard) step {
	s := &billingStep{w: w, root: container.NewStack(), page: container.NewVBox(),
		rows: map[string]*quoteRow{}, opened: map[string]bool{}, steady: map[string]*steadyForm{}, asking: map[string]*fyne.Container{},
		against: map[string]*against{}, asked: map[string]bool{}}
	s.view, _ = w.keptView().Read()
	s.head, s.filter = s.newHead(), s.newFilter()
	s.resume()
	return s
}

func (s *billingStep) content() fyne.CanvasObject { return s.root }

func (s *billingStep) refresh() {
	if s.pasting != nil {
		s.pasting.count()
		return
	}
	if s.form != nil {
		s.form.refresh()
		return
	}
	s.showQuotes()
}

// resume shows the form that was being filled in, else the ledger.
func (s *billingStep) resume() {
	if draft := s.w.resumed(); draft != nil {
		s.edit(draft)
	} else if texts, ok := s.w.keptPaste().Read(); ok {
		s.pastePage(texts)
	} else {
		s.list()
	}
}

// paste opens the page of pasted prices. A form that stands open stays kept,
// and comes back behind it.
func (s *billingStep) paste() {
	if s.pasting == nil {
		texts, _ := s.w.keptPaste().Read()
		s.pastePage(texts)
	}
	s.pasting.begin()
}

func (s *billingStep) pastePage(texts pasteTexts) {
	s.form, s.pasting = nil, newPasteForm(s, texts)
	s.show(s.pasting.box)
}

// pasted leaves that page.
func (s *billingStep) pasted() {
	s.pasting = nil
	s.resume()
}

// list shows the ledger.
func (s *billingStep) list() {
	s.form, s.pasting = nil, nil
	s.showQuotes()
	s.show(widgets.Inset(s.page))
}

// show puts the ledger or the form into the step, from its top.
func (s *billingStep) show(o fyne.CanvasObject) {
	s.root.Objects = []fyne.CanvasObject{o}
	s.root.Refresh()
	s.w.leadOn()
	if s.w.scroll != nil { // nil while the steps are being built
		s.w.scroll.Refresh()
		s.w.scroll.ScrollToTop()
	}
}

// add opens the form for a new quote.
func (s *billingStep) add() {
	d, _ := s.w.session.Current()
	s.edit(newQuoteDraft(d, s.w.session.Now()))
	s.form.begin()
}

// addFor opens the form for a new quote of so many of a card. A form that
// stands open is gone on with instead: nothing typed is thrown away.
func (s *billingStep) addFor(card string, cards int) {
	if s.form != nil {
		return
	}
	d, _ := s.w.session.Current()
	draft := newQuoteDraft(d, s.w.session.Now())
	draft.text[fieldCard] = card
	draft.text["rate.cards"] = strconv.Itoa(cards)
	s.edit(draft)
	s.form.begin()
}

// change opens the form for a quote that is there.
func (s *billingStep) change(q billing.Quote) {
	s.edit(s.w.draftFor(q))
	s.form.begin()
}

// draftFor is the form of a quote that is there.
func (w *Wizard) draftFor(q billing.Quote) *quoteDraft {
	name := q.PlatformName
	if q.Platform != "" {
		name = w.catalog.PlatformName(q.Platform)
	}
	return draftOf(q, name)
}

// edit shows the form.
func (s *billingStep) edit(draft *quoteDraft) {
	s.pasting = nil
	s.form = newQuoteForm(s.w, draft, func(q billing.Quote) {
		s.w.session.PutQuote(q) // first: the form is forgotten only behind it
		if !s.view.has(s.w, q) {
			s.look((*quoteView).all) // what was just typed is not left out
		}
		s.close()
	}, s.close)
	s.show(s.form.box)
}

// close leaves the form, for the row that it was opened from.
func (s *billingStep) close() {
	edited := s.form.draft.base.ID
	s.w.keptQuote().Forget()
	s.resume()
	if row := s.rows[edited]; row != nil && s.form == nil && s.pasting == nil {
		s.lead(row)
	}
}

func (s *billingStep) showQuotes() {
	p, r := s.w.p, s.w.session.Result()
	s.page.Objects = nil
	if len(r.Candidates) == 0 {
		s.page.Objects = []fyne.CanvasObject{widgets.Title(p.T("billing.title")), widgets.Empty(p.T("billing.empty.head"), p.T("billing.empty.body"),
			widgets.Primary(p.T("paste.open_page"), s.paste), widget.NewButton(p.T("billing.add"), s.add), widget.NewButton(p.T("example.open"), s.w.session.OpenExample))}
		s.page.Refresh()
		return
	}
	s.page.Add(container.NewBorder(nil, nil, nil, container.NewCenter(widgets.Row(widget.NewButton(p.T("paste.open_page"), s.paste), widget.NewButton(p.T("billing.add"), s.add))),
		widgets.Tight(widgets.Title(p.T("billing.title")), widgets.Note(p.T("billing.note")))))
	if why := r.NoUsage; why != nil {
		s.page.Add(widgets.Ends(warn(p.T("billing.unpriced", "why", p.Problem(why))),
			container.NewCenter(widget.NewButton(p.T("funnel.go_to", "step", p.T("step.1")), func() { s.w.Show(decision.StepTask) }))))
	}
	if o := s.revalueAll(); o != nil {
		s.page.Add(o)
	}
	s.view.settle(s.w, r.Candidates)
	shown := s.view.apply(s.w, r.Candidates)
	s.filter.show(r.Candidates, len(shown))
	s.page.Add(s.filter.box)
	s.page.Add(s.ledger(shown, r))
	s.page.Refresh()
	s.showCopy()
}

// duplicate asks for a copy of a quote. The session makes it in its own time.
func (s *billingStep) duplicate(q billing.Quote) {
	s.before = map[string]bool{}
	for _, one := range s.w.session.Records().Quotes {
		s.before[one.ID] = true
	}
	s.w.session.DuplicateQuote(q.ID)
}

// showCopy leads to the copy once it is there: the order of the ledger may
// have put it far from the row that it was asked for in.
func (s *billingStep) showCopy() {
	if s.before == nil {
		return
	}
	for id, row := range s.rows {
		if !s.before[id] {
			s.before = nil
			s.lead(row)
			return
		}
	}
}

// lead brings the keyboard and the eye to a row.
func (s *billingStep) lead(row *quoteRow) {
	if s.w.scroll != nil {
		s.w.scroll.Refresh() // the page may have changed its height
	}
	widgets.Focus(row)
	widgets.Reveal(row)
}

// look changes how the ledger is looked at.
func (s *billingStep) look(change func(*quoteView)) {
	change(&s.view)
	s.w.keptView().Keep(s.view)
	s.showQuotes()
	if s.w.scroll != nil {
		s.w.scroll.Refresh() // the page has changed its height
	}
}

// ledger is the table; its lines touch, so that a bar of one is compared with
// the bar of the next.
func (s *billingStep) ledger(shown []decision.Candidate, r decision.Result) fyne.CanvasObject {
	scales := costScales(r.Candidates)
	s.head.show(s.view)
	table := container.New(layout.NewCustomPaddedVBoxLayout(0), s.head.box, widget.NewSeparator())
	kept := map[string]*quoteRow{}
	for _, c := range shown {
		id := c.Quote.ID
		row := s.rows[id]
		if row == nil {
			row = newQuoteRow(func() {
				s.opened[id] = !s.opened[id]
				s.showQuotes()
				s.w.scroll.Refresh() // the page has changed its height
			})
		}
		kept[id] = row
		row.show(s.rowText(c, scales), s.opened[id])
		table.Add(row)
		if s.opened[id] {
			table.Add(s.detail(c, r))
		}
		table.Add(widget.NewSeparator())
	}
	s.rows = kept
	table.Add(widgets.Spacer(0, theme.Unit))
	table.Add(s.legend(shown))
	return table
}

func warn(text string) *widgets.Label {
	l := widgets.Body("△ " + text)
	l.Importance = widget.WarningImportance
	return l
}
