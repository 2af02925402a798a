package exchange

import (
	"slices"
	"strings"

	"cardhour/model/billing"
	"cardhour/model/money"
	"cardhour/model/reason"
)

// maker puts one Pasted together.
type maker struct {
	billing.Pasted
	paste *paste
	row   *row
}

func (m *maker) note(field string, s billing.Standing, rule string, args ...reason.Arg) {
	m.Notes = append(m.Notes, billing.Note{Field: field, Standing: s, Why: because(rule, args...)})
}

// fill takes what the line says, then what its column's heading and the lines
// above say, which is noted.
func (m *maker) fill(o offer, above *context) {
	m.Amounts, m.Label, m.From = o.amounts, o.label, o.from
	m.money(o)
	m.ownTime(&o)
	if len(o.modes) > 0 {
		m.mode(o.modes)
	}
	if o.modeAside {
		m.note(billing.PastedMode, billing.Doubtful, "pasted.between")
	}
	if o.countAside {
		m.note(billing.PastedCards, billing.Doubtful, "pasted.between")
	}
	m.Scope = o.scope
	m.column(&o)
	if above != nil {
		m.from(&o, above)
	}
	m.name(o, above)
	m.count(o)
	m.share()
	m.platform(above)
	if o.whole && m.Per != "" && m.Mode == billing.Prepaid && (m.Per == billing.PerSecond || m.Per == billing.PerMinute || m.Per == billing.PerHour) {
		m.note(billing.PastedPer, billing.Doubtful, "pasted.prepaid_hourly")
	}
}

func (m *maker) money(o offer) {
	switch codes := o.codes; {
	case len(codes) == 1:
		m.Currency = codes[0]
	case len(codes) == 2 && codes[0] == "CNY" && codes[1] == "JPY", // ¥ is written for both
		len(codes) == 2 && codes[0] == "USD" && slices.Contains([]money.Currency{"CAD", "AUD", "HKD", "SGD", "TWD"}, codes[1]):
		m.Currency = codes[1]
	case len(codes) > 1:
		said := make([]string, len(codes))
		for i, c := range codes {
			said[i] = string(c)
		}
		m.note(billing.PastedCurrency, billing.LeftOpen, "pasted.currency_conflict", reason.Word("codes", strings.Join(said, ", ")))
	}
	switch {
	case len(o.amounts) == 2:
		m.note(billing.PastedPrice, billing.LeftOpen, "pasted.range", reason.Word("low", o.amounts[0].Text), reason.Word("high", o.amounts[1].Text))
	case len(o.amounts) == 1 && o.amounts[0].Value.IsZero():
		m.note(billing.PastedPrice, billing.Doubtful, "pasted.zero")
	case len(o.amounts) == 1 && len(o.codes) == 0 && m.isCard(o.amounts[0].Text):
		m.note(billing.PastedPrice, billing.Doubtful, "pasted.card_number", reason.Word("text", o.amounts[0].Text))
	}
	if m.row.soldOut && len(o.amounts) > 0 {
		m.note(billing.PastedPrice, billing.Doubtful, "pasted.sold_out")
	}
	if o.bare {
		m.note(billing.PastedPrice, billing.Doubtful, "pasted.bare_number")
	}
}

func (m *maker) isCard(text string) bool {
	shape, known := m.paste.card.words[text]
	return known && (shape == figure || shape == round)
}

func (m *maker) ownTime(o *offer) {
	switch {
	case o.clash:
		m.note(billing.PastedPer, billing.LeftOpen, "pasted.period_conflict")
	case o.neighbour:
		m.Per = o.per
		m.note(billing.PastedPer, billing.Inferred, "pasted.period_neighbour")
	default:
		m.Per = o.per
	}
}

func (m *maker) mode(modes []billing.Mode) {
	if len(modes) == 1 {
		m.Mode = modes[0]
		return
	}
	m.note(billing.PastedMode, billing.LeftOpen, "pasted.mode_conflict")
}

// column fills gaps from the heading above a cell.
func (m *maker) column(o *offer) {
	if len(m.Amounts) == 0 || o.cell >= len(m.row.columns) {
		return
	}
	m.paste.heading = nil // used: it need not be shown as a line by itself
	c := m.row.columns[o.cell]
	m.fillFrom(o, c.said, "pasted.from_heading", c.text)
}

// from fills gaps from the lines above.
func (m *maker) from(o *offer, above *context) {
	for _, l := range above.lines {
		m.Above = append(m.Above, l.Source)
	}
	m.fillFrom(o, above.said, "pasted.from_above", strings.TrimSpace(above.lines[len(above.lines)-1].Source))
}

func (m *maker) fillFrom(o *offer, s said, rule, text string) {
	add := func(field string) { m.note(field, billing.Inferred, rule, reason.Word("text", text)) }
	if m.Currency == "" && len(o.codes) == 0 && len(s.codes) == 1 {
		m.Currency = s.codes[0]
		o.codes = s.codes
		add(billing.PastedCurrency)
	}
	if m.Per == "" && !o.clash && s.per != "" {
		m.Per, o.whole = s.per, o.whole || s.whole
		add(billing.PastedPer)
	}
	if m.Scope == "" && s.scope != "" {
		m.Scope, o.single = s.scope, s.single
		add(billing.PastedScope)
	}
	if m.Mode == "" && len(o.modes) == 0 && len(s.modes) == 1 {
		m.Mode = s.modes[0]
		o.modes = s.modes
		add(billing.PastedMode)
	}
	if m.Label == "" {
		m.Label = s.label
	}
	if len(o.counts) == 0 && len(s.counts) == 1 {
		o.counts = s.counts
		add(billing.PastedCards)
	}
}

// name says which card the line means, as far as the catalogue knows.
func (m *maker) name(o offer, above *context) {
	phrases, sizes := o.phrases, m.row.sizes
	modified := strings.Contains(m.row.line, "魔改") || strings.Contains(m.row.line, "改装")
	if len(phrases) == 0 && above != nil && len(above.phrases) > 0 {
		phrases, sizes, modified = above.phrases, slices.Concat(sizes, above.sizes), modified || above.modified
		m.note(billing.PastedCard, billing.Inferred, "pasted.from_above", reason.Word("text", above.phrases[0].text))
	}
	switch len(phrases) {
	case 0:
		return
	case 1:
	default:
		m.several(phrases)
		return
	}
	p := phrases[0]
	p.modified = modified
	found := m.paste.card.resolve(p)
	for _, gib := range sizes {
		if p.memory != 0 {
			break
		}
		with := p
		with.memory = gib
		if n := m.paste.card.resolve(with); !n.differs && (n.id != "" || n.several != nil) {
			p, found = with, n
		}
	}
	m.CardText, m.MemoryGiB, m.Card, m.Alternatives = p.text, p.memory, found.id, slices.Clone(found.several)
	switch {
	case found.differs:
		m.note(billing.PastedCard, billing.LeftOpen, "pasted.memory_differs", reason.Word("text", p.text), reason.Int("memory", reason.GiB, int64(p.memory)))
	case len(found.several) > 0:
		m.note(billing.PastedCard, billing.LeftOpen, "pasted.card_ambiguous", reason.Word("text", p.text))
	case found.id == "":
		m.note(billing.PastedCard, billing.LeftOpen, "pasted.card_unknown", reason.Word("text", p.text))
	case found.form:
		m.note(billing.PastedCard, billing.Inferred, "pasted.card_form", reason.Word("text", p.text), reason.Word("card", found.id))
	}
}

func (m *maker) several(phrases []phrase) {
	var texts []string
	for _, p := range phrases {
		texts = append(texts, p.text)
		n := m.paste.card.resolve(p)
		for _, id := range append(slices.Clone(n.several), n.id) {
			if id != "" && !slices.Contains(m.Alternatives, id) {
				m.Alternatives = append(m.Alternatives, id)
			}
		}
	}
	m.CardText = strings.Join(texts, ", ")
	m.note(billing.PastedCard, billing.LeftOpen, "pasted.several_cards", reason.Word("text", m.CardText))
}

// count says how many cards, and whose price it is where the line does not.
func (m *maker) count(o offer) {
	switch {
	case len(o.counts) == 1:
		m.Cards = o.counts[0]
	case len(o.counts) > 1:
		m.note(billing.PastedCards, billing.LeftOpen, "pasted.count_conflict")
	case o.single:
		m.Cards = 1
	}
	if m.Scope == "" && m.Cards > 1 && len(m.Amounts) > 0 {
		m.Scope = billing.PerInstance
		m.note(billing.PastedScope, billing.Inferred, "pasted.scope_instance", reason.Int("cards", reason.Count, int64(m.Cards)))
	}
}

func (m *maker) share() {
	r := m.row
	m.Part = r.part
	switch {
	case !r.part:
	case r.uneven:
		m.note(billing.PastedSlice, billing.LeftOpen, "pasted.slice_uneven")
	case r.slice.IsZero():
		m.note(billing.PastedSlice, billing.LeftOpen, "pasted.slice_unsaid")
	default:
		m.Slice = r.slice
	}
}

func (m *maker) platform(above *context) {
	switch list := m.row.platform; {
	case len(list) == 1:
		m.Platform = list[0]
	case len(list) > 1:
		m.note(billing.PastedPlatform, billing.LeftOpen, "pasted.platform_conflict")
	case above != nil && len(above.platform) == 1:
		m.Platform = above.platform[0]
		m.note(billing.PastedPlatform, billing.Inferred, "pasted.from_above", reason.Word("text", strings.TrimSpace(m.Above[len(m.Above)-1])))
	}
}

// compare notes that another price of the line is for the same thing.
func (m *maker) compare(offers []offer, i int) {
	for j, other := range offers {
		if j == i || len(m.Amounts) == 0 {
			continue
		}
		own := offers[i]
		if (own.per == other.per || own.per == "" || other.per == "") && slices.Equal(own.modes, other.modes) && slices.Equal(own.counts, other.counts) && samePhrases(own.phrases, other.phrases) && own.cell == other.cell {
			m.note(billing.PastedPrice, billing.Doubtful, "pasted.competing", reason.Word("text", other.amounts[0].Text))
			return
		}
	}
}

func samePhrases(a, b []phrase) bool {
	return slices.EqualFunc(a, b, func(x, y phrase) bool { return x.text == y.text })
}

// unread gives the words that nothing was made of, those that stand together
// as one.
func (r *row) unread() []string {
	var all []string
	end := -1
	for _, t := range r.tokens {
		if t.used || t.class >= dash || t.class == timesMark || t.class == plainToken {
			end = -1
			continue
		}
		text := r.line[t.start:t.end]
		if end == t.start && len(all) > 0 {
			all[len(all)-1] += text
		} else {
			all = append(all, text)
		}
		end = t.end
	}
	return all
}
