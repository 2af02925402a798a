package screens

import (
	"fmt"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/widget"

	"cardhour/model/decision"
	"cardhour/views/text"
	"cardhour/views/theme"
	"cardhour/views/widgets"
)

// onScreen visits every object that is seen.
func onScreen(o fyne.CanvasObject, visit func(fyne.CanvasObject)) {
	if !o.Visible() {
		return
	}
	visit(widgets.Plain(o))
	switch o := o.(type) {
	case *fyne.Container:
		for _, child := range o.Objects {
			onScreen(child, visit)
		}
	case *container.Scroll:
		onScreen(o.Content, visit)
	case fyne.Widget:
		for _, child := range test.WidgetRenderer(o).Objects() {
			onScreen(child, visit)
		}
	}
}

// tapAll taps the buttons with a text.
func (b *bench) tapAll(word string) {
	var found []*widget.Button
	onScreen(b.Shell.Content(), func(o fyne.CanvasObject) {
		if button, ok := o.(*widget.Button); ok && button.Text == word {
			found = append(found, button)
		}
	})
	for _, button := range found {
		button.OnTapped()
	}
}

func (b *bench) unfoldAll() {
	onScreen(b.Shell.Content(), func(o fyne.CanvasObject) {
		switch o := o.(type) {
		case *widgets.Fold:
			o.SetOpen(true)
		case *widget.Accordion:
			o.OpenAll()
		}
	})
}

// TestNoTextOfAnOpenFormIsClipped looks at a quote's form and at the task with
// everything unfolded and a row in every list.
func TestNoTextOfAnOpenFormIsClipped(t *testing.T) {
	for _, lang := range text.Languages {
		for _, scale := range []float32{1, 2} {
			b := build(t, lang, theme.Light, scale)
			b.s.OpenExample()
			b.s.Flush()
			b.Shell.Refresh()
			b.Shell.Open(Decide)
			for _, step := range []decision.Step{decision.StepTask, decision.StepBilling} {
				b.Wizard.Show(step)
				if step == decision.StepBilling {
					b.tapAll(b.p.T("billing.add"))
				}
				b.unfoldAll()
				b.tapAll(b.p.T("billing.form.add_row"))
				b.unfoldAll()
				b.resize(theme.MinimumWidth*scale, theme.MinimumHeight*scale)
				where := fmt.Sprintf("step %v, %s, text at %v", step, lang, scale)
				inspect(t, where, b.window.Canvas())
				scrolls(b.Shell.Content(), func(s *container.Scroll) {
					if need, has := s.Content.MinSize().Width, s.Size().Width; s.Direction == container.ScrollBoth && need > has {
						t.Errorf("%s: has to be scrolled to the side: %v wide, there are %v", where, need, has)
					}
				})
			}
		}
	}
}
