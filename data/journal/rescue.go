package journal

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"cardhour/model/reason"
)

// Rescued is what became of a damaged journal.
type Rescued struct {
	Aside    string        // the damaged file under its new name, unchanged
	Readable string        // a journal of all that could be read; empty for none
	Counts   []Count       // rows in it
	Snapshot *SnapshotInfo // the newest good one; nil for none
}

// Rescue sets a damaged journal aside under a name with the time, and its log
// with it. Nothing of it is changed, deleted or overwritten. What can be read
// of it becomes a journal of its own, without what could be undone. At path
// there is nothing then: Begin makes a journal there of what the user chooses.
//
// A journal that is sound, another program's or a newer version's is refused.
func Rescue(ctx context.Context, path string, o Options) (Rescued, error) {
	r, err := rescue(ctx, path, o)
	if err != nil {
		return Rescued{}, fmt.Errorf("rescue a journal: %w", err)
	}
	return r, nil
}

func rescue(ctx context.Context, path string, o Options) (r Rescued, err error) {
	path, err = located(path)
	if err != nil {
		return r, err
	}
	j := newOf(path, o)
	if j.hold, err = take(path, j.now()); err != nil {
		return r, err
	}
	defer j.hold.release()
	if err := j.needsRescue(ctx, o); err != nil {
		return r, err
	}
	// Set aside last: who is killed before that finds the journal as it was,
	// and not an empty place where a new one would be made.
	name := func(what string) func(time.Time) string {
		return func(at time.Time) string { return beside(path, what+at.Format(nameTime)) }
	}
	aside, at := free(j.now(), name(".damaged-"))
	temp, counts, err := j.salvage(ctx)
	if err == nil {
		r.Counts = counts
		r.Readable, _ = free(at, func(at time.Time) string { return name(".readable-")(at) + snapshotEnding })
		if err = settle(temp, r.Readable); err == nil {
			_ = bringEvidence(ctx, path, r.Readable) // it stays where it is too
		}
		discard(temp)
	}
	switch {
	case ctx.Err() != nil:
		return r, ctx.Err()
	case isFull(err): // "nothing can be read" would not be true
		return r, refuse("journal.rescue_full", path, err)
	case err != nil:
		r.Readable, r.Counts = "", nil
	}
	if r.Snapshot, err = j.shelf().newestGood(ctx); err != nil {
		return r, err
	}
	r.Aside = aside
	return r, setAside(path, aside)
}

// needsRescue refuses what is not ours to set aside.
func (j *Journal) needsRescue(ctx context.Context, o Options) error {
	if logAlone(j.path) {
		return nil
	}
	o.ReadOnly = true
	reader, err := Open(j.path, o)
	if err == nil {
		var found Report
		found, err = reader.checkFile(ctx)
		err = errors.Join(err, reader.Close())
		if err == nil && len(found.Problems) > 0 {
			return nil
		}
	}
	var p *reason.Problem
	switch {
	case err == nil:
		return refuse("journal.not_damaged", j.path, nil)
	case errors.As(err, &p) && slices.Contains([]string{"journal.damaged", "journal.not_a_database", "journal.log_alone", "journal.unreadable", "journal.orphans"}, p.Rule):
		if info, err := os.Stat(j.path); err == nil && !info.Mode().IsRegular() {
			break // a folder, say
		}
		return nil
	}
	return err
}

// setAside renames the file of a journal and then what belongs to it. Killed
// in between, it leaves the log without its file, which Open refuses; then
// the log follows the file that it belongs to.
func setAside(path, aside string) error {
	if !exists(path) {
		if left := lastAside(path); left != "" {
			aside = left
		}
	}
	for i, part := range parts {
		err := rename(path+part, aside+part)
		if err != nil && !errors.Is(err, os.ErrNotExist) {
			for _, moved := range parts[:i] { // a file without its log is worse than one that is not moved
				_ = rename(aside+moved, path+moved)
			}
			return refuse("journal.set_aside_failed", path, err, reason.Word("detail", shorten(err.Error())))
		}
	}
	return syncFolder(filepath.Dir(path))
}

// lastAside returns the file that was set aside last, if the log that is left
// at path is of it: it has none, and the log was not written to since.
func lastAside(path string) string {
	dir, err := os.ReadDir(filepath.Dir(path))
	if err != nil {
		return ""
	}
	last, at := "", time.Time{}
	for _, f := range dir { // by name, which is by time
		name := filepath.Join(filepath.Dir(path), f.Name())
		if when, ok := asideAt(path, name); ok {
			last, at = name, when
		}
	}
	for _, part := range logs {
		log, err := os.Stat(path + part)
		if err == nil && (exists(last+part) || log.ModTime().Truncate(time.Millisecond).After(at)) {
			return ""
		}
	}
	return last
}

// asideAt returns when Rescue gave name to path, if it did.
func asideAt(path, name string) (at time.Time, ok bool) {
	stem := strings.TrimSuffix(beside(path, ".damaged-"+time.Time{}.Format(nameTime)), time.Time{}.Format(nameTime))
	when, ok := strings.CutPrefix(name, stem)
	at, err := time.Parse(nameTime, when)
	return at, ok && err == nil
}

// Begin makes a journal at path, where none is, that holds what another file
// holds: a snapshot, or what Rescue could read.
func Begin(ctx context.Context, path, from string, o Options) error {
	if err := begin(ctx, path, from, o); err != nil {
		return fmt.Errorf("begin a journal: %w", err)
	}
	return nil
}

func begin(ctx context.Context, path, from string, o Options) error {
	path, err := located(path)
	if err != nil {
		return err
	}
	if from, err = filepath.Abs(from); err != nil {
		return err
	}
	j := newOf(path, o)
	if err := prepare(path); err != nil {
		return err
	}
	if j.hold, err = take(path, j.now()); err != nil {
		return err
	}
	defer j.hold.release()
	if exists(path) || logAlone(path) {
		return refuse("journal.taken", path, nil)
	}
	temp, err := j.shelf().ready(ctx, from)
	if err != nil {
		return err
	}
	defer discard(temp)
	return explainSnapshot(settle(temp, path), path)
}
