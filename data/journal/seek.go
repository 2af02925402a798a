package journal

import (
	"context"
	"database/sql"
	"encoding/binary"
	"net/url"
	"os"
	"slices"
	"strings"
)

// What later versions added to a journal whose list of tables is lost. A column
// stands behind the others. A table lies on a page that depends on what the
// file held when it was made, so that no list of a fresh journal has it: it is
// looked for among the pages that begin a tree and belong to nothing.

// adoptColumns lets a broken journal that was given the list of tables of an
// earlier version have the columns that later ones added: its rows may have
// them. They stand behind the others, so that the list is all that differs;
// altering the tables would read their rows.
func adoptColumns(ctx context.Context, broken, want string) {
	model, err := connect(want, atRest)
	if err != nil {
		return
	}
	defer func() { _ = model.Close() }()
	forms, err := tableForms(ctx, model)
	if err != nil {
		return
	}
	db, err := connect(broken, url.Values{"_foreign_keys": {"0"}})
	if err != nil {
		return
	}
	defer func() { _ = db.Close() }()
	db.SetMaxOpenConns(1) // the pragma is the connection's
	if _, err := db.ExecContext(ctx, "PRAGMA writable_schema = 1"); err != nil {
		return
	}
	for _, f := range forms {
		_, _ = db.ExecContext(ctx, `UPDATE sqlite_schema SET sql = ? WHERE type = 'table' AND name = ? AND sql <> ?`, f.sql, f.name, f.sql)
	}
}

// mostSought is how many pages are tried for a table. In a file that is whole
// but for its list there are as many as tables are sought.
const mostSought = 200

// seekTables gives a broken journal, whose list of tables is an earlier
// version's, the tables of want that this list lacks. Each is where most of
// what is read may stand in it.
func seekTables(ctx context.Context, broken, want string) error {
	lost, known, err := lostTables(ctx, broken, want)
	if err != nil || len(lost) == 0 {
		return err
	}
	pages, err := looseRoots(broken, known)
	if err != nil {
		return err
	}
	for _, f := range lost {
		best, most := 0, 0
		tried := 0
		for _, page := range pages {
			if page.columns > len(f.columns) || tried == mostSought {
				continue
			}
			tried++
			rows, err := rowsAt(ctx, broken, want, f, page.number)
			if err != nil {
				return err
			}
			if rows > most {
				best, most = page.number, rows
			}
		}
		if err := placeTable(ctx, broken, f, best); err != nil {
			return err
		}
		pages = slices.DeleteFunc(pages, func(page looseRoot) bool { return page.number == best })
	}
	return nil
}

// lostTable is a table that is sought, with its columns.
type lostTable struct {
	name    string
	columns []string
}

// lostTables lists the tables of want that another journal's list lacks, and
// the pages on which those begin that it has. Those of tables without row
// numbers do not count: where one was made anew its page is another's now.
func lostTables(ctx context.Context, path, want string) (lost []lostTable, known []int, err error) {
	db, err := connect(path, atRest)
	if err != nil {
		return nil, nil, err
	}
	defer func() { _ = db.Close() }()
	there, err := tableForms(ctx, db)
	if err != nil {
		return nil, nil, err
	}
	known, err = all(ctx, db, func(rows *sql.Rows) (n int, err error) { return n, rows.Scan(&n) },
		`SELECT rootpage FROM sqlite_schema WHERE type = 'table' AND NOT upper(trim(sql)) LIKE '%WITHOUT ROWID'`)
	if err != nil {
		return nil, nil, err
	}
	model, err := connect(want, atRest)
	if err != nil {
		return nil, nil, err
	}
	defer func() { _ = model.Close() }()
	forms, err := tableForms(ctx, model)
	if err != nil {
		return nil, nil, err
	}
	for _, f := range forms {
		listed := slices.ContainsFunc(there, func(t tableForm) bool { return t.name == f.name })
		if listed || slices.Contains(unsalvaged, f.name) || f.keyed() {
			continue
		}
		columns, err := columnsOf(ctx, model, f.name)
		if err != nil {
			return nil, nil, err
		}
		lost = append(lost, lostTable{f.name, columns})
	}
	return lost, known, nil
}

// placeTable lists a table at a page, or nowhere. Its columns are all that is
// needed to read it; a key would need its index.
func placeTable(ctx context.Context, path string, t lostTable, page int) error {
	db, err := connect(path, url.Values{"_foreign_keys": {"0"}})
	if err != nil {
		return err
	}
	defer func() { _ = db.Close() }()
	if _, err := db.ExecContext(ctx, "PRAGMA writable_schema = 1"); err != nil {
		return err
	}
	if _, err := db.ExecContext(ctx, `DELETE FROM sqlite_schema WHERE name = ?`, t.name); err != nil || page == 0 {
		return err
	}
	_, err = db.ExecContext(ctx, `INSERT INTO sqlite_schema (type, name, tbl_name, rootpage, sql) VALUES ('table', ?1, ?1, ?2, ?3)`,
		t.name, page, "CREATE TABLE "+quoted(t.name)+" ("+strings.Join(t.columns, ", ")+")")
	return err
}

// rowsAt counts the rows from a page on that may stand in a table of want.
func rowsAt(ctx context.Context, broken, want string, t lostTable, page int) (rows int, err error) {
	if err := placeTable(ctx, broken, t, page); err != nil {
		return 0, err
	}
	from, err := connect(broken, url.Values{"_foreign_keys": {"0"}})
	if err != nil {
		return 0, err
	}
	defer func() { _ = from.Close() }()
	to, err := connect(want, url.Values{"_foreign_keys": {"0"}})
	if err != nil {
		return 0, err
	}
	defer func() { _ = to.Close() }()
	tx, err := to.BeginTx(ctx, nil)
	if err != nil {
		return 0, err
	}
	defer func() { _ = tx.Rollback() }()
	s := &salvager{from: from, to: tx, table: quoted(t.name), columns: t.columns, most: mostRows(broken), tries: 100}
	if s.byNumber(ctx); s.failed != nil {
		return 0, s.failed
	}
	err = tx.QueryRowContext(ctx, "SELECT count(*) FROM "+s.table).Scan(&rows)
	return rows, err
}

// looseRoot is a page that begins the tree of a table which no list has.
type looseRoot struct{ number, columns int } // columns of its first row, 0 for not known

// looseRoots lists the pages of a file that begin the tree of a table and are
// neither known, nor free, nor below another page of such a tree.
func looseRoots(path string, known []int) ([]looseRoot, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	header := make([]byte, headerSize)
	if _, err := f.ReadAt(header, 0); err != nil {
		return nil, err
	}
	size := int(binary.BigEndian.Uint16(header[atPageSize:]))
	last := int(info.Size() / int64(size))
	var begins []looseRoot
	free, inner := map[int]bool{}, map[int][]int{}
	page := make([]byte, size)
	for n := 2; n <= last; n++ {
		at := int64(n-1) * int64(size)
		if _, err := f.ReadAt(page, at); err != nil {
			return nil, err
		}
		switch {
		case page[0] == innerOfTable && isTree(f, at, size):
			inner[n] = children(page)
			begins = append(begins, looseRoot{number: n})
		case page[0] == leafOfTable && isTree(f, at, size):
			begins = append(begins, looseRoot{n, firstColumns(page)})
		default:
			for _, unused := range freePages(page, last) {
				free[unused] = true
			}
		}
	}
	below := map[int]bool{}
	for n, children := range inner {
		if free[n] {
			continue // what it says is out of date
		}
		for _, child := range children {
			below[child] = true
		}
	}
	return slices.DeleteFunc(begins, func(page looseRoot) bool {
		return free[page.number] || below[page.number] || slices.Contains(known, page.number)
	}), nil
}

// The first byte of a page of a table.
const innerOfTable, leafOfTable = 5, 13

// firstColumns counts the columns of the first row of a page that has rows, 0
// where it cannot.
func firstColumns(page []byte) (columns int) {
	number := func(at int) (value, next int) { // 7 bits a byte, the last one without the eighth
		for ; at < len(page); at++ {
			if value = value<<7 | int(page[at]&0x7f); page[at] < 0x80 {
				return value, at + 1
			}
		}
		return 0, at
	}
	const head = 8
	if binary.BigEndian.Uint16(page[3:]) == 0 {
		return 0
	}
	_, at := number(int(binary.BigEndian.Uint16(page[head:]))) // of bytes
	_, from := number(at)                                      // of the row
	length, at := number(from)
	for at < min(from+length, len(page)) {
		_, at = number(at)
		columns++
	}
	return columns
}

// children lists the pages below an inner one of a table.
func children(page []byte) []int {
	const head, lastChild = 12, 8
	pages := []int{int(binary.BigEndian.Uint32(page[lastChild:]))}
	for i := range int(binary.BigEndian.Uint16(page[3:])) {
		if head+2*i+2 > len(page) {
			break
		}
		if cell := int(binary.BigEndian.Uint16(page[head+2*i:])); cell+4 <= len(page) {
			pages = append(pages, int(binary.BigEndian.Uint32(page[cell:])))
		}
	}
	return pages
}

// freePages lists the pages that one of SQLite's list of free pages names; of
// any other page the two numbers that it begins with make none.
func freePages(page []byte, last int) []int {
	next, count := int(binary.BigEndian.Uint32(page)), int(binary.BigEndian.Uint32(page[4:]))
	if next > last || count > len(page)/4-2 {
		return nil
	}
	var pages []int
	for i := range count {
		n := int(binary.BigEndian.Uint32(page[8+4*i:]))
		if n < 2 || n > last {
			return nil
		}
		pages = append(pages, n)
	}
	return pages
}
