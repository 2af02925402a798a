package journal

import (
	"context"
	"database/sql"
	"fmt"
	"maps"
	"slices"
	"strings"

	"cardhour/model/reason"
)

// Report is what a check of a journal has found.
type Report struct {
	Path          string
	Schema        int // version of the file
	ApplicationID int
	Synchronous   int // 2: a commit is on disk before it is acknowledged
	Counts        []Count
	Problems      []*reason.Problem // none when all is well
}

// Count is the number of rows of a table.
type Count struct {
	Table string
	Rows  int
}

// tables are counted one by one; a table's name cannot be a parameter.
var tables = []struct{ name, count string }{
	{"decisions", `SELECT count(*) FROM decisions`},
	{"quotes", `SELECT count(*) FROM quotes`},
	{"runs", `SELECT count(*) FROM runs`},
	{"run_events", `SELECT count(*) FROM run_events`},
	{"bills", `SELECT count(*) FROM bills`},
	{"charges", `SELECT count(*) FROM charges`},
	{"answers", `SELECT count(*) FROM answers`},
	{"evidence", `SELECT count(*) FROM evidence`},
	{"cards", `SELECT count(*) FROM cards`},
	{"models", `SELECT count(*) FROM models`},
	{"settings", `SELECT count(*) FROM settings`},
	{"actions", `SELECT count(*) FROM actions`},
	{"action_changes", `SELECT count(*) FROM action_changes`},
}

// Check reads the whole file and the evidence beside it and reports what is
// wrong. An error means that the check itself could not be finished.
func (j *Journal) Check(ctx context.Context) (Report, error) {
	r, err := j.checkFile(ctx)
	if err == nil {
		err = r.evidence(ctx, j)
	}
	if err != nil {
		return Report{}, fmt.Errorf("check the journal: %w", err)
	}
	return r, nil
}

// checkFile reads the file alone: a journal that lacks evidence is not
// damaged, and a copy has none beside it.
func (j *Journal) checkFile(ctx context.Context) (Report, error) {
	r := Report{Path: j.path}
	err := j.view(ctx, func(q querier) error {
		for _, part := range []func(context.Context, querier) error{r.header, r.count, r.structure, r.records, r.actions} {
			if err := part(ctx, q); err != nil {
				return err
			}
		}
		return nil
	})
	return r, err
}

func (r *Report) find(rule string, args ...reason.Arg) {
	args = append([]reason.Arg{reason.Word("path", r.Path)}, args...)
	r.Problems = append(r.Problems, reason.Refuse("", rule, args...))
}

func (r *Report) header(ctx context.Context, q querier) error {
	for statement, value := range map[string]*int{
		"PRAGMA user_version": &r.Schema, "PRAGMA application_id": &r.ApplicationID, "PRAGMA synchronous": &r.Synchronous,
	} {
		n, err := pragma(ctx, q, statement)
		if err != nil {
			return err
		}
		*value = n
	}
	known, err := shippedMigrations()
	if err != nil {
		return err
	}
	if r.Schema != len(known) {
		r.find("journal.schema", reason.Int("version", reason.Count, int64(r.Schema)),
			reason.Int("known", reason.Count, int64(len(known))))
	}
	if r.ApplicationID != applicationID {
		r.find("journal.foreign")
	}
	const full = 2
	if r.Synchronous < full {
		r.find("journal.unsynced")
	}
	return nil
}

func (r *Report) count(ctx context.Context, q querier) error {
	for _, t := range tables {
		n, err := pragma(ctx, q, t.count)
		if err != nil {
			return err
		}
		r.Counts = append(r.Counts, Count{t.name, n})
	}
	return nil
}

func (r *Report) structure(ctx context.Context, q querier) error {
	found, err := integrity(ctx, q, "PRAGMA integrity_check(20)")
	if err != nil {
		return err
	}
	if len(found) > 0 {
		r.find("journal.damaged", reason.Word("detail", shorten(strings.Join(found, "; "))))
	}
	orphans, err := orphanRows(ctx, q)
	if err != nil {
		return err
	}
	for _, table := range slices.Sorted(maps.Keys(orphans)) {
		r.find("journal.orphans", reason.Word("table", table), reason.Int("count", reason.Count, int64(orphans[table])))
	}
	return nil
}

// records tries to read each record by itself, so that one that is broken
// does not hide the next.
func (r *Report) records(ctx context.Context, q querier) error {
	for _, kind := range Kinds {
		rows, err := forms[kind].list(ctx, q, forms[kind].order)
		if err != nil {
			return err
		}
		for _, row := range rows {
			if readable(row) != nil {
				r.find("journal.unreadable", reason.Word("table", string(kind)), reason.Word("id", row.key().id))
			}
		}
	}
	return nil
}

func readable(r record) error {
	var err error
	switch r := r.(type) {
	case *decisionRow:
		_, err = r.model()
	case *quoteRow:
		_, err = r.model()
	case *runRow:
		_, err = r.model()
	case *billRow:
		_, err = r.model()
	case *answerRow:
		_, err = r.model()
	case *evidenceRow:
		_, err = r.model()
	case *cardRow:
		_, err = r.model()
	case *modelRow:
		_, err = r.model()
	}
	return err
}

// actions tries to read what undo would bring back.
func (r *Report) actions(ctx context.Context, q querier) error {
	seqs, err := all(ctx, q, func(rows *sql.Rows) (seq int64, err error) {
		return seq, rows.Scan(&seq)
	}, `SELECT seq FROM actions ORDER BY seq`)
	if err != nil {
		return err
	}
	for _, seq := range seqs {
		effects, err := effectsOf(ctx, q, seq)
		if err != nil {
			return err
		}
		for _, e := range effects {
			for _, text := range []string{e.before, e.after} {
				if text == "" {
					continue
				}
				row, err := decode(e.key.kind, text)
				if err == nil {
					err = readable(row)
				}
				if err != nil {
					r.find("journal.unreadable", reason.Word("table", "actions"), reason.Word("id", fmt.Sprint(seq)))
				}
			}
		}
	}
	return nil
}
