package text

import (
	"golang.org/x/text/collate"
	"golang.org/x/text/language"
)

// ByName returns the order of names: Chinese ones by pinyin, others by the
// alphabet, whatever the language of the screen; capitals and figures as a
// reader expects them.
func ByName() func(a, b string) int {
	return collate.New(language.Chinese, collate.IgnoreCase, collate.Numeric).CompareString
}
