package theme

import (
	"bytes"
	"image"
	"image/color"
	"math"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"cardhour/views/palette"
)

func TestForcedVariantIgnoresTheSystem(t *testing.T) {
	for _, c := range []struct {
		variant Variant
		system  fyne.ThemeVariant
		want    palette.Scheme
	}{
		{System, fynetheme.VariantLight, palette.Light},
		{System, fynetheme.VariantDark, palette.Dark},
		{Light, fynetheme.VariantDark, palette.Light},
		{Dark, fynetheme.VariantLight, palette.Dark},
		{"unheard of", fynetheme.VariantDark, palette.Dark},
	} {
		th := New(c.variant, 1)
		if got := th.Color(fynetheme.ColorNameBackground, c.system); got != c.want.Surface {
			t.Errorf("%s while the system is %d: background %v, want %v", c.variant, c.system, got, c.want.Surface)
		}
	}
}

func TestWordsReadOnWhateverTheyStandOn(t *testing.T) {
	for _, variant := range []Variant{Light, Dark} {
		th := New(variant, 1)
		at := func(name fyne.ThemeColorName) color.NRGBA {
			return th.Color(name, fynetheme.VariantLight).(color.NRGBA)
		}
		for _, ground := range []fyne.ThemeColorName{
			fynetheme.ColorNameBackground, fynetheme.ColorNameInputBackground, fynetheme.ColorNameButton,
			fynetheme.ColorNameHeaderBackground, fynetheme.ColorNameOverlayBackground, fynetheme.ColorNameMenuBackground,
		} {
			for _, text := range []fyne.ThemeColorName{fynetheme.ColorNameForeground, fynetheme.ColorNamePlaceHolder} {
				if got := palette.Contrast(at(text), at(ground)); got < 4.5 {
					t.Errorf("%s: %s on %s has contrast %.2f", variant, text, ground, got)
				}
			}
		}
		for text, ground := range map[fyne.ThemeColorName]fyne.ThemeColorName{
			fynetheme.ColorNameForegroundOnPrimary: fynetheme.ColorNamePrimary,
			fynetheme.ColorNameForegroundOnSuccess: fynetheme.ColorNameSuccess,
			fynetheme.ColorNameForegroundOnWarning: fynetheme.ColorNameWarning,
			fynetheme.ColorNameForegroundOnError:   fynetheme.ColorNameError,
		} {
			if got := palette.Contrast(at(text), at(ground)); got < 4.5 {
				t.Errorf("%s: %s has contrast %.2f", variant, text, got)
			}
		}
		for _, text := range []fyne.ThemeColorName{
			fynetheme.ColorNameHyperlink, fynetheme.ColorNameSuccess, fynetheme.ColorNameWarning, fynetheme.ColorNameError,
		} {
			if got := palette.Contrast(at(text), at(fynetheme.ColorNameBackground)); got < 4.5 {
				t.Errorf("%s: %s has contrast %.2f", variant, text, got)
			}
		}
	}
}

func TestTextFollowsTheScaleAndTheGridDoesNot(t *testing.T) {
	for _, c := range []struct {
		scale, body, title, number float32
	}{
		{1, 14, 20, 28}, {1.5, 21, 30, 42}, {2, 28, 40, 56},
		{9, 28, 40, 56}, {0, 14, 20, 28}, {-1, 14, 20, 28}, {float32(math.NaN()), 14, 20, 28}, {0.1, 11.2, 16, 22.4},
	} {
		th := New(Light, c.scale)
		for name, want := range map[fyne.ThemeSizeName]float32{
			fynetheme.SizeNameText: c.body, SizeNameStepTitle: c.title, SizeNameKeyNumber: c.number,
			fynetheme.SizeNameInnerPadding: Unit, fynetheme.SizeNamePadding: Unit / 2,
		} {
			if got := th.Size(name); math.Abs(float64(got-want)) > 0.001 {
				t.Errorf("scale %v: %s is %v, want %v", c.scale, name, got, want)
			}
		}
	}
}

func TestEveryTextStyleHasAFontThatKnowsChinese(t *testing.T) {
	th := New(System, 1)
	for _, c := range []struct {
		style fyne.TextStyle
		want  fyne.Resource
	}{
		{fyne.TextStyle{}, fontRegular},
		{fyne.TextStyle{Italic: true}, fontRegular},
		{fyne.TextStyle{Monospace: true}, fontRegular},
		{fyne.TextStyle{Bold: true}, fontBold},
		{fyne.TextStyle{Bold: true, Italic: true}, fontBold},
		{fyne.TextStyle{Bold: true, Monospace: true}, fontBold},
	} {
		if got := th.Font(c.style); got != c.want {
			t.Errorf("%+v has %s", c.style, got.Name())
		}
	}
	if got := th.Font(fyne.TextStyle{Symbol: true}); got == nil || got == fontRegular {
		t.Error("the symbol style lost the toolkit's font")
	}
}

func TestTheToolkitDrawsChineseBold(t *testing.T) {
	test.NewTempApp(t).Settings().SetTheme(New(Light, 1))

	draw := func(words string, bold bool) image.Image {
		text := canvas.NewText(words, color.Black)
		text.TextStyle.Bold = bold
		w := test.NewTempWindow(t, text)
		w.Resize(fyne.NewSize(160, 40))
		return w.Canvas().Capture()
	}
	regular, bold := ink(draw("显卡租用", false)), ink(draw("显卡租用", true))
	if bold < regular*115/100 {
		t.Errorf("bold Chinese has %d of ink, regular %d", bold, regular)
	}
	if ink(draw("卡时", false)) == ink(draw("\uFFFD\uFFFD", false)) {
		t.Error("Chinese is drawn as the replacement sign")
	}
}

// ink is how dark a picture is in all.
func ink(picture image.Image) int {
	sum, bounds := 0, picture.Bounds()
	for y := bounds.Min.Y; y < bounds.Max.Y; y++ {
		for x := bounds.Min.X; x < bounds.Max.X; x++ {
			sum += 255 - int(color.GrayModel.Convert(picture.At(x, y)).(color.Gray).Y)
		}
	}
	return sum
}

func TestOwnIconsTakeTheTextColour(t *testing.T) {
	settings := test.NewTempApp(t).Settings()
	for _, icon := range []fyne.Resource{IconDecide(), IconJournal(), IconCompare(), IconLibrary()} {
		settings.SetTheme(New(Light, 1))
		light := icon.Content()
		settings.SetTheme(New(Dark, 1))
		if dark := icon.Content(); bytes.Equal(light, dark) {
			t.Errorf("%s looks the same in light and dark", icon.Name())
		}
	}
}

func TestCurrentFollowsTheSetting(t *testing.T) {
	settings := test.NewTempApp(t).Settings()
	settings.SetTheme(New(Dark, 1))
	if Current() != palette.Dark {
		t.Error("dark was set, light is current")
	}
	settings.SetTheme(New(Light, 1))
	if Current() != palette.Light {
		t.Error("light was set, dark is current")
	}
}

func TestFocusIsSeen(t *testing.T) {
	for _, variant := range []Variant{Light, Dark} {
		test.NewTempApp(t).Settings().SetTheme(New(variant, 1))
		button := widget.NewButton("计算", func() {})
		w := test.NewTempWindow(t, container.NewVBox(button))
		before := ink(w.Canvas().Capture())
		w.Canvas().Focus(button)
		after := ink(w.Canvas().Capture())
		if before == after {
			t.Errorf("%s: a focused button looks like any other", variant)
		}
	}
}
