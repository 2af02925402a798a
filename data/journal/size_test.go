package journal

import (
	"errors"
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

// openingTimes are the shortest of several openings of a journal, and of SQLite's own
// quick check of the same file, which reads it once from end to end. They take
// turns, so that a busy moment meets both; and what comes on top of the
// shortest is the machine's, not ours.
func openingTimes(t *testing.T, path string) (opened, checked time.Duration) {
	t.Helper()
	opened, checked = time.Hour, time.Hour
	for range 9 {
		begin := time.Now()
		j, err := Open(path, Options{})
		opened = min(opened, time.Since(begin))
		if err != nil {
			t.Fatal(err)
		}
		if err := j.Close(); err != nil {
			t.Fatal(err)
		}
		begin = time.Now()
		db, err := connect(path, atRest)
		if err != nil {
			t.Fatal(err)
		}
		found, err := integrity(t.Context(), db, "PRAGMA quick_check(1)")
		checked = min(checked, time.Since(begin))
		if err = errors.Join(err, db.Close()); err != nil || len(found) > 0 {
			t.Fatal(found, err)
		}
	}
	return opened, checked
}

// A journal of a hundred thousand rows opens while one waits without
// noticing: in little more than it takes to read it once.
func TestALargeJournalOpensAtOnce(t *testing.T) {
	for _, rows := range []int{10_000, 100_000} {
		path := large(t, rows)
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		opened, checked := openingTimes(t, path)
		ratio := float64(opened) / float64(checked)
		t.Logf("%d rows, %.1f MB: opened in %.1f ms, a quick check alone takes %.1f ms (%.2f times)",
			rows, float64(info.Size())/(1<<20), opened.Seconds()*1000, checked.Seconds()*1000, ratio)
		if ratio > 3 {
			t.Errorf("opening takes %.1f times what reading the file does", ratio)
		}
		if opened > 3*time.Second { // ten times what it should be: not a busy machine
			t.Error(fmt.Sprint("opening takes ", opened))
		}
	}
}
