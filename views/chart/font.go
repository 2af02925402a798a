package chart

import (
	"regexp"
	"strings"
	"sync"
	"unicode"

	"github.com/golang/freetype/truetype"
	"golang.org/x/image/math/fixed"

	"cardhour/assets"
)

// Proportions of a line of text, in sizes of its font.
const (
	lineHeight = 1.4
	baseline   = 1.05 // from the top of the line; Chinese reaches 0.88 above it
)

var fonts = sync.OnceValue(func() [2]*truetype.Font {
	var parsed [2]*truetype.Font
	for i, data := range [][]byte{assets.FontRegular, assets.FontBold} {
		f, err := truetype.Parse(data)
		if err != nil {
			panic(err) // the fonts are part of the program and tested
		}
		parsed[i] = f
	}
	return parsed
})

func fontOf(bold bool) *truetype.Font {
	if bold {
		return fonts()[1]
	}
	return fonts()[0]
}

// widthOf measures a line. The outlines are not hinted, so that widths grow
// in step with the size.
func widthOf(body string, size float64, bold bool) float64 {
	f := fontOf(bold)
	em := f.FUnitsPerEm()
	sum := 0
	for _, r := range body {
		sum += int(f.HMetric(fixed.Int26_6(em), f.Index(r)).AdvanceWidth)
	}
	return float64(sum) * size / float64(em)
}

// clean makes one line of what a person may have typed or pasted.
func clean(body string) string {
	body = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case unicode.IsControl(r), unicode.In(r, unicode.Cf), r == unicode.ReplacementChar, r == 0xFFFE, r == 0xFFFF:
			return -1 // the last two are refused by XML
		}
		return r
	}, strings.ToValidUTF8(body, ""))
	return strings.Join(strings.Fields(body), " ")
}

// shorten cuts a line to a width and marks the cut.
func shorten(body string, width, size float64, bold bool) string {
	if widthOf(body, size, bold) <= width {
		return body
	}
	letters := []rune(body)
	for n := len(letters) - 1; n > 0; n-- {
		cut := strings.TrimRight(string(letters[:n]), " ·，、（(") + "…"
		if widthOf(cut, size, bold) <= width {
			return cut
		}
	}
	return ""
}

// A number and the unit after it stay on one line.
var numberAndUnit = regexp.MustCompile(`([0-9]) (\pL)`)

// wrap breaks a text into lines of at most width. Chinese breaks between any
// two characters, but no line begins with a closing sign or ends with an
// opening one; Latin breaks at spaces, a word that is too long anywhere.
func wrap(body string, width, size float64, bold bool) []string {
	var lines []string
	line := ""
	for _, piece := range pieces(numberAndUnit.ReplaceAllString(body, "$1\u00a0$2")) {
		for {
			if widthOf(strings.TrimRight(line+piece, " "), size, bold) <= width {
				line += piece
				break
			}
			if line != "" {
				lines = append(lines, strings.TrimRight(line, " "))
				line = ""
				continue
			}
			n := 1
			letters := []rune(piece)
			for n < len(letters)-1 && widthOf(string(letters[:n+1]), size, bold) <= width {
				n++
			}
			if n >= len(letters) {
				line = piece
				break
			}
			lines = append(lines, string(letters[:n]))
			piece = string(letters[n:])
		}
	}
	if line = strings.TrimRight(line, " "); line != "" {
		lines = append(lines, line)
	}
	return lines
}

const (
	closing = "，。、；：？！）》」』】”’,.;:?!)]}%…·"
	opening = "（《「『【“‘([{¥$€£"
)

// pieces splits a text where a line may break.
func pieces(body string) []string {
	var all []string
	var now []rune
	for _, r := range body {
		if len(now) > 0 && breakable(now[len(now)-1], r) {
			all = append(all, string(now))
			now = now[:0]
		}
		now = append(now, r)
	}
	if len(now) > 0 {
		all = append(all, string(now))
	}
	return all
}

func breakable(before, after rune) bool {
	if after == ' ' || after == '\u00a0' || before == '\u00a0' || strings.ContainsRune(closing, after) || strings.ContainsRune(opening, before) {
		return false
	}
	return before == ' ' || wide(before) || wide(after)
}

func wide(r rune) bool {
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul) || r >= 0x3000 && r <= 0x303F || r >= 0xFF00 && r <= 0xFFEF
}
