package exchange

import (
	"strconv"
	"strings"
)

// token is a piece of a line with its place in it.
type token struct {
	class      class
	value      string
	text       string
	start, end int
	glued      bool // nothing stands between it and the token before
	used       bool
	shape      cardShape // of a cardPart
}

// scanner cuts a line into tokens.
type scanner struct {
	line string // cleaned
	low  string // the same in lower case, byte for byte
	lex  lexicon
	own  lexicon // platforms' names
	card *cardIndex
	out  []token
	last int // end of the last token
}

func (s *scanner) scan() []token {
	for i := 0; i < len(s.low); {
		if s.low[i] == ' ' {
			i++
			continue
		}
		i = s.next(i)
	}
	return s.out
}

func (s *scanner) emit(c class, value string, start, end int) int {
	s.out = append(s.out, token{class: c, value: value, text: s.low[start:end], start: start, end: end,
		glued: len(s.out) > 0 && s.last == start})
	s.last = end
	return end
}

// next emits what begins at i and returns its end.
func (s *scanner) next(i int) int {
	if end, ok := s.moment(i); ok {
		return s.emit(aside, "", i, end)
	}
	if end, ok := s.slice(i); ok {
		return s.emit(partWord, "", i, end)
	}
	if alnumAt(s.low, i) && !alnumAt(s.low, i-1) {
		if end, ok := s.cardRun(i); ok {
			return end
		}
	}
	e, known := s.own.at(s.low, i)
	if !known {
		e, known = s.lex.at(s.low, i)
	}
	if known && !(e.word == "." && digitAt(s.low, i+1)) {
		return s.emit(e.class, e.value, i, i+len(e.word))
	}
	if digitAt(s.low, i) || s.low[i] == '.' {
		return s.numeral(i)
	}
	end := i
	for letterAt(s.low, end) {
		end++
	}
	if end == i {
		_, size := runeAt(s.low, i)
		end += size
	}
	return s.emit(unknownWord, "", i, end)
}

// number emits a figure, or several that commas part: "1,500" is one,
// "24,1.98" two, and "1,5" one that cannot be read with certainty.
func (s *scanner) numeral(i int) int {
	end := i
	for digitAt(s.low, end) || (end < len(s.low) && (s.low[end] == '.' || s.low[end] == ',') && digitAt(s.low, end+1)) {
		end++
	}
	text := s.low[i:end]
	commas := strings.Count(text, ",")
	if commas == 0 || groupedThousands(text) || commas == 1 && decimalComma(text) {
		return s.emit(numeral, "", i, end)
	}
	for _, part := range strings.Split(text, ",") {
		s.emit(numeral, "", i, i+len(part))
		i += len(part)
		if i < end {
			s.emit(breaking, "", i, i+1)
			i++
		}
	}
	return end
}

func groupedThousands(text string) bool {
	whole, _, _ := strings.Cut(text, ".")
	groups := strings.Split(whole, ",")
	for n, g := range groups {
		if n == 0 && (len(g) > 3 || g == "" || g[0] == '0') || n > 0 && len(g) != 3 {
			return false
		}
	}
	return strings.Count(text, ",") == len(groups)-1
}

func decimalComma(text string) bool {
	whole, fraction, _ := strings.Cut(text, ",")
	return len(fraction) <= 2 && !strings.Contains(fraction, ".") || strings.Contains(whole, ".")
}

// moment finds a date or a time of day, which holds figures that are no price.
func (s *scanner) moment(i int) (int, bool) {
	if !digitAt(s.low, i) || digitAt(s.low, i-1) {
		return 0, false
	}
	a, j := s.digits(i, 4)
	for _, sep := range []string{"-", "/", ".", "年"} {
		if len(a) != 4 || !strings.HasPrefix(a, "20") || !strings.HasPrefix(s.low[j:], sep) {
			continue
		}
		b, k := s.digits(j+len(sep), 2)
		for _, second := range []string{sep, "月"} {
			if b == "" || !strings.HasPrefix(s.low[k:], second) {
				continue
			}
			if c, end := s.digits(k+len(second), 2); c != "" && !digitAt(s.low, end) {
				return end + len(optional(s.low[end:], "日")), true
			}
		}
	}
	if b, k := s.digits(j+1, 2); len(a) <= 2 && j < len(s.low) && s.low[j] == ':' && len(b) == 2 && !digitAt(s.low, k) {
		return k, true
	}
	return 0, false
}

func optional(s, word string) string {
	if strings.HasPrefix(s, word) {
		return word
	}
	return ""
}

func (s *scanner) digits(i, most int) (string, int) {
	j := i
	for digitAt(s.low, j) && j-i < most {
		j++
	}
	if i >= len(s.low) {
		return "", i
	}
	return s.low[i:j], j
}

// slice finds NVIDIA's names for a part of a card, "1g.10gb".
func (s *scanner) slice(i int) (int, bool) {
	if alnumAt(s.low, i-1) {
		return 0, false
	}
	a, j := s.digits(i, 1)
	if a == "" || !strings.HasPrefix(s.low[j:], "g.") {
		return 0, false
	}
	b, k := s.digits(j+2, 3)
	if b == "" || !strings.HasPrefix(s.low[k:], "gb") {
		return 0, false
	}
	return k + 2, true
}

// cardRun emits a run of letters and digits that names a card, with a count
// or a size that is written onto it: "8xA100", "4090D-24G".
func (s *scanner) cardRun(i int) (int, bool) {
	end := i
	for alnumAt(s.low, end) {
		end++
	}
	run := s.low[i:end]
	if len(run) > mostRun {
		return 0, false
	}
	n := len(s.out)
	pieces := s.card.split(run, n > 0 && s.out[n-1].class == cardPart && s.out[n-1].shape == mark)
	if pieces == nil || strings.Trim(run, "0123456789") == "" && s.card.words[run] == mark && s.isFigure(i, end) {
		return 0, false
	}
	if len(pieces) == 1 && pieces[0].shape == figure && s.isFigure(i, end) {
		return 0, false
	}
	for _, p := range pieces {
		to := i + len(p.text)
		switch p.shape {
		case size:
			s.emit(sizeText, "", i, to)
		case count:
			digits := strings.Trim(p.text, "x")
			if p.text[0] == 'x' {
				s.emit(timesMark, "", i, i+1)
				s.emit(numeral, "", i+1, i+1+len(digits))
			} else {
				s.emit(numeral, "", i, to-1)
				s.emit(timesMark, "", to-1, to)
			}
		default:
			s.emit(cardPart, "", i, to)
			s.out[len(s.out)-1].shape = p.shape
		}
		i = to
	}
	return end, true
}

// isFigure reports whether digits that are also the name of a card, "4090",
// are an amount here.
func (s *scanner) isFigure(start, end int) bool {
	if start > 0 && (s.low[start-1] == '.' || s.low[start-1] == ',' && digitAt(s.low, start-2)) {
		return true
	}
	if end < len(s.low) && (s.low[end] == '.' || s.low[end] == ',') && digitAt(s.low, end+1) {
		return true
	}
	if n := len(s.out); n > 0 && (s.out[n-1].class == currencySign || s.out[n-1].class == currencyWord && s.out[n-1].start == 0) {
		return true
	}
	return s.moneyAt(end, 1)
}

// moneyAt reports whether what stands at i makes the digits before it an
// amount: 元, /月, or a dash and such an amount.
func (s *scanner) moneyAt(i, depth int) bool {
	i = s.skip(i)
	if i >= len(s.low) {
		return false
	}
	e, ok := s.lex.at(s.low, i)
	if !ok {
		return false
	}
	after := s.skip(i + len(e.word))
	switch e.class {
	case currencyWord:
		// 块 counts cards as well as money.
		return !(e.word == "块" && after < len(s.low) && alnumAt(s.low, after))
	case magnitude:
		return true
	case slash, perMark:
		if after >= len(s.low) {
			return false
		}
		unit, ok := s.lex.at(s.low, after)
		return ok && (unit.class == periodWord || unit.class == cardScope || unit.class == instanceScope || unit.class == cardHour || unit.class == dataUnit)
	case dash:
		digits, j := s.digits(after, 6)
		return depth > 0 && len(digits) >= 4 && s.moneyAt(j, depth-1)
	}
	return false
}

func (s *scanner) skip(i int) int {
	for i < len(s.low) && s.low[i] == ' ' {
		i++
	}
	return i
}

// whole reads a small whole number of cards.
func (t token) whole() (int, bool) {
	if t.class != numeral {
		return 0, false
	}
	n, err := strconv.Atoi(t.text)
	return n, err == nil && n >= 1 && n <= mostCards && t.text[0] != '0'
}

const (
	mostRun   = 24
	mostCards = 1024 // more are no count but a figure
)
