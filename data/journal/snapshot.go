package journal

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"cardhour/model/reason"
)

// Occasion is why a snapshot was made. It stands in its name.
type Occasion string

// The occasions.
const (
	OnStart         Occasion = "start"
	ByHand          Occasion = "manual"
	BeforeMigration Occasion = "migration"
	BeforeImport    Occasion = "import"
	BeforeRestore   Occasion = "restore"
	BeforeDeleting  Occasion = "delete_many"
)

// SnapshotInfo tells of a snapshot: a journal of its own in one file.
type SnapshotInfo struct {
	Path            string
	Time            time.Time // UTC
	Reason          Occasion
	Size            int64
	Decisions, Runs int
	Damaged         bool // it cannot be counted, let alone restored
}

// Snapshot copies the journal as it is now into the folder of its snapshots,
// reads the copy through, and thins the older ones. It keeps nobody from
// writing meanwhile.
func (j *Journal) Snapshot(ctx context.Context, why Occasion) (SnapshotInfo, error) {
	info, _, err := j.take(ctx, why, always)
	return info, err
}

// SnapshotIfChanged makes a snapshot unless the newest one holds the same
// already; then it returns false.
func (j *Journal) SnapshotIfChanged(ctx context.Context, why Occasion) (SnapshotInfo, bool, error) {
	return j.take(ctx, why, ifChanged)
}

func (j *Journal) take(ctx context.Context, why Occasion, onlyIfChanged bool) (SnapshotInfo, bool, error) {
	// SQLite would take the log for that of the file which is there now.
	if err := j.stillThere(); err != nil {
		return SnapshotInfo{}, false, fmt.Errorf("make a snapshot: %w", err)
	}
	return j.shelf().take(ctx, why, onlyIfChanged)
}

// manyDeleted is how many records an action may delete without a snapshot.
const manyDeleted = 20

// keepBefore makes a snapshot before an action that deletes many records, or a
// decision with runs, is committed. The snapshot has what was committed
// before; it is not made again while nothing changes.
func (j *Journal) keepBefore(ctx context.Context, effects []effect) error {
	gone := map[Kind]int{}
	all := 0
	for _, e := range effects {
		if e.before != "" && e.after == "" {
			gone[e.key.kind]++
			all++
		}
	}
	if all <= manyDeleted && (gone[Decisions] == 0 || gone[Runs] == 0) {
		return nil
	}
	_, _, err := j.SnapshotIfChanged(ctx, BeforeDeleting)
	return err
}

// Snapshots lists the snapshots of the journal, the newest first.
func (j *Journal) Snapshots(ctx context.Context) ([]SnapshotInfo, error) {
	return j.shelf().counted(ctx)
}

// SnapshotsOf lists the snapshots of a journal that need not be open, nor be
// there at all; the newest first.
func SnapshotsOf(ctx context.Context, path string) ([]SnapshotInfo, error) {
	path, err := located(path)
	if err != nil {
		return nil, fmt.Errorf("list the snapshots: %w", err)
	}
	return shelf{path: path, now: time.Now}.counted(ctx)
}

// counted lists the snapshots with what they hold.
func (s shelf) counted(ctx context.Context) ([]SnapshotInfo, error) {
	list, err := s.list()
	if err != nil {
		return nil, fmt.Errorf("list the snapshots: %w", err)
	}
	for i := range list {
		if err := list[i].count(ctx); err != nil {
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			list[i].Damaged = true
		}
	}
	return list, nil
}

// shelf is the folder of the snapshots of one journal.
type shelf struct {
	path string // of the journal
	now  func() time.Time
	room int // pages that a copy may have, for a test to fill the disk; 0 for no end
}

func (j *Journal) shelf() shelf { return shelf{path: j.path, now: j.now, room: j.room} }

const (
	always    = false
	ifChanged = true
)

// taking keeps snapshots of this process apart; those of others differ in the
// names of their unfinished files.
var taking sync.Mutex

func (s shelf) folder() string { return beside(s.path, ".snapshots") }

// take makes a snapshot; with onlyIfChanged, only one that differs from the
// newest.
func (s shelf) take(ctx context.Context, why Occasion, onlyIfChanged bool) (info SnapshotInfo, made bool, err error) {
	taking.Lock()
	defer taking.Unlock()
	info, made, err = s.make(ctx, why, onlyIfChanged)
	if err != nil {
		return SnapshotInfo{}, false, fmt.Errorf("make a snapshot: %w", explainSnapshot(err, s.path))
	}
	return info, made, nil
}

func (s shelf) make(ctx context.Context, why Occasion, onlyIfChanged bool) (SnapshotInfo, bool, error) {
	earlier, err := s.list()
	if err != nil {
		return SnapshotInfo{}, false, err
	}
	src, err := openSource(ctx, s.path, inUse)
	if err != nil {
		return SnapshotInfo{}, false, explain(err, s.path)
	}
	defer src.close()
	if onlyIfChanged && len(earlier) > 0 && holds(ctx, earlier[0].Path, src.seal) {
		return earlier[0], false, nil
	}
	if err := os.MkdirAll(s.folder(), 0o755); err != nil {
		return SnapshotInfo{}, false, err
	}
	sweep(s.folder())
	temp, err := tempIn(s.folder())
	if err != nil {
		return SnapshotInfo{}, false, err
	}
	defer discard(temp) // does nothing once it has its name
	if err := src.copyTo(ctx, temp, s.room); err != nil {
		return SnapshotInfo{}, false, err
	}
	if err := sound(ctx, temp, src.seal); err != nil {
		return SnapshotInfo{}, false, err
	}
	path, at := free(s.now(), func(at time.Time) string {
		return filepath.Join(s.folder(), at.Format(nameTime)+"_"+string(why)+snapshotEnding)
	})
	if err := settle(temp, path); err != nil {
		return SnapshotInfo{}, false, err
	}
	info := SnapshotInfo{Path: path, Time: at, Reason: why,
		Decisions: src.seal.tables["decisions"].rows, Runs: src.seal.tables["runs"].rows}
	if stat, err := os.Stat(path); err == nil {
		info.Size = stat.Size()
	}
	s.thin(ctx, earlier)
	return info, true, nil
}

// thin removes those of the earlier snapshots that need not be kept.
func (s shelf) thin(ctx context.Context, earlier []SnapshotInfo) {
	times := make([]time.Time, len(earlier))
	for i, e := range earlier {
		times[i] = e.Time
	}
	good := func(i int) bool { return whole(ctx, earlier[i].Path) == nil }
	for _, i := range Thin(times, s.now(), good) {
		_ = os.Remove(earlier[i].Path) // one too many harms nobody
	}
}

const snapshotEnding = ".cardhour"

// list reads the names in the folder, the newest snapshot first. Those from
// the future come last: they were made before a clock that was wrong was set
// right, or before one that was right was set wrong. What has no name that we
// give, such as a copy beside a snapshot, is not ours.
func (s shelf) list() ([]SnapshotInfo, error) {
	files, err := os.ReadDir(s.folder())
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, refuse("journal.cannot_open", s.folder(), err)
	}
	var list []SnapshotInfo
	for _, f := range files {
		stem, ours := strings.CutSuffix(f.Name(), snapshotEnding)
		when, why, named := strings.Cut(stem, "_")
		at, err := time.Parse(nameTime, when)
		info, gone := f.Info()
		if !ours || !named || !occasion.MatchString(why) || err != nil || gone != nil || !info.Mode().IsRegular() {
			continue
		}
		list = append(list, SnapshotInfo{Path: filepath.Join(s.folder(), f.Name()), Time: at, Reason: Occasion(why), Size: info.Size()})
	}
	now := s.now().Add(time.Minute) // several of one millisecond get later names
	slices.SortFunc(list, func(a, b SnapshotInfo) int {
		if x, y := a.Time.After(now), b.Time.After(now); x != y {
			return map[bool]int{true: 1, false: -1}[x]
		}
		return cmp.Or(b.Time.Compare(a.Time), strings.Compare(b.Path, a.Path))
	})
	return list, nil
}

// occasion is what the name of a snapshot says of its occasion, later
// versions' too.
var occasion = regexp.MustCompile(`^[a-z_]+$`)

// newestGood returns the newest snapshot that can be restored; nil for none.
func (s shelf) newestGood(ctx context.Context) (*SnapshotInfo, error) {
	list, err := s.list()
	if err != nil {
		return nil, err
	}
	for _, info := range list {
		if restorable(ctx, info.Path) == nil && info.count(ctx) == nil {
			return &info, nil
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
	}
	return nil, nil
}

// explainSnapshot gives an error from making a snapshot of the journal at
// path the Problem that it amounts to.
func explainSnapshot(err error, path string) error {
	var told *reason.Problem
	switch {
	case err == nil, errors.As(err, &told), errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return err
	case isFull(err):
		return refuse("journal.snapshot_full", path, err)
	}
	return refuse("journal.snapshot_failed", path, err, reason.Word("detail", shorten(err.Error())))
}
