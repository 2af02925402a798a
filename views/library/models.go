package library

import (
	"slices"

	"fyne.io/fyne/v2"

	"cardhour/model/hardware"
	"cardhour/views/widgets"
)

// modelList is the tab of models.
type modelList struct {
	*listing[hardware.Model]
	form    *form                        // that is open, or was last
	shown   *modelForm                   // the same while it is open
	reading int                          // counts what was begun to be read: only the newest is shown
	page    func(path string, err error) // reads files while they are asked for; else nil
}

func newModels(l *Library) *modelList {
	p := l.p
	m := &modelList{}
	columns := []widgets.Column{
		{Head: p.T("library.model"), Most: 190}, {Head: p.T("library.kind"), Most: 130}, {Head: p.T("library.params"), Number: true},
		{Head: p.T("library.layers"), Number: true}, {Head: p.T("library.context"), Number: true},
		{Head: p.T("library.attention"), Most: 90}, {Head: p.T("library.source"), Share: 1},
	}
	m.listing = newListing(l, listed[hardware.Model]{
		read: l.catalog.Models, name: func(model hardware.Model) string { return model.ID }, find: hardware.FindModels, tell: m.about,
		owned: func() []string {
			var names []string
			for _, own := range l.session.OwnModels() {
				names = append(names, own.Model.ID)
			}
			return names
		},
		cells: func(model hardware.Model) []string {
			return []string{model.ID, p.Term(model.Kind.Term()), l.billions(model.ParamsB), l.whole(model.Layers),
				l.whole(model.MaxContext), m.attention(model), m.source(model.ID, model.Source)}
		},
	}, columns, p.T("library.search.models"), p.T("library.pick.models"),
		widgets.Quiet(p.T("library.read"), func() { m.readFiles(nil) }), widgets.Quiet(p.T("library.add.model"), func() { l.NewModel("") }))
	return m
}

// billions writes a parameter count as the field does: 7.6B.
func (l *Library) billions(k hardware.Known[float64]) string {
	if !k.OK {
		return l.p.T("library.unknown")
	}
	return l.p.Measure(k.Value, 3) + "B"
}

// attention is the source's own words; only language models have layers that
// it could say something of.
func (m *modelList) attention(model hardware.Model) string {
	switch {
	case model.Attention.Text != "":
		return model.Attention.Text
	case model.Kind != hardware.LLM:
		return "–"
	}
	return m.l.p.T("library.unknown")
}

func (m *modelList) about(model hardware.Model) (lines, actions []fyne.CanvasObject) {
	l, p := m.l, m.l.p
	entries := []entry{
		{p.T("library.kind"), p.Term(model.Kind.Term())}, {p.T("library.params"), l.billions(model.ParamsB)},
		{p.T("library.params.basis"), model.ParamsBasis},
	}
	if model.MoE() {
		entries = append(entries, entry{p.T("library.active"), l.billions(model.ActiveB)},
			entry{p.T("library.experts"), p.T("library.experts.active", "active", l.whole(model.ExpertsPerToken), "all", l.whole(model.Experts))})
	}
	_, shipped := l.catalog.ShippedModel(model.ID)
	mine, own := m.mine(model.ID)
	lines = append([]fyne.CanvasObject{widgets.Heading(model.ID)}, m.standing(own, shipped)...)
	lines = append(lines, widgets.Body(l.said(entries...)))
	if model.Kind == hardware.LLM {
		cache := p.T("library.unknown")
		if model.KVBytesPerToken.OK {
			cache = p.Measure(model.KVBytesPerToken.Value/1024, 1) + " KiB"
		}
		lines = append(lines,
			widgets.Body(l.said(
				entry{p.T("library.layers"), l.whole(model.Layers)}, entry{p.T("library.hidden"), l.whole(model.Hidden)},
				entry{p.T("library.heads"), l.whole(model.Heads)}, entry{p.T("library.kv_heads"), l.whole(model.KVHeads)},
				entry{p.T("library.head_dim"), l.whole(model.HeadDim)}, entry{p.T("library.intermediate"), l.whole(model.Intermediate)},
				entry{p.T("library.vocab"), l.whole(model.Vocab)})),
			widgets.Body(l.said(
				entry{p.T("library.context"), l.whole(model.MaxContext)}, entry{p.T("library.attention"), m.attention(model)},
				entry{p.T("library.kv_bytes"), cache}, entry{p.T("library.tied"), l.answer(model.Tied)})))
	}
	lines = append(lines, widgets.Note(l.said(entry{p.T("library.source"), model.Source}, entry{p.T("library.note"), model.Notes})))
	mine.Model = model
	return lines, m.acts(own, shipped, func() { m.describe(mine, nil, "") }, func() {
		l.session.DeleteModel(mine.ID)
		l.Refresh()
	})
}

// mine is the user's own model of a name.
func (m *modelList) mine(name string) (hardware.OwnModel, bool) {
	own := m.l.session.OwnModels()
	i := slices.IndexFunc(own, func(o hardware.OwnModel) bool { return hardware.Same(o.Model.ID, name) })
	if i < 0 {
		return hardware.OwnModel{}, false
	}
	return own[i], true
}

// leave goes back from the form to the list.
func (m *modelList) leave() {
	m.shown = nil
	m.kept().Forget()
	m.close()
}

// describe opens the form, for a model that was read from files with what
// they say of it, unless one is half typed. Asked is the name that another
// place asked for it with.
func (m *modelList) describe(model hardware.OwnModel, read *FromFile, asked string) {
	if m.form.busy() {
		return
	}
	m.show(newModelForm(m, model, read), asked)
}

func (m *modelList) show(f *modelForm, asked string) {
	m.reading++ // what is still being read is no longer waited for
	m.page = nil
	f.wanted = asked
	m.form, m.shown = f.form, f
	m.open(f.box)
	f.begin()
}

// replace puts what was read from files in the place of a form from which they
// were asked for. Its name stays, and so does what was typed that the files do
// not say.
func (m *modelList) replace(from *modelForm, read FromFile) {
	if name := from.text("name"); name != "" {
		read.Model.ID = name
	}
	f := newModelForm(m, hardware.OwnModel{Model: read.Model}, &read)
	m.show(f, from.wanted)
	for name, in := range from.inputs {
		if typed := in.Entry.Text; typed != "" && f.text(name) == "" {
			f.inputs[name].Set(typed)
		}
	}
	if from.half {
		f.touched() // the kept form is that of before
	}
}
