package journal

import (
	"context"
	"database/sql"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"strings"
	"time"

	"cardhour/model/reason"
)

// applicationID stands in the header of every journal: "CDHR". The first
// migration writes it.
const applicationID = 0x43444852

// Where the header of an SQLite file holds what is asked before SQLite is
// let near it.
const (
	magic             = "SQLite format 3\x00"
	headerSize        = 100
	atPageSize        = 16
	atChangeCounter   = 24
	atPageCount       = 28
	atSchemaVersion   = 60
	atApplicationID   = 68
	atCounterOfSize   = 92
	sidecarOfWAL      = "-wal"
	sidecarOfRollback = "-journal"
)

// examine refuses a file that is not ours, is newer than this program or is
// damaged. It writes nothing to it. A missing or empty file passes; so does
// one whose contents cannot be read without writing, with read = false.
func examine(ctx context.Context, path string, known int) (read bool, err error) {
	header, err := readHeader(path)
	if err != nil || header == nil {
		return false, errors.Join(err, refuseRemains(path))
	}
	if string(header[:len(magic)]) != magic {
		return false, refuse("journal.not_a_database", path, nil)
	}
	// The id is reliable here, and not only in the log beside the file: a
	// journal gets it before it is switched to write-ahead logging.
	if binary.BigEndian.Uint32(header[atApplicationID:]) != applicationID {
		return false, refuse("journal.foreign", path, nil)
	}
	if err := refuseNewer(path, int(binary.BigEndian.Uint32(header[atSchemaVersion:])), known); err != nil {
		return false, err
	}
	if exists(path + sidecarOfRollback) {
		return false, nil // died while being made: SQLite has to roll back first
	}
	options := url.Values{"mode": {"ro"}}
	if !exists(path + sidecarOfWAL) {
		// SQLite reads what is missing of a last page as zeroes and may not
		// notice.
		if info, err := os.Stat(path); err == nil && info.Size() < sizeIn(header) {
			return false, refuse("journal.damaged", path, nil,
				reason.Word("detail", fmt.Sprintf("%d bytes of %d", info.Size(), sizeIn(header))))
		}
		options.Set("immutable", "1") // nobody has it open: needs no lock and no files beside it
	}
	db, err := connect(path, options)
	if err != nil {
		return false, err
	}
	return true, errors.Join(readThrough(ctx, db, path, known), db.Close())
}

// refuseRemains refuses a place without a file, or with an empty one, where a
// journal has been: an empty one would look like a loss, and have SQLite
// delete the log of the old.
func refuseRemains(path string) error {
	if logAlone(path) {
		return refuse("journal.log_alone", path, nil)
	}
	list, err := (shelf{path: path, now: time.Now}).list()
	switch {
	case err != nil || len(list) == 0:
		return nil
	case exists(path):
		return refuse("journal.damaged", path, nil, reason.Word("detail", "0 bytes"))
	}
	return refuse("journal.not_there", path, nil)
}

// logAlone reports whether there is a log of a journal without its journal. A
// rollback log beside an empty file is of one that was being made.
func logAlone(path string) bool {
	size := func(part string) int64 {
		info, err := os.Stat(path + part)
		if err != nil {
			return 0
		}
		return info.Size()
	}
	return size("") == 0 && (size(sidecarOfWAL) > 0 || size(sidecarOfRollback) > 0 && !exists(path))
}

func readThrough(ctx context.Context, db *sql.DB, path string, known int) error {
	version, err := pragma(ctx, db, "PRAGMA user_version")
	if err != nil {
		return explain(err, path)
	}
	if err := refuseNewer(path, version, known); err != nil {
		return err
	}
	found, err := integrity(ctx, db, "PRAGMA quick_check(5)")
	if err != nil {
		return explain(err, path)
	}
	if len(found) > 0 {
		return refuse("journal.damaged", path, nil, reason.Word("detail", shorten(strings.Join(found, "; "))))
	}
	return explain(rebuildSchema(ctx, db), path)
}

// rebuildSchema makes the tables of db anew in memory. A read-only handle
// overlooks a CHECK that names no column; the first one that may write would
// stumble over it, and by then tidies up the log beside the file.
func rebuildSchema(ctx context.Context, db *sql.DB) error {
	forms, err := all(ctx, db, func(rows *sql.Rows) (text string, err error) {
		return text, rows.Scan(&text)
	}, `SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite\_%' ESCAPE '\' ORDER BY rowid`)
	if err != nil {
		return err
	}
	memory, err := sql.Open("sqlite3", ":memory:")
	if err != nil {
		return err
	}
	memory.SetMaxOpenConns(1)
	for _, form := range forms {
		if err == nil {
			err = makeOne(ctx, memory, form)
		}
	}
	return errors.Join(err, memory.Close())
}

// makeOne does the one statement that SQLite reads of a text in the schema.
// What an attacker put behind it, such as an ATTACH of another file, is left.
func makeOne(ctx context.Context, db *sql.DB, form string) error {
	first, err := db.PrepareContext(ctx, form)
	if err != nil {
		return err
	}
	defer func() { _ = first.Close() }()
	_, err = first.ExecContext(ctx)
	return err
}

func refuseNewer(path string, version, known int) error {
	if version <= known {
		return nil
	}
	return refuse("journal.newer", path, nil, reason.Int("version", reason.Count, int64(version)),
		reason.Int("known", reason.Count, int64(known)))
}

// readHeader returns the first bytes of the file; nil for a missing or empty
// one.
func readHeader(path string) ([]byte, error) {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case err == nil && !info.Mode().IsRegular(): // opening a pipe would wait for ever
		return nil, refuse("journal.not_a_database", path, nil)
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, refuse("journal.cannot_open", path, err)
	}
	defer func() { _ = f.Close() }()
	header := make([]byte, headerSize)
	n, err := io.ReadFull(f, header)
	switch {
	case n == 0 && errors.Is(err, io.EOF):
		return nil, nil
	case errors.Is(err, io.ErrUnexpectedEOF):
		return nil, refuse("journal.not_a_database", path, nil)
	case err != nil:
		return nil, refuse("journal.cannot_open", path, err)
	}
	return header, nil
}

// sizeIn returns how long the header says that the file is; 0 when it does
// not say.
func sizeIn(header []byte) int64 {
	number := binary.BigEndian.Uint32
	if number(header[atChangeCounter:]) != number(header[atCounterOfSize:]) {
		return 0 // written by an SQLite that did not keep the size
	}
	page := int64(binary.BigEndian.Uint16(header[atPageSize:]))
	if page == 1 {
		page = 65536
	}
	return page * int64(number(header[atPageCount:]))
}

func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

// pragma reads a pragma that is a number.
func pragma(ctx context.Context, q querier, statement string) (int, error) {
	var n int
	err := q.QueryRowContext(ctx, statement).Scan(&n)
	return n, err
}

// integrity runs a check and returns what it found; nothing when all is well.
func integrity(ctx context.Context, q querier, statement string) ([]string, error) {
	found, err := all(ctx, q, func(rows *sql.Rows) (line string, err error) {
		return line, rows.Scan(&line)
	}, statement)
	if len(found) == 1 && found[0] == "ok" {
		found = nil
	}
	return found, err
}
