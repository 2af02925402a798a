package assets

import (
	"bytes"
	"encoding/json"
	"image/png"
	"slices"
	"testing"
	"unicode"

	"github.com/golang/freetype/truetype"
	"golang.org/x/image/font"
	"golang.org/x/image/math/fixed"
)

// Signs that views and pictures put beside the words of the catalogues.
const signs = "≥≤≈×÷−±√∞✓✕△●○■□▲▼▶◀◆◇★☆←↑→↓↔⇒¥￥€$£₩°·•…–—‰%½²³µλδκΣ①②③④⑤ⅠⅡⅢ，。、；：？！“”‘’（）《》「」【】％０９ＡＺ"

func fonts(t *testing.T) map[string]*truetype.Font {
	t.Helper()
	parsed := map[string]*truetype.Font{}
	for name, data := range map[string][]byte{"regular": FontRegular, "bold": FontBold} {
		f, err := truetype.Parse(data)
		if err != nil {
			t.Fatalf("the chart renderer cannot read the %s font: %v", name, err)
		}
		parsed[name] = f
	}
	return parsed
}

func TestFontsHaveEveryCharacterOfTheCatalogues(t *testing.T) {
	used := map[rune]string{}
	for _, r := range signs {
		used[r] = "signs"
	}
	for _, tag := range Languages {
		data, err := Translation(tag)
		if err != nil {
			t.Fatal(err)
		}
		var catalogue any
		if err := json.Unmarshal(data, &catalogue); err != nil {
			t.Fatalf("%s: %v", tag, err)
		}
		collect(catalogue, tag, used)
	}
	for name, f := range fonts(t) {
		for r, where := range used {
			if f.Index(r) == 0 {
				t.Errorf("the %s font lacks %q (%U), used in %s", name, r, r, where)
			}
		}
	}
}

func collect(value any, tag string, used map[rune]string) {
	switch v := value.(type) {
	case string:
		for _, r := range v {
			if !unicode.IsControl(r) {
				used[r] = tag
			}
		}
	case []any:
		for _, item := range v {
			collect(item, tag, used)
		}
	case map[string]any:
		for _, item := range v {
			collect(item, tag, used)
		}
	}
}

func TestBoldChineseIsBold(t *testing.T) {
	parsed := fonts(t)
	for _, r := range "卡时选型试水对比资料设置" {
		regular, bold := outline(t, parsed["regular"], r), outline(t, parsed["bold"], r)
		if slices.Equal(regular, bold) {
			t.Errorf("%q looks the same in both weights", r)
		}
	}
}

func outline(t *testing.T, f *truetype.Font, r rune) []truetype.Point {
	t.Helper()
	var glyph truetype.GlyphBuf
	if err := glyph.Load(f, fixed.I(28), f.Index(r), font.HintingNone); err != nil {
		t.Fatalf("%q cannot be drawn: %v", r, err)
	}
	if len(glyph.Points) == 0 {
		t.Fatalf("%q is empty", r)
	}
	return slices.Clone(glyph.Points)
}

func TestDigitsAreEquallyWide(t *testing.T) {
	for name, f := range fonts(t) {
		want := f.HMetric(fixed.I(14), f.Index('0')).AdvanceWidth
		for _, r := range "123456789" {
			if got := f.HMetric(fixed.I(14), f.Index(r)).AdvanceWidth; got != want {
				t.Errorf("%s: columns of figures would not align, %q is %v wide, 0 is %v", name, r, got, want)
			}
		}
	}
}

func TestIconIsAPicture(t *testing.T) {
	config, err := png.DecodeConfig(bytes.NewReader(Icon))
	if err != nil {
		t.Fatal(err)
	}
	if config.Width != 512 || config.Height != 512 {
		t.Errorf("the icon is %d × %d", config.Width, config.Height)
	}
}
