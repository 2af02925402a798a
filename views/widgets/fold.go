package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"cardhour/views/theme"
)

// FoldMark is the room at the left of a Fold for the sign that it opens. Heads
// of columns above folds leave it free.
const FoldMark = 3 * theme.Unit

// Fold is a row of a table that opens to show more about itself, by mouse,
// space or return.
type Fold struct {
	Pressable

	// Toggled is told after the row has opened or closed, which changes its
	// height.
	Toggled func(open bool)

	// First is the part at the top of the head that the mark stands beside;
	// the whole head where it is nil.
	First fyne.CanvasObject

	// Focus is told when the keyboard reaches the row, which may be out of
	// sight; it may be nil.
	Focus func(fyne.CanvasObject)

	head, inside fyne.CanvasObject
	build        func() fyne.CanvasObject
	open         bool
}

// NewFold makes a row; build is called when the row is first opened.
func NewFold(head fyne.CanvasObject, build func() fyne.CanvasObject) *Fold {
	f := &Fold{head: head, build: build}
	f.Press = f.toggle
	f.ExtendBaseWidget(f)
	return f
}

// FocusGained shows the keyboard's place.
func (f *Fold) FocusGained() {
	f.Pressable.FocusGained()
	if f.Focus != nil {
		f.Focus(f)
	}
}

// Open reports whether the row shows what is inside.
func (f *Fold) Open() bool { return f.open }

// SetOpen opens or closes the row without telling Toggled.
func (f *Fold) SetOpen(open bool) {
	if open && f.inside == nil {
		f.inside = f.build()
	}
	f.open = open
	f.Refresh()
}

func (f *Fold) toggle() {
	f.SetOpen(!f.open)
	if f.Toggled != nil {
		f.Toggled(f.open)
	}
}

// CreateRenderer draws the row.
func (f *Fold) CreateRenderer() fyne.WidgetRenderer {
	r := &foldRenderer{f: f, back: canvas.NewRectangle(nil), mark: widget.NewIcon(nil)}
	r.paint()
	return r
}

type foldRenderer struct {
	f    *Fold
	back *canvas.Rectangle
	mark *widget.Icon
}

func (r *foldRenderer) Destroy() {}

func (r *foldRenderer) Objects() []fyne.CanvasObject {
	all := []fyne.CanvasObject{r.back, r.f.head, r.mark}
	if r.f.open {
		all = append(all, r.f.inside)
	}
	return all
}

func (r *foldRenderer) MinSize() fyne.Size {
	size := r.f.head.MinSize()
	size.Width += Scaled(FoldMark)
	if r.f.open {
		inside := r.f.inside.MinSize()
		size.Width, size.Height = max(size.Width, Scaled(FoldMark)+inside.Width), size.Height+inside.Height
	}
	return size
}

func (r *foldRenderer) Layout(size fyne.Size) {
	head, margin, mark := r.f.head.MinSize().Height, Scaled(FoldMark), r.mark.MinSize()
	r.back.Resize(fyne.NewSize(size.Width, head))
	r.f.head.Move(fyne.NewPos(margin, 0))
	r.f.head.Resize(fyne.NewSize(size.Width-margin, head))
	beside := head
	if r.f.First != nil {
		beside = r.f.First.MinSize().Height
	}
	r.mark.Move(fyne.NewPos((margin-mark.Width)/2, (beside-mark.Height)/2))
	r.mark.Resize(mark)
	if r.f.open {
		r.f.inside.Move(fyne.NewPos(margin, head))
		r.f.inside.Resize(fyne.NewSize(size.Width-margin, size.Height-head))
	}
}

func (r *foldRenderer) paint() {
	scheme := theme.Current()
	r.back.FillColor, r.back.StrokeWidth = scheme.Surface, 0
	if r.f.Hovered || r.f.Focused {
		r.back.FillColor = scheme.Raised
	}
	if r.f.Focused {
		r.back.StrokeColor, r.back.StrokeWidth = scheme.Accent, 1
	}
	icon := fynetheme.MenuExpandIcon()
	if r.f.open {
		icon = fynetheme.MenuDropDownIcon()
	}
	r.mark.SetResource(icon)
}

func (r *foldRenderer) Refresh() {
	r.paint()
	r.Layout(r.f.Size())
	for _, o := range r.Objects() {
		o.Refresh()
	}
}
