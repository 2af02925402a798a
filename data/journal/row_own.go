package journal

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"

	"cardhour/model/hardware"
)

// cardRow is a card of the user's own as the file holds it.
type cardRow struct {
	ID   string          `json:"id"`
	Name string          `json:"name"`
	Card json.RawMessage `json:"card"`
	times
}

// modelRow is a model of the user's own as the file holds it.
type modelRow struct {
	ID    string          `json:"id"`
	Name  string          `json:"name"`
	Kind  string          `json:"kind"`
	Model json.RawMessage `json:"model"`
	times
}

func cardRowOf(m hardware.OwnCard) (*cardRow, error) {
	var e encoder
	row := &cardRow{ID: m.ID, Name: m.Card.ID, Card: e.card(m.Card)}
	return row, errors.Join(e.err, named(row.Name))
}

func modelRowOf(m hardware.OwnModel) (*modelRow, error) {
	var e encoder
	row := &modelRow{ID: m.ID, Name: m.Model.ID, Kind: string(m.Model.Kind), Model: e.model(m.Model)}
	return row, errors.Join(e.err, named(row.Name))
}

func (r *cardRow) model() (hardware.OwnCard, error) {
	var d decoder
	m := hardware.OwnCard{ID: r.ID, Card: d.card(r.Name, r.Card)}
	return m, errors.Join(d.err, named(r.Name))
}

func (r *modelRow) model() (hardware.OwnModel, error) {
	var d decoder
	m := hardware.OwnModel{ID: r.ID, Model: d.model(r.Name, r.Kind, r.Model)}
	return m, errors.Join(d.err, named(r.Name))
}

func (r *cardRow) key() key  { return key{Cards, r.ID} }
func (r *modelRow) key() key { return key{Models, r.ID} }

func (r *cardRow) fill(id string)  { r.ID = id }
func (r *modelRow) fill(id string) { r.ID = id }

// owner is none: a card or a model serves every decision.
func (r *cardRow) owner(context.Context, querier) (string, error)  { return "", nil }
func (r *modelRow) owner(context.Context, querier) (string, error) { return "", nil }

func (r *cardRow) save(ctx context.Context, q querier) error {
	_, err := q.ExecContext(ctx, `
INSERT INTO cards (id, name, card, created_at, updated_at) VALUES (?, ?, ?, ?, ?)
ON CONFLICT (id) DO UPDATE SET name = excluded.name, card = excluded.card,
  created_at = excluded.created_at, updated_at = excluded.updated_at`,
		r.ID, r.Name, string(r.Card), r.Created, r.Updated)
	return err
}

func (r *modelRow) save(ctx context.Context, q querier) error {
	_, err := q.ExecContext(ctx, `
INSERT INTO models (id, name, kind, model, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?)
ON CONFLICT (id) DO UPDATE SET name = excluded.name, kind = excluded.kind, model = excluded.model,
  created_at = excluded.created_at, updated_at = excluded.updated_at`,
		r.ID, r.Name, r.Kind, string(r.Model), r.Created, r.Updated)
	return err
}

func cardRows(ctx context.Context, q querier, where string, args ...any) ([]*cardRow, error) {
	return all(ctx, q, func(rows *sql.Rows) (*cardRow, error) {
		var r cardRow
		var card string
		err := rows.Scan(&r.ID, &r.Name, &card, &r.Created, &r.Updated)
		r.Card = json.RawMessage(card)
		return &r, err
	}, `SELECT id, name, card, created_at, updated_at FROM cards `+where, args...)
}

func modelRows(ctx context.Context, q querier, where string, args ...any) ([]*modelRow, error) {
	return all(ctx, q, func(rows *sql.Rows) (*modelRow, error) {
		var r modelRow
		var model string
		err := rows.Scan(&r.ID, &r.Name, &r.Kind, &model, &r.Created, &r.Updated)
		r.Model = json.RawMessage(model)
		return &r, err
	}, `SELECT id, name, kind, model, created_at, updated_at FROM models `+where, args...)
}
