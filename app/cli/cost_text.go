package cli

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"cardhour/model/billing"
	"cardhour/model/fact"
	"cardhour/model/money"
)

// printCosts writes each quote as a ledger, then the order by cost.
func (e *Env) printCosts(quotes []priced) {
	for i, q := range quotes {
		if i > 0 {
			_, _ = fmt.Fprintln(e.Stdout)
		}
		e.printCost(q)
	}
	for _, group := range comparable(quotes) {
		e.printOrder(group)
	}
}

func (e *Env) printCost(q priced) {
	say := e.Say
	_, _ = fmt.Fprintln(e.Stdout, q.Name)
	if q.Quote.Note != "" {
		_, _ = fmt.Fprintln(e.Stdout, "  "+oneLine(q.Quote.Note))
	}
	head := table{}
	head.add(say.Label("full_cost"), e.total(q))
	if q.HasBare { // a price per token knows no card-hours
		head.add(say.Label("full_rate"), say.FullRate(q.Estimate))
		head.add(say.Label("bare_rate"), say.Rate(q.Bare))
	}
	e.addAside(&head, q)
	head.write(e.Stdout, "  ")

	lines := table{right: map[int]bool{1: true}}
	for _, l := range q.Lines {
		what := say.Label(string(l.Kind))
		if l.Item != "" && l.Item != string(l.Kind) {
			what += " · " + e.item(l.Item)
		}
		low := money.Amount{Value: l.Low, Currency: q.Low.Currency}
		high := money.Amount{Value: l.High, Currency: q.Low.Currency}
		lines.add(what, say.Range(low, high, l.Open), say.Line(l))
	}
	if len(lines.rows) > 0 {
		_, _ = fmt.Fprintln(e.Stdout)
		lines.write(e.Stdout, "    ")
	}
	e.printRemarks(q)
	if len(q.Taken) > 0 {
		var names []string
		for _, key := range q.Taken {
			names = append(names, say.Term(string(key)))
		}
		_, _ = fmt.Fprintf(e.Stdout, "\n  %s\n", say.T("cli.cost.taken", "what", say.List(names...)))
	}
	if len(q.Unknown) == 0 {
		return
	}
	_, _ = fmt.Fprintf(e.Stdout, "\n  %s\n", say.T("cli.cost.unknown"))
	for _, u := range q.Unknown {
		_, _ = fmt.Fprintf(e.Stdout, "    ? %s\n", e.unknown(q, u))
		_, _ = fmt.Fprintf(e.Stdout, "      %s\n", say.T("cli.cost.ask", "question", say.T("ask."+string(u.Key))))
	}
}

// printRemarks writes what deserves a second look, and what is not taken off.
func (e *Env) printRemarks(q priced) {
	say := e.Say
	var remarks []string
	for _, w := range q.Warned {
		remarks = append(remarks, "! "+say.Because(w))
	}
	for _, b := range q.Below {
		remarks = append(remarks, say.T("cli.cost.spot_pays", "name", b.than, "rate", say.Number(b.perHour)))
	}
	for _, r := range q.Refused {
		remarks = append(remarks, say.T("cli.cost.refused", "reason", say.Because(r.Why)))
	}
	for i, remark := range remarks {
		if i == 0 {
			_, _ = fmt.Fprintln(e.Stdout)
		}
		_, _ = fmt.Fprintln(e.Stdout, "  "+remark)
	}
}

// item is what a line is for; a meter or discount has the name that the file
// gives it.
func (e *Env) item(name string) string {
	if e.Say.Has("term." + name) {
		return e.Say.Term(name)
	}
	return name
}

// addAside adds what stands beside the cost: its worth in another currency,
// and the user's own time.
func (e *Env) addAside(head *table, q priced) {
	say, x := e.Say, q.Quote.Exchange
	if w := q.Converted; w != nil {
		key, on := "cli.cost.rate", ""
		if !x.On.IsZero() {
			key, on = "cli.cost.rate_on", say.Date(x.On)
		}
		head.add(say.Label("converted"), say.T(key, "sum", say.Range(w.low, w.high, q.Open), "from", string(x.From), "to", string(x.To),
			"rate", say.Number(x.Rate), "date", on))
	}
	if q.valuesMyTime() {
		head.add(say.Label("my_time"), say.T("cli.cost.my_time", "money", q.MyTime))
	}
}

// total says the cost, and what it may come to where it is a lower bound.
func (e *Env) total(q priced) string {
	if !q.AtLeast() || q.Open {
		return e.Say.Sum(q.Estimate)
	}
	return e.Say.T("cli.cost.at_least", "low", q.Low, "range", e.Say.Range(q.Low, q.High, false))
}

// unknown says what is computed with in place of a fact that is not settled.
func (e *Env) unknown(q priced, u billing.Unknown) string {
	say, key := e.Say, string(u.Key)
	if u.Open() {
		return say.T("cli.cost.open", "fact", say.Term(key))
	}
	if u.State == fact.Conflicting {
		values := make([]string, len(u.Ends))
		for i, f := range u.Ends {
			values[i] = say.Figure(u.Key, f, q.Low.Currency)
		}
		return say.T("cli.cost.conflict", "fact", say.Term(key), "values", say.List(values...))
	}
	low, high := ends(u, q.Quote.Rate.Month)
	if low == high {
		return say.T("cli.cost.assumed_one", "fact", say.Term(key), "basis", say.Basis(u.Basis), "figure", say.Figure(u.Key, low, q.Low.Currency))
	}
	return say.T("cli.cost.assumed", "fact", say.Term(key), "basis", say.Basis(u.Basis),
		"low", say.Figure(u.Key, low, q.Low.Currency), "high", say.Figure(u.Key, high, q.Low.Currency))
}

// ends are the smallest and the largest of the figures computed with. Those
// quoted for different periods are brought to one before they are compared.
func ends(u billing.Unknown, month billing.Seconds) (low, high billing.Figure) {
	compare := func(a, b billing.Figure) int {
		x, y := a.Per.Length(month), b.Per.Length(month)
		if x == y {
			return a.Value.Cmp(b.Value)
		}
		var c money.Calc
		return c.Mul(a.Value, y.Decimal()).Cmp(c.Mul(b.Value, x.Decimal()))
	}
	return slices.MinFunc(u.Ends, compare), slices.MaxFunc(u.Ends, compare)
}

// comparable gathers the quotes that may be compared: one currency and one
// usage. A quote alone in its group is compared with nothing.
func comparable(quotes []priced) [][]priced {
	var groups [][]priced
	for _, q := range quotes {
		i := slices.IndexFunc(groups, func(g []priced) bool {
			return g[0].Low.Currency == q.Low.Currency && reflect.DeepEqual(g[0].Usage, q.Usage)
		})
		if i < 0 {
			groups = append(groups, []priced{q})
		} else {
			groups[i] = append(groups[i], q)
		}
	}
	return slices.DeleteFunc(groups, func(g []priced) bool { return len(g) < 2 })
}

// printOrder ranks a group by the high end: what is not known counts against
// a quote. Among equals the one that is surer goes first, then the cheaper
// bare rate, as in a decision. One without a high end is not ranked.
func (e *Env) printOrder(group []priced) {
	say := e.Say
	open := func(q priced) bool { return q.Open }
	ranked := slices.DeleteFunc(slices.Clone(group), open)
	slices.SortStableFunc(ranked, func(a, b priced) int {
		return cmp.Or(a.High.Value.Cmp(b.High.Value), b.Low.Value.Cmp(a.Low.Value), a.Bare.Value.Cmp(b.Bare.Value))
	})

	_, _ = fmt.Fprintf(e.Stdout, "\n%s\n", say.T("cli.cost.order", "currency", string(group[0].Low.Currency)))
	order := table{right: map[int]bool{0: true, 2: true}}
	for i, q := range ranked {
		order.add(fmt.Sprint(i+1), q.Name, say.Sum(q.Estimate), say.FullRate(q.Estimate))
	}
	for _, q := range group {
		if q.Open {
			order.add("–", q.Name, say.Sum(q.Estimate), say.T("cli.cost.not_comparable", "facts", e.openFacts(q)))
		}
	}
	order.write(e.Stdout, "  ")
	if len(ranked) >= 2 {
		_, _ = fmt.Fprintln(e.Stdout, e.winner(ranked[0], ranked[1]))
	}
}

func (e *Env) openFacts(q priced) string {
	var names []string
	for _, u := range q.Unknown {
		if u.Open() {
			names = append(names, e.Say.Term(string(u.Key)))
		}
	}
	return e.Say.List(names...)
}

func (e *Env) winner(first, second priced) string {
	var c money.Calc
	margin := c.Sub(second.High.Value, first.High.Value)
	if margin.IsZero() {
		return e.Say.T("cli.cost.tie", "name", first.Name, "next", second.Name)
	}
	said := []string{e.Say.T("cli.cost.winner", "name", first.Name, "next", second.Name,
		"money", money.Amount{Value: margin, Currency: first.High.Currency})}
	if first.High.Value.Cmp(second.Low.Value) > 0 {
		said = append(said, e.Say.T("cli.cost.overlap"))
	}
	return strings.Join(said, "\n")
}
