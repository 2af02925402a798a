package library

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"cardhour/model/hardware"
	"cardhour/model/reason"
	"cardhour/model/sizing"
	"cardhour/views/widgets"
)

// modelForm is where a model is described: its parameter count, which is
// enough for a rule of thumb, and its shape as far as it is known, from which
// memory is computed.
type modelForm struct {
	*form
	list *modelList
	id   string         // of the record that is changed; empty for a new one
	base hardware.Model // as it was opened; what is picked goes into it at once
	was  hardware.Model

	fresh bool // nothing is known but what is typed: files may say it instead

	kind     attentionKind
	attended *widgets.Pick[attentionKind]
	pattern  fyne.CanvasObject // which layers look back over everything
	window   fyne.CanvasObject
	ranks    fyne.CanvasObject
}

// attentionKind is what the layers keep of the tokens that they have seen.
type attentionKind string

const (
	notSaid attentionKind = ""
	plain   attentionKind = "plain"
	sliding attentionKind = "window"
	latent  attentionKind = "latent"
	hybrid  attentionKind = "hybrid"
)

var (
	attentionKinds = []attentionKind{plain, sliding, latent, hybrid, notSaid}
	modelKinds     = []hardware.Kind{hardware.LLM, hardware.Image, hardware.ASR, hardware.Detection}
)

func kindOf(a hardware.Attention) attentionKind {
	switch {
	case a.Latent:
		return latent
	case a.Recurrent:
		return hybrid
	case a.Window > 0:
		return sliding
	case a.Text != "":
		return plain
	}
	return notSaid
}

// newModelForm makes the form; read is what files say of the model, nil where
// it was not read from any.
func newModelForm(list *modelList, model hardware.OwnModel, read *FromFile) *modelForm {
	p := list.l.p
	f := &modelForm{list: list, id: model.ID, base: model.Model, was: model.Model, kind: kindOf(model.Model.Attention)}
	f.form = newForm(p, f.submit, list.leave, f.keep)
	f.done = func(asked, saved string) {
		if tell := list.l.ModelDone; tell != nil {
			tell(asked, saved)
		}
	}
	b := &f.base
	if b.Kind == "" {
		b.Kind = hardware.LLM
	}
	var fields []fyne.CanvasObject
	if f.fresh = read == nil && blank(model); f.fresh {
		fields = append(fields, widgets.Row(widgets.Quiet(p.T("library.read"), func() { list.readFiles(f) })))
	}
	fields = append(fields, f.input("name", b.ID, widgets.InputOf{Label: p.T("library.form.name"), Placeholder: "Qwen2.5-7B", Typed: func(string) { f.hintName() }}))
	kind := pick(f.form, "kind", b.Kind, modelKinds,
		func(k hardware.Kind) string { return p.Label(k.Term()) }, func(k hardware.Kind) { b.Kind = k })
	fields = append(fields, widgets.Pair(kind.Box, f.number("params", b.ParamsB)), widgets.Gap(),
		widgets.Tight(widgets.Heading(p.T("library.form.shape")), widgets.Note(p.T("library.form.shape.note"))))
	fields = append(fields, f.shape()...)
	fields = append(fields, widgets.Gap(), container.NewVBox(
		f.fold(p.T("library.form.moe"), p.T("library.form.moe.note"), f.experts),
		f.fold(p.T("library.form.more"), p.T("library.form.more.model"), func() []fyne.CanvasObject {
			return []fyne.CanvasObject{f.input("source", b.Source, widgets.InputOf{Placeholder: p.T("library.form.source.hint")}), f.input("note", b.Notes, widgets.InputOf{})}
		})))
	head, note := title(p.T, "model", f.id, b.ID), p.T("library.form.note.model")
	if read != nil {
		head = p.T("library.form.read", "name", b.ID)
		note = f.said(*read)
	}
	f.live = f.follows
	f.lay(head, note, fields...)
	if b.MoE() {
		f.parts[0].fold.SetOpen(true)
	}
	f.attend()
	f.hintName()
	if read != nil {
		f.mark(*read)
	}
	return f
}

// blank reports whether nothing is known of a model but its name.
func blank(own hardware.OwnModel) bool {
	m := own.Model
	m.ID, m.Kind, m.Tied = "", "", hardware.NotKnown
	return own.ID == "" && m == hardware.Model{}
}

// shape are the fields from which memory is computed.
func (f *modelForm) shape() []fyne.CanvasObject {
	p, b := f.p, &f.base
	a := b.Attention
	all := []fyne.CanvasObject{
		widgets.Triple(f.whole("layers", b.Layers), f.whole("hidden", b.Hidden), f.whole("intermediate", b.Intermediate)),
		widgets.Triple(f.whole("heads", b.Heads), f.whole("kv_heads", b.KVHeads), f.whole("head_dim", b.HeadDim)),
		widgets.Pair(f.whole("vocab", b.Vocab), f.whole("context", b.MaxContext)),
	}
	f.attended = pick(f.form, "attention", f.kind, attentionKinds, func(k attentionKind) string {
		return p.T("library.attention." + or(string(k), "not_said"))
	}, func(k attentionKind) {
		f.kind = k
		f.attend()
	})
	all = append(all, widgets.Pair(f.attended.Box, f.answer("tied", &b.Tied)))
	f.window = f.whole("window", positive(a.Window))
	f.pattern = widgets.Pair(f.whole("full_every", positive(a.FullEvery)), f.whole("full_count", a.FullCount))
	f.ranks = widgets.Pair(f.whole("latent_rank", a.LatentRank), f.whole("rope_dim", a.RopeDim))
	return append(all, widgets.Pair(f.window, widgets.Spacer(0, 0)), f.pattern, f.ranks)
}

func positive(n int) hardware.Known[int] { return hardware.Known[int]{Value: n, OK: n > 0} }

// attend asks for what the kind of attention has.
func (f *modelForm) attend() {
	show := func(box fyne.CanvasObject, on bool, names ...string) {
		for _, name := range names {
			f.hidden[name] = !on
		}
		if on {
			box.Show()
		} else {
			box.Hide()
		}
	}
	show(f.window, f.kind == sliding, "window")
	show(f.pattern, f.kind == sliding || f.kind == hybrid, "full_every", "full_count")
	show(f.ranks, f.kind == latent, "latent_rank", "rope_dim")
	f.resized()
}

// experts are the fields of a mixture of experts.
func (f *modelForm) experts() []fyne.CanvasObject {
	b := &f.base
	return []fyne.CanvasObject{
		widgets.Pair(f.whole("experts", b.Experts), f.whole("experts_per_token", b.ExpertsPerToken)),
		widgets.Pair(f.whole("expert_intermediate", b.ExpertIntermediate), f.number("active", b.ActiveB)),
	}
}

// hintName says what a model of this name would stand in place of.
func (f *modelForm) hintName() {
	name := f.text("name")
	_, shipped := f.list.l.catalog.ShippedModel(name)
	own, mine := f.list.mine(name)
	f.hintTaken(name != "" && shipped, mine && own.ID != f.id)
}

// model reads the form. What was said of a figure goes with that figure.
func (f *modelForm) model(wrong wrongs) hardware.Model {
	m := f.base
	m.ID, m.Source, m.Notes = f.text("name"), f.text("source"), f.text("note")
	m.ParamsB, m.ActiveB = f.readNumber("params", wrong), f.readNumber("active", wrong)
	for name, to := range map[string]*hardware.Known[int]{"layers": &m.Layers, "hidden": &m.Hidden, "heads": &m.Heads, "kv_heads": &m.KVHeads,
		"head_dim": &m.HeadDim, "intermediate": &m.Intermediate, "vocab": &m.Vocab, "context": &m.MaxContext, "experts": &m.Experts,
		"experts_per_token": &m.ExpertsPerToken, "expert_intermediate": &m.ExpertIntermediate} {
		*to = f.readWhole(name, wrong)
	}
	m.Attention = f.attention(m, wrong)
	if m.ParamsB != f.was.ParamsB {
		m.ParamsBasis = ""
	}
	if cache := sizing.CachePerToken(m); cache.OK {
		m.KVBytesPerToken = cache
	} else if m.Layers != f.was.Layers || m.KVHeads != f.was.KVHeads || m.HeadDim != f.was.HeadDim || m.Attention != f.was.Attention {
		m.KVBytesPerToken = hardware.Known[float64]{}
	}
	return m
}

// attention reads what the layers keep. The words of a source stay as long as
// what they say does.
func (f *modelForm) attention(m hardware.Model, wrong wrongs) hardware.Attention {
	var a hardware.Attention
	switch f.kind {
	case sliding:
		window := f.readWhole("window", wrong)
		if !window.OK && wrong["window"] == nil {
			wrong["window"] = reason.Refuse("", "number.empty")
		}
		a.Window, a.FullEvery, a.FullCount = f.positive("window", window, wrong), f.every(wrong), f.readWhole("full_count", wrong)
	case latent:
		a.Latent, a.LatentRank, a.RopeDim = true, f.readWhole("latent_rank", wrong), f.readWhole("rope_dim", wrong)
	case hybrid:
		a.Recurrent, a.FullEvery, a.FullCount = true, f.every(wrong), f.readWhole("full_count", wrong)
	}
	was := f.was.Attention
	was.Text = ""
	if f.kind == kindOf(f.was.Attention) && a == was && m.Heads == f.was.Heads && m.KVHeads == f.was.KVHeads {
		return f.was.Attention
	}
	a.Text = describe(f.kind, a, m)
	return a
}

func (f *modelForm) every(wrong wrongs) int {
	return f.positive("full_every", f.readWhole("full_every", wrong), wrong)
}

// positive refuses a nought, which in the record means that nothing is said.
func (f *modelForm) positive(name string, v hardware.Known[int], wrong wrongs) int {
	if v.OK && v.Value <= 0 {
		wrong[name] = reason.Refuse("", "number.not_positive")
	}
	return v.Value
}

// follows is what the figures so far come to.
func (f *modelForm) follows() string {
	p, m := f.p, f.model(wrongs{})
	params := sizing.ParametersOf(m)
	if !params.OK {
		return p.T("library.form.live.none")
	}
	weights := p.Measure(params.Value*2e9/(1<<30), 1)
	if !m.Shaped() {
		return p.T("library.form.live.rule", "weights", weights)
	}
	return p.T("library.form.live", "weights", weights, "cache", p.Measure(m.KVBytesPerToken.Value/1024, 1))
}

func (f *modelForm) submit() {
	wrong := wrongs{}
	m := f.model(wrong)
	if !f.right(wrong, sizing.CheckModel(m)) {
		return
	}
	f.list.l.session.PutModel(hardware.OwnModel{ID: f.id, Model: m})
	f.end()
	f.list.choose(m)
	f.back(m.ID)
}
