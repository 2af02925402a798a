package wizard

import (
	"strings"
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

// A record that is saved while one types on must not write over the typing.
func TestTypingGoesOnWhileTheRecordIsSaved(t *testing.T) {
	f := worked()
	w, _ := show(t, f, text.Chinese, theme.Light)
	changed := f.changed
	f.changed = func() {} // the news of a save comes late
	likely := w.steps[w.open].(*taskStep).numbers[1].field
	likely.Entry.SetText("")
	for _, key := range "7.25" {
		test.Type(likely.Entry, string(key))
		changed()
	}
	if likely.Entry.Text != "7.25" || f.d.Task.Work.Likely.String() != "7.25" {
		t.Errorf("typed 7.25, the field reads %q, the record %s", likely.Entry.Text, f.d.Task.Work.Likely)
	}
	for _, key := range "e" {
		test.Type(likely.Entry, string(key))
		changed()
	}
	if likely.Entry.Text != "7.25e" {
		t.Errorf("what is wrong was written over: %q", likely.Entry.Text)
	}
}

func TestAModelThatIsNotInTheLibraryIsAnsweredWithTheNearest(t *testing.T) {
	f := worked()
	w, _ := show(t, f, text.Chinese, theme.Light)
	s := w.steps[w.open].(*taskStep)
	if s.nearest.Visible() {
		t.Error("a known model is questioned")
	}
	s.model.Entry.SetText("Qwen2.5-7B-Instruct")
	if !s.nearest.Visible() || !strings.Contains(s.nearest.Text, "Qwen2.5-7B") {
		t.Errorf("an unknown model is answered with %q", s.nearest.Text)
	}
}
