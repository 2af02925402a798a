package chart

import (
	"bytes"
	"image"
	"image/png"
	"math"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"cardhour/views/palette"
)

func drawn(t *testing.T, s *scene, scale float64) image.Image {
	t.Helper()
	data, err := s.png(scale)
	if err != nil {
		t.Fatal(err)
	}
	picture, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	return picture
}

func TestLettersStayInTheirBoxes(t *testing.T) {
	for _, scale := range []float64{1, 1.5, 2} {
		for _, bold := range []bool{false, true} {
			for _, body := range []string{"¥1,234.75/卡时", "≥ ¥134.00–150.00", "jpqgy Ågq 真实单价"} {
				s := &scene{width: 600, height: 100, colors: palette.Light}
				b := box{40, 30, widthOf(body, 28, bold), 28 * lineHeight}
				s.add(&textItem{b, body, 28, bold, palette.Light.Text})
				picture := drawn(t, s, scale)
				left, right := 600.0*scale, 0.0
				for y := range picture.Bounds().Dy() {
					for x := range picture.Bounds().Dx() {
						if r, _, _, _ := picture.At(x, y).RGBA(); r < 0x8000 {
							left, right = math.Min(left, float64(x)), math.Max(right, float64(x+1))
							if fy := float64(y) / scale; fy < b.y-1 || fy > b.bottom()+1 {
								t.Fatalf("%q is drawn at height %g, its box is %v", body, fy, b)
							}
						}
					}
				}
				if left/scale < b.x-2 || right/scale > b.right()+1 || right/scale < b.right()-6 {
					t.Errorf("%q is drawn from %g to %g, its box is %v", body, left/scale, right/scale, b)
				}
			}
		}
	}
}

// Strokes of a letter may overlap in the font: filled by the even-odd rule
// they would leave holes.
func TestLettersHaveNoHoles(t *testing.T) {
	s := &scene{width: 480, height: 120, colors: palette.Light}
	s.add(&textItem{box{100, 0, 100, 100 * lineHeight}, "十", 100, true, palette.Light.Text})
	picture := drawn(t, s, 1)
	runs := 0
	for y := range 115 {
		r, _, _, _ := picture.At(150, y).RGBA()
		above, _, _, _ := picture.At(150, max(0, y-1)).RGBA()
		if r < 0x8000 && above >= 0x8000 {
			runs++
		}
	}
	if runs != 1 {
		t.Errorf("the upright stroke of 十 is in %d pieces", runs)
	}
}

func TestHatchStaysInside(t *testing.T) {
	for _, r := range []box{{10, 10, 100, 14}, {0, 0, 3, 20}, {5, 5, 12, 12}, {0, 0, 0.2, 14}} {
		for _, l := range hatch(r, 6) {
			for _, p := range l {
				if p.x < r.x-1e-9 || p.x > r.right()+1e-9 || p.y < r.y-1e-9 || p.y > r.bottom()+1e-9 {
					t.Errorf("a line of the hatch of %v ends at %v", r, p)
				}
			}
		}
	}
}

var words = rapid.StringOf(rapid.SampledFrom([]rune("一个有效卡时，。（）：“” abc XYZ 1,234.50¥%")))

func TestWrappedLinesFitAndLoseNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		body := clean(words.Draw(t, "body"))
		width := rapid.Float64Range(60, 400).Draw(t, "width")
		lines := wrap(body, width, 12, false)
		for i, line := range lines {
			if w := widthOf(line, 12, false); w > width && utf8.RuneCountInString(line) > 1 {
				t.Fatalf("%q is %g wide, more than %g", line, w, width)
			}
			if i > 0 && strings.HasPrefix(line, " ") {
				t.Fatalf("%q begins with a space", line)
			}
		}
		bare := func(s string) string { return strings.NewReplacer(" ", "", "\u00a0", "").Replace(s) }
		if bare(strings.Join(lines, "")) != bare(body) {
			t.Fatalf("%q became %q", body, lines)
		}
	})
}

func TestLinesBreakAsChineseBreaks(t *testing.T) {
	body := "有效 8 小时，数据盘 30 GB 存 2 天，流出 13 GB（假定）。汇率 1 USD = 7.10 CNY。"
	for width := 100.0; width < 400; width += 7 {
		lines := wrap(body, width, 12, false)
		for i, line := range lines {
			if i > 0 && strings.ContainsRune("，。）", []rune(line)[0]) {
				t.Errorf("at %g a line begins with a closing sign: %q", width, lines)
			}
			if strings.HasSuffix(line, "（") {
				t.Errorf("at %g a line ends with an opening sign: %q", width, lines)
			}
			if strings.HasSuffix(line, " 30") || strings.HasSuffix(line, " 8") {
				t.Errorf("at %g a number stands apart from its unit: %q", width, lines)
			}
		}
	}
}

func TestShortenedLinesFit(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		body := words.Draw(t, "body")
		width := rapid.Float64Range(0, 300).Draw(t, "width")
		short := shorten(body, width, 13, true)
		if widthOf(short, 13, true) > width {
			t.Fatalf("%q is wider than %g", short, width)
		}
		if short != body && short != "" && !strings.HasSuffix(short, "…") {
			t.Fatalf("%q does not show that it was cut", short)
		}
	})
}

func TestStepsAreRound(t *testing.T) {
	for _, c := range []struct {
		least    float64
		step     float64
		decimals int
	}{
		{0.9, 1, 0}, {1, 1, 0}, {1.1, 2, 0}, {3, 5, 0}, {6, 10, 0}, {70, 100, 0},
		{0.11, 0.2, 1}, {0.06, 0.1, 1}, {0.0021, 0.005, 3}, {1e-8, 1e-8, 8}, {4e7, 5e7, 0},
	} {
		step, decimals := roundStep(c.least)
		if math.Abs(step-c.step) > c.step*1e-9 || decimals != c.decimals {
			t.Errorf("%g: %g with %d decimals, want %g with %d", c.least, step, decimals, c.step, c.decimals)
		}
	}
}
