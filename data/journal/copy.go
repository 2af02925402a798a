package journal

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"runtime"
	"syscall"

	"github.com/mattn/go-sqlite3"
)

// source is a journal being copied: one state of it, however long it takes.
type source struct {
	db   *sql.DB
	conn *sql.Conn
	seal seal
}

// inUse opens a journal beside whoever uses it. Not with mode=ro: what a
// killed process left half done has to be rolled back first, and a reader
// may not.
var inUse = url.Values{"mode": {"rw"}, "_busy_timeout": {"5000"}, "_synchronous": {"FULL"}}

// atRest opens a file that nobody writes to, such as a snapshot, without
// locking it or making files beside it.
var atRest = url.Values{"mode": {"ro"}, "immutable": {"1"}, "_synchronous": {"FULL"}}

// readingOptions are for a file of which it is not known whether it is in use.
func readingOptions(path string) url.Values {
	if exists(path+sidecarOfWAL) || exists(path+sidecarOfRollback) {
		return inUse
	}
	return atRest
}

// openSource starts reading a journal.
func openSource(ctx context.Context, path string, options url.Values) (*source, error) {
	db, err := connect(path, options)
	if err != nil {
		return nil, err
	}
	s := &source{db: db}
	if s.conn, err = db.Conn(ctx); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	// The seal is read in the transaction that the copy is made in.
	if _, err = s.conn.ExecContext(ctx, "BEGIN DEFERRED"); err == nil {
		s.seal, err = sealOf(ctx, s.conn)
	}
	if err != nil {
		s.close()
		return nil, err
	}
	return s, nil
}

func (s *source) close() {
	_, _ = s.conn.ExecContext(context.Background(), "ROLLBACK") // nothing was written
	_ = s.conn.Close()
	_ = s.db.Close()
}

// pagesAtOnce is how much is copied between two looks at the context.
const pagesAtOnce = 1000

// copyTo copies the journal into the file temp, which is on disk when it
// returns, needs no other file beside it and has at most room pages if that
// is not 0.
func (s *source) copyTo(ctx context.Context, temp string, room int) error {
	// No journal: a copy that was not finished is thrown away.
	db, err := connect(temp, url.Values{"_journal_mode": {"MEMORY"}, "_synchronous": {"FULL"}})
	if err != nil {
		return err
	}
	err = s.copyInto(ctx, db, room)
	if err := errors.Join(err, db.Close()); err != nil {
		return err
	}
	return unlog(ctx, temp)
}

func (s *source) copyInto(ctx context.Context, db *sql.DB, room int) error {
	to, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	defer func() { _ = to.Close() }()
	if room > 0 {
		if _, err := to.ExecContext(ctx, fmt.Sprintf("PRAGMA max_page_count = %d", room)); err != nil {
			return err
		}
	}
	return to.Raw(func(target any) error {
		return s.conn.Raw(func(origin any) error {
			backup, err := target.(*sqlite3.SQLiteConn).Backup("main", origin.(*sqlite3.SQLiteConn), "main")
			if err != nil {
				return err
			}
			for done := false; !done && err == nil; {
				if done, err = backup.Step(pagesAtOnce); err == nil {
					err = ctx.Err()
				}
			}
			return errors.Join(err, backup.Finish())
		})
	})
}

// unlog takes a database out of write-ahead logging, so that it is whole in
// one file and can be read where nothing may be written.
func unlog(ctx context.Context, path string) error {
	db, err := connect(path, url.Values{"_journal_mode": {"DELETE"}, "_synchronous": {"FULL"}})
	if err != nil {
		return err
	}
	return errors.Join(db.PingContext(ctx), db.Close())
}

// sound tells whether a copy is intact and holds what it is a copy of.
func sound(ctx context.Context, path string, want seal) error {
	err := whole(ctx, path)
	if err == nil && !holds(ctx, path, want) {
		err = errors.New("the copy differs from the journal")
	}
	if err == nil || ctx.Err() != nil {
		return ctx.Err()
	}
	return errors.New(err.Error()) // about the copy, not a Problem of the journal
}

// whole tells whether a file is one of our journals and intact.
func whole(ctx context.Context, path string) error {
	steps, err := shippedMigrations()
	if err != nil {
		return err
	}
	header, err := readHeader(path)
	if err != nil {
		return err
	}
	if header == nil {
		return refuse("journal.not_a_database", path, nil)
	}
	_, err = examine(ctx, path, len(steps))
	return err
}

// restorable tells whether a file is a journal that can be restored. One of an
// older schema is read to the last record once it has today's.
func restorable(ctx context.Context, path string) error {
	steps, err := shippedMigrations()
	if err != nil {
		return err
	}
	if err := whole(ctx, path); err != nil || olderThan(path, len(steps)) {
		return err
	}
	return checked(ctx, path)
}

// holds reports whether the file at path can be read and holds just this.
func holds(ctx context.Context, path string, want seal) bool {
	db, err := connect(path, atRest)
	if err != nil {
		return false
	}
	defer func() { _ = db.Close() }()
	got, err := sealOf(ctx, db)
	return err == nil && got.equal(want)
}

// count reads how much a snapshot holds.
func (i *SnapshotInfo) count(ctx context.Context) error {
	db, err := connect(i.Path, atRest)
	if err != nil {
		return err
	}
	defer func() { _ = db.Close() }()
	application, err := pragma(ctx, db, "PRAGMA application_id")
	if err == nil && application != applicationID {
		return refuse("journal.foreign", i.Path, nil)
	}
	if err == nil {
		i.Decisions, err = pragma(ctx, db, "SELECT count(*) FROM decisions")
	}
	if err == nil {
		i.Runs, err = pragma(ctx, db, "SELECT count(*) FROM runs")
	}
	return err
}

// diskFullOnWindows is what Windows says instead of ENOSPC.
const diskFullOnWindows = syscall.Errno(0x70)

// isFull reports whether err comes from a disk or a quota that is used up.
func isFull(err error) bool {
	var e sqlite3.Error
	return errors.As(err, &e) && e.Code == sqlite3.ErrFull ||
		errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) || runtime.GOOS == "windows" && errors.Is(err, diskFullOnWindows)
}
