package journal

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/govalues/decimal"

	"cardhour/model/billing"
	"cardhour/model/decision"
	"cardhour/model/hardware"
	"cardhour/model/money"
	"cardhour/model/reason"
	"cardhour/model/sizing"
	"cardhour/model/task"
	"cardhour/model/trial"
)

var bg = context.Background()

// failer is what testing.T and rapid.T have in common.
type failer interface {
	Helper()
	Fatal(args ...any)
	Fatalf(format string, args ...any)
}

// clock is a clock that stands until it is moved.
type clock struct{ at time.Time }

func newClock() *clock { return &clock{time.Date(2026, 5, 1, 9, 0, 0, 0, time.UTC)} }

func (c *clock) now() time.Time { return c.at }

func (c *clock) pass(d time.Duration) { c.at = c.at.Add(d) }

// start opens a journal that is closed with the test.
func start(t testing.TB, path string, c *clock) *Journal {
	t.Helper()
	n := 0
	j, err := Open(path, Options{Now: c.now, NewID: func() string { n++; return fmt.Sprintf("%06d", n) }})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = j.Close() })
	return j
}

func newJournal(t testing.TB) (*Journal, *clock) {
	c := newClock()
	return start(t, filepath.Join(t.TempDir(), "journal.db"), c), c
}

func apply(t testing.TB, j *Journal, label string, changes ...Change) {
	t.Helper()
	if err := j.Apply(bg, Action{Label: label, Changes: changes}); err != nil {
		t.Fatal(err)
	}
}

func everything(t failer, j *Journal) Content {
	t.Helper()
	c, err := j.Everything(bg)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func wantRule(t failer, err error, rule string) {
	t.Helper()
	var p *reason.Problem
	if !errors.As(err, &p) || p.Rule != rule {
		t.Fatalf("got %v, want the problem %s", err, rule)
	}
}

// same compares records: times by instant and zone, decimals with their zeros.
var same = cmp.Options{
	cmp.Comparer(func(a, b time.Time) bool {
		_, x := a.Zone()
		_, y := b.Zone()
		return a.Equal(b) && x == y
	}),
	cmp.Comparer(func(a, b decimal.Decimal) bool { return a == b }),
	cmpopts.EquateEmpty(),
}

func wantSame(t failer, what string, want, got any) {
	t.Helper()
	if diff := cmp.Diff(want, got, same); diff != "" {
		t.Fatalf("%s (-want +got):\n%s", what, diff)
	}
}

func someDecision(id string) decision.Decision {
	return decision.Decision{ID: id, Name: "微调 7B", Currency: "CNY"}
}

func someQuote(id, decisionID string) billing.Quote {
	return billing.Quote{ID: id, DecisionID: decisionID, PlatformName: "AutoDL", Mode: billing.OnDemand,
		Rate: billing.NewRate(money.Of("1.98", "CNY"), billing.PerHour)}
}

// someRules are rules of several kinds, as of a cloud that sells packages.
func someRules() billing.Rules {
	east := time.FixedZone("", 8*3600)
	return billing.Rules{
		Settles: billing.EachDay, Starts: billing.StartsRunning, WipesOnStop: true,
		Packages:  []billing.Package{{Amount: decimal.MustParse("60.48"), Per: billing.PerDay}},
		Meters:    []billing.Meter{{Name: "虚拟机", Amount: decimal.MustParse("0.0066"), Per: billing.PerHour, While: billing.WhileRunning}},
		Discounts: []billing.Reduction{{Name: "教育 <9 折>", Kind: billing.Percent, Value: decimal.MustParse("10.00"), Expires: time.Date(2026, 6, 30, 0, 0, 0, 0, east)}},
		TopUp:     &billing.TopUp{Pay: decimal.MustParse("500"), Bonus: decimal.MustParse("200")},
		TaxOnTop:  decimal.MustParse("6"),
		From:      time.Date(2026, 5, 1, 0, 0, 0, 0, east), Until: time.Date(2026, 5, 31, 0, 0, 0, 0, east),
	}
}

func someExchange() money.Exchange {
	return money.Exchange{From: "USD", To: "CNY", Rate: decimal.MustParse("7.1"), On: time.Date(2026, 4, 30, 8, 0, 0, 0, time.UTC), Source: "银行"}
}

// someCard is a card of the user's own, as of a shop that doubles the memory.
func someCard(id, name string) hardware.OwnCard {
	return hardware.OwnCard{ID: id, Card: hardware.Card{ID: name, Vendor: "NVIDIA", Arch: "Ada", ComputeCapability: hardware.Know(8.9),
		MemoryGiB: hardware.Know(48.0), BandwidthGBs: hardware.Know(1008.5), LinkGBs: hardware.Know(0.0), BF16: hardware.Yes, FP8: hardware.No,
		Source: "卖家", Notes: "改装"}}
}

// someModel is a model of the user's own, with layers of two kinds.
func someModel(id, name string) hardware.OwnModel {
	return hardware.OwnModel{ID: id, Model: hardware.Model{ID: name, Kind: hardware.LLM, ParamsB: hardware.Know(13.2), Layers: hardware.Know(40),
		Hidden: hardware.Know(5120), KVHeads: hardware.Know(8), HeadDim: hardware.Know(128), Tied: hardware.No,
		Attention: hardware.Attention{Text: "5:1", Window: 1024, FullEvery: 6, FullCount: hardware.Know(7)}}}
}

func someSpeed() trial.Speed {
	return trial.Speed{PerSecond: decimal.MustParse("2150.50"), Unit: sizing.Tokens, Job: "qwen2.5-7b|lora"}
}

// someTask says of how a job is run all that can be said.
func someTask() task.Task {
	return task.Task{
		Kind: task.FineTuning, Model: "自训 13B", Picture: task.Picture{Width: 1024, Height: 768, Frames: 49},
		Options: sizing.Options{Engine: sizing.VLLM, Prefill: sizing.PrefillChunked, Prompt: 1500, KV: sizing.KVFP8, Checkpointing: hardware.No,
			FusedCE: hardware.Yes, Optimizer: sizing.AdamW8bit, LoRARank: 64, Offload: sizing.OffloadOptimizer, Split: sizing.SplitZeRO3},
		Plan: task.Plan{Prepare: 7200, PrepareDays: 3},
	}
}

func TestAJournalIsMadeWithItsFolder(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a", "b", "journal.db")
	start(t, path, newClock())
	if _, err := os.Stat(path); err != nil {
		t.Fatal(err)
	}
}

func TestAnEmptyFileBecomesAJournal(t *testing.T) {
	path := filepath.Join(t.TempDir(), "journal.db")
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	j := start(t, path, newClock())
	apply(t, j, "action_add_decision", PutDecision(someDecision("d")))
}

func TestAnyPathCanHoldAJournal(t *testing.T) {
	for _, name := range []string{"a#b.db", "a?mode=ro.db", "100%41.db", "a b.db", "日志 · 卡时.db", "it's;&+=.db",
		strings.Repeat("长", 60) + strings.Repeat("x", 20), "..db"} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			path := filepath.Join(dir, name, name)
			c := newClock()
			j := start(t, path, c)
			apply(t, j, "action_add_decision", PutDecision(someDecision("d")))
			if err := j.Close(); err != nil {
				t.Fatal(err)
			}
			if got := everything(t, start(t, path, c)); len(got.Decisions) != 1 {
				t.Fatalf("%d decisions after reopening", len(got.Decisions))
			}
			if list, _ := os.ReadDir(dir); len(list) != 1 || list[0].Name() != name {
				t.Fatalf("stray files: %v", list)
			}
		})
	}
}

func TestACommitIsOnDiskBeforeItIsAcknowledged(t *testing.T) {
	j, _ := newJournal(t)
	if n, err := pragma(bg, j.db, "PRAGMA synchronous"); n != 2 || err != nil {
		t.Fatalf("synchronous = %d, %v", n, err)
	}
	if n, err := pragma(bg, j.db, "PRAGMA foreign_keys"); n != 1 || err != nil {
		t.Fatalf("foreign_keys = %d, %v", n, err)
	}
	var mode string
	if err := j.db.QueryRow("PRAGMA journal_mode").Scan(&mode); err != nil || mode != "wal" {
		t.Fatalf("journal mode %s, %v", mode, err)
	}
}

func TestAFullDiskLosesNothingAndWorksAgainWithRoom(t *testing.T) {
	j, c := newJournal(t)
	apply(t, j, "action_add_decision", PutDecision(someDecision("d")))
	pages, err := pragma(bg, j.db, "PRAGMA page_count")
	if err != nil {
		t.Fatal(err)
	}
	limit := func(n int) {
		t.Helper()
		if _, err := j.db.Exec(fmt.Sprintf("PRAGMA max_page_count = %d", n)); err != nil {
			t.Fatal(err)
		}
	}
	limit(pages + 10)
	var kept []string
	var full error
	for i := 0; full == nil; i++ {
		c.pass(time.Minute)
		q := someQuote(fmt.Sprintf("q%03d", i), "d")
		q.Note = strings.Repeat("说明", 500)
		if full = j.Apply(bg, Action{Label: "action_add_quote", Changes: []Change{PutQuote(q)}}); full == nil {
			kept = append(kept, q.ID)
		}
	}
	wantRule(t, full, "journal.full")
	wantRule(t, j.SetSetting(bg, "long", strings.Repeat("x", 100_000)), "journal.full")
	var got []string
	for _, q := range everything(t, j).Quotes {
		got = append(got, q.ID)
	}
	wantSame(t, "quotes after the disk was full", kept, got)
	limit(pages + 1000)
	apply(t, j, "action_add_quote", PutQuote(someQuote("after", "d")))
	if r, err := j.Check(bg); err != nil || len(r.Problems) > 0 {
		t.Fatalf("check: %v %v", r.Problems, err)
	}
}

func TestAReadOnlyJournalSaysSo(t *testing.T) {
	j, _ := newJournal(t)
	if _, err := j.db.Exec("PRAGMA query_only = 1"); err != nil {
		t.Fatal(err)
	}
	wantRule(t, j.SetSetting(bg, "a", "b"), "journal.readonly")
	if os.Getuid() == 0 {
		return // permissions do not bind the superuser
	}
	if err := errors.Join(j.Close(), os.Chmod(j.Path(), 0o400)); err != nil {
		t.Fatal(err)
	}
	_, err := Open(j.Path(), Options{})
	wantRule(t, err, "journal.readonly")
}

func TestABusyJournalSaysSo(t *testing.T) {
	j, c := newJournal(t)
	other := start(t, j.Path(), c)
	conn, err := other.db.BeginTx(bg, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Rollback() }()
	if _, err := j.db.Exec("PRAGMA busy_timeout = 20"); err != nil {
		t.Fatal(err)
	}
	wantRule(t, j.SetSetting(bg, "a", "b"), "journal.locked")
}

func TestAFolderThatCannotBeMadeIsNamed(t *testing.T) {
	if os.Getuid() == 0 {
		_, err := Open("/proc/nothing/journal.db", Options{})
		wantRule(t, err, "journal.no_folder")
		return
	}
	dir := t.TempDir()
	if err := os.Chmod(dir, 0o500); err != nil {
		t.Fatal(err)
	}
	_, err := Open(filepath.Join(dir, "a", "journal.db"), Options{})
	wantRule(t, err, "journal.no_folder")
}

func TestSettingsAreKept(t *testing.T) {
	j, c := newJournal(t)
	if _, ok, err := j.Setting(bg, "language"); ok || err != nil {
		t.Fatalf("a setting that was never set: %v %v", ok, err)
	}
	for _, value := range []string{"en", "zh-Hans", ""} {
		if err := j.SetSetting(bg, "language", value); err != nil {
			t.Fatal(err)
		}
		if err := j.Close(); err != nil {
			t.Fatal(err)
		}
		j = start(t, j.Path(), c)
		if got, ok, err := j.Setting(bg, "language"); got != value || !ok || err != nil {
			t.Fatalf("got %q %v %v, want %q", got, ok, err, value)
		}
	}
}
