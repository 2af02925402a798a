package text

import (
	"encoding/json"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"
	"text/template"
	"text/template/parse"
	"unicode"

	"cardhour/assets"
)

func catalogue(t *testing.T, lang Language) map[string]string {
	t.Helper()
	data, err := assets.Translation(string(lang))
	if err != nil {
		t.Fatal(err)
	}
	var flat map[string]string
	if err := json.Unmarshal(data, &flat); err != nil {
		t.Fatal(err)
	}
	return flat
}

func TestBothLanguagesSayTheSameThings(t *testing.T) {
	en, zh := catalogue(t, English), catalogue(t, Chinese)
	for _, key := range slices.Sorted(maps.Keys(en)) {
		if _, ok := zh[key]; !ok {
			t.Errorf("%s has no Chinese text", key)
			continue
		}
		inEnglish, inChinese := placeholders(t, key, en[key]), placeholders(t, key, zh[key])
		if !slices.Equal(inEnglish, inChinese) {
			t.Errorf("%s names %v in English and %v in Chinese", key, inEnglish, inChinese)
		}
	}
	for key := range zh {
		if _, ok := en[key]; !ok {
			t.Errorf("%s has no English text", key)
		}
	}
	for lang, texts := range map[Language]map[string]string{English: en, Chinese: zh} {
		for key, body := range texts {
			if strings.TrimSpace(body) == "" || (!joins.MatchString(key) && body != strings.TrimSpace(body)) {
				t.Errorf("%s in %s is empty or has space around it", key, lang)
			}
		}
	}
}

// joins are the keys of what stands between two things.
var joins = regexp.MustCompile(`\.(list|and|or)$`)

// placeholders lists the names that a text is filled with, in order.
func placeholders(t *testing.T, key, body string) []string {
	t.Helper()
	parsed, err := template.New(key).Funcs(template.FuncMap{"plural": plural}).Parse(body)
	if err != nil {
		t.Errorf("%s is no valid template: %v", key, err)
		return nil
	}
	found := map[string]bool{}
	var walk func(parse.Node)
	walk = func(n parse.Node) {
		switch n := n.(type) {
		case *parse.ListNode:
			if n != nil {
				for _, child := range n.Nodes {
					walk(child)
				}
			}
		case *parse.ActionNode:
			walk(n.Pipe)
		case *parse.PipeNode:
			for _, c := range n.Cmds {
				walk(c)
			}
		case *parse.CommandNode:
			for _, a := range n.Args {
				walk(a)
			}
		case *parse.FieldNode:
			found[n.Ident[0]] = true
		case *parse.IfNode, *parse.RangeNode, *parse.WithNode:
			t.Errorf("%s branches inside a sentence: say it in two texts", key)
		}
	}
	walk(parsed.Root)
	return slices.Sorted(maps.Keys(found))
}

var action = regexp.MustCompile(`\{\{[^}]*\}\}`)

func TestChineseIsSetAsChineseIsSet(t *testing.T) {
	for key, body := range catalogue(t, Chinese) {
		for _, fault := range misset(body) {
			t.Errorf("%s: %s in %q", key, fault, body)
		}
	}
}

// misset finds half-width punctuation beside a Chinese character and Chinese
// characters that stand against Latin letters or digits without a space. What
// a placeholder brings is not judged: it may be either.
func misset(body string) []string {
	var faults []string
	for _, plain := range action.Split(body, -1) {
		letters := []rune(plain)
		for i := 1; i < len(letters); i++ {
			a, b := letters[i-1], letters[i]
			pair := string([]rune{a, b})
			switch {
			case unicode.Is(unicode.Han, a) && half(b), half(a) && unicode.Is(unicode.Han, b):
				faults = append(faults, "half-width punctuation at "+pair)
			case unicode.Is(unicode.Han, a) && latin(b), latin(a) && unicode.Is(unicode.Han, b):
				faults = append(faults, "no space at "+pair)
			case strings.ContainsRune("，。；：？！、（）“”", a) && b == ' ', a == ' ' && strings.ContainsRune("，。；：？！、（）“”", b):
				faults = append(faults, "a space beside full-width punctuation at "+pair)
			}
		}
	}
	return faults
}

func half(r rune) bool { return strings.ContainsRune(`,.;:?!()"'`, r) }

func latin(r rune) bool {
	return r < unicode.MaxLatin1 && (unicode.IsLetter(r) || unicode.IsDigit(r))
}

func TestMissetTextIsFound(t *testing.T) {
	for body, faulty := range map[string]bool{
		"数据盘,每天":             true,
		"每GB":                true,
		"30天":                true,
		"完成.":                true,
		"（P2P） 平台":           true,
		"每 GB 每天，共 {{.n}} 天": false,
		"个人闲置卡（P2P）":         false,
		"{{.a}}：{{.b}}":      false,
	} {
		if got := len(misset(body)) > 0; got != faulty {
			t.Errorf("%q: fault found %v, want %v", body, got, faulty)
		}
	}
}

// The font draws curly quotes at the width of a Chinese character, which
// tears English apart.
func TestEnglishHasStraightQuotes(t *testing.T) {
	for key, said := range catalogue(t, English) {
		if strings.ContainsAny(said, "\u201c\u201d\u2018\u2019") {
			t.Errorf("%s: %s", key, said)
		}
	}
}
