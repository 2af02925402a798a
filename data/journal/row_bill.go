package journal

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"

	"cardhour/model/billing"
	"cardhour/model/money"
	"cardhour/model/trial"
)

// billRow is a bill as the file holds it.
type billRow struct {
	ID          string      `json:"id"`
	Run         string      `json:"run"`
	Currency    string      `json:"currency"`
	Issued      stamp       `json:"issued,omitzero"`
	Provisional bool        `json:"provisional"`
	Charges     []chargeDoc `json:"charges,omitempty"`
	Note        string      `json:"note"`
	Example     bool        `json:"example"`
	times
}

type chargeDoc struct {
	Kind   string `json:"kind"`
	Amount string `json:"amount"`
	Note   string `json:"note"`
}

func billRowOf(m trial.Bill) (*billRow, error) {
	var e encoder
	row := &billRow{
		ID: m.ID, Run: m.RunID, Currency: string(m.Currency), Issued: e.stamp(m.Issued),
		Provisional: m.Provisional, Note: m.Note, Example: m.Example,
	}
	for _, c := range m.Charges {
		row.Charges = append(row.Charges, chargeDoc{string(c.Kind), c.Amount.String(), c.Note})
	}
	return row, e.err
}

func (r *billRow) model() (trial.Bill, error) {
	var d decoder
	m := trial.Bill{
		ID: r.ID, RunID: r.Run, Currency: money.Currency(r.Currency), Issued: d.stamp(r.Issued),
		Provisional: r.Provisional, Note: r.Note, Example: r.Example,
	}
	for _, c := range r.Charges {
		m.Charges = append(m.Charges, trial.Charge{Kind: billing.Kind(c.Kind), Amount: d.decimal(c.Amount), Note: c.Note})
	}
	return m, d.err
}

func (r *billRow) key() key { return key{Bills, r.ID} }

func (r *billRow) fill(id string) { r.ID = id }

func (r *billRow) owner(ctx context.Context, q querier) (id string, err error) {
	err = q.QueryRowContext(ctx, `SELECT decision_id FROM runs WHERE id = ?`, r.Run).Scan(&id)
	if errors.Is(err, sql.ErrNoRows) {
		err = nil
	}
	return id, err
}

func (r *billRow) save(ctx context.Context, q querier) error {
	_, err := q.ExecContext(ctx, `
INSERT INTO bills (id, run_id, currency, issued_at, issued_offset, provisional, note, example, created_at, updated_at)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (id) DO UPDATE SET run_id = excluded.run_id, currency = excluded.currency,
  issued_at = excluded.issued_at, issued_offset = excluded.issued_offset, provisional = excluded.provisional,
  note = excluded.note, example = excluded.example, created_at = excluded.created_at, updated_at = excluded.updated_at`,
		r.ID, r.Run, r.Currency, r.Issued.null(), r.Issued.Offset, r.Provisional, r.Note, r.Example, r.Created, r.Updated)
	if err != nil {
		return err
	}
	if _, err := q.ExecContext(ctx, `DELETE FROM charges WHERE bill_id = ?`, r.ID); err != nil {
		return err
	}
	for i, c := range r.Charges {
		if _, err := q.ExecContext(ctx, `INSERT INTO charges (bill_id, position, kind, amount, note) VALUES (?, ?, ?, ?, ?)`,
			r.ID, i, c.Kind, c.Amount, c.Note); err != nil {
			return err
		}
	}
	return nil
}

func billRows(ctx context.Context, q querier, where string, args ...any) ([]*billRow, error) {
	return all(ctx, q, func(rows *sql.Rows) (*billRow, error) {
		var r billRow
		var issued sql.NullString
		var charges string
		if err := rows.Scan(&r.ID, &r.Run, &r.Currency, &issued, &r.Issued.Offset, &r.Provisional, &r.Note, &r.Example,
			&r.Created, &r.Updated, &charges); err != nil {
			return nil, err
		}
		r.Issued.At = issued.String
		return &r, json.Unmarshal([]byte(charges), &r.Charges)
	}, `
SELECT id, run_id, currency, issued_at, issued_offset, provisional, note, example, created_at, updated_at,
  (SELECT json_group_array(json_object('kind', kind, 'amount', amount, 'note', note) ORDER BY position)
   FROM charges WHERE bill_id = bills.id)
FROM bills `+where, args...)
}
