package journal

import (
	"context"
	"database/sql"

	"cardhour/model/barrier"
)

// answerRow is an answer as the file holds it.
type answerRow struct {
	ID          string `json:"id"`
	Platform    string `json:"platform"`
	Requirement string `json:"requirement"`
	Value       string `json:"value"`
	Note        string `json:"note"`
	Asked       stamp  `json:"asked,omitzero"`
	times
}

func answerRowOf(m barrier.Answer) (*answerRow, error) {
	var e encoder
	return &answerRow{
		ID: m.ID, Platform: m.Platform, Requirement: m.Requirement, Value: m.Value, Note: m.Note, Asked: e.stamp(m.Asked),
	}, e.err
}

func (r *answerRow) model() (barrier.Answer, error) {
	var d decoder
	return barrier.Answer{
		ID: r.ID, Platform: r.Platform, Requirement: r.Requirement, Value: r.Value, Note: r.Note, Asked: d.stamp(r.Asked),
	}, d.err
}

func (r *answerRow) key() key { return key{Answers, r.ID} }

func (r *answerRow) fill(id string) { r.ID = id }

// owner is none: an answer is about a platform and serves every decision.
func (r *answerRow) owner(context.Context, querier) (string, error) { return "", nil }

func (r *answerRow) save(ctx context.Context, q querier) error {
	_, err := q.ExecContext(ctx, `
INSERT INTO answers (id, platform, requirement, value, note, asked_at, asked_offset, created_at, updated_at)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (id) DO UPDATE SET platform = excluded.platform, requirement = excluded.requirement,
  value = excluded.value, note = excluded.note, asked_at = excluded.asked_at, asked_offset = excluded.asked_offset,
  created_at = excluded.created_at, updated_at = excluded.updated_at`,
		r.ID, r.Platform, r.Requirement, r.Value, r.Note, r.Asked.null(), r.Asked.Offset, r.Created, r.Updated)
	return err
}

func answerRows(ctx context.Context, q querier, where string, args ...any) ([]*answerRow, error) {
	return all(ctx, q, func(rows *sql.Rows) (*answerRow, error) {
		var r answerRow
		var asked sql.NullString
		err := rows.Scan(&r.ID, &r.Platform, &r.Requirement, &r.Value, &r.Note, &asked, &r.Asked.Offset,
			&r.Created, &r.Updated)
		r.Asked.At = asked.String
		return &r, err
	}, `
SELECT id, platform, requirement, value, note, asked_at, asked_offset, created_at, updated_at
FROM answers `+where, args...)
}
