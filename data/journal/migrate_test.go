package journal

import (
	"path/filepath"
	"testing"
	"testing/fstest"
)

func TestMigrationsAreNumberedWithoutAGap(t *testing.T) {
	file := &fstest.MapFile{Data: []byte("SELECT 1")}
	if _, err := readMigrations(fstest.MapFS{"0001_a.sql": file, "0003_c.sql": file}); err == nil {
		t.Fatal("a gap passed")
	}
	steps, err := readMigrations(fstest.MapFS{"0001_a.sql": file, "0002_b.sql": file})
	if err != nil || len(steps) != 2 || steps[1].name != "b" {
		t.Fatalf("%v %v", steps, err)
	}
}

// A table that is rebuilt must not take along the rows that refer to it.
const rebuild = `
CREATE TABLE decisions2 (id TEXT PRIMARY KEY, name TEXT NOT NULL) STRICT;
INSERT INTO decisions2 SELECT id, name FROM decisions;
DROP TABLE decisions;
ALTER TABLE decisions2 RENAME TO decisions;`

func TestAMigrationIsDoneWhollyOrNotAtAll(t *testing.T) {
	for name, c := range map[string]struct {
		sql, rule string
		done      int
	}{
		"rebuilds a table":    {sql: rebuild, done: 1},
		"leaves orphans":      {sql: rebuild + "DELETE FROM decisions;", rule: "journal.orphans"},
		"fails half-way":      {sql: "DELETE FROM quotes; SELECT * FROM nothing;"},
		"ends in bad grammar": {sql: "DELETE FROM quotes; DELETE FORM"},
	} {
		t.Run(name, func(t *testing.T) {
			clock := newClock()
			j := start(t, filepath.Join(t.TempDir(), "journal.db"), clock)
			apply(t, j, "action_add_decision", PutDecision(someDecision("d")), PutQuote(someQuote("q", "d")))
			if err := j.Close(); err != nil {
				t.Fatal(err)
			}
			steps, err := shippedMigrations()
			if err != nil {
				t.Fatal(err)
			}
			version := len(steps) + c.done
			steps = append(steps, migration{"test", c.sql})
			err = migrate(bg, j.Path(), steps, clock.now)
			if (err == nil) != (c.done == 1) {
				t.Fatal(err)
			}
			if c.rule != "" {
				wantRule(t, err, c.rule)
			}
			db, err := connect(j.Path(), nil)
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = db.Close() }()
			for query, want := range map[string]int{
				"PRAGMA user_version":             version,
				"SELECT count(*) FROM migrations": version,
				"SELECT count(*) FROM quotes":     1,
				"SELECT count(*) FROM decisions":  1,
			} {
				if got, err := pragma(bg, db, query); got != want || err != nil {
					t.Errorf("%s = %d, %v; want %d", query, got, err, want)
				}
			}
		})
	}
}
