package palette

import (
	"fmt"
	"image/color"
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
		"discount": "777777", "other": "777777",
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
