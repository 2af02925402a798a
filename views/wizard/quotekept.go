package wizard

import (
	"maps"

	"cardhour/model/billing"
	"cardhour/views/widgets"
)

// quoteTexts is a quoteDraft as it is kept while it is half typed. What others
// say is not in it: it is looked up again.
type quoteTexts struct {
	Quote    string                         `json:"quote,omitempty"`  // id of the one that is edited
	Chosen   bool                           `json:"chosen,omitempty"` // the platform was named in the form
	Text     map[string]string              `json:"text"`
	Category string                         `json:"category"`
	Mode     billing.Mode                   `json:"mode"`
	Per      billing.Period                 `json:"per"`
	Scope    billing.Scope                  `json:"scope"`
	RowMode  billing.RoundingMode           `json:"row_rounding"`
	FeeMode  billing.RoundingMode           `json:"fee_rounding"`
	FactPer  map[billing.Key]billing.Period `json:"fact_per,omitempty"`
	Lists    map[string][]row               `json:"lists,omitempty"`
	Gone     map[string]goneRow             `json:"gone,omitempty"`
}

func (d *quoteDraft) texts() quoteTexts {
	return quoteTexts{Quote: d.base.ID, Chosen: d.chosen, Text: d.text, Category: d.category,
		Mode: d.mode, Per: d.per, Scope: d.scope, RowMode: d.rowMode, FeeMode: d.feeMode, FactPer: d.factPer,
		Lists: d.lists, Gone: d.gone}
}

func (w *Wizard) keptQuote() widgets.Kept[quoteTexts] {
	return widgets.Kept[quoteTexts]{Forms: w.session, Key: "quote." + w.shown}
}

// resumed is the draft that was being typed when the step was shown last, nil
// when there was none.
func (w *Wizard) resumed() *quoteDraft {
	k, ok := w.keptQuote().Read()
	if !ok || len(k.Text) == 0 {
		return nil
	}
	current, _ := w.session.Current()
	d := newQuoteDraft(current, w.session.Now())
	for _, q := range w.session.Records().Quotes {
		if q.ID == k.Quote { // without it, as when it was deleted, the form makes a new one
			d = w.draftFor(q)
		}
	}
	if k.Chosen {
		d.named(k.Text[fieldName], w.catalog)
	}
	maps.Copy(d.text, k.Text)
	maps.Copy(d.factPer, k.FactPer)
	d.resumeLists(k)
	d.category, d.mode, d.per, d.scope, d.rowMode, d.feeMode = k.Category, k.Mode, k.Per, k.Scope, k.RowMode, k.FeeMode
	return d
}

// resumeLists takes the rows as they were kept: a list that was emptied stays
// empty. What is no row of a list that this form has is left out.
func (d *quoteDraft) resumeLists(k quoteTexts) {
	if k.Lists == nil { // kept by a version without lists
		return
	}
	d.lists, d.gone = map[string][]row{}, map[string]goneRow{}
	for _, list := range formLists {
		for _, r := range k.Lists[list] {
			if r != nil {
				d.lists[list] = append(d.lists[list], r)
			}
		}
		if g, ok := k.Gone[list]; ok && g.Row != nil && g.At >= 0 {
			d.gone[list] = g
		}
	}
}
