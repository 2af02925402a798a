package session

import (
	"context"
	"path/filepath"
	"testing"
	"time"

	"cardhour/model/task"
)

func TestAHalfTypedFormOutlivesTheProgram(t *testing.T) {
	path := filepath.Join(t.TempDir(), "j.cardhour")
	b := open(t, path)
	if got := b.Form("quote.d"); got != "" {
		t.Fatalf("before anything was typed: %q", got)
	}
	for _, text := range []string{"1", "12", "12块"} {
		b.KeepForm("quote.d", text)
	}
	b.KeepForm("record.d", "another")
	if got := b.Form("quote.d"); got != "12块" {
		t.Fatalf("the screens see %q", got)
	}
	if err := b.Session.Close(); err != nil {
		t.Fatal(err)
	}
	b.j.Close()
	b = open(t, path)
	if q, r := b.Form("quote.d"), b.Form("record.d"); q != "12块" || r != "another" {
		t.Errorf("after opening again: %q, %q", q, r)
	}
}

func TestAHalfTypedFormOutlivesAKilledProgram(t *testing.T) {
	path := filepath.Join(t.TempDir(), "j.cardhour")
	b := open(t, path)
	b.opts.Debounce = time.Millisecond
	b.KeepForm("quote.d", "1")
	b.KeepForm("quote.d", "12块")
	for end := time.Now().Add(10 * time.Second); ; {
		saved, _, err := b.j.Setting(t.Context(), settingForm("quote.d"))
		if err != nil || time.Now().After(end) {
			t.Fatalf("nothing was saved: %v", err)
		}
		if saved == "12块" {
			break
		}
	}
	b.j.Close() // the session is never closed
	if got := open(t, path).Form("quote.d"); got != "12块" {
		t.Errorf("after opening again: %q", got)
	}
}

func TestAFormIsForgottenWithoutWaiting(t *testing.T) {
	b := open(t, filepath.Join(t.TempDir(), "j.cardhour"))
	b.KeepForm("quote.d", "12")
	b.NewDecision() // queues the form before itself
	b.KeepForm("quote.d", "")
	done := make(chan struct{})
	b.mu.Lock() // a mark of its own: Flush would save what is typed
	b.put(job{mark: done})
	b.mu.Unlock()
	<-done
	if saved, _, err := b.j.Setting(t.Context(), settingForm("quote.d")); saved != "" || err != nil || b.Form("quote.d") != "" {
		t.Errorf("the journal still has %q, %v", saved, err)
	}
}

func TestAFormIsSavedWithoutComputingAnew(t *testing.T) {
	b := open(t, filepath.Join(t.TempDir(), "j.cardhour"))
	told := 0
	b.Subscribe(func() { told++ })
	b.KeepForm("quote.d", "12")
	b.Flush()
	b.KeepForm("quote.d", "")
	b.Flush()
	if told != 0 {
		t.Errorf("the screens were told %d times of nothing", told)
	}
}

func TestAFormThatCannotBeSavedIsTriedAgainInItsPlace(t *testing.T) {
	b := open(t, filepath.Join(t.TempDir(), "j.cardhour"))
	b.NewDecision()
	b.Flush()
	blocked := true
	b.do(func(context.Context) error {
		if blocked {
			return fullDisk
		}
		return nil
	})
	b.KeepForm("quote.d", "12")
	b.Flush()
	b.EditTask("model", func(k *task.Task) { k.Model = "Qwen3-8B" })
	b.KeepForm("quote.d", "123")
	b.Flush()
	if saved, _, err := b.j.Setting(t.Context(), settingForm("quote.d")); b.Problem() == nil || saved != "" || err != nil {
		t.Fatalf("the form overtook a change: %q, %v, %v", saved, err, b.Problem())
	}
	blocked = false
	b.KeepForm("quote.d", "1234")
	b.Flush()
	saved, _, err := b.j.Setting(t.Context(), settingForm("quote.d"))
	if saved != "1234" || err != nil || b.Problem() != nil {
		t.Errorf("after trying again: %q, %v, %v", saved, err, b.Problem())
	}
	if d, _ := b.Current(); d.Task.Model != "Qwen3-8B" {
		t.Errorf("the edit between them is lost: %q", d.Task.Model)
	}
}

func TestAFormOfADeletedDecisionComesBackWithIt(t *testing.T) {
	b := open(t, filepath.Join(t.TempDir(), "j.cardhour"))
	b.NewDecision()
	b.Flush()
	d, _ := b.Current()
	b.KeepForm("quote."+d.ID, "12")
	b.DeleteDecision(d.ID)
	b.Undo()
	b.Flush()
	if again, ok := b.Current(); !ok || again.ID != d.ID || b.Form("quote."+d.ID) != "12" {
		t.Errorf("%v with %q", ok, b.Form("quote."+d.ID))
	}
}
