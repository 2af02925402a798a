package exchange

import (
	"html"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/width"
)

// clean makes one writing of a pasted line: full-width characters folded,
// what is left of HTML taken out, control characters and decoration dropped.
// A tab stays: it parts the cells of a table.
func clean(line string) string {
	s := html.UnescapeString(strings.ToValidUTF8(line, " "))
	s = width.Fold.String(dropTags(s))
	runes := []rune(s)
	var b strings.Builder
	b.Grow(len(s))
	for i, r := range runes {
		switch {
		case r == '\t':
			b.WriteByte('\t')
		case unicode.In(r, unicode.Cf, unicode.Mn, unicode.Me, unicode.So, unicode.Sk, unicode.Co) && r != '°':
			// Invisible characters and emoji say nothing.
		case unicode.IsSpace(r) || unicode.IsControl(r):
			b.WriteByte(' ')
		case r == '。' && i > 0 && i+1 < len(runes) && isDigit(runes[i-1]) && isDigit(runes[i+1]):
			b.WriteByte('.') // what a Chinese keyboard gives for a point
		case r == '−' || r == '–' || r == '—' || r == '‐' || r == '‑':
			b.WriteByte('-')
		case r == '～' || r == '〜' || r == '∼':
			b.WriteByte('~')
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// mostTag is the longest tag that is taken for one.
const mostTag = 200

// dropTags takes out <b> and </span class="x">, leaving "< 3" alone.
func dropTags(s string) string {
	var b strings.Builder
	for {
		at := strings.IndexByte(s, '<')
		if at < 0 {
			b.WriteString(s)
			return b.String()
		}
		b.WriteString(s[:at])
		s = s[at:]
		end := strings.IndexByte(s[:min(len(s), mostTag)], '>')
		if end < 0 || len(s) < 2 || (s[1] != '/' && s[1] != '!' && !isLetter(s[1]|0x20)) {
			b.WriteByte('<')
			s = s[1:]
			continue
		}
		b.WriteByte(' ')
		s = s[end+1:]
	}
}

// lower folds case without moving a byte.
func lower(s string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'A' && r <= 'Z' {
			return r + 'a' - 'A'
		}
		return r
	}, s)
}

func isDigit(r rune) bool  { return r >= '0' && r <= '9' }
func isLetter(c byte) bool { return c >= 'a' && c <= 'z' }

func digitAt(s string, i int) bool  { return i >= 0 && i < len(s) && isDigit(rune(s[i])) }
func letterAt(s string, i int) bool { return i >= 0 && i < len(s) && isLetter(s[i]) }
func alnumAt(s string, i int) bool  { return digitAt(s, i) || letterAt(s, i) }

// firstRunes shortens s to n characters.
func firstRunes(s string, n int) string {
	for i := range s {
		if n == 0 {
			return s[:i] + "…"
		}
		n--
	}
	return s
}

func runeAt(s string, i int) (rune, int) { return utf8.DecodeRuneInString(s[i:]) }
