package journal

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"

	"cardhour/model/billing"
	"cardhour/model/fact"
	"cardhour/model/money"
)

// quoteRow is a quote as the file holds it.
type quoteRow struct {
	ID           string          `json:"id"`
	Decision     string          `json:"decision"`
	Position     int             `json:"position"`
	Platform     string          `json:"platform"`
	PlatformName string          `json:"platform_name"`
	Category     string          `json:"category"`
	Card         string          `json:"card"`
	Mode         string          `json:"mode"`
	Amount       string          `json:"amount"`
	Currency     string          `json:"currency"`
	Per          string          `json:"per"`
	Scope        string          `json:"scope"`
	Cards        int             `json:"cards"`
	Slice        string          `json:"slice"`
	Month        int64           `json:"month_seconds"`
	Row          roundingDoc     `json:"row_rounding"`
	Daily        roundingDoc     `json:"daily_rounding"`
	Facts        json.RawMessage `json:"facts"` // by key, a list of claimDoc
	Source       string          `json:"source"`
	Seen         stamp           `json:"seen,omitzero"`
	Note         string          `json:"note"`
	Example      bool            `json:"example"`
	Tier         string          `json:"tier,omitempty"`
	Rules        json.RawMessage `json:"rules,omitempty"`    // billing.Rules
	Exchange     json.RawMessage `json:"exchange,omitempty"` // money.Exchange
	times
}

type roundingDoc struct {
	Mode string `json:"mode"`
	Unit string `json:"unit"`
}

type claimDoc struct {
	Value      string `json:"value"`
	Per        string `json:"per,omitempty"`
	Source     string `json:"source"`
	Seen       stamp  `json:"seen,omitzero"`
	Confidence string `json:"confidence"`
	Own        bool   `json:"own"`
	Note       string `json:"note,omitempty"`
}

func quoteRowOf(q billing.Quote) (*quoteRow, error) {
	var e encoder
	facts := map[string][]claimDoc{}
	for k, f := range q.Facts {
		facts[string(k)] = []claimDoc{}
		for _, c := range f.Claims {
			facts[string(k)] = append(facts[string(k)], claimDoc{c.Value.Value.String(), string(c.Value.Per),
				c.Source, e.stamp(c.Seen), c.Confidence.String(), c.Own, c.Note})
		}
	}
	r := q.Rate
	row := &quoteRow{
		ID: q.ID, Decision: q.DecisionID, Position: q.Position, Platform: q.Platform, PlatformName: q.PlatformName,
		Category: q.Category, Card: q.Card, Mode: string(q.Mode),
		Amount: r.Amount.Value.String(), Currency: string(r.Amount.Currency), Per: string(r.Per), Scope: string(r.Scope),
		Cards: r.Cards, Slice: r.Slice.String(), Month: int64(r.Month),
		Row:   roundingDoc{string(q.Rounding.Mode), q.Rounding.Unit.String()},
		Daily: roundingDoc{string(q.DailyFee.Mode), q.DailyFee.Unit.String()},
		Facts: e.json(facts), Source: q.Source, Seen: e.stamp(q.Seen), Note: q.Note, Example: q.Example,
		Tier: q.Tier, Rules: e.rules(q.Rules), Exchange: e.exchange(q.Exchange),
	}
	return row, e.err
}

func (r *quoteRow) model() (billing.Quote, error) {
	var d decoder
	var facts map[string][]claimDoc
	d.json(r.Facts, &facts)
	q := billing.Quote{
		ID: r.ID, DecisionID: r.Decision, Position: r.Position, Platform: r.Platform, PlatformName: r.PlatformName,
		Category: r.Category, Card: r.Card, Mode: billing.Mode(r.Mode),
		Rate: billing.Rate{
			Amount: money.Amount{Value: d.decimal(r.Amount), Currency: money.Currency(r.Currency)},
			Per:    billing.Period(r.Per), Scope: billing.Scope(r.Scope), Cards: r.Cards,
			Slice: d.decimal(r.Slice), Month: billing.Seconds(r.Month),
		},
		Rounding: billing.Rounding{Mode: billing.RoundingMode(r.Row.Mode), Unit: d.decimal(r.Row.Unit)},
		DailyFee: billing.Rounding{Mode: billing.RoundingMode(r.Daily.Mode), Unit: d.decimal(r.Daily.Unit)},
		Source:   r.Source, Seen: d.stamp(r.Seen), Note: r.Note, Example: r.Example,
		Tier: r.Tier, Rules: d.rules(r.Rules), Exchange: d.exchange(r.Exchange),
	}
	for k, claims := range facts {
		if q.Facts == nil {
			q.Facts = billing.Facts{}
		}
		var f fact.Fact[billing.Figure]
		for _, c := range claims {
			f.Claims = append(f.Claims, c.model(&d))
		}
		q.Facts[billing.Key(k)] = f
	}
	return q, d.err
}

func (c claimDoc) model(d *decoder) fact.Claim[billing.Figure] {
	confidence, ok := fact.ParseConfidence(c.Confidence)
	if !ok {
		d.keep(fmt.Errorf("confidence %q", c.Confidence))
	}
	return fact.Claim[billing.Figure]{
		Value:  billing.Figure{Value: d.decimal(c.Value), Per: billing.Period(c.Per)},
		Source: c.Source, Seen: d.stamp(c.Seen), Confidence: confidence, Own: c.Own, Note: c.Note,
	}
}

func (r *quoteRow) key() key { return key{Quotes, r.ID} }

func (r *quoteRow) fill(id string) { r.ID = id }

func (r *quoteRow) owner(context.Context, querier) (string, error) { return r.Decision, nil }

func (r *quoteRow) save(ctx context.Context, q querier) error {
	_, err := q.ExecContext(ctx, `
INSERT INTO quotes (id, decision_id, position, platform, platform_name, category, card, mode,
  amount, currency, per, scope, cards, slice, month_seconds, row_rounding, row_rounding_unit,
  daily_rounding, daily_rounding_unit, facts, source, seen_at, seen_offset, note, example, tier, rules, exchange,
  created_at, updated_at)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (id) DO UPDATE SET decision_id = excluded.decision_id, position = excluded.position,
  platform = excluded.platform, platform_name = excluded.platform_name, category = excluded.category,
  card = excluded.card, mode = excluded.mode, amount = excluded.amount, currency = excluded.currency,
  per = excluded.per, scope = excluded.scope, cards = excluded.cards, slice = excluded.slice,
  month_seconds = excluded.month_seconds, row_rounding = excluded.row_rounding,
  row_rounding_unit = excluded.row_rounding_unit, daily_rounding = excluded.daily_rounding,
  daily_rounding_unit = excluded.daily_rounding_unit, facts = excluded.facts, source = excluded.source,
  seen_at = excluded.seen_at, seen_offset = excluded.seen_offset, note = excluded.note,
  example = excluded.example, tier = excluded.tier, rules = excluded.rules, exchange = excluded.exchange,
  created_at = excluded.created_at, updated_at = excluded.updated_at`,
		r.ID, r.Decision, r.Position, r.Platform, r.PlatformName, r.Category, r.Card, r.Mode,
		r.Amount, r.Currency, r.Per, r.Scope, r.Cards, r.Slice, r.Month, r.Row.Mode, r.Row.Unit,
		r.Daily.Mode, r.Daily.Unit, string(r.Facts), r.Source, r.Seen.null(), r.Seen.Offset, r.Note, r.Example,
		r.Tier, column(r.Rules, plainRules), column(r.Exchange, ""), r.Created, r.Updated)
	return err
}

func quoteRows(ctx context.Context, q querier, where string, args ...any) ([]*quoteRow, error) {
	return all(ctx, q, func(rows *sql.Rows) (*quoteRow, error) {
		var r quoteRow
		var facts, rules, exchange string
		var seen sql.NullString
		err := rows.Scan(&r.ID, &r.Decision, &r.Position, &r.Platform, &r.PlatformName, &r.Category, &r.Card, &r.Mode,
			&r.Amount, &r.Currency, &r.Per, &r.Scope, &r.Cards, &r.Slice, &r.Month, &r.Row.Mode, &r.Row.Unit,
			&r.Daily.Mode, &r.Daily.Unit, &facts, &r.Source, &seen, &r.Seen.Offset, &r.Note, &r.Example,
			&r.Tier, &rules, &exchange, &r.Created, &r.Updated)
		r.Facts, r.Seen.At = json.RawMessage(facts), seen.String
		r.Rules, r.Exchange = document(rules, plainRules), document(exchange, "")
		return &r, err
	}, `
SELECT id, decision_id, position, platform, platform_name, category, card, mode,
  amount, currency, per, scope, cards, slice, month_seconds, row_rounding, row_rounding_unit,
  daily_rounding, daily_rounding_unit, facts, source, seen_at, seen_offset, note, example, tier, rules, exchange,
  created_at, updated_at
FROM quotes `+where, args...)
}
