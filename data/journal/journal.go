// Package journal keeps the user's records: decisions, quotes, runs, bills,
// answers with the files that support them, own cards and models, and
// settings, and the actions that can be undone.
//
// It owns the file, its schema and the form in which records stand in it; it
// is the only package that knows SQL. What Apply, Undo, Redo and SetSetting
// have returned from without an error is on disk, whatever happens next. It
// must not know what a record means, any sentence, or any screen: refusals
// are reason.Problems, labels are terms of the catalogue.
package journal

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	_ "github.com/mattn/go-sqlite3" // the driver
	"github.com/oklog/ulid/v2"
)

// Options are the outside world of a journal. Zero fields stand for the
// clock of the machine and fresh ULIDs.
type Options struct {
	Now   func() time.Time
	NewID func() string

	// ReadOnly opens a journal that is there to be read, beside a process
	// that may have it; whatever would change it is refused.
	ReadOnly bool
	// Shared opens a journal beside a process that may have it, to add to it:
	// SQLite keeps the two from losing each other's changes, but the other
	// shows them only when it reads again.
	Shared bool
}

// Journal is one open file. It may be used from several goroutines.
type Journal struct {
	db   *sql.DB
	path string
	file os.FileInfo // that was opened; nil if it could not be told
	now  func() time.Time
	id   func() string
	hold *hold // nil when it is shared or only read
	room int   // see shelf

	between func() // called between the steps of keeping a file; nil but in a test
}

// Open opens the journal at path, keeps other processes from opening it and
// brings its schema up to date, after a snapshot if it holds anything. A file
// that is missing or empty becomes a new journal, and its folder is made. A
// file that is no journal, is damaged or comes from a newer version is
// refused with a reason.Problem and is not written to.
func Open(path string, o Options) (*Journal, error) {
	j, err := open(path, o)
	if err != nil {
		return nil, fmt.Errorf("open the journal: %w", explain(err, path))
	}
	return j, nil
}

func open(path string, o Options) (*Journal, error) {
	path, err := located(path)
	if err != nil {
		return nil, err
	}
	if o.ReadOnly {
		return openReader(path, o)
	}
	if err := prepare(path); err != nil {
		return nil, err
	}
	j := newOf(path, o)
	if !o.Shared {
		if j.hold, err = take(path, j.now()); err != nil {
			return nil, err
		}
	}
	if err := j.connect(context.Background()); err != nil {
		j.hold.release()
		return nil, err
	}
	return j, nil
}

func newOf(path string, o Options) *Journal {
	j := &Journal{path: path, now: o.Now, id: o.NewID}
	if j.now == nil {
		j.now = time.Now
	}
	if j.id == nil {
		j.id = func() string { return ulid.Make().String() }
	}
	return j
}

// connect examines the file, brings it up to date and opens it.
func (j *Journal) connect(ctx context.Context) error {
	steps, err := shippedMigrations()
	if err != nil {
		return err
	}
	read, err := examine(ctx, j.path, len(steps))
	if err != nil {
		return err
	}
	if err := upgrade(ctx, j.shelf(), steps); err != nil {
		return err
	}
	j.db, err = connect(j.path, url.Values{
		"_foreign_keys": {"1"}, "_journal_mode": {"WAL"}, "_synchronous": {"FULL"},
		"_txlock": {"immediate"}, "_busy_timeout": {"5000"},
	})
	if err != nil {
		return err
	}
	if err = j.db.PingContext(ctx); err == nil && !read {
		err = readThrough(ctx, j.db, j.path, len(steps))
	}
	if err != nil {
		return errors.Join(err, j.db.Close())
	}
	if info, err := os.Stat(j.path); err == nil {
		j.file = info
	}
	return nil
}

// Close ends the use of the file and lets other processes have it.
func (j *Journal) Close() error {
	err := j.db.Close()
	j.hold.release()
	j.hold = nil
	if err != nil {
		return fmt.Errorf("close the journal: %w", explain(err, j.path))
	}
	return nil
}

// Path returns the absolute path of the file itself, where a link leads.
func (j *Journal) Path() string { return j.path }

// prepare makes the folder of a journal that does not exist yet and finds
// out whether the file can be written.
func prepare(path string) error {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return refuse("journal.no_folder", filepath.Dir(path), err)
		}
		return nil
	case err != nil:
		return refuse("journal.cannot_open", path, err)
	case !info.Mode().IsRegular():
		return refuse("journal.not_a_database", path, nil)
	}
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	switch {
	case errors.Is(err, fs.ErrPermission) || isReadOnly(err):
		return refuse("journal.readonly", path, err)
	case err != nil:
		return refuse("journal.cannot_open", path, err)
	}
	return f.Close()
}

// connect opens path with one connection: there is one writer, and pragmas
// belong to a connection.
func connect(path string, options url.Values) (*sql.DB, error) {
	db, err := sql.Open("sqlite3", dsn(path, options))
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(1)
	return db, nil
}

// dsn writes the path as a URL, so that # ? % and spaces in it stay part of
// the name.
func dsn(path string, options url.Values) string {
	path = filepath.ToSlash(path)
	if !strings.HasPrefix(path, "/") {
		path = "/" + path // a drive letter
	}
	return (&url.URL{Scheme: "file", Path: path, RawQuery: options.Encode()}).String()
}

// view runs several queries on one state of the file.
func (j *Journal) view(ctx context.Context, read func(querier) error) error {
	conn, err := j.db.Conn(ctx)
	if err != nil {
		return explain(err, j.path)
	}
	defer func() { _ = conn.Close() }()
	// Not BeginTx: that would take the writer's lock.
	if _, err := conn.ExecContext(ctx, "BEGIN DEFERRED"); err != nil {
		return explain(err, j.path)
	}
	err = read(conn)
	_, rollback := conn.ExecContext(context.WithoutCancel(ctx), "ROLLBACK")
	return explain(errors.Join(err, rollback), j.path)
}

// change runs one transaction. It is on disk when change returns nil.
func (j *Journal) change(ctx context.Context, write func(*sql.Tx) error) error {
	if err := j.stillThere(); err != nil {
		return err
	}
	tx, err := j.db.BeginTx(ctx, nil)
	if err != nil {
		return explain(err, j.path)
	}
	if err := write(tx); err != nil {
		_ = tx.Rollback() // the first error is the one that tells
		return explain(err, j.path)
	}
	return explain(tx.Commit(), j.path)
}
