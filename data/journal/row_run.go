package journal

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"maps"
	"slices"
	"time"

	"cardhour/model/billing"
	"cardhour/model/sizing"
	"cardhour/model/trial"
)

// runRow is a run as the file holds it.
type runRow struct {
	ID       string     `json:"id"`
	Decision string     `json:"decision"`
	Quote    string     `json:"quote"` // empty when that is gone
	Platform string     `json:"platform"`
	Card     string     `json:"card"`
	Cards    int        `json:"cards"`
	Slice    string     `json:"slice"`
	Events   []eventDoc `json:"events,omitempty"`
	Outcome  string     `json:"outcome"`
	Lost     int64      `json:"lost_seconds"`

	// Left out where nothing is said, as in journals of before schema 4.
	Speed     string `json:"speed,omitempty"` // per second
	SpeedUnit string `json:"speed_unit,omitempty"`
	SpeedJob  string `json:"speed_job,omitempty"`

	Note    string `json:"note"`
	Example bool   `json:"example"`
	times
}

// noSpeed is how a column has the speed that nobody noted.
const noSpeed = "0"

type eventDoc struct {
	Event string `json:"event"`
	stamp
}

func runRowOf(m trial.Run) (*runRow, error) {
	var e encoder
	row := &runRow{
		ID: m.ID, Decision: m.DecisionID, Quote: m.QuoteID, Platform: m.Platform, Card: m.Card, Cards: m.Cards,
		Slice: m.Slice.String(), Outcome: string(m.Outcome), Lost: int64(m.Lost), Note: m.Note, Example: m.Example,
		Speed: said(m.Speed.PerSecond), SpeedUnit: string(m.Speed.Unit), SpeedJob: m.Speed.Job,
	}
	for _, event := range slices.Sorted(maps.Keys(m.At)) {
		if at := m.At[event]; !at.IsZero() {
			row.Events = append(row.Events, eventDoc{string(event), e.stamp(at)})
		}
	}
	return row, e.err
}

func (r *runRow) model() (trial.Run, error) {
	var d decoder
	m := trial.Run{
		ID: r.ID, DecisionID: r.Decision, QuoteID: r.Quote, Platform: r.Platform, Card: r.Card, Cards: r.Cards,
		Slice: d.decimal(r.Slice), Outcome: trial.Outcome(r.Outcome), Lost: billing.Seconds(r.Lost),
		Speed: trial.Speed{PerSecond: d.said(r.Speed), Unit: sizing.Unit(r.SpeedUnit), Job: r.SpeedJob},
		Note:  r.Note, Example: r.Example,
	}
	for _, event := range r.Events {
		if m.At == nil {
			m.At = map[trial.Event]time.Time{}
		}
		m.At[trial.Event(event.Event)] = d.stamp(event.stamp)
	}
	return m, d.err
}

func (r *runRow) key() key { return key{Runs, r.ID} }

func (r *runRow) fill(id string) { r.ID = id }

func (r *runRow) owner(context.Context, querier) (string, error) { return r.Decision, nil }

func (r *runRow) save(ctx context.Context, q querier) error {
	_, err := q.ExecContext(ctx, `
INSERT INTO runs (id, decision_id, quote_id, platform, card, cards, slice, outcome, lost_seconds, note, example,
  speed, speed_unit, speed_job, created_at, updated_at)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (id) DO UPDATE SET decision_id = excluded.decision_id, quote_id = excluded.quote_id,
  platform = excluded.platform, card = excluded.card, cards = excluded.cards, slice = excluded.slice,
  outcome = excluded.outcome, lost_seconds = excluded.lost_seconds, note = excluded.note,
  example = excluded.example, speed = excluded.speed, speed_unit = excluded.speed_unit, speed_job = excluded.speed_job,
  created_at = excluded.created_at, updated_at = excluded.updated_at`,
		r.ID, r.Decision, sql.NullString{String: r.Quote, Valid: r.Quote != ""}, r.Platform, r.Card, r.Cards, r.Slice,
		r.Outcome, r.Lost, r.Note, r.Example, cmp.Or(r.Speed, noSpeed), r.SpeedUnit, r.SpeedJob, r.Created, r.Updated)
	if err != nil {
		return err
	}
	if _, err := q.ExecContext(ctx, `DELETE FROM run_events WHERE run_id = ?`, r.ID); err != nil {
		return err
	}
	for _, event := range r.Events {
		if _, err := q.ExecContext(ctx, `INSERT INTO run_events (run_id, event, at, offset) VALUES (?, ?, ?, ?)`,
			r.ID, event.Event, event.At, event.Offset); err != nil {
			return err
		}
	}
	return nil
}

func runRows(ctx context.Context, q querier, where string, args ...any) ([]*runRow, error) {
	return all(ctx, q, func(rows *sql.Rows) (*runRow, error) {
		var r runRow
		var quote sql.NullString
		var events string
		if err := rows.Scan(&r.ID, &r.Decision, &quote, &r.Platform, &r.Card, &r.Cards, &r.Slice, &r.Outcome,
			&r.Lost, &r.Note, &r.Example, &r.Speed, &r.SpeedUnit, &r.SpeedJob, &r.Created, &r.Updated, &events); err != nil {
			return nil, err
		}
		r.Quote = quote.String
		if r.Speed == noSpeed {
			r.Speed = ""
		}
		return &r, json.Unmarshal([]byte(events), &r.Events)
	}, `
SELECT id, decision_id, quote_id, platform, card, cards, slice, outcome, lost_seconds, note, example,
  speed, speed_unit, speed_job, created_at, updated_at,
  (SELECT json_group_array(json_object('event', event, 'at', at, 'offset_minutes', offset) ORDER BY event)
   FROM run_events WHERE run_id = runs.id)
FROM runs `+where, args...)
}
