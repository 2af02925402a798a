package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"cardhour/data/catalog"
	"cardhour/data/journal"
	"cardhour/model/reason"
)

// checkCmd reads the whole journal for faults and tells the ages of the facts
// that are shipped. It fails when something is wrong with the journal; facts
// grow old by themselves, which is told and no failure.
type checkCmd struct{}

// Run prints the report.
func (checkCmd) Run(env *Env) error {
	shipped, err := catalog.Load()
	if err != nil {
		return err
	}
	env.printAges(shipped)
	if err := env.checkJournal(); err != nil {
		return printed{err}
	}
	return nil
}

// printAges counts what of the shipped facts is stale, and from when the
// oldest and the newest dated ones are.
func (e *Env) printAges(shipped *catalog.Catalog) {
	var total, undated, stale int
	var oldest, newest time.Time
	now := e.Now()
	for _, p := range shipped.Platforms() {
		for _, f := range shipped.Facts(p.ID) {
			total++
			seen := f.Claim.Seen
			switch {
			case f.Undated():
				undated++
				continue
			case f.Claim.Stale(now):
				stale++
			}
			if oldest.IsZero() || seen.Before(oldest) {
				oldest = seen
			}
			if seen.After(newest) {
				newest = seen
			}
		}
	}
	say := e.Say
	_, _ = fmt.Fprintln(e.Stdout, say.T("cli.check.facts", "total", total, "platforms", len(shipped.Platforms()),
		"cards", len(shipped.Cards()), "models", len(shipped.Models())))
	_, _ = fmt.Fprintln(e.Stdout, "  "+say.T("cli.check.ages", "stale", stale, "undated", undated, "oldest", oldest, "newest", newest))
}

// checkJournal opens the journal, which brings its schema up to date, and
// reads it through. A journal that is not there yet is not made.
func (e *Env) checkJournal() (err error) {
	say := e.Say
	there, err := e.there()
	switch {
	case err != nil:
		return err
	case e.Journal == "":
		_, _ = fmt.Fprintln(e.Stdout, say.T("cli.check.not_named"))
		return nil
	case !there:
		_, _ = fmt.Fprintln(e.Stdout, say.T("cli.check.none_yet", "path", e.Journal))
		return nil
	}
	j, err := journal.Open(e.Journal, journal.Options{Now: e.Now, ReadOnly: true})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, j.Close()) }()
	report, err := j.Check(context.Background())
	if err != nil {
		return err
	}
	_, _ = fmt.Fprintln(e.Stdout, say.T("cli.check.journal", "path", report.Path, "schema", report.Schema))
	counts := table{right: map[int]bool{1: true}}
	for _, c := range report.Counts {
		// Only what a person has written; the rest is our bookkeeping.
		if slices.Contains([]string{"decisions", "quotes", "runs", "bills", "answers", "evidence", "cards", "models"}, c.Table) {
			counts.add(say.T("cli.check."+c.Table), say.T("cli.check.count", "n", c.Rows))
		}
	}
	counts.write(e.Stdout, "  ")
	for _, p := range report.Problems {
		_, _ = fmt.Fprintln(e.Stdout, "  ! "+e.sentence(p))
	}
	if n := len(report.Problems); n > 0 {
		return reason.Refuse("", "check.found", reason.Int("n", reason.Count, int64(n)))
	}
	_, _ = fmt.Fprintln(e.Stdout, "  "+say.T("cli.check.well"))
	return nil
}
