package wizard

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"cardhour/model/billing"
	"cardhour/model/money"
	"cardhour/model/reason"
	"cardhour/views/widgets"
)

// pasteTexts is the page of pasted prices as it is kept while it is open.
type pasteTexts struct {
	Text     string                 `json:"text"`
	Platform string                 `json:"platform,omitempty"` // of the lines that name none
	Category string                 `json:"category,omitempty"`
	Rows     map[string]pasteAnswer `json:"rows,omitempty"` // by the key of a reading
}

// pasteAnswer is what a person has said about one reading.
type pasteAnswer struct {
	On   *bool             `json:"on,omitempty"`   // whether to add it; nil while nothing was said
	Sure bool              `json:"sure,omitempty"` // what was guessed is right
	Text map[string]string `json:"text,omitempty"` // by field
}

func (w *Wizard) keptPaste() widgets.Kept[pasteTexts] {
	return widgets.Kept[pasteTexts]{Forms: w.session, Key: "paste." + w.shown}
}

// pasteReading is one price that was recognised, with what a person has said
// about it. Its fields are named as in billing's problems.
type pasteReading struct {
	key    string
	p      billing.Pasted // with its guesses
	answer pasteAnswer
}

// readingsOf gives the prices among what was recognised. A reading keeps its
// key, and so what was said about it, while its line stays as it is.
func readingsOf(all []billing.Pasted, answers map[string]pasteAnswer) []pasteReading {
	seen := map[string]int{}
	var found []pasteReading
	for _, p := range all {
		if len(p.Amounts) == 0 {
			continue
		}
		key := p.Source + "#" + strconv.Itoa(seen[p.Source])
		seen[p.Source]++
		found = append(found, pasteReading{key, p.Guessed(), answers[key]})
	}
	return found
}

// on reports whether the reading is to be added. Of prices that compete for
// one thing none is, until one is picked.
func (r *pasteReading) on() bool {
	if r.answer.On != nil {
		return *r.answer.On
	}
	return !r.p.Competes()
}

func (r *pasteReading) turn(on bool) { r.answer.On = &on }

// read is what the line says about a field, "" where it leaves it open.
func (r *pasteReading) read(field string) string {
	p := r.p
	switch field {
	case fieldCard:
		if p.Card == "" && len(p.Alternatives) == 0 {
			return p.CardText // no card of the catalogue, or one with another memory
		}
		return p.Card
	case "rate.amount":
		if a, one := p.Amount(); one {
			return a.Trim(0).String()
		}
	case "currency":
		return string(p.Currency)
	case "rate.per":
		return string(p.Per)
	case "rate.scope":
		return string(p.Scope)
	case "mode":
		return string(p.Mode)
	case "rate.cards":
		if p.Cards > 0 {
			return strconv.Itoa(p.Cards)
		}
	case "rate.slice":
		switch {
		case !p.Part:
			return "1"
		case p.Slice.IsPos():
			return p.Slice.Trim(0).String()
		}
	}
	return ""
}

// value is what stands in a field now.
func (r *pasteReading) value(field string) string {
	if said, ok := r.answer.Text[field]; ok {
		return said
	}
	return r.read(field)
}

func (r *pasteReading) say(field, text string) {
	if r.answer.Text == nil {
		r.answer.Text = map[string]string{}
	}
	r.answer.Text[field] = text
}

// pasteFields are the fields of a reading in the order that they are asked in.
var pasteFields = []string{fieldCard, "rate.amount", "currency", "rate.per", "mode", "rate.cards", "rate.scope", "rate.slice"}

// asked lists the fields that the line leaves open.
func (r *pasteReading) asked() []string {
	return slices.DeleteFunc(slices.Clone(pasteFields), func(field string) bool {
		return r.read(field) != "" && (field != fieldCard || r.p.Card != "")
	})
}

// draft is the form of the quote that the reading makes: the platform with
// what is known about it, the rest as it was read and answered.
func (r *pasteReading) draft(w *Wizard, page pasteTexts) *quoteDraft {
	current, _ := w.session.Current()
	d := newQuoteDraft(current, w.session.Now())
	name := page.Platform
	if r.p.Platform != "" {
		name = w.catalog.PlatformName(r.p.Platform)
	}
	d.text[fieldName] = name
	if strings.TrimSpace(name) != "" && !d.named(name, w.catalog) {
		d.category = page.Category
	}
	for _, field := range []string{fieldCard, "rate.amount", "currency", "rate.cards", "rate.slice"} {
		d.text[field] = r.value(field)
	}
	d.per, d.scope, d.mode = billing.Period(r.value("rate.per")), billing.Scope(r.value("rate.scope")), billing.Mode(r.value("mode"))
	d.text[fieldSource] = w.p.T("paste.source")
	d.text[fieldSeen] = w.session.Now().Format(time.DateOnly)
	d.text[fieldNote] = strings.TrimSpace(strings.Join(append(slices.Clone(r.p.Above), r.p.Source), "\n"))
	return d
}

// quote reads the reading as a quote; what is wrong is given by field. Where
// several cards or none can be meant there is nothing to compare: one is
// asked for.
func (r *pasteReading) quote(w *Wizard, page pasteTexts) (billing.Quote, map[string]error) {
	d := r.draft(w, page)
	q, wrong := d.quote()
	for _, field := range []string{fieldCard, "currency", "rate.per", "rate.scope", "mode"} {
		if strings.TrimSpace(r.value(field)) == "" {
			wrong[field] = reason.Refuse("", "paste.missing")
		}
	}
	if d.category == "" && wrong[fieldName] == nil {
		wrong["category"] = reason.Refuse("", "paste.missing")
	}
	if id, ok := cardMeant(w.catalog, q.Card); ok {
		q.Card = id
	}
	return q, wrong
}

// sure reports whether nothing waits to be confirmed.
func (r *pasteReading) sure() bool { return r.answer.Sure || len(r.p.Unsure()) == 0 }

// foreign is the currency that the reading would have to be converted from;
// "" for that of the decision, for none, and where a rate is typed in.
func (r *pasteReading) foreign(to money.Currency, rates []money.Exchange) money.Currency {
	c, err := money.ParseCurrency(strings.ToUpper(strings.TrimSpace(r.value("currency"))))
	if err != nil || c == to || rateBetween(rates, c, to) {
		return ""
	}
	return c
}

// rateBetween reports whether a rate leads from one currency to the other, in
// either direction.
func rateBetween(rates []money.Exchange, a, b money.Currency) bool {
	return slices.ContainsFunc(rates, func(x money.Exchange) bool { return x.From == a && x.To == b || x.From == b && x.To == a })
}
