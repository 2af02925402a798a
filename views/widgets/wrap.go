package widgets

import (
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/go-text/typesetting/segmenter"
	"golang.org/x/text/width"
)

// paragraph is a text without line ends, and where its lines may end.
type paragraph struct {
	text string
	ends []end // the last one is the text's own
}

// end is a place where a line may end. at counts bytes; guess is the text's
// width up to there, in halves of a Chinese letter's, by which the search for
// the end of a line begins near it.
type end struct{ at, guess int }

func (e end) after(letters []rune) end {
	for _, r := range letters {
		e.at += utf8.RuneLen(r)
		e.guess++
		if isWide(r) {
			e.guess++
		}
	}
	return e
}

// newParagraph finds where lines may end, by the rules of Unicode (UAX #14):
// anywhere in Chinese but before closing and after opening signs. Of what they
// allow inside of words without a space it takes only the places beside a wide
// letter: "A100-80GB" and "token/s" stay whole.
func newParagraph(text string) paragraph {
	p := paragraph{text: strings.ToValidUTF8(text, string(utf8.RuneError))}
	var s segmenter.Segmenter
	s.InitWithString(p.text)
	p.ends = make([]end, 0, len(p.text)/3) // a Chinese letter is three bytes
	var to end
	for i := s.LineIterator(); i.Next(); {
		to = to.after(i.Line().Text)
		if to.at == len(p.text) || p.mayEnd(to.at) {
			p.ends = append(p.ends, to)
		}
	}
	return p
}

func (p paragraph) mayEnd(at int) bool {
	before, _ := utf8.DecodeLastRuneInString(p.text[:at])
	after, _ := utf8.DecodeRuneInString(p.text[at:])
	switch {
	case strings.ContainsRune("%…·", after): // belongs to what stands before it, over a space too
		return false
	case unicode.IsSpace(before):
		return true
	case before == '/': // a price stays with its unit
		return false
	}
	return isWide(before) || isWide(after)
}

func isWide(r rune) bool {
	k := width.LookupRune(r).Kind()
	return k == width.EastAsianWide || k == width.EastAsianFullwidth
}

// lines breaks the paragraph: as much on each line as its room takes. A word
// that is longer than a line is cut where the line is full. Spaces at the end
// of a line are counted to it and need no room.
func (p paragraph) lines(room float32, measure func(string) float32) []string {
	var lines []string
	half := measure("国") / 2
	from := end{}
	fits := func(ends []end) int {
		return fitting(from, ends, half, room, func(to end) float32 { return measure(shown(p.text[from.at:to.at])) })
	}
	take := func(to end) {
		lines = append(lines, p.text[from.at:to.at])
		from = to
	}
	for ends := p.ends; len(ends) > 0; {
		if n := fits(ends); n > 0 {
			take(ends[n-1])
			ends = ends[n:]
			continue
		}
		// The rest of the word begins a line that other words may follow on.
		letters := p.letters(from, ends[0])
		for n := max(fits(letters), 1); n < len(letters); n = max(fits(letters), 1) {
			take(letters[n-1])
			letters = letters[n:]
		}
		if len(letters) == 1 && fits(letters) == 0 {
			take(ends[0])
			ends = ends[1:]
		}
	}
	if lines == nil {
		return []string{""}
	}
	return lines
}

// shown is what is drawn of a line.
func shown(line string) string { return strings.TrimRight(line, " ") }

// fitting tells how many of the ends lie in the room, with few measurements:
// each corrects the guess of where the room is full.
func fitting(from end, ends []end, half, room float32, measure func(end) float32) int {
	fits, over := 0, len(ends)+1
	most := float32(from.guess) + room/half
	for over-fits > 1 {
		n := sort.Search(len(ends), func(i int) bool { return float32(ends[i].guess) > most })
		n = min(max(n, fits+1), over-1)
		wide := measure(ends[n-1])
		if wide <= room {
			fits = n
		} else {
			over = n
		}
		most = float32(ends[n-1].guess) + (room-wide)/half
	}
	return fits
}

// letters are the places between the letters of a word, as a reader counts
// them, and the word's end.
func (p paragraph) letters(from, word end) []end {
	var s segmenter.Segmenter
	s.InitWithString(p.text[from.at:word.at])
	var ends []end
	to := from
	for i := s.GraphemeIterator(); i.Next(); {
		to = to.after(i.Grapheme().Text)
		ends = append(ends, to)
	}
	return ends
}
