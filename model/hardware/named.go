package hardware

import (
	"slices"
	"strings"
)

// CardOfName finds the card that has this very name, whatever its case, width
// and spaces.
func CardOfName(cards []Card, name string) (Card, bool) {
	return ofName(cards, name, func(c Card) string { return c.ID })
}

// ModelOfName finds the model that has this very name, whatever its case,
// width and spaces.
func ModelOfName(models []Model, name string) (Model, bool) {
	return ofName(models, name, func(m Model) string { return m.ID })
}

// CardNamed finds the card that a name means: the one that is called so, else
// the only one whose name begins with these words. "RTX 4090D" is the RTX
// 4090D 24GB; "A100" may be several, and is none of them.
func CardNamed(cards []Card, name string) (Card, bool) {
	if c, ok := CardOfName(cards, name); ok {
		return c, true
	}
	asked := compact(name)
	return only(cards, func(c Card) bool {
		begun := ""
		for _, word := range words(c.ID) {
			if begun += word; begun == asked {
				return true
			}
		}
		return false
	})
}

// ModelNamed finds the model that a name means: the one that is called so,
// else the only language model whose name differs in nothing but what it was
// tuned for. That leaves the shape as it is: "Qwen2.5-7B-Instruct" is computed
// as Qwen2.5-7B. For other kinds such a word is part of the name, as in
// whisper-base.
func ModelNamed(models []Model, name string) (Model, bool) {
	if m, ok := ModelOfName(models, name); ok {
		return m, true
	}
	asked := untuned(name)
	return only(models, func(m Model) bool { return m.Kind == LLM && asked != "" && untuned(m.ID) == asked })
}

// tunings are the words that say what a language model was tuned for, or in
// whose format its files are.
var tunings = []string{"instruct", "chat", "base", "it", "hf"}

// untuned is a name without those words, wherever they stand but first:
// "Mistral-7B-Instruct-v0.3", too, is a Mistral-7B-v0.3.
func untuned(name string) string {
	all := words(name)
	if len(all) == 0 {
		return ""
	}
	rest := slices.DeleteFunc(all[1:], func(w string) bool { return slices.Contains(tunings, w) })
	return all[0] + strings.Join(rest, "")
}

// ofName prefers the exact name.
func ofName[T any](list []T, name string, of func(T) string) (T, bool) {
	i := slices.IndexFunc(list, func(x T) bool { return of(x) == name })
	if i < 0 {
		i = slices.IndexFunc(list, func(x T) bool { return Same(of(x), name) })
	}
	if i < 0 {
		var none T
		return none, false
	}
	return list[i], true
}

// only is the thing of which something holds, if that is one alone.
func only[T any](list []T, is func(T) bool) (T, bool) {
	var none T
	i := slices.IndexFunc(list, is)
	if i < 0 || slices.ContainsFunc(list[i+1:], is) {
		return none, false
	}
	return list[i], true
}
