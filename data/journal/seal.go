package journal

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/binary"
	"maps"
	"strings"
)

// seal stands for all that a journal holds: two with equal seals hold the
// same. SQLite's own counters would not do: they differ between processes, or
// stand still in write-ahead logging.
type seal struct {
	application, schema int
	tables              map[string]tableSeal
}

type tableSeal struct {
	form string // the statement that made the table
	rows int
	// The sum of the digests of the rows: their order, which a copy may
	// change, plays no part.
	sum [2]uint64
}

func (s seal) equal(o seal) bool {
	return s.application == o.application && s.schema == o.schema && maps.Equal(s.tables, o.tables)
}

// sealOf reads a whole journal.
func sealOf(ctx context.Context, q querier) (seal, error) {
	s := seal{tables: map[string]tableSeal{}}
	var err error
	if s.application, err = pragma(ctx, q, "PRAGMA application_id"); err != nil {
		return s, err
	}
	if s.schema, err = pragma(ctx, q, "PRAGMA user_version"); err != nil {
		return s, err
	}
	forms, err := tableForms(ctx, q)
	if err != nil {
		return s, err
	}
	for _, f := range forms {
		t, err := sealTable(ctx, q, f.name)
		if err != nil {
			return s, err
		}
		t.form = f.sql
		s.tables[f.name] = t
	}
	return s, nil
}

// tableForm is a table and the statement that made it.
type tableForm struct{ name, sql string }

// tableForms lists the tables of a journal; each refers only to those before
// it.
func tableForms(ctx context.Context, q querier) ([]tableForm, error) {
	return all(ctx, q, func(rows *sql.Rows) (f tableForm, err error) {
		return f, rows.Scan(&f.name, &f.sql)
	}, `SELECT name, sql FROM main.sqlite_schema WHERE type = 'table' AND substr(name, 1, 7) <> 'sqlite_' ORDER BY rowid`)
}

func sealTable(ctx context.Context, q querier, table string) (tableSeal, error) {
	var t tableSeal
	rows, err := q.QueryContext(ctx, "SELECT * FROM "+quoted(table))
	if err != nil {
		return t, err
	}
	defer func() { _ = rows.Close() }()
	names, err := rows.Columns()
	if err != nil {
		return t, err
	}
	values := make([]sql.RawBytes, len(names))
	into := make([]any, len(names))
	for i := range values {
		into[i] = &values[i]
	}
	var text []byte
	for rows.Next() {
		if err := rows.Scan(into...); err != nil {
			return t, err
		}
		text = text[:0]
		for _, v := range values {
			// Length first, and NULL unlike any text: no two rows may read alike.
			length := uint64(len(v)) + 1
			if v == nil {
				length = 0
			}
			text = append(binary.LittleEndian.AppendUint64(text, length), v...)
		}
		digest := sha256.Sum256(text)
		t.rows++
		t.sum[0] += binary.LittleEndian.Uint64(digest[:])
		t.sum[1] += binary.LittleEndian.Uint64(digest[8:])
	}
	return t, rows.Err()
}

// quoted writes a name for use in a statement: names cannot be parameters.
func quoted(name string) string { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` }
