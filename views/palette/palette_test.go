package palette

import (
	"fmt"
	"image/color"
	"math"
	"slices"
	"testing"

	"cardhour/model/billing"
)

func TestTextReadsOnItsSurface(t *testing.T) {
	for name, s := range map[string]Scheme{"light": Light, "dark": Dark} {
		for what, pair := range map[string][2]color.NRGBA{
			"text": {s.Text, s.Surface}, "muted": {s.Muted, s.Surface}, "accent": {s.Accent, s.Surface},
			"good": {s.Good, s.Surface}, "pending": {s.Pending, s.Surface}, "bad": {s.Bad, s.Surface},
			"text raised": {s.Text, s.Raised}, "muted raised": {s.Muted, s.Raised},
			"good raised": {s.Good, s.Raised}, "pending raised": {s.Pending, s.Raised}, "bad raised": {s.Bad, s.Raised},
			"on accent": {s.OnAccent, s.Accent}, "on good": {s.OnVerdict, s.Good},
			"on pending": {s.OnVerdict, s.Pending}, "on bad": {s.OnVerdict, s.Bad},
		} {
			if got := Contrast(pair[0], pair[1]); got < 4.5 {
				t.Errorf("%s: %s has contrast %.2f, less than 4.5", name, what, got)
			}
		}
		if got := Contrast(s.Border, s.Surface); got < 3 {
			t.Errorf("%s: the edge of a field has contrast %.2f, less than 3", name, got)
		}
	}
}

func TestContrastHasTheKnownEnds(t *testing.T) {
	black, white := rgb(0), rgb(0xFFFFFF)
	if got := fmt.Sprintf("%.2f %.2f %.2f", Contrast(black, white), Contrast(white, black), Contrast(white, white)); got != "21.00 21.00 1.00" {
		t.Error(got)
	}
}

func TestPartsKeepTheirColours(t *testing.T) {
	want := map[string]string{
		"useful": "0072B2", "setup": "56B4E9", "idle": "56B4E9", "cpu_mode": "56B4E9", "storage": "E69F00", "image": "F0E442",
		"traffic": "009E73", "retention": "D55E00", "rework": "CC79A7", "unused_prepaid": "999999", "rounding": "999999",
		"discount": "777777", "other": "777777", "fees": "606060", "tax": "474747",
	}
	var billed []string
	for _, kind := range billing.Kinds {
		billed = append(billed, string(kind))
	}
	if !slices.Equal(billed, Kinds) {
		t.Fatalf("billing knows the kinds %v, the palette %v", billed, Kinds)
	}
	for _, kind := range Kinds {
		c := Part(kind)
		if got := fmt.Sprintf("%02X%02X%02X", c.R, c.G, c.B); got != want[kind] || c.A != 0xFF {
			t.Errorf("%s is %s, want %s", kind, got, want[kind])
		}
		if got := Contrast(On(c), c); got < 4.3 {
			t.Errorf("a label on %s has contrast %.2f", kind, got)
		}
	}
}

// Greys have no hue to be told by, and some eyes see little of any.
func TestGreysDifferInLightness(t *testing.T) {
	grey := map[color.NRGBA]string{}
	for _, kind := range Kinds {
		if c := Part(kind); c.R == c.G && c.G == c.B {
			grey[c] = kind
		}
	}
	if len(grey) != 4 {
		t.Errorf("%d greys: %v", len(grey), grey)
	}
	lightness := func(c color.NRGBA) float64 { return 116*math.Cbrt(luminance(c)) - 16 }
	for a, kind := range grey {
		for b, other := range grey {
			if apart := math.Abs(lightness(a) - lightness(b)); a != b && apart < 9 {
				t.Errorf("%s and %s are %.1f apart in lightness, less than 9", kind, other, apart)
			}
		}
		if Contrast(a, Dark.Surface) < 1.8 || Contrast(a, Light.Surface) < 1.8 {
			t.Errorf("%s is lost on one of the surfaces", kind)
		}
	}
}

func TestNeighbouringSeriesDiffer(t *testing.T) {
	for i := range SeriesCount {
		if Series(i) == Series(i+1) {
			t.Errorf("series %d and %d have one colour", i, i+1)
		}
	}
	if Series(-1) != Series(SeriesCount-1) {
		t.Error("a negative index does not wrap")
	}
}
