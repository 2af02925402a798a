package journal

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"strconv"
	"strings"
	"time"

	"cardhour/model/reason"
)

//go:embed migrations/*.sql
var shipped embed.FS

// migration is one step of the schema; the first is version 1.
type migration struct{ name, sql string }

func shippedMigrations() ([]migration, error) {
	dir, err := fs.Sub(shipped, "migrations")
	if err != nil {
		return nil, err
	}
	return readMigrations(dir)
}

// readMigrations reads files named 0001_what.sql, 0002_what.sql and so on.
func readMigrations(dir fs.FS) ([]migration, error) {
	files, err := fs.ReadDir(dir, ".")
	if err != nil {
		return nil, err
	}
	var steps []migration
	for _, f := range files {
		number, rest, _ := strings.Cut(f.Name(), "_")
		if n, err := strconv.Atoi(number); err != nil || n != len(steps)+1 {
			return nil, fmt.Errorf("migration %s should have number %d", f.Name(), len(steps)+1)
		}
		text, err := fs.ReadFile(dir, f.Name())
		if err != nil {
			return nil, err
		}
		steps = append(steps, migration{strings.TrimSuffix(rest, ".sql"), string(text)})
	}
	return steps, nil
}

// upgrade migrates the journal of a shelf. One that holds something already is
// kept as a snapshot first, or not migrated.
func upgrade(ctx context.Context, s shelf, steps []migration) error {
	header, err := readHeader(s.path)
	if err != nil {
		return err
	}
	if header != nil && !exists(s.path+sidecarOfRollback) {
		db, err := connect(s.path, url.Values{"mode": {"rw"}, "_busy_timeout": {"5000"}, "_synchronous": {"FULL"}})
		if err != nil {
			return err
		}
		version, err := pragma(ctx, db, "PRAGMA user_version")
		if err := errors.Join(explain(err, s.path), db.Close()); err != nil {
			return err
		}
		if version > 0 && version < len(steps) {
			if _, _, err := s.take(ctx, BeforeMigration, always); err != nil {
				return err
			}
		}
	}
	return migrate(ctx, s.path, steps, s.now)
}

// migrate applies the steps that the file lacks, each in one transaction
// with its bookkeeping.
//
// It uses a handle of its own with foreign keys off: with them on, rebuilding
// a table would delete the rows that refer to it. The handle also leaves the
// journal mode alone, so that a new file's header, with the application id,
// is written in place and not to a log beside it.
func migrate(ctx context.Context, path string, steps []migration, now func() time.Time) error {
	db, err := connect(path, url.Values{
		"_foreign_keys": {"0"}, "_synchronous": {"FULL"}, "_txlock": {"immediate"}, "_busy_timeout": {"5000"},
	})
	if err != nil {
		return err
	}
	err = applyMissing(ctx, db, path, steps, now)
	return errors.Join(explain(err, path), db.Close())
}

func applyMissing(ctx context.Context, db *sql.DB, path string, steps []migration, now func() time.Time) error {
	version, err := pragma(ctx, db, "PRAGMA user_version")
	if err != nil {
		return err
	}
	for version < len(steps) {
		if version, err = step(ctx, db, path, steps, now()); err != nil {
			return fmt.Errorf("migrate from schema %d: %w", version, err)
		}
	}
	return nil
}

// step applies the next migration and returns the version that the file has
// then. The version is read inside the transaction: another process may have
// been faster.
func step(ctx context.Context, db *sql.DB, path string, steps []migration, now time.Time) (int, error) {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return 0, err
	}
	defer func() { _ = tx.Rollback() }() // does nothing after the commit
	version, err := pragma(ctx, tx, "PRAGMA user_version")
	if err != nil || version >= len(steps) {
		return version, err
	}
	next := steps[version]
	if _, err := tx.ExecContext(ctx, next.sql); err != nil {
		return version, fmt.Errorf("%s: %w", next.name, err)
	}
	orphans, err := orphanRows(ctx, tx)
	if err != nil {
		return version, err
	}
	for table, n := range orphans {
		return version, refuse("journal.orphans", path, nil, reason.Word("table", table), reason.Int("count", reason.Count, int64(n)))
	}
	if _, err := tx.ExecContext(ctx, "INSERT INTO migrations (version, name, applied_at) VALUES (?, ?, ?)",
		version+1, next.name, utc(now)); err != nil {
		return version, err
	}
	// A pragma takes no parameters; the number is our own.
	if _, err := tx.ExecContext(ctx, "PRAGMA user_version = "+strconv.Itoa(version+1)); err != nil {
		return version, err
	}
	return version + 1, tx.Commit()
}

// orphanRows counts, per table, the rows that refer to something that is not
// there.
func orphanRows(ctx context.Context, q querier) (map[string]int, error) {
	tables, err := all(ctx, q, func(rows *sql.Rows) (table string, err error) {
		var row, parent, key sql.NullString
		return table, rows.Scan(&table, &row, &parent, &key)
	}, "PRAGMA foreign_key_check")
	counts := map[string]int{}
	for _, t := range tables {
		counts[t]++
	}
	return counts, err
}
