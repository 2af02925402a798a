package picture

import (
	"slices"
	"strings"

	"cardhour/model/billing"
	"cardhour/model/decision"
	"cardhour/model/fact"
	"cardhour/model/money"
	"cardhour/views/text"
)

// footer says what a reader who sees only the picture has to know: what was
// assumed, what is not drawn, and where the prices come from.
func footer(p *text.Printer, of field, names Names) []string {
	lines := unsettled(p, of, names)
	for _, c := range of.shown {
		if c.Real == nil {
			continue
		}
		name := names(c.Quote)
		switch {
		case !c.Real.Defined:
			lines = append(lines, p.T("picture.nothing_kept", "name", name, "money", c.Real.Spent))
		case c.Real.Spent.Currency != of.currency:
			lines = append(lines, p.T("picture.billed_foreign", "name", name, "rate", p.Rate(c.Real.FullRate)))
		case c.Real.Provisional:
			lines = append(lines, p.T("picture.provisional", "name", name))
		}
	}
	if len(of.out) > 0 {
		lines = append(lines, p.T("picture.not_drawn_out", "names", named(p, of.out, names)))
	}
	if len(of.foreign) > 0 {
		lines = append(lines, p.T("picture.not_drawn_foreign", "names", named(p, of.foreign, names), "currency", string(of.currency)))
	}
	return append(lines, sources(p, of.shown, names)...)
}

// claim is one thing that was computed with without being settled, and the
// quotes that it holds for.
type claim struct {
	said  string
	names []string
}

// unsettled lists assumed ranges, disagreeing sources and what nothing bounds,
// each once with the names of the platforms.
func unsettled(p *text.Printer, of field, names Names) []string {
	var assumed, disputed, open []claim
	note := func(list *[]claim, said, name string) {
		i := slices.IndexFunc(*list, func(c claim) bool { return c.said == said })
		if i < 0 {
			*list = append(*list, claim{said: said})
			i = len(*list) - 1
		}
		if !slices.Contains((*list)[i].names, name) {
			(*list)[i].names = append((*list)[i].names, name)
		}
	}
	for _, c := range of.shown {
		name := names(c.Quote)
		for _, u := range c.Cost.Unknown {
			what := p.Term(string(u.Key))
			switch {
			case u.Open():
				note(&open, what, name)
			case u.State == fact.Conflicting:
				note(&disputed, what+" "+ends(p, u, of.currency), name)
			default:
				note(&assumed, p.T("picture.assumed", "what", what, "range", ends(p, u, of.currency), "basis", p.Basis(u.Basis)), name)
			}
		}
	}
	var lines []string
	for _, group := range []struct {
		key  string
		list []claim
	}{{"picture.assumptions", assumed}, {"picture.disputed", disputed}, {"picture.open", open}} {
		if len(group.list) == 0 {
			continue
		}
		var said []string
		for _, c := range group.list {
			said = append(said, p.T("picture.of", "what", c.said, "names", p.List(c.names...)))
		}
		lines = append(lines, p.T(group.key, "what", strings.Join(said, p.T("picture.and"))))
	}
	return lines
}

func ends(p *text.Printer, u billing.Unknown, currency money.Currency) string {
	var said []string
	for _, end := range u.Ends {
		if one := p.Figure(u.Key, end, currency); !slices.Contains(said, one) {
			said = append(said, one)
		}
	}
	return strings.Join(said, " – ")
}

// sources names where the quotes come from and when they were seen.
func sources(p *text.Printer, shown []decision.Candidate, names Names) []string {
	var said []string
	for _, c := range shown {
		source := c.Quote.Source
		if source == "" {
			source = p.T("picture.source.own")
		}
		one := p.T("picture.source", "name", names(c.Quote), "source", source, "date", c.Quote.Seen)
		if c.Quote.Seen.IsZero() {
			one = p.T("picture.source.undated", "name", names(c.Quote), "source", source)
		}
		if !slices.Contains(said, one) {
			said = append(said, one)
		}
	}
	if len(said) == 0 {
		return nil
	}
	return []string{p.T("picture.sources", "what", strings.Join(said, p.T("picture.and")))}
}
