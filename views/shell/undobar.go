package shell

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"cardhour/views/theme"
	"cardhour/views/widgets"
)

// undoBar stands above the place after something was deleted, says so and
// takes it back. It goes with the next action, or when it is closed.
type undoBar struct {
	s     *Shell
	said  *widgets.Label
	box   *fyne.Container
	due   bool   // something was deleted; the session may not have done it yet
	shown string // the action that the bar offers to take back
}

func newUndoBar(s *Shell) *undoBar {
	b := &undoBar{s: s, said: widgets.Short("")}
	undo := widgets.Quiet(s.p.T("menu.undo"), s.session.Undo)
	undo.Icon = fynetheme.ContentUndoIcon()
	away := widget.NewButtonWithIcon("", fynetheme.CancelIcon(), b.close)
	away.Importance = widget.LowImportance
	b.box = container.NewVBox(container.NewStack(canvas.NewRectangle(theme.Current().Raised),
		container.NewBorder(nil, nil, nil, widgets.Row(undo, away), b.said)), widget.NewSeparator())
	b.box.Hide()
	return b
}

// Deleted tells the frame that something is being deleted.
func (s *Shell) Deleted() { s.undone.due = true }

func (b *undoBar) close() {
	b.shown = ""
	b.box.Hide()
}

// refresh shows the bar when the last action has deleted something, and takes
// it away when another has followed.
func (b *undoBar) refresh() {
	last, _ := b.s.session.UndoLabels()
	switch {
	case b.due && (strings.HasPrefix(last, "action_delete") || strings.HasPrefix(last, "action_remove")):
		b.due, b.shown = false, last
		b.said.SetText(b.s.p.T("shell.just_now", "what", b.s.p.Term(last)))
		b.box.Show()
	case last != b.shown:
		b.close()
	}
}
