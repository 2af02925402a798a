package exchange

import (
	"slices"
	"strconv"
	"strings"

	"cardhour/model/hardware"
)

// cardShape is what a word within a card's name is.
type cardShape uint8

const (
	mark   cardShape = iota // RTX, PCIe, Ti: belongs to a name beside it
	model                   // A100, 4090D
	figure                  // 4090: a name by itself, and also a figure
	round                   // 6000: a name only beside RTX or Ada
	size                    // 24GB
	count                   // 8x
)

type cardPiece struct {
	text  string
	shape cardShape
}

// makers are words that add nothing to the name of a card.
var makers = []string{"nvidia", "geforce", "tesla", "quadro", "rtx", "gtx", "amd", "instinct", "radeon", "huawei", "gpu", "昇腾", "英伟达", "华为"}

// forms are the ways that one card is built; a page often leaves them out.
var forms = []string{"pcie", "sxm", "nvl", "blackwell", "first", "generation", "modded"}

var moreMarks = []string{"sxm2", "sxm3", "sxm4", "sxm5", "hbm", "oam", "max", "laptop"}

// cardIndex knows the words of the catalogue's names.
type cardIndex struct {
	cards []hardware.Card
	words map[string]cardShape
	made  map[string]cardNames // by the words asked for
	found map[string][]hardware.Card
}

func newCardIndex(cards []hardware.Card) *cardIndex {
	x := &cardIndex{cards: cards, words: map[string]cardShape{}, made: map[string]cardNames{}, found: map[string][]hardware.Card{}}
	for _, c := range cards {
		for _, w := range wordsOf(c.ID) {
			if gib := memoryOf(w); gib > 0 || w == "first" || w == "generation" {
				continue
			}
			x.words[w] = shapeOf(w)
		}
	}
	for _, w := range slices.Concat(makers, moreMarks, []string{"pcie", "sxm", "nvl", "pro", "ada", "ti", "super"}) {
		if w != "gpu" {
			x.words[w] = mark
		}
	}
	return x
}

func shapeOf(word string) cardShape {
	digits := strings.Trim(word, "0123456789") == ""
	switch {
	case strings.Trim(word, "abcdefghijklmnopqrstuvwxyz") == "" || strings.HasPrefix(word, "sxm"):
		return mark
	case digits && (strings.HasSuffix(word, "000") || len(word) < 4):
		return round
	case digits:
		return figure
	}
	return model
}

// wordsOf splits a name at anything but letters and digits.
func wordsOf(name string) []string {
	return strings.FieldsFunc(lower(name), func(r rune) bool { return !isDigit(r) && (r < 'a' || r > 'z') })
}

// memoryOf reads 24, 24g, 24gb as GiB of memory; 0 for any other word.
func memoryOf(word string) int {
	digits := strings.TrimRight(word, "gib")
	switch strings.TrimPrefix(word, digits) {
	case "g", "gb", "gib":
	case "":
		if len(digits) > 2 {
			return 0
		}
	default:
		return 0
	}
	n, err := strconv.Atoi(digits)
	if err != nil || n < 1 || n > 4096 {
		return 0
	}
	return n
}

// split takes a run of letters and digits apart into the words of a card's
// name, or returns nil. beside says that such a word stands just before.
func (x *cardIndex) split(run string, beside bool) []cardPiece {
	if run == "" {
		return nil
	}
	pieces := x.cut(run, 0)
	if pieces == nil {
		return x.unknown(run, beside)
	}
	named, marked := false, beside
	for _, p := range pieces {
		named = named || p.shape == model || p.shape == figure || p.shape == round
		marked = marked || p.shape == mark
	}
	switch {
	case !named && len(pieces) > 1, len(pieces) == 1 && (pieces[0].shape == size || pieces[0].shape == count):
		return nil
	case len(pieces) == 1 && pieces[0].shape == figure && beside:
		pieces[0].shape = model
	}
	return pieces
}

// cut finds the words that a run consists of, the longest first.
func (x *cardIndex) cut(run string, depth int) []cardPiece {
	if run == "" {
		return []cardPiece{}
	}
	if depth > 5 {
		return nil
	}
	for n := len(run); n > 0; n-- {
		p := cardPiece{text: run[:n]}
		shape, known := x.words[p.text]
		switch {
		case known:
			p.shape = shape
		case isCount(p.text):
			p.shape = count
		case memoryOf(p.text) > 0 && !isDigit(rune(p.text[n-1])):
			p.shape = size
		default:
			continue
		}
		if n < len(run) && isDigit(rune(run[n-1])) && isDigit(rune(run[n])) {
			continue // "40900" is no 4090
		}
		if rest := x.cut(run[n:], depth+1); rest != nil {
			return append([]cardPiece{p}, rest...)
		}
	}
	return nil
}

func isCount(word string) bool {
	digits := strings.Trim(word, "x")
	return len(word) == len(digits)+1 && digits != "" && len(digits) <= 3 && strings.Trim(digits, "0123456789") == ""
}

// unknown takes a run for the name of a card that the catalogue lacks: "K80"
// beside Tesla, "A16" by itself.
func (x *cardIndex) unknown(run string, beside bool) []cardPiece {
	letters := strings.TrimRight(strings.TrimRight(run, "abcdefghijklmnopqrstuvwxyz"), "0123456789")
	digits := len(strings.Trim(run, "abcdefghijklmnopqrstuvwxyz"))
	plain := strings.Trim(letters, "abcdefghijklmnopqrstuvwxyz") == "" && digits >= 2 && digits <= 4 && memoryOf(run) == 0
	if _, isMark := x.words[letters]; isMark && plain && letters != "" && letters != "pcie" && letters != "sxm" {
		return []cardPiece{{letters, mark}, {run[len(letters):], model}}
	}
	if plain && len(run) <= 8 && (slices.Contains([]string{"a", "b", "h", "k", "l", "m", "p", "t", "v", "gb", "gh", "mi", "rtxa"}, letters) || beside && (digits >= 3 || letters != "")) {
		return []cardPiece{{run, model}}
	}
	return nil
}

// phrase is the words of one card as they stand in a line.
type phrase struct {
	words    []string
	text     string
	memory   int
	modified bool
}

// cardNames is what a phrase can mean.
type cardNames struct {
	id      string
	several []string
	form    bool // the id has a form that the phrase does not say
	differs bool // no card of that name has that memory
}

// resolve finds the catalogue's cards that are called so. A word of the name
// that is missing in the phrase rules a card out unless it is a form: "4070"
// is no 4070 Ti, "4090" no 4090D, but "A100" may be PCIe or SXM.
func (x *cardIndex) resolve(p phrase) cardNames {
	key := strings.Join(p.words, " ") + "|" + strconv.Itoa(p.memory) + "|" + strconv.FormatBool(p.modified)
	if n, ok := x.made[key]; ok {
		return n
	}
	n := x.search(p)
	x.made[key] = n
	return n
}

func (x *cardIndex) search(p phrase) cardNames {
	var asked []string
	for _, w := range p.words {
		if strings.HasPrefix(w, "sxm") {
			w = "sxm"
		}
		if !slices.Contains(makers, w) && !strings.HasPrefix(w, "hbm") && w != "oam" && w != "ascend" {
			asked = append(asked, w)
		}
	}
	if len(asked) == 0 {
		return cardNames{}
	}
	var same, fit []hardware.Card
	for _, c := range x.candidates(asked) {
		if !x.called(c, asked, p) {
			continue
		}
		same = append(same, c)
		if p.memory == 0 || slices.Contains(memories(c), p.memory) {
			fit = append(fit, c)
		}
	}
	switch {
	case len(same) == 0:
		return cardNames{}
	case len(fit) == 0:
		return cardNames{several: ids(same), differs: true}
	case len(fit) > 1:
		return cardNames{several: ids(fit)}
	}
	return cardNames{id: fit[0].ID, form: unsaid(fit[0], asked)}
}

// candidates asks the search that every list of cards uses.
func (x *cardIndex) candidates(asked []string) []hardware.Card {
	core := asked[0]
	for _, w := range asked {
		if shapeOf(w) != mark {
			core = w
			break
		}
	}
	if found, ok := x.found[core]; ok {
		return found
	}
	found := hardware.FindCards(x.cards, core)
	slices.SortStableFunc(found, func(a, b hardware.Card) int {
		return slices.IndexFunc(x.cards, func(c hardware.Card) bool { return c.ID == a.ID }) -
			slices.IndexFunc(x.cards, func(c hardware.Card) bool { return c.ID == b.ID })
	})
	x.found[core] = found
	return found
}

func (x *cardIndex) called(c hardware.Card, asked []string, p phrase) bool {
	for _, name := range strings.Split(c.ID, " / ") { // two names in one line of the catalogue
		words := nameWords(name)
		modded := slices.Contains(words, "modded")
		if modded && !p.modified && !slices.Contains(memories(c), p.memory) || !modded && p.modified {
			continue
		}
		fits := true
		for _, w := range asked {
			fits = fits && (slices.Contains(words, w) || w == "blackwell" && c.Arch == "Blackwell" || w == "ada" && c.Arch == "Ada" || w == "pcie" && !formed(words))
		}
		for _, w := range words {
			fits = fits && (slices.Contains(asked, w) || slices.Contains(forms, w) || slices.Contains(makers, w) || w == "ascend")
		}
		if fits {
			return true
		}
	}
	return false
}

// formed reports whether a name says how the card is built; one that does not
// sits in a PCIe slot, and a page may say so.
func formed(words []string) bool {
	return slices.Contains(words, "pcie") || slices.Contains(words, "sxm") || slices.Contains(words, "nvl")
}

// nameWords are the words of a catalogue name without its memory.
func nameWords(name string) []string {
	var words []string
	for _, w := range wordsOf(name) {
		if strings.HasPrefix(w, "sxm") {
			w = "sxm"
		}
		if memoryOf(w) == 0 {
			words = append(words, w)
		}
	}
	return words
}

func memories(c hardware.Card) []int {
	var all []int
	for _, w := range wordsOf(c.ID) {
		if gib := memoryOf(w); gib > 0 {
			all = append(all, gib)
		}
	}
	if len(all) == 0 && c.MemoryGiB.OK {
		all = append(all, int(c.MemoryGiB.Value))
	}
	return all
}

// unsaid reports whether a card's name holds a way of building that was not
// among the words asked for.
func unsaid(c hardware.Card, asked []string) bool {
	for _, w := range nameWords(c.ID) {
		if (w == "pcie" || w == "sxm" || w == "nvl" || w == "first") && !slices.Contains(asked, w) {
			return true
		}
	}
	return false
}

func ids(cards []hardware.Card) []string {
	all := make([]string, len(cards))
	for i, c := range cards {
		all[i] = c.ID
	}
	return all
}
