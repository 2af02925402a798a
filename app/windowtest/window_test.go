//go:build window

package windowtest

import (
	"fmt"
	"image/png"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"cardhour/app/screens"
	"cardhour/data/journal"
	"cardhour/model/hardware"
	"cardhour/model/money"
	"cardhour/model/task"
	"cardhour/model/trial"
	"cardhour/views/settings"
	"cardhour/views/text"
)

// tags are those of the program, so that nothing is compiled twice.
const tags = "x11,migrated_fynedo"

func TestADecisionIsMadeInARealWindow(t *testing.T) {
	binary := compile(t)
	t.Run("without a display it says what to do instead", func(t *testing.T) { withoutDisplay(t, binary) })

	d := newDisplay(t)
	t.Setenv("HOME", d.home)                   // the save dialog of the mirror begins there too
	time.Local = time.FixedZone("CST", 8*3600) // the zone of the program's environment
	h := &hands{t: t, d: d, binary: binary, journal: filepath.Join(d.home, "journal.cardhour")}
	version, err := exec.Command(binary, "--version").Output()
	if err != nil {
		t.Fatal(err)
	}
	h.mirror = newMirror(t, text.Chinese, screens.Hooks{JournalPath: h.journal, Version: strings.TrimPrefix(strings.TrimSpace(string(version)), "cardhour ")})
	defer h.report() // before the program is ended
	p := h.p()

	h.open()
	h.step("pick the dark look")
	h.shortcut("ctrl+5")
	h.pick(p.T("settings."+settings.Theme), 2)
	h.alike("the settings, dark")

	h.step("answer step 1")
	h.shortcut("ctrl+n")
	h.saved("a decision", func(c journal.Content) bool { return len(c.Decisions) == 1 })
	h.shortcut("ctrl+1")
	h.alike("a new decision")
	h.pick(p.T("task.kind"), 1)
	h.saved("the kind of task", func(c journal.Content) bool { return c.Decisions[0].Task.Kind == task.FineTuning })
	h.fill(p.T("task.model"), "Qwen2.5-7B")
	h.saved("the model", func(c journal.Content) bool { return c.Decisions[0].Task.Model == "Qwen2.5-7B" })
	h.fill(p.T("task.work.likely"), "8")
	h.saved("the hours", func(c journal.Content) bool { return c.Decisions[0].Task.Work.Likely.String() == "8" })
	h.click(p.Term("yes"), 0)
	h.saved("always on", func(c journal.Content) bool { return c.Decisions[0].Task.AlwaysOn == hardware.Yes })
	h.click(p.Term("no"), 0)
	h.saved("not always on", func(c journal.Content) bool { return c.Decisions[0].Task.AlwaysOn == hardware.No })
	h.alike("step 1 answered")

	h.step("add a quote in step 2")
	h.shortcut("alt+2")
	h.click(p.T("billing.add"), 0)
	h.types("TestCloud") // the form begins in the platform's field
	h.fill(p.T("billing.form.card"), "RTX 4090 24GB")
	h.fill(p.Field("rate.amount"), "12")
	h.fill(p.Field("currency"), "CNY")
	h.alike("the quote's form")
	h.click(p.T("billing.form.save"), 0)
	c := h.saved("the quote", func(c journal.Content) bool { return len(c.Quotes) == 1 })
	if q := c.Quotes[0]; q.PlatformName != "TestCloud" || q.Card != "RTX 4090 24GB" || q.Rate.Amount.Value.Cmp(money.Of("12", "CNY").Value) != 0 || q.Rate.Amount.Currency != "CNY" {
		t.Errorf("the quote was saved as %+v", q)
	}
	h.alike("the quotes")

	h.step("look at step 3")
	h.tab(3)
	h.alike("step 3")

	h.step("ask for something in step 4")
	h.shortcut("alt+4")
	h.alike("step 4")
	h.click(p.Label("must_stop_ends_bill"), 0)
	h.saved("a must-have", func(c journal.Content) bool {
		return len(c.Decisions[0].MustHaves) == 1 && c.Decisions[0].MustHaves[0].ID == "stop_ends_bill"
	})
	h.alike("step 4 answered")

	h.step("log a run and a bill in step 5")
	h.tab(5)
	h.alike("step 5")
	h.click(p.T("trial.log"), 0)
	h.pick(p.T("trial.form.quote"), 0)
	for _, m := range []struct {
		event trial.Event
		typed string
	}{
		{trial.Ordered, "2026-11-20 09:00"}, {trial.PoweredOn, "9:05"}, {trial.Ready, "9:10"}, {trial.TaskStarted, "9:15"},
		{trial.TaskEnded, "17:15"}, {trial.ShutDown, "17:20"},
	} {
		h.fill(p.Label("event_"+string(m.event)), m.typed)
		h.key("Return") // writes the time out and goes on
	}
	h.pick(p.T("trial.form.outcome"), 0)
	h.alike("the run's form")
	h.click(p.T("trial.form.save_bill"), 0)
	c = h.saved("the run", func(c journal.Content) bool { return len(c.Runs) == 1 })
	if r := c.Runs[0]; r.Outcome != trial.Passed || r.QuoteID != c.Quotes[0].ID || len(r.At) != 6 {
		t.Errorf("the run was saved as %+v", r)
	}
	for i, typed := range []string{"96", "18", "20"} {
		h.fillField(h.mirror.field(p.T("trial.bill.amount"), 3*i+1), typed)
	}
	h.alike("the bill's form")
	h.click(p.T("trial.form.save"), 0)
	c = h.saved("the bill", func(c journal.Content) bool { return len(c.Bills) == 1 })
	if total, err := c.Bills[0].Total(); err != nil || total.Value.Cmp(money.Of("134", "CNY").Value) != 0 {
		t.Errorf("the bill comes to %v, %v", total, err)
	}
	h.alike("step 5 with a run")

	h.step("undo and redo")
	h.shortcut("ctrl+z")
	h.saved("the bill taken back", func(c journal.Content) bool { return len(c.Bills) == 0 })
	h.shortcut("ctrl+shift+z")
	h.saved("the bill again", func(c journal.Content) bool { return len(c.Bills) == 1 })
	h.alike("step 5 after undo and redo")

	h.step("export the picture")
	h.shortcut("ctrl+3")
	h.alike("the comparison")
	picture := filepath.Join(d.home, "picture.png")
	h.click(p.T("compare.export_png"), 0)
	h.over(filepath.Base(picture)) // the dialog begins in the name
	h.press("Return")              // not in the mirror: there is one picture to save
	h.mirror.dismiss()
	until(t, "the exported picture", func() bool { return isPicture(picture, 1200, 300) })

	h.step("close and open again")
	before := h.read()
	if err := d.tool("wmctrl", "-i", "-c", h.program.window); err != nil {
		t.Fatal(err)
	}
	if code := h.program.end(t); code != 0 {
		t.Errorf("closing the window ended the program with %d:\n%s", code, h.program.said.String())
	}
	h.same(before)
	h.open()
	h.same(before)

	h.step("be killed after an edit was saved")
	h.shortcut("ctrl+1")
	h.shortcut("alt+1")
	h.fill(p.T("task.work.likely"), "9")
	before = h.saved("the new hours", func(c journal.Content) bool { return c.Decisions[0].Task.Work.Likely.String() == "9" })
	if err := h.program.cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	h.program.end(t)
	h.open()
	h.same(before)
}

// A second start on a journal that is open ends at once, and the first window
// is before all others and has the keyboard, wherever it was. This comes after
// the test with a mirror: begun in a process that is older than a minute, the
// mirror is not laid out.
func TestASecondStartRaisesTheFirstWindow(t *testing.T) {
	binary := compile(t)
	d := newDisplay(t)
	path := filepath.Join(d.home, "账本 #1.cardhour")
	first := d.start(t, binary, "--journal", path)
	raised := func(from string) {
		t.Helper()
		second := exec.Command(binary, "--journal", path)
		second.Env, second.Dir = d.env(), d.home
		if said, err := second.CombinedOutput(); err != nil || len(said) > 0 {
			t.Fatalf("%s: the second start ended with %v: %s", from, err, said)
		}
		until(t, "the first window before the others, "+from, func() bool {
			focused, _ := d.ask("xdotool", "getwindowfocus")
			shown, _ := d.ask("xdotool", "search", "--onlyvisible", "--pid", pidOf(first))
			stack, _ := d.ask("xprop", "-root", "_NET_CLIENT_LIST_STACKING")
			return strings.TrimSpace(focused) == first.window && strings.Contains(shown, first.window) && onTop(stack, first.window)
		})
	}
	if err := d.tool("xdotool", "windowminimize", "--sync", first.window); err != nil {
		t.Fatal(err)
	}
	raised("minimised")
	d.start(t, binary, "--journal", filepath.Join(d.home, "other.cardhour")) // over the first
	raised("covered")
	select {
	case <-first.ended:
		t.Fatalf("the first one ended: %s", first.said.String())
	default:
	}
}

func pidOf(p *program) string { return strconv.Itoa(p.cmd.Process.Pid) }

// onTop reports whether a window is the last of those that xprop lists from
// the lowest to the highest.
func onTop(stack, window string) bool {
	_, list, _ := strings.Cut(stack, "#")
	ids := strings.Split(list, ",")
	top, err := strconv.ParseInt(strings.TrimSpace(ids[len(ids)-1]), 0, 64)
	return err == nil && strconv.FormatInt(top, 10) == window
}

// compile builds the program once for all tests.
func compile(t *testing.T) string {
	t.Helper()
	binary, err := built()
	if err != nil {
		t.Fatal(err)
	}
	return binary
}

var (
	workshop string // the folder of what is built
	built    = sync.OnceValues(func() (string, error) {
		binary := filepath.Join(workshop, "cardhour")
		out, err := exec.Command("go", "build", "-tags", tags, "-o", binary, "cardhour").CombinedOutput()
		if err != nil {
			err = fmt.Errorf("%w\n%s", err, out)
		}
		return binary, err
	})
)

func TestMain(m *testing.M) {
	var err error
	if workshop, err = os.MkdirTemp("", "cardhour-windowtest-"); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	code := m.Run()
	_ = os.RemoveAll(workshop)
	os.Exit(code)
}

func withoutDisplay(t *testing.T, binary string) {
	for _, lang := range []string{"zh-Hans", "en"} {
		home := t.TempDir()
		c := exec.Command(binary, "--lang", lang)
		c.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + home, "LANG=C.UTF-8"}
		var said, wrong strings.Builder
		c.Stdout, c.Stderr = &said, &wrong
		_ = c.Run()
		sentence := strings.TrimSpace(wrong.String())
		if c.ProcessState.ExitCode() != 1 || said.Len() > 0 || !strings.Contains(sentence, "cardhour demo") || strings.Contains(sentence, "\n") {
			t.Errorf("%s: exit %d, %q, %q", lang, c.ProcessState.ExitCode(), said.String(), sentence)
		}
		if chinese := strings.Contains(sentence, "。"); chinese != (lang == "zh-Hans") {
			t.Errorf("%s: wrong language: %s", lang, sentence)
		}
	}
}

// isPicture reports whether a file is a whole picture of some size.
func isPicture(path string, width, height int) bool {
	file, err := os.Open(path)
	if err != nil {
		return false
	}
	defer file.Close()
	drawn, err := png.Decode(io.Reader(file))
	return err == nil && drawn.Bounds().Dx() >= width && drawn.Bounds().Dy() >= height
}
