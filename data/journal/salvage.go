package journal

import (
	"context"
	"database/sql"
	"encoding/binary"
	"errors"
	"io"
	"math"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// salvage makes a sound journal, whose path it returns, of what can be read
// of a damaged one. Where its list of tables cannot be read, their places
// depend on the version that the journal was made with: what gives the most
// rows is right.
func (j *Journal) salvage(ctx context.Context) (temp string, counts []Count, err error) {
	steps, err := shippedMigrations()
	if err != nil {
		return "", nil, err
	}
	sweep(filepath.Dir(j.path))
	err = errors.New("nothing could be read")
	for made := len(steps); made > 0; made-- {
		found, rows, listed, failed := j.salvageMadeAs(ctx, steps, made)
		if failed == nil && rowsOf(rows) > rowsOf(counts) {
			found, temp, counts, err = temp, found, rows, nil
		}
		discard(found)
		if isFull(failed) {
			discard(temp)
			return "", nil, failed
		}
		if listed || ctx.Err() != nil {
			break
		}
	}
	return temp, counts, err
}

func rowsOf(counts []Count) (rows int) {
	for _, c := range counts {
		rows += c.Rows
	}
	return rows
}

// salvageMadeAs takes the journal for one that was made with a version, if
// its list of tables cannot be read. It works on a copy: SQLite writes even
// when it reads.
func (j *Journal) salvageMadeAs(ctx context.Context, steps []migration, made int) (temp string, counts []Count, listed bool, err error) {
	dir := filepath.Dir(j.path)
	var files [3]string
	for i := range files {
		if files[i], err = tempIn(dir); err != nil {
			return "", nil, false, err
		}
		if i > 0 {
			defer discard(files[i])
		}
	}
	temp, broken, model := files[0], files[1], files[2]
	if err := copyFile(j.path, broken); err != nil {
		return temp, nil, false, err
	}
	for _, part := range logs {
		if err := copyFile(j.path+part, broken+part); err != nil && !errors.Is(err, os.ErrNotExist) {
			return temp, nil, false, err
		}
	}
	if err := migrate(ctx, model, steps[:made], j.now); err != nil {
		return temp, nil, false, err
	}
	counts, listed, err = j.gather(ctx, broken, model, temp)
	return temp, counts, listed, err
}

// gather fills the file temp from a broken journal.
func (j *Journal) gather(ctx context.Context, broken, model, temp string) (_ []Count, listed bool, err error) {
	steps, err := shippedMigrations()
	if err != nil {
		return nil, false, err
	}
	version := len(steps)
	if header, err := readHeader(broken); err == nil && header != nil {
		if v := int(binary.BigEndian.Uint32(header[atSchemaVersion:])); v > 0 && v < version {
			version = v
		}
	}
	if err := migrate(ctx, temp, steps[:version], j.now); err != nil {
		return nil, listed, err
	}
	if listed, err = mendSchema(ctx, broken, temp, model); err != nil {
		return nil, listed, err
	}
	if !listed {
		adoptColumns(ctx, broken, temp)
		if err := seekTables(ctx, broken, temp); isFull(err) { // otherwise the rest is still worth reading
			return nil, listed, err
		}
	}
	if err := fillFrom(ctx, broken, temp); err != nil {
		return nil, listed, err
	}
	if err := j.mendRecords(ctx, temp, version == len(steps)); err != nil {
		return nil, listed, err
	}
	if err := migrate(ctx, temp, steps, j.now); err != nil {
		return nil, listed, err
	}
	if err := checked(ctx, temp); err != nil {
		return nil, listed, err
	}
	db, err := connect(temp, atRest)
	if err != nil {
		return nil, listed, err
	}
	defer func() { _ = db.Close() }()
	var r Report
	if err := r.count(ctx, db); err != nil {
		return nil, listed, err
	}
	return r.Counts, listed, nil
}

// unsalvaged are the tables that are not read: what could be undone needs
// every step, and the migrations are the new file's own.
var unsalvaged = []string{"migrations", "actions", "action_changes"}

// fillFrom copies what can be read, table by table.
func fillFrom(ctx context.Context, broken, temp string) error {
	from, err := connect(broken, url.Values{"_foreign_keys": {"0"}})
	if err != nil {
		return err
	}
	defer func() { _ = from.Close() }()
	to, err := connect(temp, url.Values{"_foreign_keys": {"0"}, "_synchronous": {"FULL"}})
	if err != nil {
		return err
	}
	defer func() { _ = to.Close() }()
	// With this SQLite opens a file some of whose tables it cannot read.
	_, _ = from.ExecContext(ctx, "PRAGMA writable_schema = 1")
	tx, err := to.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }() // does nothing after the commit
	tables, err := tableForms(ctx, tx)
	if err != nil {
		return err
	}
	most := mostRows(broken)
	for _, f := range tables {
		if slices.Contains(unsalvaged, f.name) {
			continue
		}
		columns, err := columnsOf(ctx, tx, f.name)
		if err != nil {
			return err
		}
		s := &salvager{from: from, to: tx, table: quoted(f.name), columns: columns, most: most, tries: 4_000}
		if f.keyed() {
			s.byKey(ctx)
		} else {
			s.byNumber(ctx)
		}
		if s.failed != nil { // of the new file, not of the broken one
			return s.failed
		}
	}
	return tx.Commit()
}

// keyed reports whether the rows of a table have a key instead of a number.
func (f tableForm) keyed() bool {
	return strings.HasSuffix(strings.ToUpper(strings.TrimSpace(f.sql)), "WITHOUT ROWID")
}

// mostRows is how many rows a file can have.
func mostRows(path string) int64 {
	info, err := os.Stat(path)
	if err != nil {
		return math.MaxInt32
	}
	return info.Size() / 4 // no row is shorter
}

// salvager reads one table of a broken journal.
type salvager struct {
	from    *sql.DB
	to      *sql.Tx
	table   string
	columns []string
	most    int64 // rows: pages that point at each other could give them for ever
	tries   int   // reads that may still fail
	failed  error // the new file cannot be written to
}

// byNumber reads the rows by their numbers, around those that cannot be read.
func (s *salvager) byNumber(ctx context.Context) {
	last := min(s.most, 1<<20)
	var found sql.NullInt64
	if err := s.from.QueryRowContext(ctx, "SELECT max(rowid) FROM "+s.table).Scan(&found); err == nil {
		if !found.Valid {
			return
		}
		last = found.Int64
	}
	s.between(ctx, 1, last)
}

func (s *salvager) between(ctx context.Context, low, high int64) {
	for low <= high && s.tries > 0 && s.failed == nil && ctx.Err() == nil {
		last, err := s.read(ctx, low, "WHERE rowid BETWEEN ? AND ? ORDER BY rowid", low, high)
		if err == nil {
			return
		}
		s.tries--
		if low = max(low, last+1); low >= high {
			return
		}
		middle := low + (high-low)/2
		s.between(ctx, low, middle)
		low = middle + 1
	}
}

// byKey reads a table without row numbers from both of its ends and, when it
// is broken in the midst, what belongs to each row that could be read of the
// table it refers to.
func (s *salvager) byKey(ctx context.Context) {
	if _, err := s.read(ctx, 0, ""); err == nil {
		return
	}
	_, _ = s.read(ctx, 0, "ORDER BY "+s.columns[0]+" DESC")
	var parent, column string
	err := s.to.QueryRowContext(ctx, `SELECT "table", "from" FROM pragma_foreign_key_list(?)`, strings.Trim(s.table, `"`)).Scan(&parent, &column)
	if err != nil {
		return
	}
	ids, err := all(ctx, s.to, func(rows *sql.Rows) (id string, err error) { return id, rows.Scan(&id) },
		"SELECT id FROM "+quoted(parent))
	if err != nil {
		s.failed = err
		return
	}
	for _, id := range ids {
		if _, err := s.read(ctx, 0, "WHERE "+quoted(column)+" = ?", id); err != nil {
			s.tries--
		}
	}
}

// read copies the rows of a query until one cannot be read, and returns the
// number of the last that could. With from > 0 the numbers have to rise.
func (s *salvager) read(ctx context.Context, from int64, where string, args ...any) (last int64, err error) {
	number := "0"
	if from > 0 {
		number = "rowid"
	}
	rows, err := s.from.QueryContext(ctx, "SELECT "+number+", "+strings.Join(s.columns, ", ")+" FROM "+s.table+" "+where, args...)
	if err != nil {
		return 0, err
	}
	defer func() { _ = rows.Close() }()
	values := make([]any, len(s.columns))
	into := []any{new(int64)}
	for i := range values {
		into = append(into, &values[i])
	}
	insert := "INSERT OR IGNORE INTO " + s.table + " (" + strings.Join(s.columns, ", ") + ") VALUES (?" + strings.Repeat(", ?", len(values)-1) + ")"
	for n := int64(0); rows.Next(); n++ {
		if err := rows.Scan(into...); err != nil {
			return last, err
		}
		at := *into[0].(*int64)
		if n > s.most || from > 0 && n > 0 && at <= last {
			return last, errors.New("the rows are in a circle")
		}
		last = at
		// A row that breaks a CHECK is not what was written.
		if _, err := s.to.ExecContext(ctx, insert, values...); err != nil && isFull(err) {
			s.failed = err
			return last, err
		}
	}
	return last, rows.Err()
}

// mendSchema gives a broken journal whose list of tables cannot be read, or is
// not the one of want, the list of a fresh journal: migrations make the same
// tables on the same pages.
func mendSchema(ctx context.Context, broken, want, fresh string) (whole bool, err error) {
	model, err := os.ReadFile(fresh)
	if err != nil {
		return false, err
	}
	if whole, err = listed(ctx, broken, want); whole || err != nil {
		return whole, err
	}
	db, err := connect(fresh, atRest)
	if err != nil {
		return false, err
	}
	defer func() { _ = db.Close() }()
	roots, err := all(ctx, db, func(rows *sql.Rows) (n int, err error) { return n, rows.Scan(&n) },
		`SELECT rootpage FROM sqlite_schema WHERE rootpage > 0`)
	if err != nil {
		return false, err
	}
	f, err := os.OpenFile(broken, os.O_RDWR, 0)
	if err != nil {
		return false, err
	}
	defer func() { _ = f.Close() }()
	info, err := f.Stat()
	if err != nil {
		return false, err
	}
	size := int(binary.BigEndian.Uint16(model[atPageSize:]))
	// Of what is no journal at all nothing can be read, which would take long.
	if !slices.ContainsFunc(roots, func(page int) bool { return isTree(f, int64(page-1)*int64(size), size) }) {
		return false, errors.New("no table is where it should be")
	}
	binary.BigEndian.PutUint32(model[atPageCount:], uint32(info.Size()/int64(size)))
	binary.BigEndian.PutUint64(model[atFreePages:], 0)
	copy(model[atCounterOfSize:atCounterOfSize+4], model[atChangeCounter:atChangeCounter+4])
	for i := 0; i < len(model)/size; i++ {
		if slices.Contains(roots, i+1) {
			continue // rows, not the list of tables
		}
		if _, err := f.WriteAt(model[i*size:(i+1)*size], int64(i*size)); err != nil {
			return false, err
		}
	}
	// The logs would bring the broken pages back; they are kept with the original.
	for _, part := range logs {
		if err := os.Remove(broken + part); err != nil && !errors.Is(err, os.ErrNotExist) {
			return false, err
		}
	}
	return false, nil
}

// isTree reports whether the page at an offset begins as one of a table or an
// index does.
func isTree(f io.ReaderAt, at int64, size int) bool {
	var head [8]byte // kind, free, cells, where they begin, lost
	if _, err := f.ReadAt(head[:], at); err != nil {
		return false
	}
	cells, begin := int(binary.BigEndian.Uint16(head[3:])), int(binary.BigEndian.Uint16(head[5:]))
	return slices.Contains([]byte{2, 5, 10, 13}, head[0]) && len(head)+2*cells <= begin && begin <= size
}

// atFreePages is where the header has the list of pages that are not used.
const atFreePages = 32

// listed reports whether the list of tables can be read and is the one of
// another journal.
func listed(ctx context.Context, path, as string) (bool, error) {
	model, err := connect(as, atRest)
	if err != nil {
		return false, err
	}
	defer func() { _ = model.Close() }()
	want, err := tableForms(ctx, model)
	if err != nil {
		return false, err
	}
	db, err := connect(path, nil)
	if err != nil {
		return false, err
	}
	defer func() { _ = db.Close() }()
	got, err := tableForms(ctx, db)
	return err == nil && slices.Equal(got, want), nil
}
