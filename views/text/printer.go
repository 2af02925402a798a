// Package text turns rules and quantities into sentences, numbers and dates in
// the language asked for. The window, the pictures and the command line all
// speak through it.
//
// It owns the languages, the reading of the catalogues and the forms of
// numbers. It must not know the toolkit, a screen, or how a number came about.
package text

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"sync"
	"text/template"
	"unicode"
	"unicode/utf8"

	"github.com/nicksnyder/go-i18n/v2/i18n"
	i18ntemplate "github.com/nicksnyder/go-i18n/v2/i18n/template"
	"golang.org/x/text/language"
	"golang.org/x/text/message"

	"cardhour/assets"
)

// Language is the tag of a catalogue.
type Language string

// The languages that the program speaks.
const (
	English Language = "en"
	Chinese Language = "zh-Hans"
)

// Languages lists all of them; the first is spoken where no other fits.
var Languages = []Language{English, Chinese}

// Match returns the language that suits a person's preferences best. It takes
// BCP 47 tags and the forms that systems use, such as "zh_CN.UTF-8". Every
// kind of Chinese is answered in the one that there is.
func Match(prefs ...string) Language {
	var wanted []language.Tag
	for _, pref := range prefs {
		pref, _, _ = strings.Cut(pref, ".")
		pref, _, _ = strings.Cut(pref, "@")
		tag, err := language.Parse(pref)
		if err != nil {
			continue
		}
		if base, _ := tag.Base(); base.String() == "zh" {
			tag = language.SimplifiedChinese
		}
		wanted = append(wanted, tag)
	}
	_, i, confidence := language.NewMatcher([]language.Tag{language.English, language.SimplifiedChinese}).Match(wanted...)
	if confidence == language.No {
		return English
	}
	return Languages[i]
}

// Printer speaks one language. It may be used from several goroutines.
type Printer struct {
	lang     Language
	keys     map[string]bool
	messages *i18n.Localizer
	numbers  *message.Printer
	point    string // between whole and fraction
}

var printers sync.Map // Language → *Printer

// New returns the printer of a language, English for one that is not spoken.
func New(lang Language) *Printer {
	if !slices.Contains(Languages, lang) {
		lang = English
	}
	if p, ok := printers.Load(lang); ok {
		return p.(*Printer)
	}
	p, err := load(lang, assets.Translations())
	if err != nil {
		panic(err) // the catalogues are part of the program and tested
	}
	kept, _ := printers.LoadOrStore(lang, p)
	return kept.(*Printer)
}

// load reads one catalogue. Each language has a bundle of its own, so that a
// text that is missing shows instead of appearing in the other language.
func load(lang Language, catalogues fs.FS) (*Printer, error) {
	name := string(lang) + ".json"
	data, err := fs.ReadFile(catalogues, name)
	if err != nil {
		return nil, fmt.Errorf("read the texts: %w", err)
	}
	var flat map[string]string
	if err := json.Unmarshal(data, &flat); err != nil {
		return nil, fmt.Errorf("read the texts of %s: %w", name, err)
	}
	tag := language.MustParse(string(lang))
	bundle := i18n.NewBundle(tag)
	keys := make(map[string]bool, len(flat))
	for key, body := range flat {
		keys[key] = true
		if err := bundle.AddMessages(tag, &i18n.Message{ID: key, Other: body}); err != nil {
			return nil, fmt.Errorf("read the text %s of %s: %w", key, name, err)
		}
	}
	numbers := message.NewPrinter(tag)
	return &Printer{
		lang: lang, keys: keys, numbers: numbers, point: decimalPoint(numbers),
		messages: i18n.NewLocalizer(bundle, string(lang)),
	}, nil
}

// Language returns the language that p speaks.
func (p *Printer) Language() Language { return p.lang }

// Has reports whether the catalogue has a text for key.
func (p *Printer) Has(key string) bool { return p.keys[key] }

// T returns the text of key. Its placeholders are given as pairs of name and
// value or as one map; numbers, money and dates are written in the language's
// form. A key without a text comes back as ⟦key⟧ and is remembered by Missing.
func (p *Printer) T(key string, args ...any) string {
	said, err := p.messages.Localize(&i18n.LocalizeConfig{
		MessageID: key, TemplateData: p.data(args), TemplateParser: templates{},
	})
	if err != nil {
		missing.Store(string(p.lang)+": "+key, err.Error())
		return "⟦" + key + "⟧"
	}
	if p.lang == Chinese {
		return closeUp(said)
	}
	return said
}

// Term returns the name of a thing, such as a kind of cost or a billing fact.
func (p *Printer) Term(name string) string { return p.T("term." + name) }

// Label is a term as it stands at the head of a column or a field. The names of
// programs and formats (vLLM, llama.cpp, int8) stay as they are spelled.
func (p *Printer) Label(name string) string {
	term := p.Term(name)
	word, _, _ := strings.Cut(term, " ")
	if strings.ContainsFunc(word, func(r rune) bool { return !unicode.IsLower(r) && r != '-' }) {
		return term
	}
	first, size := utf8.DecodeRuneInString(term)
	return string(unicode.ToUpper(first)) + term[size:]
}

// List joins things that stand side by side in a sentence.
func (p *Printer) List(things ...string) string { return strings.Join(things, p.T("format.list")) }

// Paragraph joins whole sentences.
func (p *Printer) Paragraph(sentences ...string) string {
	if p.lang == Chinese { // the full stop brings its own space
		return strings.Join(sentences, "")
	}
	return strings.Join(sentences, " ")
}

func (p *Printer) data(args []any) map[string]any {
	out := map[string]any{}
	if len(args) == 1 {
		if given, ok := args[0].(map[string]any); ok {
			for name, value := range given {
				out[name] = p.argument(value)
			}
			return out
		}
	}
	for i := 0; i+1 < len(args); i += 2 {
		out[fmt.Sprint(args[i])] = p.argument(args[i+1])
	}
	return out
}

// argument is a quantity as T hands it to a text.
func (p *Printer) argument(v any) quantity {
	q := p.quantity(v)
	if p.lang == Chinese {
		q.text = marked(q.text)
	}
	return q
}

// missing holds what was asked for in vain and why it was in vain.
var missing sync.Map

// Missing lists the texts that were asked for and could not be given since
// the program started, as "language: key". A test asserts that there is none.
func Missing() []string {
	var all []string
	missing.Range(func(key, _ any) bool {
		all = append(all, key.(string))
		return true
	})
	slices.Sort(all)
	return all
}

// templates reads the texts as templates. A placeholder that nobody filled is an
// error instead of "<no value>". The functions never change, so that what was
// parsed can be kept.
type templates struct{}

func (templates) Cacheable() bool { return true }

func (templates) Parse(src, left, right string) (i18ntemplate.ParsedTemplate, error) {
	p := i18ntemplate.TextParser{Funcs: template.FuncMap{"plural": plural}, Option: "missingkey=error"}
	return p.Parse(src, left, right)
}

// plural picks the form of a noun that goes with a number.
func plural(n any, one, many string) (string, error) {
	q, ok := n.(quantity)
	if !ok {
		return "", errors.New("plural of what is no number")
	}
	if q.one {
		return one, nil
	}
	return many, nil
}
