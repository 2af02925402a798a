package wizard

import (
	"strconv"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	fynetheme "fyne.io/fyne/v2/theme"

	"cardhour/model/decision"
	"cardhour/views/theme"
	"cardhour/views/widgets"
)

// stepBar shows the five steps with their state and one-line answers.
type stepBar struct {
	w    *Wizard
	tabs []*stepTab
	box  *fyne.Container
}

func newStepBar(w *Wizard) *stepBar {
	b := &stepBar{w: w, box: container.NewGridWithColumns(len(decision.Steps))}
	for _, s := range decision.Steps {
		tab := newStepTab(s, w.p.T("step."+strconv.Itoa(int(s))), func() { w.Show(s) })
		b.tabs = append(b.tabs, tab)
		b.box.Add(tab)
	}
	return b
}

func (b *stepBar) content() fyne.CanvasObject { return b.box }

func (b *stepBar) mark(s decision.Step) {
	for _, t := range b.tabs {
		t.open = t.step == s
		t.Refresh()
	}
}

func (b *stepBar) refresh() {
	for _, t := range b.tabs {
		t.answer.SetText(b.w.answer(t.step))
	}
	b.mark(b.w.open)
}

// answer is what a step has come to, in one line.
func (w *Wizard) answer(s decision.Step) string {
	d, _ := w.session.Current()
	r := w.session.Result()
	switch s {
	case decision.StepTask:
		if r.Sentence != nil {
			return w.p.Because(*r.Sentence)
		}
		return w.p.T("step.answer.missing", "count", len(r.Missing))
	case decision.StepBilling:
		return w.p.T("step.answer.quotes", "count", len(r.Candidates))
	case decision.StepCard:
		if r.Memory != nil {
			return w.p.T("step.answer.memory", "gib", w.gib(r.Memory.Likely))
		}
		if r.Found != nil && r.Found.Likely.OK {
			return w.p.T("step.answer.memory", "gib", w.gib(r.Found.Likely.Value))
		}
		return w.p.T("step.answer.no_memory")
	case decision.StepBarrier:
		return w.p.T("step.answer.must_haves", "count", len(d.MustHaves))
	default:
		return w.p.T("step.answer.runs", "count", len(w.session.Records().Runs))
	}
}

// stepTab is one step in the bar: a button in looks of its own.
type stepTab struct {
	widgets.Pressable
	step   decision.Step
	open   bool
	title  *widgets.Label
	answer *widgets.Label
	mark   *canvas.Rectangle
	back   *canvas.Rectangle
}

func newStepTab(s decision.Step, title string, tapped func()) *stepTab {
	t := &stepTab{step: s, title: widgets.Short(strconv.Itoa(int(s)) + "  " + title), answer: widgets.ShortNote("")}
	t.Press = tapped
	t.title.TextStyle.Bold = true
	t.answer.SizeName = fynetheme.SizeNameCaptionText
	t.mark, t.back = canvas.NewRectangle(nil), canvas.NewRectangle(nil)
	t.ExtendBaseWidget(t)
	return t
}

// CreateRenderer draws the tab.
func (t *stepTab) CreateRenderer() fyne.WidgetRenderer {
	r := &stepTabRenderer{t: t}
	r.Refresh()
	return r
}

type stepTabRenderer struct{ t *stepTab }

func (r *stepTabRenderer) Destroy() {}

func (r *stepTabRenderer) Objects() []fyne.CanvasObject {
	return []fyne.CanvasObject{r.t.back, r.t.title, r.t.answer, r.t.mark}
}

func (r *stepTabRenderer) MinSize() fyne.Size {
	return fyne.NewSize(12*theme.Unit, r.t.title.MinSize().Height+r.t.answer.MinSize().Height-theme.Unit)
}

func (r *stepTabRenderer) Layout(size fyne.Size) {
	title, answer := r.t.title.MinSize().Height, r.t.answer.MinSize().Height
	r.t.back.Resize(size)
	r.t.title.Resize(fyne.NewSize(size.Width, title))
	r.t.answer.Move(fyne.NewPos(0, title-theme.Unit))
	r.t.answer.Resize(fyne.NewSize(size.Width, answer))
	r.t.mark.Move(fyne.NewPos(0, size.Height-3))
	r.t.mark.Resize(fyne.NewSize(size.Width, 3))
}

func (r *stepTabRenderer) Refresh() {
	scheme := theme.Current()
	r.t.back.FillColor, r.t.mark.FillColor = scheme.Surface, scheme.Surface
	if r.t.Hovered || r.t.Focused {
		r.t.back.FillColor = scheme.Raised
	}
	if r.t.Focused {
		r.t.mark.FillColor = scheme.Border
	}
	if r.t.open {
		r.t.mark.FillColor = scheme.Accent
	}
	for _, o := range r.Objects() {
		o.Refresh()
	}
}
