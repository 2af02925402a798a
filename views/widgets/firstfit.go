package widgets

import (
	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// FirstFit is one line that says as much as there is room for: the first of its
// texts that fits, the last one cut if need be.
type FirstFit struct {
	widget.BaseWidget
	texts []string
	label *Label
}

// NewFirstFit makes one that looks like a label, and takes the label over.
func NewFirstFit(like *Label) *FirstFit {
	f := &FirstFit{label: like}
	f.ExtendBaseWidget(f)
	return f
}

// Set changes the texts, the longest first.
func (f *FirstFit) Set(texts ...string) {
	f.texts = texts
	f.choose(f.Size().Width)
}

// Resize chooses again.
func (f *FirstFit) Resize(size fyne.Size) {
	f.BaseWidget.Resize(size)
	f.choose(size.Width)
}

func (f *FirstFit) choose(width float32) {
	chosen, name := "", f.label.SizeName
	if name == "" {
		name = fynetheme.SizeNameText
	}
	size := f.Theme().Size(name)
	for _, text := range f.texts {
		chosen = text
		if fyne.MeasureText(text, size, f.label.TextStyle).Width+2*f.Theme().Size(fynetheme.SizeNameInnerPadding) <= width {
			break
		}
	}
	if f.label.Text != chosen {
		f.label.SetText(chosen)
	}
}

// CreateRenderer draws the line.
func (f *FirstFit) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(f.label) }
