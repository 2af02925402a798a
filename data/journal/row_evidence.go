package journal

import (
	"context"
	"database/sql"
	"errors"
	"strings"

	"cardhour/model/fact"
)

// evidenceRow is what the file says of a piece of evidence; the bytes lie in
// the folder of evidence.
type evidenceRow struct {
	ID     string `json:"id"`
	Answer string `json:"answer,omitempty"`
	Run    string `json:"run,omitempty"`
	Bill   string `json:"bill,omitempty"`
	Name   string `json:"name"`
	Bytes  int64  `json:"bytes"`
	SHA256 string `json:"sha256"`
	Added  stamp  `json:"added,omitzero"`
	times
}

func evidenceRowOf(m fact.Evidence) (*evidenceRow, error) {
	var e encoder
	row := &evidenceRow{
		ID: m.ID, Answer: m.AnswerID, Run: m.RunID, Bill: m.BillID,
		Name: m.Name, Bytes: m.Bytes, SHA256: m.SHA256, Added: e.stamp(m.Added),
	}
	return row, errors.Join(e.err, row.right())
}

func (r *evidenceRow) model() (fact.Evidence, error) {
	var d decoder
	m := fact.Evidence{
		ID: r.ID, AnswerID: r.Answer, RunID: r.Run, BillID: r.Bill,
		Name: r.Name, Bytes: r.Bytes, SHA256: r.SHA256, Added: d.stamp(r.Added),
	}
	return m, errors.Join(d.err, r.right())
}

// right tells whether the row can name a file: nothing in it is trusted as a
// path that has not passed here.
func (r *evidenceRow) right() error {
	owners := 0
	for _, id := range []string{r.Answer, r.Run, r.Bill} {
		if id != "" {
			owners++
		}
	}
	switch {
	case owners != 1:
		return errors.New("evidence belongs to one record")
	case len(r.SHA256) != 64 || strings.Trim(r.SHA256, "0123456789abcdef") != "":
		return errors.New("evidence has no digest")
	case r.Name != tidyName(r.Name) || endingOf(r.Name) == "":
		return errors.New("evidence has no name that a file may have")
	case r.Bytes < 0 || r.Bytes > mostEvidence:
		return errors.New("evidence has no size that a file may have")
	}
	return nil
}

// file is the name of the file in the folder of evidence.
func (r *evidenceRow) file() string { return keptName(r.SHA256, r.Name) }

func (r *evidenceRow) key() key { return key{Evidence, r.ID} }

func (r *evidenceRow) fill(id string) { r.ID = id }

func (r *evidenceRow) owner(ctx context.Context, q querier) (id string, err error) {
	err = q.QueryRowContext(ctx, `SELECT decision_id FROM runs WHERE id = ? OR id = (SELECT run_id FROM bills WHERE id = ?)`,
		r.Run, r.Bill).Scan(&id)
	if errors.Is(err, sql.ErrNoRows) {
		err = nil
	}
	return id, err
}

func (r *evidenceRow) save(ctx context.Context, q querier) error {
	null := func(id string) sql.NullString { return sql.NullString{String: id, Valid: id != ""} }
	_, err := q.ExecContext(ctx, `
INSERT INTO evidence (id, answer_id, run_id, bill_id, name, bytes, sha256, added_at, added_offset, created_at, updated_at)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (id) DO UPDATE SET answer_id = excluded.answer_id, run_id = excluded.run_id, bill_id = excluded.bill_id,
  name = excluded.name, bytes = excluded.bytes, sha256 = excluded.sha256,
  added_at = excluded.added_at, added_offset = excluded.added_offset,
  created_at = excluded.created_at, updated_at = excluded.updated_at`,
		r.ID, null(r.Answer), null(r.Run), null(r.Bill), r.Name, r.Bytes, r.SHA256, r.Added.null(), r.Added.Offset, r.Created, r.Updated)
	return err
}

func evidenceRows(ctx context.Context, q querier, where string, args ...any) ([]*evidenceRow, error) {
	return all(ctx, q, func(rows *sql.Rows) (*evidenceRow, error) {
		var r evidenceRow
		var answer, run, bill, added sql.NullString
		err := rows.Scan(&r.ID, &answer, &run, &bill, &r.Name, &r.Bytes, &r.SHA256, &added, &r.Added.Offset, &r.Created, &r.Updated)
		r.Answer, r.Run, r.Bill, r.Added.At = answer.String, run.String, bill.String, added.String
		return &r, err
	}, `
SELECT id, answer_id, run_id, bill_id, name, bytes, sha256, added_at, added_offset, created_at, updated_at
FROM evidence `+where, args...)
}
