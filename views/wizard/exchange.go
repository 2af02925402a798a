package wizard

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"cardhour/model/billing"
	"cardhour/model/money"
	"cardhour/views/rates"
	"cardhour/views/widgets"
)

// exchanged is what an open row says of a price in another currency: the rate
// that is frozen into it, the button that takes the one of today, and the
// question for a rate where there is none. Nil for a price in the currency of
// the decision.
func (s *billingStep) exchanged(q billing.Quote) fyne.CanvasObject {
	p := s.w.p
	d, _ := s.w.session.Current()
	own := q.Rate.Amount.Currency
	if own == d.Currency {
		return nil
	}
	typed := rateBetween(s.w.session.Rates(), own, d.Currency)
	said := warn(p.T("exchange.lacking", "from", string(own), "to", string(d.Currency)))
	if x := q.Exchange; x.Known() && x.To == d.Currency {
		said = widgets.Note(p.T("exchange.frozen", "rate", rates.Written(p, x)))
	} else if typed {
		said = warn(p.T("exchange.unused"))
	}
	if !typed {
		ask := s.asking[q.ID]
		if ask == nil { // it outlives the row, so that nothing typed is lost
			ask = rates.NewAsk(p, s.w.session, own, d.Currency, func() {
				delete(s.asking, q.ID)
				s.revalue(q.ID)
				s.showQuotes()
			}).Box
			s.asking[q.ID] = ask
		}
		return container.NewVBox(said, ask)
	}
	delete(s.asking, q.ID)
	if !outdated(q.Exchange, s.w.session.Rates(), own, d.Currency) {
		return said
	}
	return container.NewVBox(widgets.Ends(said, container.NewCenter(widget.NewButton(p.T("exchange.revalue"), func() { s.revalue(q.ID) }))))
}

// revalue takes the rate typed in now; a refusal has nothing to tell that the
// row does not say already.
func (s *billingStep) revalue(quote string) { _ = s.w.session.Revalue(quote) }

// revalueAll is the button for all quotes in other currencies; nil where no
// rate would change any of them.
func (s *billingStep) revalueAll() fyne.CanvasObject {
	d, _ := s.w.session.Current()
	known := s.w.session.Rates()
	for _, q := range s.w.session.Records().Quotes {
		if c := q.Rate.Amount.Currency; c != d.Currency && rateBetween(known, c, d.Currency) && outdated(q.Exchange, known, c, d.Currency) {
			return widgets.Ends(widgets.Note(s.w.p.T("exchange.changed")), container.NewCenter(
				widget.NewButton(s.w.p.T("exchange.revalue_all"), func() { _ = s.w.session.RevalueAll(d.ID) })))
		}
	}
	return nil
}

// outdated reports whether revaluing would change a frozen rate.
func outdated(frozen money.Exchange, known []money.Exchange, from, to money.Currency) bool {
	if !frozen.Known() || frozen.From != from || frozen.To != to {
		return true
	}
	now := money.Exchange{}
	for _, x := range known {
		if x.From == from && x.To == to {
			return !x.Rate.Equal(frozen.Rate) || !x.On.Equal(frozen.On)
		}
		if x.From == to && x.To == from {
			now, _ = x.Inverse()
		}
	}
	return !now.Rate.Equal(frozen.Rate) || !now.On.Equal(frozen.On)
}
