// Package theme owns how the program looks: colours, fonts, sizes, own icons, and the grid that screens are laid out on.
// It knows the toolkit, the shipped bytes and the palette; no screen and no rule.
package theme

import (
	"image/color"

	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"

	"cardhour/assets"
	"cardhour/views/palette"
)

// Variant says which scheme is shown; anything but Light and Dark follows the system.
type Variant string

// The variants, as they are stored among the settings.
const (
	System Variant = "system"
	Light  Variant = "light"
	Dark   Variant = "dark"
)

// Measures of a screen, in device-independent pixels.
const (
	Unit          float32 = 8
	FormWidth     float32 = 560 // no form is wider
	MinimumWidth  float32 = 1024
	MinimumHeight float32 = 700
	TextSize      float32 = 14 // of running text at the normal scale
)

// Text sizes that have a role of their own; both are shown bold.
const (
	SizeNameStepTitle = fynetheme.SizeNameSubHeadingText
	SizeNameKeyNumber = fynetheme.SizeNameHeadingText // the one number that matters on a screen
)

// The range of the text-size setting.
const (
	MinimumScale float32 = 0.8
	MaximumScale float32 = 2
)

// Theme is the program's look. It is immutable: a changed setting makes a new one.
type Theme struct {
	variant Variant
	scale   float32
}

var _ fyne.Theme = (*Theme)(nil)

// New makes a theme with text scaled by a factor, 1 being the normal size. A factor out of range is brought into it.
func New(variant Variant, scale float32) *Theme {
	switch {
	case scale >= MinimumScale && scale <= MaximumScale:
	case scale > MaximumScale:
		scale = MaximumScale
	case scale > 0:
		scale = MinimumScale
	default: // not set, or not a number
		scale = 1
	}
	return &Theme{variant: variant, scale: scale}
}

// Scheme is the palette that this theme shows while the system is in the given variant.
func (t *Theme) Scheme(system fyne.ThemeVariant) palette.Scheme {
	switch t.variant {
	case Light:
		return palette.Light
	case Dark:
		return palette.Dark
	default:
		return palette.Of(system == fynetheme.VariantDark)
	}
}

// Current is the palette on screen now, for canvas objects that a screen colours itself.
// Read it when drawing or refreshing, never keep it: the setting may change while the window is open.
func Current() palette.Scheme {
	settings := fyne.CurrentApp().Settings()
	if t, ok := settings.Theme().(*Theme); ok {
		return t.Scheme(settings.ThemeVariant())
	}
	return palette.Of(settings.ThemeVariant() == fynetheme.VariantDark)
}

// Font answers with the embedded faces. They have no italic and no fixed-width cut, so those styles fall to upright and
// proportional (figures are equally wide in both weights); signs that they lack are left to the toolkit.
func (t *Theme) Font(style fyne.TextStyle) fyne.Resource {
	switch {
	case style.Symbol:
		return fynetheme.DefaultTheme().Font(style)
	case style.Bold:
		return fontBold
	default:
		return fontRegular
	}
}

// The toolkit caches faces by resource, so each is made once.
var (
	fontRegular = fyne.NewStaticResource("NotoSansSC-Regular.ttf", assets.FontRegular)
	fontBold    = fyne.NewStaticResource("NotoSansSC-Bold.ttf", assets.FontBold)
)

// Icon answers with the toolkit's icons.
func (t *Theme) Icon(name fyne.ThemeIconName) fyne.Resource {
	return fynetheme.DefaultTheme().Icon(name)
}

// Size keeps text on the scale of the setting, everything else on the grid.
func (t *Theme) Size(name fyne.ThemeSizeName) float32 {
	switch name {
	case fynetheme.SizeNameText:
		return TextSize * t.scale
	case fynetheme.SizeNameCaptionText:
		return 12 * t.scale
	case SizeNameStepTitle:
		return 20 * t.scale
	case SizeNameKeyNumber:
		return 28 * t.scale
	case fynetheme.SizeNameInlineIcon:
		return 20 * t.scale
	case fynetheme.SizeNamePadding, fynetheme.SizeNameLineSpacing:
		return Unit / 2
	case fynetheme.SizeNameInnerPadding:
		return Unit
	case fynetheme.SizeNameSeparatorThickness, fynetheme.SizeNameInputBorder:
		return 1
	case fynetheme.SizeNameInputRadius, fynetheme.SizeNameSelectionRadius, fynetheme.SizeNameButtonRadius,
		fynetheme.SizeNamePopupRadius, fynetheme.SizeNameMenuRadius:
		return Unit / 2
	case fynetheme.SizeNameCardRadius, fynetheme.SizeNameDialogRadius:
		return Unit
	default:
		return fynetheme.DefaultTheme().Size(name)
	}
}

// Color answers from the palette.
func (t *Theme) Color(name fyne.ThemeColorName, system fyne.ThemeVariant) color.Color {
	s := t.Scheme(system)
	if c, ok := textColor(name, s); ok {
		return c
	}
	if c, ok := surfaceColor(name, s); ok {
		return c
	}
	variant := fynetheme.VariantLight
	if s == palette.Dark {
		variant = fynetheme.VariantDark
	}
	return fynetheme.DefaultTheme().Color(name, variant)
}

func textColor(name fyne.ThemeColorName, s palette.Scheme) (color.NRGBA, bool) {
	switch name {
	case fynetheme.ColorNameForeground:
		return s.Text, true
	case fynetheme.ColorNamePlaceHolder:
		return s.Muted, true
	case fynetheme.ColorNameDisabled: // also the colour of second-rank text, which must be readable
		return s.Muted, true
	case fynetheme.ColorNamePrimary, fynetheme.ColorNameHyperlink:
		return s.Accent, true
	case fynetheme.ColorNameForegroundOnPrimary:
		return s.OnAccent, true
	case fynetheme.ColorNameSuccess:
		return s.Good, true
	case fynetheme.ColorNameWarning:
		return s.Pending, true
	case fynetheme.ColorNameError:
		return s.Bad, true
	case fynetheme.ColorNameForegroundOnSuccess, fynetheme.ColorNameForegroundOnWarning, fynetheme.ColorNameForegroundOnError:
		return s.OnVerdict, true
	}
	return color.NRGBA{}, false
}

func surfaceColor(name fyne.ThemeColorName, s palette.Scheme) (color.NRGBA, bool) {
	dark := s == palette.Dark
	switch name {
	case fynetheme.ColorNameBackground:
		return s.Surface, true
	case fynetheme.ColorNameHeaderBackground, fynetheme.ColorNameInputBackground, fynetheme.ColorNameScrollBarBackground,
		fynetheme.ColorNameInnerWindowBorder, fynetheme.ColorNameInnerWindowBorderInactive:
		return s.Raised, true
	case fynetheme.ColorNameOverlayBackground, fynetheme.ColorNameMenuBackground:
		if dark {
			return s.Raised, true // what lies above is lighter; in the light the shadow says it
		}
		return s.Surface, true
	case fynetheme.ColorNameButton, fynetheme.ColorNameDisabledButton:
		return over(s.Text, s.Surface, 0x12), true
	case fynetheme.ColorNameSeparator:
		return s.Separator, true
	case fynetheme.ColorNameInputBorder:
		return s.Border, true
	case fynetheme.ColorNameFocus:
		return alpha(s.Accent, 0x55), true
	case fynetheme.ColorNameSelection:
		return alpha(s.Accent, 0x3C), true
	case fynetheme.ColorNameHover:
		return alpha(s.Text, 0x0F), true
	case fynetheme.ColorNamePressed:
		return alpha(s.Text, 0x24), true
	case fynetheme.ColorNameScrollBar:
		return alpha(s.Text, 0x66), true
	case fynetheme.ColorNameShadow:
		if dark {
			return color.NRGBA{A: 0x77}, true
		}
		return color.NRGBA{A: 0x2A}, true
	}
	return color.NRGBA{}, false
}

func alpha(c color.NRGBA, a uint8) color.NRGBA {
	c.A = a
	return c
}

// over is the opaque colour of top, laid with alpha a on bottom.
func over(top, bottom color.NRGBA, a uint8) color.NRGBA {
	mix := func(t, b uint8) uint8 { return uint8((uint32(t)*uint32(a) + uint32(b)*(255-uint32(a)) + 127) / 255) }
	return color.NRGBA{R: mix(top.R, bottom.R), G: mix(top.G, bottom.G), B: mix(top.B, bottom.B), A: 0xFF}
}
