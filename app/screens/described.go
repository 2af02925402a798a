package screens

import (
	"cardhour/app/session"
	"cardhour/model/hardware"
	"cardhour/model/task"
)

// described is the session as it takes in what was described in the library
// because the open decision lacks it. The form may be saved under another name
// than it was asked for with, and another decision may be open by then: only
// what is still called as asked is called anew. A form that was left has saved
// nothing.
type described struct{ *session.Session }

func (d described) model(asked, saved string) {
	open, ok := d.Current()
	if ok && saved != "" && saved != open.Task.Model && hardware.Same(open.Task.Model, asked) {
		d.EditTask("model", func(t *task.Task) { t.Model = saved })
	}
}

func (d described) card(asked, saved string) {
	open, ok := d.Current()
	if !ok || saved == "" || hardware.Same(asked, saved) {
		return
	}
	for _, q := range d.Records().Quotes {
		if hardware.Same(q.Card, asked) {
			q.Card = saved
			d.PutQuote(q)
		}
	}
	if hardware.Same(open.Task.Work.Card, asked) {
		d.EditTask("work.card", func(t *task.Task) { t.Work.Card = saved })
	}
}
