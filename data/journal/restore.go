package journal

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"cardhour/model/reason"
)

// Restore makes the journal hold what a snapshot holds, all of it or, if it
// fails, nothing. What it held is kept as a snapshot first, which it returns:
// restoring that one takes the restore back. A snapshot that is not wholly
// good is refused and changes nothing. Any other journal's file will do too.
func (j *Journal) Restore(ctx context.Context, snapshot string) (before SnapshotInfo, err error) {
	snapshot, err = filepath.Abs(snapshot)
	if err != nil {
		return SnapshotInfo{}, fmt.Errorf("restore a snapshot: %w", err)
	}
	temp, err := j.shelf().ready(ctx, snapshot)
	if err != nil {
		return SnapshotInfo{}, fmt.Errorf("restore a snapshot: %w", err)
	}
	defer discard(temp)
	if before, err = j.Snapshot(ctx, BeforeRestore); err != nil {
		return SnapshotInfo{}, err
	}
	if err := j.replace(ctx, temp); err != nil {
		return before, fmt.Errorf("restore a snapshot: %w", explain(err, j.path))
	}
	return before, nil
}

// ready copies a snapshot and makes a sound journal of today's schema of the
// copy, whose path it returns. The snapshot itself is not written to.
func (s shelf) ready(ctx context.Context, snapshot string) (temp string, err error) {
	if err := whole(ctx, snapshot); err != nil {
		return "", refuseSnapshot(err, snapshot)
	}
	if err := os.MkdirAll(s.folder(), 0o755); err != nil {
		return "", explainSnapshot(err, s.path)
	}
	sweep(s.folder())
	if temp, err = tempIn(s.folder()); err != nil {
		return "", explainSnapshot(err, s.path)
	}
	if err = s.fill(ctx, temp, snapshot); err == nil {
		err = bringEvidence(ctx, snapshot, s.path) // there is some where another journal is restored
	}
	if err != nil {
		discard(temp)
		return "", err
	}
	return temp, nil
}

func (s shelf) fill(ctx context.Context, temp, snapshot string) error {
	src, err := openSource(ctx, snapshot, readingOptions(snapshot))
	if err != nil {
		return refuseSnapshot(explain(err, snapshot), snapshot)
	}
	err = src.copyTo(ctx, temp, s.room)
	src.close()
	if err != nil {
		return explainSnapshot(err, s.path)
	}
	steps, err := shippedMigrations()
	if err != nil {
		return err
	}
	if err := migrate(ctx, temp, steps, s.now); err != nil {
		if isFull(err) {
			return explainSnapshot(err, s.path)
		}
		return refuseSnapshot(err, snapshot)
	}
	if err := checked(ctx, temp); err != nil {
		return refuseSnapshot(err, snapshot)
	}
	return nil
}

// checked reads a journal that nobody has open through, to the last record.
func checked(ctx context.Context, path string) error {
	db, err := connect(path, atRest)
	if err != nil {
		return err
	}
	defer func() { _ = db.Close() }()
	r, err := (&Journal{db: db, path: path}).checkFile(ctx)
	if err == nil && len(r.Problems) > 0 {
		err = r.Problems[0]
	}
	return err
}

// refuseSnapshot says of a snapshot that it cannot be restored, and why.
func refuseSnapshot(cause error, snapshot string) error {
	var p *reason.Problem
	if !errors.As(cause, &p) {
		return cause
	}
	switch p.Rule {
	case "journal.newer", "journal.foreign", "journal.cannot_open":
		return cause // says all that is to be said
	}
	var detail []string
	for _, a := range p.Args {
		if a.Name != "path" {
			detail = append(detail, strings.TrimSpace(a.Value.Text))
		}
	}
	if len(detail) == 0 {
		detail = []string{strings.ReplaceAll(strings.TrimPrefix(p.Rule, "journal."), "_", " ")}
	}
	return refuse("journal.snapshot_damaged", snapshot, cause, reason.Word("detail", strings.Join(detail, " ")))
}

// replace puts the content of another journal of the same schema in place of
// what is there, in one transaction: who is killed in the midst of it has the
// journal as it was.
func (j *Journal) replace(ctx context.Context, from string) error {
	if err := j.stillThere(); err != nil {
		return err
	}
	conn, err := j.db.Conn(ctx)
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close() }()
	if _, err := conn.ExecContext(ctx, "ATTACH DATABASE ? AS restored", from); err != nil {
		return err
	}
	defer func() {
		_, detach := conn.ExecContext(context.WithoutCancel(ctx), "DETACH DATABASE restored")
		if detach != nil { // replaced by one that holds nothing
			_ = conn.Raw(func(any) error { return driver.ErrBadConn })
		}
	}()
	tx, err := conn.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	if err := overwrite(ctx, tx, j.path); err != nil {
		_ = tx.Rollback() // the first error is the one that tells
		return err
	}
	return tx.Commit()
}

// overwrite empties every table and fills it from the attached journal.
func overwrite(ctx context.Context, tx *sql.Tx, path string) error {
	// References are whole again at the end, not at every moment.
	if _, err := tx.ExecContext(ctx, "PRAGMA defer_foreign_keys = 1"); err != nil {
		return err
	}
	forms, err := tableForms(ctx, tx)
	if err != nil {
		return err
	}
	for i := len(forms) - 1; i >= 0; i-- { // those that refer first: nothing is left to cascade
		if forms[i].name == "migrations" {
			continue // the history of this file
		}
		if _, err := tx.ExecContext(ctx, "DELETE FROM main."+quoted(forms[i].name)); err != nil {
			return err
		}
	}
	for _, f := range forms {
		if f.name == "migrations" {
			continue
		}
		columns, err := columnsOf(ctx, tx, f.name)
		if err != nil {
			return err
		}
		list := strings.Join(columns, ", ")
		if _, err := tx.ExecContext(ctx, "INSERT INTO main."+quoted(f.name)+" ("+list+") SELECT "+list+
			" FROM restored."+quoted(f.name)); err != nil {
			return err
		}
	}
	orphans, err := orphanRows(ctx, tx)
	for table, n := range orphans {
		return refuse("journal.orphans", path, nil, reason.Word("table", table), reason.Int("count", reason.Count, int64(n)))
	}
	return err
}

// columnsOf lists the columns of a table, quoted.
func columnsOf(ctx context.Context, q querier, table string) ([]string, error) {
	return all(ctx, q, func(rows *sql.Rows) (name string, err error) {
		err = rows.Scan(&name)
		return quoted(name), err
	}, `SELECT name FROM pragma_table_info(?) ORDER BY cid`, table)
}
