package library

import (
	"fyne.io/fyne/v2"

	"cardhour/model/hardware"
	"cardhour/views/widgets"
)

// modelList is the tab of models.
type modelList struct {
	l       *Library
	all     []hardware.Model
	pane    *pane
	records *widgets.Records
	shown   fyne.CanvasObject
}

func newModels(l *Library) part {
	p := l.p
	m := &modelList{l: l, all: l.catalog.Models(), pane: newPane(l, p.T("library.pick.models"))}
	columns := []widgets.Column{
		{Head: p.T("library.model"), Most: 190}, {Head: p.T("library.kind"), Most: 130}, {Head: p.T("library.params"), Number: true},
		{Head: p.T("library.layers"), Number: true}, {Head: p.T("library.context"), Number: true},
		{Head: p.T("library.attention"), Most: 90}, {Head: p.T("library.source"), Share: 1},
	}
	rows := make([]widgets.Record, len(m.all))
	at := map[string]int{}
	for i, model := range m.all {
		at[model.ID] = i
		rows[i] = widgets.Record{Cells: []string{model.ID, p.Term(model.Kind.Term()), l.billions(model.ParamsB), l.whole(model.Layers),
			l.whole(model.MaxContext), m.attention(model), model.Source}}
	}
	m.records = widgets.NewRecords(columns, rows, func(row int) { m.pick(m.all[row]) })
	m.shown = l.searchable(p.T("library.search.models"), len(m.all), m.records, m.pane, func(query string) []int {
		found := []int{}
		for _, model := range hardware.FindModels(m.all, query) {
			found = append(found, at[model.ID])
		}
		return found
	})
	return m
}

func (m *modelList) content() fyne.CanvasObject { return m.shown }
func (m *modelList) refresh()                   {}

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

func (m *modelList) pick(model hardware.Model) {
	l, p := m.l, m.l.p
	entries := []entry{
		{p.T("library.kind"), p.Term(model.Kind.Term())}, {p.T("library.params"), l.billions(model.ParamsB)},
		{p.T("library.params.basis"), model.ParamsBasis},
	}
	if model.MoE() {
		entries = append(entries, entry{p.T("library.active"), l.billions(model.ActiveB)},
			entry{p.T("library.experts"), p.T("library.experts.active", "active", l.whole(model.ExpertsPerToken), "all", l.whole(model.Experts))})
	}
	lines := []fyne.CanvasObject{widgets.Heading(model.ID), widgets.Body(l.said(entries...))}
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
	m.pane.fill(append(lines, widgets.Note(l.said(entry{p.T("library.source"), model.Source}, entry{p.T("library.note"), model.Notes})))...)
}
