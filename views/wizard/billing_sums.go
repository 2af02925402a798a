package wizard

import (
	"strings"

	"cardhour/model/billing"
	"cardhour/model/fact"
	"cardhour/model/trial"
)

// What is set in each folded group of a quote's form, in short pieces. They
// are made of the texts as they stand.

func (f *quoteForm) ticks(names ...string) []string {
	var set []string
	for _, name := range names {
		if f.draft.on(name) {
			set = append(set, f.w.p.T("billing.sum."+name))
		}
	}
	return set
}

// counts tells how many rows each list has.
func (f *quoteForm) counts(lists ...string) []string {
	var set []string
	for _, list := range lists {
		if n := len(f.draft.lists[list]); n > 0 {
			set = append(set, f.w.p.T("billing.sum.rows", "what", f.w.p.T("field."+list), "n", n))
		}
	}
	return set
}

// known tells how many of some facts are known.
func (f *quoteForm) known(all ...billing.Key) []string {
	n := 0
	for _, key := range all {
		if f.draft.filled(fieldFacts+string(key)) || f.draft.told(key).State() == fact.Known {
			n++
		}
	}
	if n == 0 {
		return nil
	}
	return []string{f.w.p.T("billing.sum.known", "n", n)}
}

// said puts a typed text into a piece; nothing typed is no piece.
func (f *quoteForm) said(key string, names ...string) []string {
	if !f.draft.filled(names...) {
		return nil
	}
	args := []any{}
	for i, name := range names {
		args = append(args, string(rune('a'+i)), strings.TrimSpace(f.draft.get(name)))
	}
	return []string{f.w.p.T("billing.sum."+key, args...)}
}

// saidDay is said of a day, in the form of the language. What is no day, such
// as a whole month, stands as it was typed.
func (f *quoteForm) saidDay(key, name string) []string {
	day, err := trial.ParseDay(f.draft.get(name), f.w.session.Now())
	if err != nil {
		return f.said(key, name)
	}
	return []string{f.w.p.T("billing.sum."+key, "a", day)}
}

func (f *quoteForm) sumMeter() []string {
	p, d := f.w.p, f.draft
	set := []string{f.term("settles_", d.get("settles"), "stop")}
	for _, rounding := range []struct {
		key  string
		mode billing.RoundingMode
	}{{"row_rounding", d.rowMode}, {"daily_fee_rounding", d.feeMode}} {
		if p.Has("billing.round." + string(rounding.mode)) {
			set = append(set, p.T("billing.sum."+rounding.key, "how", p.T("billing.sum.round."+string(rounding.mode)), "unit", strings.TrimSpace(d.get(rounding.key+".unit"))))
		}
	}
	if starts := d.get("meter_starts"); p.Has("term.meter_starts_" + starts) {
		set = append(set, p.Term("meter_starts_"+starts))
	}
	set = append(set, f.ticks("minimum_per_row", "bills_requested_time")...)
	if days := d.get("daily_fee_days"); p.Has("term.daily_fee_days_" + days) {
		set = append(set, p.Term("daily_fee_days_"+days))
	}
	if month := d.month(); month != month30 {
		set = append(set, p.T("billing.form.month."+month))
	}
	return append(set, f.known(billing.BootBilled, billing.QueueBilled, billing.ExtraRows, billing.ExtraMidnights)...)
}

func (f *quoteForm) sumPrice() []string {
	set := append(f.said("tier", "tier"), f.saidDay("from", "valid_from")...)
	set = append(append(set, f.saidDay("until", "valid_until")...), f.ticks("price_is_reduced")...)
	return append(set, f.counts(listPackages, listCaps, listSeries, listCards)...)
}

func (f *quoteForm) sumMode() []string {
	d, p := f.draft, f.w.p
	var set []string
	if d.asksReclaim() {
		set = append(append(f.known(billing.InterruptionRate), f.said("notice", "reclaim.notice_seconds")...), f.said("protection", "reclaim.protection_seconds")...)
	}
	if refund := d.get("unused_refund"); p.Has("term.unused_refund_" + refund) {
		set = append(set, p.Term("unused_refund_"+refund))
	}
	set = append(set, f.said("pack", "pack.units", "pack.units_per_hour")...)
	if d.mode == billing.Hosted {
		set = append(set, f.said("purchase", "purchase.amount", "purchase.months")...)
	}
	return set
}

func (f *quoteForm) sumStorage() []string {
	all := []billing.Key{billing.StoppedDiskPrice, billing.IOPSPrice}
	for _, item := range billing.Items {
		all = append(all, billing.ItemPrice(item), billing.ItemFree(item))
	}
	return append(f.known(all...), f.counts(listShared)...)
}

func (f *quoteForm) sumTraffic() []string {
	return f.known(billing.TrafficOutPrice, billing.TrafficOutFree, billing.TrafficInPrice, billing.TrafficInternalPrice, billing.BandwidthPrice, billing.LinePrice, billing.FixedIPPrice)
}

func (f *quoteForm) sumIdle() []string {
	return append(f.ticks("stop_wipes_data"), f.known(billing.AfterStopShare, billing.AfterShutdownShare, billing.AfterFreeStopShare, billing.CPUModePrice, billing.CPUModeMin)...)
}

func (f *quoteForm) sumOther() []string { return f.counts(listMeters, listTiers) }

func (f *quoteForm) sumDiscounts() []string {
	set := append(f.counts(listDiscounts), f.said("top_up", "top_up.pay", "top_up.bonus")...)
	return append(set, f.said("tax", "tax_percent_on_top")...)
}

func (f *quoteForm) sumExchange() []string {
	from, to := f.draft.worth()
	if !f.draft.filled("exchange.rate") {
		return []string{f.w.p.T("billing.sum.exchange.none")}
	}
	return []string{f.w.p.T("billing.sum.exchange", "from", string(from), "rate", strings.TrimSpace(f.draft.get("exchange.rate")), "to", string(to))}
}

func (f *quoteForm) sumSource() []string {
	return append(f.said("source", fieldSource), f.saidDay("seen", fieldSeen)...)
}
