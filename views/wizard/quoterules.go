package wizard

import (
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/govalues/decimal"

	"cardhour/model/billing"
	"cardhour/model/money"
)

// The rules of a quote as they stand in the form: texts, named as in billing's
// problems. Lists are rows of such texts.

// row is one row of a list, by the names of its fields.
type row map[string]string

// goneRow is the row that was removed last from a list, and from where.
type goneRow struct {
	At  int `json:"at"`
	Row row `json:"row"`
}

// The lists of a form.
const (
	listSeries    = "price_series"
	listCards     = "prices_by_cards"
	listPackages  = "packages"
	listCaps      = "caps"
	listShared    = "shared_free"
	listTiers     = "tiers"
	listMeters    = "meters"
	listDiscounts = "discounts"
)

var formLists = []string{listSeries, listCards, listPackages, listCaps, listShared, listTiers, listMeters, listDiscounts}

const ticked = "yes"

// freshRow is what a row begins with.
func freshRow(list string) row {
	switch list {
	case listPackages:
		return row{"per": string(billing.PerMonth)}
	case listCaps:
		return row{"per": string(billing.PerDay)}
	case listTiers:
		return row{"item": string(billing.FileStorage)}
	case listMeters:
		return row{"while": string(billing.WhileRunning), "per": string(billing.PerHour)}
	case listDiscounts:
		return row{"kind": string(billing.Percent)}
	}
	return row{}
}

// place is where the text of a field is kept.
func (d *quoteDraft) place(field string) (map[string]string, string) {
	list, rest, inList := strings.Cut(field, "[")
	if !inList {
		return d.text, field
	}
	index, name, _ := strings.Cut(rest, "].")
	if i, err := strconv.Atoi(index); err == nil && i < len(d.lists[list]) {
		return d.lists[list][i], name
	}
	return map[string]string{}, name
}

func (d *quoteDraft) get(field string) string {
	texts, name := d.place(field)
	return texts[name]
}

func (d *quoteDraft) set(field, text string) {
	texts, name := d.place(field)
	texts[name] = text
}

func (d *quoteDraft) on(field string) bool { return d.get(field) == ticked }

// filled reports whether anything is typed into one of the fields.
func (d *quoteDraft) filled(fields ...string) bool {
	return slices.ContainsFunc(fields, func(f string) bool { return strings.TrimSpace(d.get(f)) != "" })
}

// addRow, removeRow and undoRow change a list.
func (d *quoteDraft) addRow(list string) { d.lists[list] = append(d.lists[list], freshRow(list)) }

func (d *quoteDraft) removeRow(list string, i int) {
	d.gone[list] = goneRow{i, d.lists[list][i]}
	d.lists[list] = slices.Delete(slices.Clone(d.lists[list]), i, i+1)
}

func (d *quoteDraft) undoRow(list string) (at int) {
	g := d.gone[list]
	at = min(g.At, len(d.lists[list]))
	d.lists[list] = slices.Insert(slices.Clone(d.lists[list]), at, g.Row)
	delete(d.gone, list)
	return at
}

// prune takes rows away into which nothing was typed, and names their lists.
func (d *quoteDraft) prune() []string {
	var changed []string
	for list, rows := range d.lists {
		kept := slices.DeleteFunc(slices.Clone(rows), func(r row) bool {
			typed := maps.Clone(r)
			maps.DeleteFunc(typed, func(_, text string) bool { return text == "" })
			return maps.Equal(typed, freshRow(list))
		})
		if len(kept) < len(rows) {
			d.lists[list] = kept
			changed = append(changed, list)
		}
	}
	return changed
}

// The writings of values that are read back as the same values.

func plain(v decimal.Decimal) string { return v.Trim(0).String() }

func plainOr(v decimal.Decimal) string {
	if v.IsZero() {
		return ""
	}
	return plain(v)
}

func countOr(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
}

func tickOr(on bool) string {
	if on {
		return ticked
	}
	return ""
}

func dayOr(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.Format(time.DateOnly)
}

func spanOr(s, unit billing.Seconds) string { return plainOr(s.In(unit)) }

func several[T ~string](all []T) string {
	words := make([]string, len(all))
	for i, v := range all {
		words[i] = string(v)
	}
	return strings.Join(words, ",")
}

// takeRules writes the rules of a quote into the draft.
func (d *quoteDraft) takeRules(q billing.Quote) {
	r := q.Rules
	d.lists, d.gone = map[string][]row{}, map[string]goneRow{}
	maps.Copy(d.text, map[string]string{
		"settles": string(r.Settles), "minimum_per_row": tickOr(r.MinimumPerRow), "meter_starts": string(r.Starts),
		"bills_requested_time": tickOr(r.Requested), "daily_fee_days": string(r.Days), "calendar_months": tickOr(r.CalendarMonths),
		"stop_wipes_data": tickOr(r.WipesOnStop), "price_is_reduced": tickOr(r.Reduced), "unused_refund": string(r.Refund),
		"tier": q.Tier, "valid_from": dayOr(r.From), "valid_until": dayOr(r.Until), "tax_percent_on_top": plainOr(r.TaxOnTop),
		"reclaim.notice_seconds": spanOr(r.Reclaim.Notice, billing.Minute), "reclaim.protection_seconds": spanOr(r.Reclaim.Protection, billing.Hour),
	})
	if t := r.Tokens; t != nil {
		d.text["tokens.in"], d.text["tokens.out"] = plain(t.In), plain(t.Out)
		if t.Cached != nil {
			d.text["tokens.cached"] = plain(*t.Cached)
		}
	}
	if p := r.Pack; p != nil {
		d.text["pack.units"], d.text["pack.units_per_hour"], d.text["pack.valid_days"] = plain(p.Units), plain(p.PerHour), countOr(p.ValidDays)
	}
	if p := r.Purchase; p != nil {
		d.text["purchase.amount"], d.text["purchase.resale"], d.text["purchase.months"] = plain(p.Amount), plainOr(p.Resale), countOr(p.Months)
	}
	if t := r.TopUp; t != nil {
		d.text["top_up.pay"], d.text["top_up.bonus"] = plain(t.Pay), plainOr(t.Bonus)
		d.text["top_up.bonus_first"], d.text["top_up.refundable"], d.text["top_up.used_up"] = tickOr(t.BonusFirst), tickOr(t.Refundable), tickOr(t.UsedUp)
	}
	if x := q.Exchange; x.Known() {
		d.text["exchange.rate"], d.text["exchange.on"], d.text["exchange.source"] = plain(x.Rate), dayOr(x.On), x.Source
	}
	d.takeLists(r)
}

func (d *quoteDraft) takeLists(r billing.Rules) {
	put := func(list string, texts row) { d.lists[list] = append(d.lists[list], texts) }
	for _, s := range r.Series {
		put(listSeries, row{"after_seconds": spanOr(s.After, billing.Hour), "amount": plain(s.Amount)})
	}
	for _, p := range r.ByCards {
		put(listCards, row{"cards": strconv.Itoa(p.Cards), "amount": plain(p.Amount)})
	}
	for _, p := range r.Packages {
		put(listPackages, row{"amount": plain(p.Amount), "per": string(p.Per), "count": countOr(p.Count)})
	}
	for _, p := range r.Caps {
		put(listCaps, row{"amount": plain(p.Amount), "per": string(p.Per)})
	}
	for _, s := range r.Shared {
		put(listShared, row{"items": several(s.Items), "gb": plain(s.GB)})
	}
	for _, t := range r.Tiers {
		put(listTiers, row{"item": string(t.Item), "from_gb": plain(t.From), "price": plain(t.Price)})
	}
	for _, m := range r.Meters {
		put(listMeters, row{"name": m.Name, "amount": plain(m.Amount), "per": string(m.Per), "while": string(m.While), "count": plainOr(m.Count)})
	}
	for _, o := range r.Discounts {
		put(listDiscounts, row{"name": o.Name, "kind": string(o.Kind), "value": plain(o.Value), "most": plainOr(o.Most), "threshold": plainOr(o.Threshold),
			"modes": several(o.Modes), "cards": strings.Join(o.Cards, ", "), "lines": several(o.Lines), "expires": dayOr(o.Expires),
			"not_for_gpu": tickOr(o.NotGPU), "list_price_only": tickOr(o.ListPrice), "alone": tickOr(o.Alone)})
	}
}

// otherCurrency empties a rate of exchange that stood in the quote for another
// currency than the one typed now.
func (d *quoteDraft) otherCurrency() (emptied bool) {
	x := d.base.Exchange
	c, err := d.currency()
	if err != nil || !x.Known() || x.From == c || d.text["exchange.rate"] != plain(x.Rate) {
		return false
	}
	d.text["exchange.rate"], d.text["exchange.on"], d.text["exchange.source"] = "", "", ""
	return true
}

// worth is the currency that the quote is valued in by its rate of exchange;
// none where the quote is in the decision's own.
func (d *quoteDraft) worth() (from, to money.Currency) {
	c, err := d.currency()
	if err != nil || d.home == "" || c == d.home {
		return c, ""
	}
	if x := d.base.Exchange; x.Known() && x.From == c {
		return c, x.To
	}
	return c, d.home
}
