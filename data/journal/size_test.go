package journal

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// large makes a closed journal of so many rows: quotes of many decisions.
func large(t *testing.T, rows int) string {
	t.Helper()
	path := filepath.Join(scratch(t), "journal.db")
	j := start(t, path, newClock())
	// By the statements of the schema: records one by one would take minutes.
	model := someQuote("q", "d")
	model.Source, model.Note = "https://example.com/pricing", "控制台 2026-05-01 的截图"
	apply(t, j, "action_add_decision", PutDecision(someDecision("d")), PutQuote(model))
	const columns = `platform, platform_name, category, card, mode, amount, currency, per, scope, cards, slice, month_seconds,
  row_rounding, row_rounding_unit, daily_rounding, daily_rounding_unit, facts, source, seen_at, seen_offset, note, example,
  created_at, updated_at`
	const count = `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?) `
	for _, s := range []struct {
		sql string
		n   int
	}{
		{count + `INSERT INTO decisions (id, name, currency, task, must_haves, example, created_at, updated_at)
SELECT 'd' || i, name, currency, task, must_haves, example, created_at, updated_at FROM n, decisions WHERE id = 'd'`, rows / 50},
		{count + `INSERT INTO quotes (id, decision_id, position, ` + columns + `)
SELECT 'q' || i, 'd' || (i % 100 + 1), i, ` + columns + ` FROM n, quotes WHERE id = 'q'`, rows - rows/50},
	} {
		if _, err := j.db.Exec(s.sql, s.n); err != nil {
			t.Fatal(err)
		}
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

// openingTimes are the shortest of several openings of each journal, checks
// included. They take turns, so that a busy moment meets both; and what comes
// on top of the shortest is the machine's, not ours.
func openingTimes(t *testing.T, paths ...string) []time.Duration {
	t.Helper()
	least := make([]time.Duration, len(paths))
	for round := range 9 {
		for i, path := range paths {
			before := time.Now()
			j, err := Open(path, Options{})
			took := time.Since(before)
			if err != nil {
				t.Fatal(err)
			}
			if err := j.Close(); err != nil {
				t.Fatal(err)
			}
			if round == 0 || took < least[i] {
				least[i] = took
			}
		}
	}
	return least
}

// A journal of a hundred thousand rows opens while one waits without noticing.
func TestALargeJournalOpensAtOnce(t *testing.T) {
	small, big := large(t, 10_000), large(t, 100_000)
	times := openingTimes(t, small, big)
	few, many := times[0], times[1]
	info, err := os.Stat(big)
	if err != nil {
		t.Fatal(err)
	}
	growth := float64(many) / float64(few)
	t.Logf("%d rows, %d MB: %.0f ms; %d rows: %.1f ms; growth %.1f", 100_000, info.Size()>>20,
		many.Seconds()*1000, 10_000, few.Seconds()*1000, growth)
	if growth > 13 {
		t.Errorf("ten times the rows take %.1f times as long to open", growth)
	}
	if many > 3*time.Second { // ten times what it should be: not a busy machine
		t.Error(fmt.Sprint("opening takes ", many))
	}
}
