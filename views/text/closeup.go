package text

import (
	"strings"
	"unicode/utf8"

	"golang.org/x/text/width"
)

// Chinese sets a space between its own letters and Latin ones or figures, and
// none among its own. A text cannot tell which it is given ("再到 {{.main}}
// 干活" may be told of RunPod or of 恒源云): the spaces stand in the text, and
// those that turn out to lie among Chinese letters go.

// The marks around an argument while a text is put together. They are no
// characters by Unicode, so that nobody types them.
const (
	markBegin = '\uFDD0'
	markEnd   = '\uFDD1'
)

func marked(argument string) string { return string(markBegin) + argument + string(markEnd) }

// closeUp takes the marks away, and with them each space at the edge of an
// argument that has a Chinese letter or sign on both sides. Spaces inside of
// an argument stay as they were typed.
func closeUp(said string) string {
	if !strings.ContainsRune(said, markBegin) {
		return said
	}
	var out strings.Builder
	out.Grow(len(said))
	var before, letter rune // the last one, and the last one that is no mark
	for i, r := range said {
		switch {
		case r == markBegin || r == markEnd:
		case r == ' ' && isChinese(letter) && spaceCloses(before, said[i+1:]):
		default:
			out.WriteRune(r)
			letter = r
		}
		before = r
	}
	return out.String()
}

// spaceCloses reports whether a space is at the edge of an argument and a
// Chinese letter follows.
func spaceCloses(before rune, rest string) bool {
	next, size := utf8.DecodeRuneInString(rest)
	atEdge := before == markEnd
	if next == markBegin {
		atEdge = true
		next, _ = utf8.DecodeRuneInString(rest[size:])
	}
	return atEdge && isChinese(next)
}

// isChinese reports whether r fills the square of a Chinese letter. The
// quotation marks do in Chinese, though other languages share them.
func isChinese(r rune) bool {
	switch width.LookupRune(r).Kind() {
	case width.EastAsianWide, width.EastAsianFullwidth:
		return true
	}
	return strings.ContainsRune("“”‘’", r)
}
