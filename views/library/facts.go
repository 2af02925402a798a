package library

import (
	"cmp"
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"
	"github.com/govalues/decimal"

	"cardhour/model/fact"
	"cardhour/model/reason"
	"cardhour/views/widgets"
)

// label names what a fact is about.
func (l *Library) label(f Fact) string {
	if key := "fact." + f.Key; l.p.Has(key) {
		return l.p.T(key)
	}
	return f.Key
}

// value writes what is said, with its unit. Words of the vocabulary are
// translated; running text stands in the language of its source.
func (l *Library) value(said, unit string) string {
	p := l.p
	if key := "fact.value." + said; p.Has(key) {
		return p.T(key)
	}
	d, err := decimal.Parse(said)
	if err != nil || unit == "text" {
		return said
	}
	money, per, priced := strings.Cut(unit, "/")
	switch unit {
	case "s":
		return p.Value(reason.Value{Kind: reason.Seconds, Num: d})
	case "h":
		return p.Value(reason.Value{Kind: reason.Hours, Num: d})
	case "day":
		return p.Value(reason.Value{Kind: reason.Days, Num: d})
	case "GB":
		return p.Value(reason.Value{Kind: reason.GB, Num: d})
	case "%":
		return p.Number(d) + "%"
	case "files":
		return p.T("fact.unit.files", "n", d)
	case "multiplier":
		return p.T("fact.unit.times", "n", d)
	case "count", "":
		return p.Number(d)
	case "CNY", "USD":
		return p.Value(reason.Value{Kind: reason.Money, Num: d, Text: unit})
	}
	if priced && len(money) == 3 {
		if per == "h" {
			per = "hour"
		}
		return p.Value(reason.Value{Kind: reason.Rate, Num: d, Text: money + "/" + per})
	}
	return p.T("fact.unit.plain", "n", d, "unit", unit)
}

func (l *Library) scope(f Fact) string {
	if f.Scope == "" {
		return l.p.T("library.scope.all")
	}
	return f.Scope
}

// seen is the date with the mark of one that may no longer hold.
func (l *Library) seen(f Fact) string {
	date := l.p.Date(f.Seen)
	if l.stale(f) {
		return l.p.T("library.stale", "date", date)
	}
	return date
}

func (l *Library) stale(f Fact) bool {
	return fact.Claim[string]{Seen: f.Seen}.Stale(l.catalog.Now())
}

func (l *Library) confidence(f Fact) string {
	if f.Own {
		return l.p.T("library.own")
	}
	return l.p.Term(f.Confidence.String())
}

// others are the values of other sources.
func (l *Library) others(f Fact) string {
	var said []string
	for _, v := range f.Conflicts {
		said = append(said, l.value(v, f.Unit))
	}
	return l.p.List(said...)
}

// record is a fact in one row. What others say stands beside what this source
// says, so that no one takes one of them for settled. The head of the dates
// says what their mark means.
func (l *Library) record(f Fact) widgets.Record {
	value, date := l.value(f.Value, f.Unit), l.p.Date(f.Seen)
	r := widgets.Record{Mark: widget.MediumImportance}
	if len(f.Conflicts) > 0 {
		value = l.p.T("library.conflict.row", "value", value, "others", l.others(f))
		r.Mark = widget.WarningImportance
	}
	if l.stale(f) {
		date += " △"
	}
	r.Cells = []string{l.label(f), value, f.Scope, date, l.confidence(f)}
	return r
}

// entries is a fact in full.
func (l *Library) entries(f Fact) []fyne.CanvasObject {
	p := l.p
	lines := []fyne.CanvasObject{
		widgets.Heading(l.label(f)), widgets.Body(l.value(f.Value, f.Unit)),
	}
	if len(f.Conflicts) > 0 {
		conflict := widgets.Body("△ " + p.T("library.conflict.others", "values", l.others(f)))
		conflict.Importance = widget.WarningImportance
		lines = append(lines, conflict)
	}
	return append(lines,
		widgets.Note(l.said(entry{p.T("library.scope"), l.scope(f)}, entry{p.T("library.seen"), l.seen(f)},
			entry{p.T("library.confidence"), l.confidence(f)})),
		widgets.Note(l.said(entry{p.T("library.source"), f.Source}, entry{p.T("library.note"), f.Note})))
}

// arrange puts facts into their groups' order and gives the rows, with a
// heading before each group, and for each row the fact that it stands for.
func (l *Library) arrange(facts []Fact) ([]widgets.Record, []Fact) {
	sorted := slices.Clone(facts)
	slices.SortStableFunc(sorted, func(a, b Fact) int {
		inA, rankA := place(a.Key)
		inB, rankB := place(b.Key)
		return cmp.Or(cmp.Compare(inA, inB), cmp.Compare(rankA, rankB))
	})
	var rows []widgets.Record
	var of []Fact
	last := -1
	for _, f := range sorted {
		if in, _ := place(f.Key); in != last {
			last = in
			rows, of = append(rows, widgets.Record{Heading: l.p.T("library.group." + groups[in].name)}), append(of, Fact{})
		}
		rows, of = append(rows, l.record(f)), append(of, f)
	}
	return rows, of
}
