package widgets

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"cardhour/assets"
)

// byLetter measures a wide letter as 2 and any other as 1.
func byLetter(s string) float32 { return float32(end{}.after([]rune(s)).guess) }

func TestWhereLinesEnd(t *testing.T) {
	for _, c := range []struct {
		text  string
		room  float32
		lines []string
	}{
		{"", 10, []string{""}},
		{"先看每小时多少钱，再看一共要多少钱。", 12, []string{"先看每小时多", "少钱，再看一", "共要多少钱。"}},
		{"先看每小时价钱，再看。", 14, []string{"先看每小时价", "钱，再看。"}},         // no line begins with a comma,
		{"每小时的价钱（含税）", 14, []string{"每小时的价钱", "（含税）"}},           // none ends with a bracket,
		{"他们说的“停机不收费”", 10, []string{"他们说的", "“停机不收", "费”"}},     // nor with a quotation mark,
		{"一共要花的钱¥1,500.00", 14, []string{"一共要花的钱", "¥1,500.00"}}, // and a sign stays with its number,
		{"一共涨了大约 25%。", 16, []string{"一共涨了大约 ", "25%。"}},         // with the sign behind it too,
		{"最便宜的是 ¥1.98/时", 18, []string{"最便宜的是 ", "¥1.98/时"}},     // and with its unit
		{"从 0 到 100 % 都行", 12, []string{"从 0 到 ", "100 % 都行"}},
		{"每 GB 每天多少钱", 8, []string{"每 GB 每", "天多少钱"}},                  // a space is one place among others
		{"显卡 A100-80GB 每小时", 10, []string{"显卡 ", "A100-80GB ", "每小时"}}, // a name stays whole
		{"用 Qwen2.5-7B-Instruct 训练", 12, []string{"用 ", "Qwen2.5-7B-I", "nstruct 训练"}},
		{"a job of four cards", 8, []string{"a job of ", "four ", "cards"}},
		{"well-known token/s", 10, []string{"well-known ", "token/s"}},
		{"停机、删除……以后还收费吗？", 12, []string{"停机、删除……", "以后还收费", "吗？"}},
		{"wide  spaces", 5, []string{"wide  ", "space", "s"}},
		{"国", 1, []string{"国"}}, // one letter at least
		{"e\u0301e\u0301", 2, []string{"e\u0301", "e\u0301"}},
	} {
		if got := newParagraph(c.text).lines(c.room, byLetter); !slices.Equal(got, c.lines) {
			t.Errorf("%q in %v: %q", c.text, c.room, got)
		}
	}
}

const (
	neverFirst = "·。，、；：？！）】》〉」』”’％%…,;:?!)]}"
	neverLast  = "（【《〈「『“‘￥¥$([{"
)

// TestEveryTextOfTheCatalogueBreaksWell walks all texts of the interface at
// several widths.
func TestEveryTextOfTheCatalogueBreaksWell(t *testing.T) {
	for _, tag := range []string{"zh-Hans", "en"} {
		for _, text := range catalogue(t, tag) {
			for room := float32(16); room < 90; room += 7 {
				inspectLines(t, text, room)
			}
		}
	}
}

func catalogue(t *testing.T, tag string) []string {
	t.Helper()
	data, err := assets.Translation(tag)
	if err != nil {
		t.Fatal(err)
	}
	var all any
	if err := json.Unmarshal(data, &all); err != nil {
		t.Fatal(err)
	}
	var texts []string
	var collect func(any)
	collect = func(v any) {
		switch v := v.(type) {
		case string:
			texts = append(texts, strings.Split(v, "\n")...)
		case map[string]any:
			for _, inside := range v {
				collect(inside)
			}
		}
	}
	collect(all)
	if len(texts) < 1000 {
		t.Fatalf("only %d texts", len(texts))
	}
	return texts
}

func inspectLines(t *testing.T, text string, room float32) {
	t.Helper()
	p := newParagraph(text)
	lines := p.lines(room, byLetter)
	if strings.Join(lines, "") != text {
		t.Errorf("%q in %v is lost: %q", text, room, lines)
	}
	mayEnd := map[int]int{}
	for i, e := range p.ends {
		mayEnd[e.at] = i
	}
	at := 0
	for i, line := range lines {
		wide := byLetter(shown(line))
		if wide > room && utf8.RuneCountInString(shown(line)) > 1 {
			t.Errorf("%q in %v: %q is too wide", text, room, line)
		}
		at += len(line)
		n, whole := mayEnd[at]
		if !whole { // a word longer than a line
			continue
		}
		if n+1 < len(p.ends) && byLetter(shown(text[at-len(line):p.ends[n+1].at])) <= room {
			t.Errorf("%q in %v: there is room for more behind %q", text, room, line)
		}
		if i+1 == len(lines) {
			continue
		}
		if last, _ := utf8.DecodeLastRuneInString(shown(line)); strings.ContainsRune(neverLast, last) {
			t.Errorf("%q in %v: a line ends %q", text, room, line)
		}
		if first, _ := utf8.DecodeRuneInString(lines[i+1]); strings.ContainsRune(neverFirst, first) {
			t.Errorf("%q in %v: a line begins %q", text, room, lines[i+1])
		}
	}
}

// A name that somebody pasted a file into must not hold the window up: what is
// measured grows as the text does.
func TestALongWordIsMeasuredOncePerLine(t *testing.T) {
	for _, letter := range []string{"x", "i", "e\u0301", "é", "\u05d0"} {
		word := strings.Repeat(letter, 10_000)
		for _, text := range []string{word, "a job of " + word + " and on", "先看" + word + "，再看。"} {
			measured := 0
			lines := newParagraph(text).lines(40, func(s string) float32 {
				measured += len(s)
				return byLetter(s)
			})
			if strings.Join(lines, "") != text || len(lines) < 250 || measured > 20*len(text) {
				t.Errorf("%d bytes of %q on %d lines: %d were measured", len(text), letter, len(lines), measured)
			}
		}
	}
}
