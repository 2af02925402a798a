package journal

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"cardhour/model/barrier"
	"cardhour/model/billing"
	"cardhour/model/decision"
	"cardhour/model/fact"
	"cardhour/model/hardware"
	"cardhour/model/reason"
	"cardhour/model/trial"
)

// Content is every record of a journal, each kind in an order that only
// depends on the records.
type Content struct {
	Decisions []decision.Decision
	Quotes    []billing.Quote
	Runs      []trial.Run
	Bills     []trial.Bill
	Answers   []barrier.Answer
	Evidence  []fact.Evidence
	Cards     []hardware.OwnCard  // the user's own, the oldest first
	Models    []hardware.OwnModel // the same
}

// modeller is a row that a record of the model can be made of.
type modeller[M any] interface {
	record
	model() (M, error)
}

// models makes the records of rows. One that cannot be read fails them all:
// a ranking with a quote left out would be wrong without saying so.
func models[M any, R modeller[M]](rows []R, err error) ([]M, error) {
	if err != nil {
		return nil, err
	}
	var list []M
	for _, r := range rows {
		m, err := r.model()
		if err != nil {
			return nil, unreadable(r.key(), err)
		}
		list = append(list, m)
	}
	return list, nil
}

func unreadable(k key, cause error) error {
	p := reason.Refuse("", "journal.unreadable", reason.Word("table", string(k.kind)), reason.Word("id", k.id))
	return fmt.Errorf("%w (%w)", p, cause)
}

// Decisions returns all decisions, the last changed first.
func (j *Journal) Decisions(ctx context.Context) ([]decision.Decision, error) {
	list, err := models(decisionRows(ctx, j.db, `ORDER BY updated_at DESC, id DESC`))
	if err != nil {
		return nil, fmt.Errorf("read the decisions: %w", explain(err, j.path))
	}
	return list, nil
}

// Decision returns one decision; false when there is none of this id.
func (j *Journal) Decision(ctx context.Context, id string) (decision.Decision, bool, error) {
	list, err := models(decisionRows(ctx, j.db, `WHERE id = ?`, id))
	if err != nil {
		return decision.Decision{}, false, fmt.Errorf("read a decision: %w", explain(err, j.path))
	}
	if len(list) == 0 {
		return decision.Decision{}, false, nil
	}
	return list[0], true, nil
}

// Records returns what belongs to a decision: quotes by their position, runs
// and bills in the order they were entered.
func (j *Journal) Records(ctx context.Context, decisionID string) (decision.Records, error) {
	var r decision.Records
	err := j.view(ctx, func(q querier) (err error) {
		if r.Quotes, err = models(quoteRows(ctx, q, `WHERE decision_id = ? ORDER BY position, created_at, id`, decisionID)); err != nil {
			return err
		}
		if r.Runs, err = models(runRows(ctx, q, `WHERE decision_id = ? ORDER BY created_at, id`, decisionID)); err != nil {
			return err
		}
		r.Bills, err = models(billRows(ctx, q,
			`WHERE run_id IN (SELECT id FROM runs WHERE decision_id = ?) ORDER BY created_at, id`, decisionID))
		return err
	})
	if err != nil {
		return decision.Records{}, fmt.Errorf("read the records of a decision: %w", err)
	}
	return r, nil
}

// Answers returns what the user found out about platforms.
func (j *Journal) Answers(ctx context.Context) ([]barrier.Answer, error) {
	list, err := models(answerRows(ctx, j.db, forms[Answers].order))
	if err != nil {
		return nil, fmt.Errorf("read the answers: %w", explain(err, j.path))
	}
	return list, nil
}

// Everything returns all records as they are at one moment.
func (j *Journal) Everything(ctx context.Context) (Content, error) {
	var c Content
	err := j.view(ctx, func(q querier) (err error) {
		if c.Decisions, err = models(decisionRows(ctx, q, forms[Decisions].order)); err != nil {
			return err
		}
		if c.Quotes, err = models(quoteRows(ctx, q, forms[Quotes].order)); err != nil {
			return err
		}
		if c.Runs, err = models(runRows(ctx, q, forms[Runs].order)); err != nil {
			return err
		}
		if c.Bills, err = models(billRows(ctx, q, forms[Bills].order)); err != nil {
			return err
		}
		if c.Answers, err = models(answerRows(ctx, q, forms[Answers].order)); err != nil {
			return err
		}
		if c.Evidence, err = models(evidenceRows(ctx, q, forms[Evidence].order)); err != nil {
			return err
		}
		c.Cards, c.Models, err = owned(ctx, q)
		return err
	})
	if err != nil {
		return Content{}, fmt.Errorf("read the journal: %w", err)
	}
	return c, nil
}

// Owned returns the user's own cards and models, the oldest first.
func (j *Journal) Owned(ctx context.Context) (cards []hardware.OwnCard, own []hardware.OwnModel, err error) {
	err = j.view(ctx, func(q querier) (err error) {
		cards, own, err = owned(ctx, q)
		return err
	})
	if err != nil {
		return nil, nil, fmt.Errorf("read the user's own cards and models: %w", err)
	}
	return cards, own, nil
}

func owned(ctx context.Context, q querier) (cards []hardware.OwnCard, own []hardware.OwnModel, err error) {
	if cards, err = models(cardRows(ctx, q, forms[Cards].order)); err != nil {
		return nil, nil, err
	}
	own, err = models(modelRows(ctx, q, forms[Models].order))
	return cards, own, err
}

// Setting returns a setting; false when it was never set.
func (j *Journal) Setting(ctx context.Context, name string) (value string, ok bool, err error) {
	err = j.db.QueryRowContext(ctx, `SELECT value FROM settings WHERE key = ?`, name).Scan(&value)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return "", false, nil
	case err != nil:
		return "", false, fmt.Errorf("read a setting: %w", explain(err, j.path))
	}
	return value, true, nil
}

// SetSetting keeps a setting. Settings are not part of undo.
func (j *Journal) SetSetting(ctx context.Context, name, value string) error {
	err := j.stillThere()
	if err == nil {
		_, err = j.db.ExecContext(ctx, `
INSERT INTO settings (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value`, name, value)
	}
	if err != nil {
		return fmt.Errorf("keep a setting: %w", explain(err, j.path))
	}
	return nil
}
