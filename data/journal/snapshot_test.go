package journal

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"cardhour/model/trial"
)

func snapshot(t *testing.T, j *Journal, why Occasion) SnapshotInfo {
	t.Helper()
	info, err := j.Snapshot(bg, why)
	if err != nil {
		t.Fatal(err)
	}
	return info
}

func snapshots(t *testing.T, j *Journal) []SnapshotInfo {
	t.Helper()
	list, err := j.Snapshots(bg)
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// names lists a folder.
func names(t *testing.T, dir string) []string {
	t.Helper()
	list, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, f := range list {
		names = append(names, f.Name())
	}
	return names
}

func TestASnapshotIsAJournalWithTheSameContent(t *testing.T) {
	j, _ := newJournal(t)
	apply(t, j, "action_add_decision", PutDecision(someDecision("d")), PutQuote(someQuote("q", "d")))
	info := snapshot(t, j, ByHand)
	want := everything(t, j)
	apply(t, j, "action_delete_decision", Delete(Decisions, "d"))
	if base := filepath.Base(info.Path); base != "2026-05-01T09-00-00.000Z_manual.cardhour" {
		t.Errorf("it is called %s", base)
	}
	list := snapshots(t, j)
	wantSame(t, "list", []SnapshotInfo{info}, list)
	if info.Decisions != 1 || info.Runs != 0 || info.Size == 0 || info.Reason != ByHand || info.Damaged {
		t.Errorf("%+v", info)
	}
	wantSame(t, "files", []string{filepath.Base(info.Path)}, names(t, filepath.Dir(info.Path)))
	copied := filepath.Join(t.TempDir(), "copy")
	if err := copyFile(info.Path, copied); err != nil {
		t.Fatal(err)
	}
	wantSame(t, "content", want, everything(t, start(t, copied, newClock())))
}

func TestASnapshotIsOnlyMadeWhenSomethingChanged(t *testing.T) {
	j, c := newJournal(t)
	made := func(what string, want bool) {
		t.Helper()
		c.pass(time.Minute)
		if _, got, err := j.SnapshotIfChanged(bg, OnStart); got != want || err != nil {
			t.Fatalf("%s: made %v, %v; want %v", what, got, err, want)
		}
	}
	made("new", true)
	made("nothing", false)
	apply(t, j, "action_add_decision", PutDecision(someDecision("d")))
	made("a record", true)
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	j = start(t, j.Path(), c)
	made("closed and opened", false)
	if err := j.SetSetting(bg, "language", "en"); err != nil {
		t.Fatal(err)
	}
	made("a setting", true)
	if _, _, err := j.Undo(bg); err != nil {
		t.Fatal(err)
	}
	made("an undo", true)
	list := snapshots(t, j)
	if err := os.Truncate(list[0].Path, 5000); err != nil {
		t.Fatal(err)
	}
	made("the newest snapshot broke", true)
}

func TestSnapshotsInOneMillisecondDoNotOverwriteEachOther(t *testing.T) {
	j, _ := newJournal(t)
	for range 3 {
		snapshot(t, j, ByHand)
	}
	if list := snapshots(t, j); len(list) != 3 || !list[0].Time.After(list[1].Time) {
		t.Fatalf("%+v", list)
	}
}

func TestOldSnapshotsAreThinned(t *testing.T) {
	j, c := newJournal(t)
	for range 5 {
		c.pass(time.Hour)
		snapshot(t, j, ByHand)
	}
	strangers := []string{filepath.Join(j.shelf().folder(), "mine.cardhour"), strings.Replace(snapshots(t, j)[1].Path, "manual", "manual (copy)", 1)}
	for _, s := range strangers {
		if err := os.WriteFile(s, []byte("mine"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	c.pass(10 * 24 * time.Hour)
	snapshot(t, j, ByHand)
	if list := snapshots(t, j); len(list) != 2 {
		t.Fatalf("%d are left", len(list))
	}
	// A clock set back makes the newest look old.
	c.pass(-400 * 24 * time.Hour)
	for range 2 {
		made := snapshot(t, j, ByHand)
		if !exists(made.Path) {
			t.Fatal("the one just made is gone")
		}
	}
	for _, s := range strangers {
		if !exists(s) {
			t.Fatalf("%s, which is no snapshot, is gone", s)
		}
	}
}

func TestADamagedSnapshotIsNeitherDeletedNorKeptInPlaceOfOthers(t *testing.T) {
	j, c := newJournal(t)
	var made []SnapshotInfo
	for range 3 {
		c.pass(time.Hour)
		made = append(made, snapshot(t, j, ByHand))
	}
	if err := os.Truncate(made[2].Path, 5000); err != nil {
		t.Fatal(err)
	}
	c.pass(10 * 24 * time.Hour)
	made = append(made, snapshot(t, j, ByHand))
	var left []string
	for _, s := range snapshots(t, j) {
		left = append(left, s.Path)
	}
	wantSame(t, "left", []string{made[3].Path, made[2].Path, made[1].Path}, left)
}

// A clock that was wrong for a while does not make an old snapshot the newest
// one for years.
func TestASnapshotFromTheFutureIsNotTheNewest(t *testing.T) {
	j, c := newJournal(t)
	c.pass(4 * 365 * 24 * time.Hour)
	future := snapshot(t, j, ByHand)
	c.pass(-4 * 365 * 24 * time.Hour)
	apply(t, j, "action_add_decision", PutDecision(someDecision("d")))
	made := snapshot(t, j, ByHand)
	wantSame(t, "list", []SnapshotInfo{made, future}, snapshots(t, j))
	if good, err := j.shelf().newestGood(bg); err != nil || good.Path != made.Path {
		t.Fatalf("%+v %v", good, err)
	}
	if _, again, err := j.SnapshotIfChanged(bg, OnStart); again || err != nil {
		t.Fatalf("made though nothing changed: %v", err)
	}
}

func TestDeletingMuchIsPrecededByASnapshot(t *testing.T) {
	quotes := func(n int) (put, gone []Change) {
		for i := range n {
			id := fmt.Sprint("q", i)
			put, gone = append(put, PutQuote(someQuote(id, "d"))), append(gone, Delete(Quotes, id))
		}
		return put, gone
	}
	few, fewGone := quotes(manyDeleted)
	many, manyGone := quotes(manyDeleted + 1)
	run := []Change{PutRun(trial.Run{ID: "r", DecisionID: "d", Cards: 1})}
	deleting := func(changes ...Change) func(*Journal) error {
		return func(j *Journal) error {
			return j.Apply(bg, Action{Label: "action_delete_decision", Changes: changes})
		}
	}
	undoing := func(j *Journal) error { _, _, err := j.Undo(bg); return err }
	for name, c := range map[string]struct {
		with []Change
		do   func(*Journal) error
		kept bool
	}{
		"a decision with a run":         {run, deleting(Delete(Decisions, "d")), true},
		"many quotes":                   {many, deleting(manyGone...), true},
		"a decision with many quotes":   {many, deleting(Delete(Decisions, "d")), true},
		"undoing an import of a run":    {run, undoing, true},
		"undoing an import of many":     {many, undoing, true},
		"a decision without runs":       {few[1:], deleting(Delete(Decisions, "d")), false},
		"a few quotes":                  {few, deleting(fewGone...), false},
		"a run":                         {run, deleting(Delete(Runs, "r")), false},
		"undoing an import of some":     {few[1:], undoing, false},
		"overwriting many":              {many, deleting(many...), false},
		"what is not there":             {nil, deleting(manyGone...), false},
		"a failing one keeps no record": {run, deleting(Delete(Decisions, "d"), Change{key: key{kind: "nothing"}}), false},
	} {
		t.Run(name, func(t *testing.T) {
			j, _ := newJournal(t)
			apply(t, j, "action_import", append([]Change{PutDecision(someDecision("d"))}, c.with...)...)
			before := everything(t, j)
			if err := c.do(j); err != nil && c.kept {
				t.Fatal(err)
			}
			list := snapshots(t, j)
			if !c.kept {
				wantSame(t, "snapshots", 0, len(list))
				return
			}
			if len(list) != 1 || list[0].Reason != BeforeDeleting {
				t.Fatalf("%+v", list)
			}
			if len(everything(t, j).Quotes) > 0 {
				t.Error("it was not done")
			}
			restored(t, j, list[0].Path)
			wantSame(t, "restored", before, everything(t, j))
		})
	}
}

// Redo deletes as much as what was undone.
func TestARedoneDeletionIsPrecededByASnapshotToo(t *testing.T) {
	j, c := newJournal(t)
	apply(t, j, "action_import", PutDecision(someDecision("d")), PutRun(trial.Run{ID: "r", DecisionID: "d", Cards: 1}))
	apply(t, j, "action_delete_decision", Delete(Decisions, "d"))
	undo(t, j)
	c.pass(time.Hour)
	if _, ok, err := j.Redo(bg); !ok || err != nil {
		t.Fatal(ok, err)
	}
	if list := snapshots(t, j); len(list) != 2 || list[0].Reason != BeforeDeleting || list[0].Decisions != 1 {
		t.Fatalf("%+v", list)
	}
}

func TestMuchIsNotDeletedWithoutItsSnapshot(t *testing.T) {
	j, _ := newJournal(t)
	apply(t, j, "action_import", PutDecision(someDecision("d")), PutRun(trial.Run{ID: "r", DecisionID: "d", Cards: 1}))
	before := everything(t, j)
	j.room = 1
	wantRule(t, j.Apply(bg, Action{Label: "action_delete_decision", Changes: []Change{Delete(Decisions, "d")}}), "journal.snapshot_full")
	wantSame(t, "content", before, everything(t, j))
}

// SQLite takes the log beside it for that of the file which is there now, and
// writes it there.
func TestASnapshotIsNotMadeOfAFileThatIsNotOurs(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("an open file keeps its name")
	}
	j, _ := newJournal(t)
	apply(t, j, "action_add_decision", PutDecision(someDecision("d")))
	before := everything(t, j)
	copied := j.Path() + ".copy"
	if err := errors.Join(copyFile(j.Path(), copied), os.Rename(copied, j.Path())); err != nil {
		t.Fatal(err)
	}
	_, err := j.Snapshot(bg, ByHand)
	wantRule(t, err, "journal.replaced")
	wantSame(t, "content", before, everything(t, j))
}

// A place where a journal has been is not made an empty one, which would look
// like a loss: who was killed while a damaged one was set aside starts there.
func TestNoEmptyJournalIsMadeWhereSnapshotsAre(t *testing.T) {
	j, _ := newJournal(t)
	made := snapshot(t, j, ByHand)
	closed(t, j)
	if err := os.Remove(j.Path()); err != nil {
		t.Fatal(err)
	}
	_, err := Open(j.Path(), Options{})
	wantRule(t, err, "journal.not_there")
	wantSame(t, "files", []string{filepath.Base(j.shelf().folder())}, names(t, filepath.Dir(j.Path())))
	if err := Begin(bg, j.Path(), made.Path, Options{}); err != nil {
		t.Fatal(err)
	}
	start(t, j.Path(), newClock())
}

func TestASnapshotLeavesWritersAlone(t *testing.T) {
	j, c := newJournal(t)
	apply(t, j, "action_add_decision", PutDecision(someDecision("d")))
	stop, done := make(chan struct{}), make(chan error)
	go func() {
		for i := 0; ; i++ {
			select {
			case <-stop:
				done <- nil
				return
			default:
			}
			if err := j.Apply(bg, Action{Label: "x", Changes: []Change{PutQuote(someQuote(fmt.Sprint("q", i), "d"))}}); err != nil {
				done <- err
				return
			}
		}
	}()
	for range 10 {
		snapshot(t, j, ByHand)
	}
	close(stop)
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	for _, info := range snapshots(t, j) {
		if err := whole(bg, info.Path); err != nil || info.Damaged {
			t.Errorf("%v: %v", info, err)
		}
	}
	_ = c
}

func TestAFullDiskDuringASnapshotLosesNothing(t *testing.T) {
	j, _ := newJournal(t)
	apply(t, j, "action_add_decision", PutDecision(someDecision("d")))
	first := snapshot(t, j, ByHand)
	for i := range 30 {
		q := someQuote(strconv.Itoa(i), "d")
		q.Note = strings.Repeat("满", 1000)
		apply(t, j, "action_add_quote", PutQuote(q))
	}
	want := everything(t, j)
	j.room = 20
	_, err := j.Snapshot(bg, ByHand)
	wantRule(t, err, "journal.snapshot_full")
	wantSame(t, "snapshots", []SnapshotInfo{first}, snapshots(t, j))
	wantSame(t, "files", []string{filepath.Base(first.Path)}, names(t, filepath.Dir(first.Path)))
	wantSame(t, "content", want, everything(t, j))
	j.room = 0
	snapshot(t, j, ByHand)
}

func TestAFolderThatCannotHoldSnapshotsIsTold(t *testing.T) {
	j, _ := newJournal(t)
	if err := os.WriteFile(j.shelf().folder(), []byte("in the way"), 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := j.Snapshot(bg, ByHand)
	if err == nil {
		t.Fatal("made in a file")
	}
	wantRule(t, err, "journal.cannot_open")
}

func TestADamagedSnapshotIsListedAsSuch(t *testing.T) {
	j, _ := newJournal(t)
	info := snapshot(t, j, ByHand)
	if err := os.WriteFile(info.Path, []byte(strings.Repeat("x", 5000)), 0o600); err != nil {
		t.Fatal(err)
	}
	if list := snapshots(t, j); len(list) != 1 || !list[0].Damaged {
		t.Fatalf("%+v", list)
	}
	if good, err := j.shelf().newestGood(bg); good != nil || err != nil {
		t.Fatalf("%+v %v", good, err)
	}
}

func TestAMigrationIsPrecededByASnapshot(t *testing.T) {
	j, c := newJournal(t)
	apply(t, j, "action_add_decision", PutDecision(someDecision("d")))
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	steps, err := shippedMigrations()
	if err != nil {
		t.Fatal(err)
	}
	steps = append(steps, migration{"next", "CREATE TABLE next (a TEXT) STRICT"})
	for range 2 { // the second time there is nothing to do
		if err := upgrade(bg, shelf{path: j.Path(), now: c.now}, steps); err != nil {
			t.Fatal(err)
		}
	}
	list := snapshots(t, j)
	if len(list) != 1 || list[0].Reason != BeforeMigration || list[0].Decisions != 1 {
		t.Fatalf("%+v", list)
	}
}

func TestAMigrationIsNotDoneWithoutItsSnapshot(t *testing.T) {
	j, c := newJournal(t)
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	before, err := os.ReadFile(j.Path())
	if err != nil {
		t.Fatal(err)
	}
	steps, err := shippedMigrations()
	if err != nil {
		t.Fatal(err)
	}
	steps = append(steps, migration{"next", "CREATE TABLE next (a TEXT) STRICT"})
	wantRule(t, upgrade(bg, shelf{path: j.Path(), now: c.now, room: 1}, steps), "journal.snapshot_full")
	after, err := os.ReadFile(j.Path())
	if err != nil {
		t.Fatal(err)
	}
	wantSame(t, "the file", before, after)
}

func TestANewJournalHasNothingToKeepBeforeItsMigrations(t *testing.T) {
	j, _ := newJournal(t)
	if exists(j.shelf().folder()) {
		t.Fatal("there is a folder of snapshots")
	}
}

// copyChild tells a child process of these tests what to do with which journal.
const copyChild, copyChildFile = "JOURNAL_TEST_COPY", "JOURNAL_TEST_COPY_FILE"

// kill starts the work of the test named in a child process, waits until it
// says the first line, does something with its number, kills it and returns
// what it had said.
func kill(t *testing.T, test, path string, during func(pid int)) (said []string) {
	t.Helper()
	child := exec.Command(os.Args[0], "-test.run=^"+test+"$")
	child.Env = append(os.Environ(), copyChild+"="+test, copyChildFile+"="+path)
	out, err := child.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(out)
	if !lines.Scan() {
		t.Fatal("the child said nothing")
	}
	during(child.Process.Pid)
	if err := child.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	said = append(said, lines.Text())
	for lines.Scan() {
		said = append(said, lines.Text())
	}
	_ = child.Wait()
	return said
}

// waiting is for kill to wait a while.
func waiting(d time.Duration) func(int) { return func(int) { time.Sleep(d) } }

// rich fills a journal so that copying it takes a moment.
func rich(t *testing.T, j *Journal) {
	t.Helper()
	changes := []Change{PutDecision(someDecision("d"))}
	for i := range 600 {
		q := someQuote(fmt.Sprintf("q%04d", i), "d")
		q.Note = strings.Repeat("多", 700)
		if i%3 == 0 {
			q.Tier, q.Rules, q.Exchange = "专业版", someRules(), someExchange()
		}
		changes = append(changes, PutQuote(q))
	}
	apply(t, j, "action_import", changes...)
}

func TestAProcessKilledDuringASnapshotLeavesOnlyGoodOnes(t *testing.T) {
	if os.Getenv(copyChild) == t.Name() {
		j, err := Open(os.Getenv(copyChildFile), Options{})
		fmt.Println("open")
		for err == nil {
			var info SnapshotInfo
			info, err = j.Snapshot(bg, ByHand)
			fmt.Println(info.Path)
		}
		t.Fatal(err)
	}
	j, c := newJournal(t)
	rich(t, j)
	want := everything(t, j)
	path := j.Path()
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	var acknowledged []string
	// Later and later moments, on a slow machine until one snapshot was made.
	for i := 0; i < 12 || len(acknowledged) == 0 && i < 200; i++ {
		acknowledged = append(acknowledged, kill(t, t.Name(), path, waiting(time.Duration(i)*4*time.Millisecond))[1:]...)
	}
	j = start(t, path, c)
	wantSame(t, "content", want, everything(t, j))
	good := map[string]bool{}
	for _, info := range snapshots(t, j) {
		if err := whole(bg, info.Path); err != nil {
			t.Errorf("%s: %v", info.Path, err)
		}
		good[info.Path] = info.Decisions == 1
	}
	for _, a := range acknowledged {
		if !good[a] {
			t.Errorf("%s was acknowledged and is not there", a)
		}
	}
	// What the dead left is swept when it is surely dead.
	dir := j.shelf().folder()
	for _, name := range names(t, dir) {
		long := time.Now().Add(-2 * unfinishedFor)
		if err := os.Chtimes(filepath.Join(dir, name), long, long); err != nil {
			t.Fatal(err)
		}
	}
	snapshot(t, j, ByHand)
	for _, name := range names(t, dir) {
		if strings.HasPrefix(name, unfinished) {
			t.Errorf("%s is left", name)
		}
	}
}
