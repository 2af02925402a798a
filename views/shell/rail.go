package shell

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	fynetheme "fyne.io/fyne/v2/theme"

	"cardhour/views/theme"
	"cardhour/views/widgets"
)

// railButton is a place in the rail: its sign above its name.
type railButton struct {
	widgets.Pressable
	name string
	icon fyne.Resource
	open bool
}

func newRailButton(name string, icon fyne.Resource, tapped func()) *railButton {
	b := &railButton{name: name, icon: icon}
	b.Press = tapped
	b.ExtendBaseWidget(b)
	return b
}

// CreateRenderer draws the button.
func (b *railButton) CreateRenderer() fyne.WidgetRenderer {
	r := &railRenderer{b: b, back: canvas.NewRectangle(nil), mark: canvas.NewRectangle(nil), icon: canvas.NewImageFromResource(b.icon), name: canvas.NewText(b.name, nil)}
	r.icon.FillMode = canvas.ImageFillContain
	r.name.Alignment = fyne.TextAlignCenter
	r.Refresh()
	return r
}

type railRenderer struct {
	b          *railButton
	back, mark *canvas.Rectangle
	icon       *canvas.Image
	name       *canvas.Text
}

func (r *railRenderer) Destroy() {}

func (r *railRenderer) Objects() []fyne.CanvasObject {
	return []fyne.CanvasObject{r.back, r.mark, r.icon, r.name}
}

const railIcon = 3 * theme.Unit

func (r *railRenderer) MinSize() fyne.Size {
	name := r.name.MinSize()
	return fyne.NewSize(name.Width+theme.Unit, railIcon+name.Height+2.5*theme.Unit)
}

func (r *railRenderer) Layout(size fyne.Size) {
	r.back.Resize(size)
	r.mark.Resize(fyne.NewSize(3, size.Height))
	r.icon.Resize(fyne.NewSize(railIcon, railIcon))
	r.icon.Move(fyne.NewPos((size.Width-railIcon)/2, theme.Unit))
	r.name.Resize(fyne.NewSize(size.Width, r.name.MinSize().Height))
	r.name.Move(fyne.NewPos(0, railIcon+1.25*theme.Unit))
}

func (r *railRenderer) Refresh() {
	scheme := theme.Current()
	r.back.FillColor, r.mark.FillColor = scheme.Surface, scheme.Surface
	if r.b.Hovered || r.b.Focused {
		r.back.FillColor = scheme.Raised
	}
	r.mark.FillColor = r.back.FillColor
	r.name.Color, r.name.TextStyle.Bold = scheme.Muted, false
	if r.b.Focused {
		r.mark.FillColor = scheme.Border
	}
	if r.b.open {
		r.mark.FillColor = scheme.Accent
		r.name.Color, r.name.TextStyle.Bold = scheme.Text, true
	}
	r.name.TextSize = fynetheme.Size(fynetheme.SizeNameCaptionText)
	for _, o := range r.Objects() {
		o.Refresh()
	}
}
