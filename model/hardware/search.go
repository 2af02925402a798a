package hardware

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/width"
)

// How well one word of a query matches; lower is better.
const (
	wholeWord = iota
	wordStart
	inside
	byMaker
	noMatch
)

// FindCards returns the cards that match every word of query, the best match
// first. Case, width, spaces and hyphens do not matter; an empty query
// matches all in their own order.
func FindCards(cards []Card, query string) []Card {
	return find(cards, query, func(c Card) (string, string) { return c.ID, c.Vendor + " " + c.Arch })
}

// FindModels returns the models that match every word of query, the best
// match first, by the same rules as FindCards.
func FindModels(models []Model, query string) []Model {
	return find(models, query, func(m Model) (string, string) { return m.ID, string(m.Kind) })
}

// NearestModels returns the models that FindModels returns or, while there is
// none, those for fewer and fewer of the query's first words: "Qwen2.5-7B" for
// "Qwen2.5-7B-Instruct".
func NearestModels(models []Model, query string) []Model {
	return nearest(models, query, FindModels)
}

// NearestCards does the same for cards.
func NearestCards(cards []Card, query string) []Card { return nearest(cards, query, FindCards) }

func nearest[T any](things []T, query string, find func([]T, string) []T) []T {
	asked := words(query)
	if len(asked) == 0 {
		return find(things, "")
	}
	for n := len(asked); n > 0; n-- {
		if found := find(things, strings.Join(asked[:n], " ")); len(found) > 0 {
			return found
		}
	}
	return nil
}

// FindPlatforms returns the platforms that match every word of query in
// either language, the best match first, by the same rules as FindCards.
func FindPlatforms(platforms []Platform, query string) []Platform {
	return find(platforms, query, func(p Platform) (string, string) { return p.NameEN + " " + p.NameZH, p.ID })
}

// Same reports whether two names differ at most in case, width, spaces and
// hyphens.
func Same(a, b string) bool { return a == b || compact(a) == compact(b) }

type hit[T any] struct {
	thing  T
	score  int
	length int
}

func find[T any](things []T, query string, names func(T) (name, maker string)) []T {
	asked := words(query)
	if len(asked) == 0 {
		return slices.Clone(things)
	}
	var hits []hit[T]
	for _, thing := range things {
		name, maker := names(thing)
		if score, ok := match(asked, query, name, maker); ok {
			hits = append(hits, hit[T]{thing, score, len(compact(name))})
		}
	}
	slices.SortStableFunc(hits, func(a, b hit[T]) int {
		return cmp.Or(cmp.Compare(a.score, b.score), cmp.Compare(a.length, b.length))
	})
	found := make([]T, len(hits))
	for i, h := range hits {
		found[i] = h.thing
	}
	return found
}

func match(asked []string, query, name, maker string) (int, bool) {
	if Same(query, name) {
		return -1, true
	}
	score := 0
	for _, word := range asked {
		s := matchWord(word, name, maker)
		if s == noMatch {
			return 0, false
		}
		score += s
	}
	return score, true
}

func matchWord(word, name, maker string) int {
	whole := compact(name)
	best := noMatch
	if strings.Contains(whole, word) {
		best = inside
	}
	if strings.HasPrefix(whole, word) {
		best = wordStart
	}
	for _, w := range words(name) {
		if w == word {
			return wholeWord
		}
		if strings.HasPrefix(w, word) {
			best = wordStart
		}
	}
	if best == noMatch && strings.Contains(compact(maker), word) {
		best = byMaker
	}
	return best
}

// fold makes case and width alike.
func fold(s string) string { return strings.ToLower(width.Fold.String(s)) }

func partOfWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || r == '.' }

// words splits at anything but letters, digits and the point of a version.
func words(s string) []string {
	return strings.FieldsFunc(fold(s), func(r rune) bool { return !partOfWord(r) })
}

func compact(s string) string { return strings.Join(words(s), "") }
