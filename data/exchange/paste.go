package exchange

import (
	"slices"
	"strings"

	"cardhour/model/billing"
	"cardhour/model/hardware"
	"cardhour/model/reason"
)

// Limits of a pasted text. What lies beyond them is said, not dropped unseen.
const (
	MaxPastedLines = 500
	mostLine       = 4000 // bytes
	shownOfLine    = 200  // characters of a line that is too long
	reach          = 12   // lines that the name of a card above its prices may lie away
)

// PasteNames is what the words of a pasted text are looked up in.
type PasteNames struct {
	Cards     []hardware.Card
	Platforms []hardware.Platform
}

// ReadQuotes recognises the prices in text copied from a page. Each line is
// read by itself; a line with a price and no card takes the card from the line
// above that names one, and a table its units from the row of headings, and
// the result says so. Two blank lines end such a connection. A line that is
// not understood comes back with its words in Unread; blank lines do not.
func ReadQuotes(text string, names PasteNames) []billing.Pasted {
	p := &paste{card: newCardIndex(names.Cards), own: platformWords(names.Platforms)}
	gap, taken := 0, 0
	text = strings.ReplaceAll(text, "\r\n", "\n")
	for no := 1; text != ""; no++ {
		source, rest := cutLine(text)
		text = rest
		if strings.TrimSpace(source) == "" {
			if gap++; gap == 2 {
				p.close()
			}
			continue
		}
		gap = 0
		if taken == MaxPastedLines {
			p.out = append(p.out, tooMany(no, source, text))
			break
		}
		taken++
		p.line(no, source)
	}
	p.close()
	slices.SortStableFunc(p.out, func(a, b billing.Pasted) int { return a.Line - b.Line })
	return p.out
}

func cutLine(text string) (line, rest string) {
	if i := strings.IndexAny(text, "\n\r"); i >= 0 {
		return text[:i], text[i+1:]
	}
	return text, ""
}

func tooMany(no int, source, rest string) billing.Pasted {
	left := int64(1)
	for rest != "" {
		var next string
		if next, rest = cutLine(rest); strings.TrimSpace(next) != "" {
			left++
		}
	}
	return billing.Pasted{Line: no, Source: firstRunes(source, shownOfLine), Notes: []billing.Note{{Standing: billing.LeftOpen,
		Why: because("pasted.too_many_lines", reason.Int("max", reason.Count, MaxPastedLines), reason.Int("left", reason.Count, left))}}}
}

// platformWords are the names of platforms in both languages.
func platformWords(platforms []hardware.Platform) lexicon {
	l := lexicon{}
	for _, p := range platforms {
		if p.Generic {
			continue
		}
		for _, name := range []string{p.NameZH, p.NameEN, p.ID} {
			if name = lower(clean(name)); len(name) > 2 && !strings.Contains(name, "_") {
				l.add(name, meaning{platformWord, p.ID})
			}
		}
	}
	return l
}

// paste is the text so far.
type paste struct {
	card    *cardIndex
	own     lexicon
	out     []billing.Pasted
	above   *context
	columns []column
	heading *billing.Pasted // the row of headings, until a row below uses it
	lines   int
}

// context is what lines without a price said about the prices below.
type context struct {
	said
	sizes    []int
	platform []string
	modified bool
	lines    []billing.Pasted // given back if no price follows
	used     bool
	at       int
}

// column is what the heading of a table's column says.
type column struct {
	said
	text string
}

func (p *paste) tokens(line string) []token {
	s := scanner{line: line, low: lower(line), lex: baseLexicon, own: p.own, card: p.card}
	return s.scan()
}

func (p *paste) line(no int, source string) {
	p.lines++
	if p.above != nil && p.lines-p.above.at > reach {
		p.endContext()
	}
	if len(source) > mostLine {
		p.out = append(p.out, billing.Pasted{Line: no, Source: firstRunes(source, shownOfLine), Notes: []billing.Note{{
			Standing: billing.LeftOpen, Why: because("pasted.line_too_long", reason.Int("max", reason.Count, mostLine))}}})
		return
	}
	line := clean(source)
	tokens := p.tokens(line)
	if len(tokens) == 0 {
		return // decoration
	}
	r := &row{line: line, tokens: tokens, under: p.above != nil && len(p.above.phrases) > 0}
	if strings.Contains(line, "\t") {
		r.columns = p.columns
	}
	r.read()
	switch {
	case p.heads(no, source, r):
	case p.completes(no, r):
	default:
		p.keep(no, source, r)
	}
}

// heads takes a row of headings: cells that say units and name no card.
func (p *paste) heads(no int, source string, r *row) bool {
	if len(r.offers) > 0 || len(r.pending.phrases) > 0 || len(r.refused) > 0 || !strings.Contains(r.line, "\t") {
		return false
	}
	var columns []column
	telling := false
	for _, cell := range strings.Split(r.line, "\t") {
		own := &row{line: cell, tokens: p.tokens(cell)}
		own.read()
		c := column{own.pending, strings.TrimSpace(cell)}
		telling = telling || c.per != "" || len(c.codes) > 0 || c.counted || len(c.modes) > 0 || c.label != ""
		columns = append(columns, c)
	}
	if !telling {
		return false
	}
	p.endHeading()
	p.columns = columns
	p.heading = &billing.Pasted{Line: no, Source: source, Unread: r.unread(), Notes: []billing.Note{{Standing: billing.LeftOpen, Why: because("pasted.not_read")}}}
	return true
}

// completes takes a line such as "/小时" for the unit of the price just above.
func (p *paste) completes(no int, r *row) bool {
	last := len(p.out) - 1
	first := r.tokens[0].class
	if last < 0 || len(r.offers) > 0 || first != slash && first != perMark || r.pending.per == "" || len(r.unread()) > 0 || len(r.refused) > 0 {
		return false
	}
	q := &p.out[last]
	if q.Line != no-1 || q.Per != "" || len(q.Amounts) == 0 {
		return false
	}
	why := because("pasted.from_below", reason.Word("text", strings.TrimSpace(r.line)))
	q.Per = r.pending.per
	q.Notes = append(q.Notes, billing.Note{Field: billing.PastedPer, Standing: billing.Inferred, Why: why})
	if q.Scope == "" && r.pending.scope != "" {
		q.Scope = r.pending.scope
		q.Notes = append(q.Notes, billing.Note{Field: billing.PastedScope, Standing: billing.Inferred, Why: why})
	}
	return true
}

// keep turns a line into quotes, into something that the lines below need, or
// into a line that was not understood.
func (p *paste) keep(no int, source string, r *row) {
	base := billing.Pasted{Line: no, Source: source, Refused: r.refused, Unread: r.unread()}
	switch {
	case len(r.offers) > 0:
		p.quotes(base, r)
	case len(r.pending.phrases) > 0:
		p.endContext()
		p.above = &context{at: p.lines}
		p.above.add(r, p.template(base, r))
	case len(base.Unread) == 0 && len(base.Refused) == 0 && r.saysSomething():
		if p.above == nil {
			p.above = &context{}
		}
		p.above.at = p.lines
		p.above.add(r, p.template(base, r))
	default:
		p.out = append(p.out, p.template(base, r))
	}
}

// template is what a line without a price comes to by itself.
func (p *paste) template(base billing.Pasted, r *row) billing.Pasted {
	field, rule := billing.PastedPrice, "pasted.no_price"
	switch {
	case r.soldOut:
		rule = "pasted.sold_out"
	case r.free:
		rule = "pasted.free"
	case len(r.pending.phrases) == 0 && !r.saysSomething():
		field, rule = billing.PastedLine, "pasted.not_read"
	}
	m := maker{Pasted: base, paste: p, row: r}
	m.fill(offer{said: r.pending}, nil)
	if len(base.Refused) == 0 || r.soldOut || r.free { // else its figures say why
		m.note(field, billing.LeftOpen, rule)
	}
	return m.Pasted
}

func (r *row) saysSomething() bool {
	s := r.pending
	return s.per != "" || s.scope != "" || len(s.counts) > 0 || len(s.modes) > 0 || s.label != "" || len(s.codes) > 0 || len(r.sizes) > 0 || len(r.platform) > 0
}

// add lets a later line say what an earlier one left open, and replace its
// way of buying.
func (c *context) add(r *row, alone billing.Pasted) {
	s := r.pending
	if len(s.modes) > 0 || s.per != "" {
		c.modes, c.per, c.whole = s.modes, s.per, s.whole
	}
	if s.label != "" {
		c.label = s.label
	}
	if s.scope != "" {
		c.scope, c.single = s.scope, s.single
	}
	if len(s.codes) > 0 {
		c.codes = s.codes
	}
	if len(s.counts) > 0 {
		c.counts = s.counts
	}
	if len(r.platform) > 0 {
		c.platform = r.platform
	}
	c.phrases = append(c.phrases, s.phrases...)
	c.sizes = append(c.sizes, r.sizes...)
	c.modified = c.modified || strings.Contains(r.line, "改")
	c.lines = append(c.lines, alone)
}

// quotes adds the prices of a line.
func (p *paste) quotes(base billing.Pasted, r *row) {
	carded := slices.ContainsFunc(r.offers, func(o offer) bool { return len(o.phrases) > 0 })
	if carded {
		p.endContext()
	}
	above := p.above
	if above != nil {
		above.used, above.at = true, p.lines
	}
	for i, o := range r.offers {
		m := maker{Pasted: base, paste: p, row: r}
		if i > 0 { // what was not understood is said once
			m.Refused, m.Unread = nil, nil
		} else if above != nil && !above.told() {
			for _, l := range above.lines {
				m.Refused = append(slices.Clone(l.Refused), m.Refused...)
				m.Unread = append(slices.Clone(l.Unread), m.Unread...)
			}
		}
		m.fill(o, above)
		m.compare(r.offers, i)
		p.out = append(p.out, m.Pasted)
	}
	if above != nil {
		for i := range above.lines {
			above.lines[i].Refused, above.lines[i].Unread = nil, nil
		}
	}
}

func (c *context) told() bool { return len(c.lines) == 0 }

func (p *paste) endContext() {
	if p.above != nil && !p.above.used {
		p.out = append(p.out, p.above.lines...)
	}
	p.above = nil
}

func (p *paste) endHeading() {
	if p.heading != nil {
		p.out = append(p.out, *p.heading)
	}
	p.heading, p.columns = nil, nil
}

func (p *paste) close() {
	p.endContext()
	p.endHeading()
}
