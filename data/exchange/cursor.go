package exchange

import (
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/govalues/decimal"

	"cardhour/model/money"
	"cardhour/model/reason"
)

// cursor is a value at its place in the file. Reading through it latches the
// first thing that is wrong, so that a format reads like its description;
// what is read after that is thrown away.
type cursor struct {
	node *node // nil where the file says nothing
	path string
	bad  *error // shared by all cursors of a file
}

func (c cursor) refuse(rule string, args ...reason.Arg) { c.fail(reason.Refuse("", rule, args...)) }

// fail latches an error, placing it under the cursor.
func (c cursor) fail(err error) {
	if *c.bad != nil {
		return
	}
	var p *reason.Problem
	if errors.As(err, &p) {
		err = p.In(c.path)
		if c.path == "" {
			err = p
		}
	}
	*c.bad = err
}

// given reports whether the file says anything here.
func (c cursor) given() bool { return c.node != nil }

// is refuses a value of another kind than those wanted.
func (c cursor) is(wanted ...kind) bool {
	if !c.given() {
		return false
	}
	if !slices.Contains(wanted, c.node.kind) {
		c.refuse("file.wrong_type", reason.Name("want", string(wanted[0])), reason.Name("got", string(c.node.kind)))
		return false
	}
	return true
}

// object refuses keys that are not among those known: a misspelt one would
// otherwise turn a known figure into an unknown one, unseen.
func (c cursor) object(known ...string) bool {
	if !c.is(object) {
		return false
	}
	for _, key := range c.node.keys {
		if slices.Contains(known, key) {
			continue
		}
		if place := placeOf(key, c.path); place != "" {
			c.refuse("file.key_elsewhere", reason.Word("key", key), reason.Word("place", place))
		} else if near := nearest(key, known); near != "" {
			c.refuse("file.unknown_key", reason.Word("key", shown(key)), reason.Word("near", near))
		} else {
			c.refuse("file.unknown_key_of", reason.Word("key", shown(key)), reason.Word("keys", strings.Join(known, ", ")))
		}
		return false
	}
	return true
}

// get is the value under key.
func (c cursor) get(key string) cursor {
	next := cursor{path: under(c.path, key), bad: c.bad}
	if c.given() && c.node.kind == object {
		next.node = c.node.members[key]
	}
	return next
}

// need is the value under key, which must be there.
func (c cursor) need(key string) cursor {
	next := c.get(key)
	if c.given() && !next.given() {
		c.refuse("file.missing_key", reason.Word("key", key))
	}
	return next
}

// list are the values of an array. An object that stands alone is a list of
// one.
func (c cursor) list() []cursor {
	if c.given() && c.node.kind == object {
		return []cursor{c}
	}
	return c.items()
}

// walk is the value at a path below the cursor, "price_series[0].amount".
func (c cursor) walk(path string) cursor {
	for step := range strings.SplitSeq(path, ".") {
		key, index, listed := strings.Cut(step, "[")
		if key != "" {
			c = c.get(key)
		}
		if i, err := strconv.Atoi(strings.TrimSuffix(index, "]")); listed && err == nil && c.given() && i < len(c.node.items) {
			c = cursor{c.node.items[i], indexed(c.path, i), c.bad}
		}
	}
	return c
}

// items are the values of an array.
func (c cursor) items() []cursor {
	if !c.is(array) {
		return nil
	}
	list := make([]cursor, len(c.node.items))
	for i, n := range c.node.items {
		list[i] = cursor{n, indexed(c.path, i), c.bad}
	}
	return list
}

// word is a text of one line.
func (c cursor) word() string {
	if !c.is(text) {
		return ""
	}
	if strings.ContainsFunc(c.node.text, unicode.IsControl) {
		c.refuse("text.control")
	}
	return strings.TrimSpace(c.node.text)
}

// prose is a text that may have several lines.
func (c cursor) prose() string {
	if !c.is(text) {
		return ""
	}
	control := func(r rune) bool { return unicode.IsControl(r) && r != '\n' && r != '\t' && r != '\r' }
	if strings.ContainsFunc(c.node.text, control) {
		c.refuse("text.control")
	}
	return strings.TrimSpace(c.node.text)
}

// choice is one of a list of words; fallback where the file says nothing.
// Capitals, spaces and hyphens make no difference.
func choice[T ~string](c cursor, fallback T, list ...T) T { return choiceOr(c, fallback, nil, list...) }

// choiceOr is choice with other words for the same.
func choiceOr[T ~string](c cursor, fallback T, other map[string]T, list ...T) T {
	if !c.given() {
		return fallback
	}
	if !c.is(text) {
		return ""
	}
	said := sameWord(c.node.text)
	for _, word := range list {
		if sameWord(string(word)) == said {
			return word
		}
	}
	if word, ok := other[said]; ok {
		return word
	}
	words := make([]string, 0, len(list))
	for _, w := range list {
		if w != "" {
			words = append(words, string(w))
		}
	}
	c.refuse("file.choice", reason.Word("text", shown(c.node.text)), reason.Word("choices", strings.Join(words, ", ")))
	return ""
}

// sameWord is a word without what people write differently.
func sameWord(s string) string {
	return strings.NewReplacer("-", "_", " ", "_").Replace(strings.ToLower(strings.TrimSpace(s)))
}

// yes is true or false; false where the file says nothing.
func (c cursor) yes() bool { return c.is(boolean) && c.node.text == "true" }

// money reads an amount, with or without the sign of its currency.
func (c cursor) money(currency money.Currency) decimal.Decimal {
	if !c.given() {
		return decimal.Zero
	}
	if c.node.kind == text && !strings.ContainsFunc(c.node.text, unicode.IsControl) {
		if a, err := money.ParseAmount(c.node.text, currency); err == nil {
			return a.Value
		} else if p := (*reason.Problem)(nil); errors.As(err, &p) && p.Rule == "currency.mismatch" {
			c.fail(err)
			return decimal.Zero
		}
	}
	return c.decimal()
}

// optional is a number; zero where the file says nothing.
func (c cursor) optional() decimal.Decimal {
	if !c.given() {
		return decimal.Zero
	}
	return c.decimal()
}

// percent reads 8.1 or "8.1%".
func (c cursor) percent() decimal.Decimal {
	if c.given() && c.node.kind == text {
		bare := *c.node
		bare.text = strings.TrimRight(strings.TrimSpace(bare.text), "%％ ")
		c.node = &bare
	}
	return c.optional()
}

// amounts of tokens are longer than any money.
const mostTokenDigits = 15

func (c cursor) tokens() decimal.Decimal {
	if c.given() && c.node.kind == number && len(c.node.text) <= mostTokenDigits && strings.Trim(c.node.text, "0123456789") == "" {
		if d, err := decimal.Parse(c.node.text); err == nil {
			return d
		}
	}
	return c.optional()
}

// decimal reads a number from its digits, never through a float.
func (c cursor) decimal() decimal.Decimal {
	if !c.is(number, text) {
		return decimal.Zero
	}
	written := c.node.text
	if strings.ContainsFunc(written, unicode.IsControl) {
		c.refuse("text.control")
		return decimal.Zero
	}
	if strings.ContainsAny(written, "eE") && strings.Trim(written, "0123456789+-.eE") == "" {
		c.refuse("number.exponent", reason.Word("text", shown(written)))
		return decimal.Zero
	}
	d, err := money.Parse(written)
	if err != nil {
		c.fail(err)
	}
	return d
}

// whole reads a whole number; fallback where the file says nothing.
func (c cursor) whole(fallback int) int {
	if !c.given() {
		return fallback
	}
	d := c.decimal()
	n, _, ok := d.Int64(0)
	if !ok || !d.IsInt() {
		c.refuse("number.not_whole")
	}
	return int(n)
}

// date reads a day or a month; a month is its first day, so that a figure
// never looks fresher than it is.
func (c cursor) date() time.Time {
	if !c.is(text) {
		return time.Time{}
	}
	for _, layout := range []string{time.DateOnly, "2006-01"} {
		if t, err := time.Parse(layout, c.node.text); err == nil {
			return t
		}
	}
	c.refuse("date.malformed", reason.Word("text", shown(c.node.text)))
	return time.Time{}
}

// shown makes the words of a file fit for a sentence: one line, no control
// characters, not a novel.
func shown(s string) string {
	const most = 60
	s = strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) && r != '\u3000' {
			return '\ufffd'
		}
		return r
	}, s)
	if r := []rune(s); len(r) > most {
		return string(r[:most]) + "…"
	}
	return s
}
