// Package palette owns the fixed colours: the parts of a cost, verdicts, and the two schemes of surface and text.
// The window, the pictures and the exports all take them from here, so that a part looks the same everywhere.
// It knows no toolkit and no rule of billing: a part is named by the kind of its charge line.
package palette

import (
	"image/color"
	"math"
)

// Scheme is one set of surface and text colours. All text colours reach 4.5 : 1 on Surface and on Raised.
type Scheme struct {
	Surface   color.NRGBA // behind everything
	Raised    color.NRGBA // rail, table heads, fields, dialogs in the dark
	Text      color.NRGBA
	Muted     color.NRGBA // second-rank text: units, dates, sources
	Separator color.NRGBA // thin lines between groups; carries no meaning
	Border    color.NRGBA // edge of a field, axis of a picture; 3 : 1 on Surface
	Accent    color.NRGBA // the next action, focus, links
	OnAccent  color.NRGBA // text on Accent
	Good      color.NRGBA // ✓
	Pending   color.NRGBA // △
	Bad       color.NRGBA // ✕
	OnVerdict color.NRGBA // text on Good, Pending or Bad
}

// Light and Dark are the two schemes.
var (
	Light = Scheme{
		Surface: rgb(0xFFFFFF), Raised: rgb(0xF6F7F9), Text: rgb(0x1A1D21), Muted: rgb(0x59616C),
		Separator: rgb(0xE1E4E8), Border: rgb(0x8A919B), Accent: rgb(0x1F6FEB), OnAccent: rgb(0xFFFFFF),
		Good: rgb(0x1A7F37), Pending: rgb(0x8A5A00), Bad: rgb(0xC62828), OnVerdict: rgb(0xFFFFFF),
	}
	Dark = Scheme{
		Surface: rgb(0x16181C), Raised: rgb(0x1E2126), Text: rgb(0xE8EAED), Muted: rgb(0xA3ABB6),
		Separator: rgb(0x2E333A), Border: rgb(0x727A86), Accent: rgb(0x6CA8FF), OnAccent: rgb(0x10131A),
		Good: rgb(0x4CC26A), Pending: rgb(0xE3A63A), Bad: rgb(0xFF7B72), OnVerdict: rgb(0x10131A),
	}
)

// Of is the scheme for a dark or a light surface.
func Of(dark bool) Scheme {
	if dark {
		return Dark
	}
	return Light
}

// Kinds of charge line that have a colour, in the order in which lines, bars and legends show them.
var Kinds = []string{
	"useful", "setup", "idle", "rounding", "cpu_mode", "storage", "image", "traffic", "retention", "fees",
	"unused_prepaid", "rework", "discount", "tax", "other",
}

// The hues are those of Okabe and Ito, which stay apart for the common kinds of colour blindness.
var (
	blue      = rgb(0x0072B2)
	skyBlue   = rgb(0x56B4E9)
	orange    = rgb(0xE69F00)
	yellow    = rgb(0xF0E442)
	green     = rgb(0x009E73)
	vermilion = rgb(0xD55E00)
	purple    = rgb(0xCC79A7)
	grey      = rgb(0x999999)
	slate     = rgb(0x777777)
	iron      = rgb(0x606060) // the greys differ in lightness, which every eye sees
	graphite  = rgb(0x474747)
)

// Part is the colour of a kind of charge line, the same on light and dark. For a discount it is the colour of the outline.
// A kind without one is grey.
func Part(kind string) color.NRGBA {
	switch kind {
	case "useful":
		return blue
	case "setup", "idle", "cpu_mode": // hours paid that move nothing forward
		return skyBlue
	case "storage":
		return orange
	case "image":
		return yellow
	case "traffic":
		return green
	case "retention":
		return vermilion
	case "fees":
		return iron
	case "rework":
		return purple
	case "tax":
		return graphite
	case "discount", "other": // other: what a bill does not explain
		return slate
	default: // rounding, unused_prepaid
		return grey
	}
}

// Outlined says that a kind is drawn as an outline, not filled: it takes money away.
func Outlined(kind string) bool { return kind == "discount" }

// series leaves out yellow, which a thin line on white cannot carry.
var series = []color.NRGBA{blue, vermilion, green, purple, orange, skyBlue, slate}

// SeriesCount is how many lines of one picture can be told apart by colour.
var SeriesCount = len(series)

// Series is the colour of the i-th line of a picture whose lines are no parts of a cost. It repeats after SeriesCount.
func Series(i int) color.NRGBA {
	n := len(series)
	return series[(i%n+n)%n]
}

// On is the text colour, near-black or white, that reads better on a filled area.
func On(fill color.NRGBA) color.NRGBA {
	if Contrast(Light.Text, fill) >= Contrast(Light.Surface, fill) {
		return Light.Text
	}
	return Light.Surface
}

// Contrast is the WCAG 2 contrast ratio of two opaque colours, 1 to 21.
func Contrast(a, b color.NRGBA) float64 {
	la, lb := luminance(a), luminance(b)
	if la < lb {
		la, lb = lb, la
	}
	return (la + 0.05) / (lb + 0.05)
}

func luminance(c color.NRGBA) float64 {
	return 0.2126*linear(c.R) + 0.7152*linear(c.G) + 0.0722*linear(c.B)
}

func linear(channel uint8) float64 {
	s := float64(channel) / 255
	if s <= 0.04045 {
		return s / 12.92
	}
	return math.Pow((s+0.055)/1.055, 2.4)
}

func rgb(hex uint32) color.NRGBA {
	return color.NRGBA{R: uint8(hex >> 16), G: uint8(hex >> 8), B: uint8(hex), A: 0xFF}
}
