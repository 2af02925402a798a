package journal

import (
	"context"
	"database/sql"
	"net/url"

	"cardhour/model/decision"
	"cardhour/model/trial"
)

// nameless is what a record is called whose name is lost.
const nameless = "?"

// mendRecords makes a journal of rows that were read one by one whole again.
// What belongs to a lost decision or run gets a nameless one instead: a bill
// says something without them. With placeholders false, as before a migration,
// it is left out.
func (j *Journal) mendRecords(ctx context.Context, path string, placeholders bool) error {
	db, err := connect(path, url.Values{"_foreign_keys": {"0"}, "_synchronous": {"FULL"}, "_txlock": {"immediate"}})
	if err != nil {
		return err
	}
	defer func() { _ = db.Close() }()
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }() // does nothing after the commit
	if placeholders {
		if err := j.replaceLost(ctx, tx); err != nil {
			return err
		}
		if err := dropUnreadable(ctx, tx); err != nil {
			return err
		}
	}
	if err := dropOrphans(ctx, tx); err != nil {
		return err
	}
	return tx.Commit()
}

func (j *Journal) replaceLost(ctx context.Context, tx *sql.Tx) error {
	id := func(rows *sql.Rows) (id string, err error) { return id, rows.Scan(&id) }
	runs, err := all(ctx, tx, id, `SELECT DISTINCT run_id FROM bills WHERE run_id NOT IN (SELECT id FROM runs)`)
	if err != nil {
		return err
	}
	if len(runs) > 0 {
		lost := j.id()
		for _, run := range runs {
			if err := j.save(ctx, tx, PutRun(trial.Run{ID: run, DecisionID: lost, Note: nameless})); err != nil {
				return err
			}
		}
	}
	decisions, err := all(ctx, tx, id, `SELECT decision_id FROM quotes UNION SELECT decision_id FROM runs EXCEPT SELECT id FROM decisions`)
	if err != nil {
		return err
	}
	rows, err := decisionRows(ctx, tx, `ORDER BY id`)
	if err != nil {
		return err
	}
	for _, r := range rows {
		if readable(r) != nil {
			decisions = append(decisions, r.ID)
		}
	}
	for _, d := range decisions {
		if err := j.save(ctx, tx, PutDecision(decision.Decision{ID: d, Name: nameless, Currency: "CNY"})); err != nil {
			return err
		}
	}
	return nil
}

// save writes a record without noting it for undo.
func (j *Journal) save(ctx context.Context, tx *sql.Tx, c Change) error {
	if c.err != nil {
		return c.err
	}
	at := c.record.kept()
	at.Created, at.Updated = utc(j.now()), utc(j.now())
	return c.record.save(ctx, tx)
}

// dropUnreadable leaves out records that were read and mean nothing.
func dropUnreadable(ctx context.Context, tx *sql.Tx) error {
	for _, kind := range Kinds {
		rows, err := forms[kind].list(ctx, tx, forms[kind].order)
		if err != nil {
			return err
		}
		for _, r := range rows {
			if readable(r) == nil {
				continue
			}
			if err := remove(ctx, tx, r.key()); err != nil {
				return err
			}
		}
	}
	return nil
}

// dropOrphans leaves out what refers to something that is lost, as the schema
// would have when that was deleted. Tables refer only to those before them.
func dropOrphans(ctx context.Context, tx *sql.Tx) error {
	tables, err := tableForms(ctx, tx)
	if err != nil {
		return err
	}
	type reference struct{ column, table, to, action string }
	for _, t := range tables {
		references, err := all(ctx, tx, func(rows *sql.Rows) (r reference, err error) {
			return r, rows.Scan(&r.column, &r.table, &r.to, &r.action)
		}, `SELECT "from", "table", "to", on_delete FROM pragma_foreign_key_list(?)`, t.name)
		if err != nil {
			return err
		}
		for _, r := range references {
			statement := "DELETE FROM " + quoted(t.name)
			if r.action == "SET NULL" {
				statement = "UPDATE " + quoted(t.name) + " SET " + quoted(r.column) + " = NULL"
			}
			_, err := tx.ExecContext(ctx, statement+" WHERE "+quoted(r.column)+" IS NOT NULL AND "+quoted(r.column)+
				" NOT IN (SELECT "+quoted(r.to)+" FROM "+quoted(r.table)+")")
			if err != nil {
				return err
			}
		}
	}
	return nil
}
