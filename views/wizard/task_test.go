package wizard

import (
	"testing"

	"fyne.io/fyne/v2/test"

	"cardhour/model/task"
	"cardhour/views/text"
	"cardhour/views/theme"
)

func TestWrongTextStaysUntilTheValueChanges(t *testing.T) {
	f := worked()
	w, _ := show(t, f, text.Chinese, theme.Light)
	s := w.steps[w.open].(*taskStep)
	likely := s.numbers[1].field // after "at least"
	if likely.Entry.Text != "8" {
		t.Fatalf("the likely amount reads %q", likely.Entry.Text)
	}
	likely.Entry.SetText("8x")
	f.EditTask("batch", func(k *task.Task) { k.Batch = 2 })
	if likely.Entry.Text != "8x" {
		t.Errorf("a change elsewhere wrote %q over what was being typed", likely.Entry.Text)
	}
	if f.d.Task.Work.Likely.String() != "8" {
		t.Errorf("the last good value is gone: %s", f.d.Task.Work.Likely)
	}
	likely.Entry.SetText("")
	test.Type(likely.Entry, "１２．５")
	if f.d.Task.Work.Likely.String() != "12.5" || likely.Entry.Text != "１２．５" {
		t.Errorf("full-width figures became %s, the field reads %q", f.d.Task.Work.Likely, likely.Entry.Text)
	}
	f.EditTask("work.likely", func(k *task.Task) { k.Work.Likely = dec("3") }) // as undo does
	if likely.Entry.Text != "3" {
		t.Errorf("after undo the field reads %q", likely.Entry.Text)
	}
}
