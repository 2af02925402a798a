package journal

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/govalues/decimal"

	"cardhour/model/reason"
	"cardhour/model/trial"
)

// rescued rescues a journal with the test's clock.
func rescued(t *testing.T, path string) Rescued {
	t.Helper()
	r, err := Rescue(bg, path, Options{Now: newClock().now})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// closed closes a journal and returns its bytes.
func closed(t *testing.T, j *Journal) []byte {
	t.Helper()
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	content, err := os.ReadFile(j.Path())
	if err != nil {
		t.Fatal(err)
	}
	return content
}

func TestADamagedJournalIsSetAsideAndWhatIsReadableIsSaved(t *testing.T) {
	const pageSize = 4096
	for name, c := range map[string]struct {
		spoil  func([]byte) []byte
		quotes int // at least
	}{
		"cut to half":         {func(b []byte) []byte { return b[:len(b)/2] }, 50},
		"cut in a page":       {func(b []byte) []byte { return b[:len(b)-1000] }, 550},
		"zeroes in the midst": {func(b []byte) []byte { clear(b[len(b)/3 : len(b)/3+5*pageSize]); return b }, 500},
		"zeroes to the end":   {func(b []byte) []byte { clear(b[len(b)/2:]); return b }, 50},
		"no header":           {func(b []byte) []byte { clear(b[:100]); return b }, 600},
		"no first page":       {func(b []byte) []byte { clear(b[:pageSize]); return b }, 600},
		"only zeroes":         {func(b []byte) []byte { clear(b); return b }, -1},
		"text":                {func([]byte) []byte { return []byte(strings.Repeat("这不是账本\n", 300)) }, -1},
		"nothing":             {func([]byte) []byte { return nil }, -1},
		"bits flipped": {func(b []byte) []byte {
			random := rand.New(rand.NewPCG(1, 3))
			for range 160 {
				b[pageSize*4+random.IntN(len(b)-pageSize*4)] ^= 1 << random.IntN(8)
			}
			return b
		}, 300},
	} {
		t.Run(name, func(t *testing.T) {
			j, _ := newJournal(t)
			path := j.Path()
			rich(t, j)
			made := snapshot(t, j, ByHand)
			content := c.spoil(closed(t, j))
			if err := os.WriteFile(path, content, 0o600); err != nil {
				t.Fatal(err)
			}
			_, err := Open(path, Options{})
			var p *reason.Problem
			if !errors.As(err, &p) {
				t.Fatalf("opened: %v", err)
			}
			r := rescued(t, path)
			if want := path + ".damaged-2026-05-01T09-00-00.000Z"; r.Aside != want {
				t.Errorf("set aside as %s", r.Aside)
			}
			if aside, err := os.ReadFile(r.Aside); err != nil || !bytes.Equal(aside, content) {
				t.Errorf("what was set aside differs: %v", err)
			}
			if r.Snapshot == nil || *r.Snapshot != made {
				t.Errorf("offered %+v", r.Snapshot)
			}
			if exists(path) {
				t.Error("there is still a file")
			}
			if c.quotes < 0 {
				if r.Readable != "" {
					t.Errorf("read something: %v", r.Counts)
				}
			} else {
				readable := start(t, r.Readable, newClock())
				got := everything(t, readable)
				if len(got.Quotes) < c.quotes || len(got.Decisions) != 1 {
					t.Errorf("%d quotes and %d decisions were read", len(got.Quotes), len(got.Decisions))
				}
				if report, err := readable.Check(bg); err != nil || len(report.Problems) > 0 {
					t.Errorf("check: %v %v", report.Problems, err)
				}
			}
			if err := Begin(bg, path, r.Snapshot.Path, Options{}); err != nil {
				t.Fatal(err)
			}
			if got := everything(t, start(t, path, newClock())); len(got.Quotes) != 600 {
				t.Errorf("%d quotes from the snapshot", len(got.Quotes))
			}
			for _, name := range names(t, filepath.Dir(path)) {
				if strings.HasPrefix(name, unfinished) {
					t.Errorf("%s is left", name)
				}
			}
		})
	}
}

func TestWhatIsInTheLogIsRescuedToo(t *testing.T) {
	j, _ := newJournal(t)
	apply(t, j, "action_add_decision", PutDecision(someDecision("d")))
	for i := range 20 {
		apply(t, j, "action_add_quote", PutQuote(someQuote(strconv.Itoa(i), "d")))
	}
	path := filepath.Join(t.TempDir(), "journal.db")
	for _, part := range parts[:2] {
		if err := copyFile(j.Path()+part, path+part); err != nil {
			t.Fatal(err)
		}
	}
	db, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	_, err = db.WriteAt(make([]byte, 16), 0)
	if err := errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
	}
	before := folder(t, path)
	r := rescued(t, path)
	for part, want := range before {
		got, err := os.ReadFile(r.Aside + strings.TrimPrefix(part, "journal.db"))
		if err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s differs: %v", part, err)
		}
	}
}

func TestALogWithoutItsJournalIsNotDeleted(t *testing.T) {
	j, _ := newJournal(t)
	apply(t, j, "action_add_decision", PutDecision(someDecision("d")))
	path := filepath.Join(t.TempDir(), "journal.db")
	if err := copyFile(j.Path()+"-wal", path+"-wal"); err != nil {
		t.Fatal(err)
	}
	before := folder(t, path)
	_, err := Open(path, Options{})
	wantRule(t, err, "journal.log_alone")
	wantSame(t, "files", before, folder(t, path))
	// A rescue was killed between the file and its log.
	aside := path + ".damaged-2026-04-01T00-00-00.000Z"
	written := newClock().at.AddDate(0, -2, 0)
	if err := errors.Join(os.WriteFile(aside, []byte("damaged"), 0o600), os.Chtimes(path+"-wal", written, written)); err != nil {
		t.Fatal(err)
	}
	rescued(t, path)
	wantSame(t, "files", []string{filepath.Base(aside), filepath.Base(aside) + "-wal"}, names(t, filepath.Dir(path)))
	start(t, path, newClock())
}

// The log of a later journal, deleted by hand, is no part of an earlier one.
func TestALaterLogIsNotPutToAnEarlierFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "journal.db")
	aside := path + ".damaged-2026-04-01T00-00-00.000Z"
	if err := errors.Join(os.WriteFile(aside, []byte("damaged"), 0o600), os.WriteFile(path+"-wal", []byte("log"), 0o600)); err != nil {
		t.Fatal(err)
	}
	r := rescued(t, path)
	wantSame(t, "files", []string{filepath.Base(aside), filepath.Base(r.Aside) + "-wal"}, names(t, filepath.Dir(path)))
}

// A file and its log stay together when one of them cannot be renamed.
func TestAJournalIsSetAsideWhollyOrNotAtAll(t *testing.T) {
	path := filepath.Join(t.TempDir(), "journal.db")
	aside := path + ".aside"
	err := errors.Join(os.WriteFile(path, []byte("damaged"), 0o600), os.WriteFile(path+"-wal", []byte("log"), 0o600),
		os.Mkdir(aside+"-wal", 0o700)) // in the way
	if err != nil {
		t.Fatal(err)
	}
	before := names(t, filepath.Dir(path))
	wantRule(t, setAside(path, aside), "journal.set_aside_failed")
	wantSame(t, "files", before, names(t, filepath.Dir(path)))
}

func TestARescueLeavesTheFilesOfOthers(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "journal.db")
	novel := filepath.Join(dir, "unfinished-novel.txt")
	long := time.Now().Add(-2 * unfinishedFor)
	err := errors.Join(os.WriteFile(path, []byte(strings.Repeat("x", 500)), 0o600),
		os.WriteFile(novel, []byte("It was a dark night"), 0o600), os.Chtimes(novel, long, long))
	if err != nil {
		t.Fatal(err)
	}
	rescued(t, path)
	if !exists(novel) {
		t.Fatal("a file of the user's is gone")
	}
}

// Where the newest snapshot would be refused, an earlier one is offered.
func TestASnapshotWithABrokenRecordIsNotOffered(t *testing.T) {
	j, c := newJournal(t)
	apply(t, j, "action_add_decision", PutDecision(someDecision("d")), PutQuote(someQuote("q", "d")))
	good := snapshot(t, j, ByHand)
	c.pass(time.Hour)
	broken := snapshot(t, j, ByHand)
	sqliteFile(t, broken.Path, "UPDATE quotes SET amount = '1.2.3'")
	path := j.Path()
	closed(t, j)
	if err := os.WriteFile(path, []byte("no journal"), 0o600); err != nil {
		t.Fatal(err)
	}
	r, err := Rescue(bg, path, Options{Now: c.now})
	if err != nil || r.Snapshot == nil || r.Snapshot.Path != good.Path {
		t.Fatalf("offered %+v, %v", r.Snapshot, err)
	}
}

// Opened by a link, a journal is rescued where it is, with its log.
func TestAJournalBehindALinkIsTheSameJournal(t *testing.T) {
	dir := t.TempDir()
	link := filepath.Join(t.TempDir(), "link.db")
	path := filepath.Join(dir, "journal.db")
	if err := os.Symlink(path, link); err != nil {
		t.Skip("links cannot be made here: ", err)
	}
	_, err := Open(link, Options{})
	wantRule(t, err, "journal.cannot_open") // a link to nothing makes nothing
	j := start(t, path, newClock())
	apply(t, j, "action_add_decision", PutDecision(someDecision("d")))
	made := snapshot(t, j, ByHand)
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	j = start(t, link, newClock())
	wantSame(t, "snapshots", []SnapshotInfo{made}, snapshots(t, j))
	list, err := SnapshotsOf(bg, link)
	if err != nil || len(list) != 1 {
		t.Fatalf("%v %v", list, err)
	}
	closed(t, j)
	content := []byte("no journal")
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
	r := rescued(t, link)
	if kept, err := os.ReadFile(r.Aside); err != nil || !bytes.Equal(kept, content) || filepath.Dir(r.Aside) != dir {
		t.Errorf("set aside as %s: %v", r.Aside, err)
	}
}

func TestWhatIsNotDamagedIsNotSetAside(t *testing.T) {
	for name, c := range map[string]struct {
		make func(t *testing.T, path string)
		rule string
	}{
		"sound": {func(t *testing.T, path string) {
			if err := start(t, path, newClock()).Close(); err != nil {
				t.Fatal(err)
			}
		}, "journal.not_damaged"},
		"foreign": {func(t *testing.T, path string) { sqliteFile(t, path, "CREATE TABLE a (b)") }, "journal.foreign"},
		"newer": {func(t *testing.T, path string) {
			sqliteFile(t, path, "PRAGMA application_id = 0x43444852; PRAGMA user_version = 99; CREATE TABLE a (b)")
		}, "journal.newer"},
		"missing": {func(*testing.T, string) {}, "journal.cannot_open"},
		"a folder": {func(t *testing.T, path string) {
			if err := os.Mkdir(path, 0o700); err != nil {
				t.Fatal(err)
			}
		}, "journal.not_a_database"},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "journal.db")
			c.make(t, path)
			before := names(t, filepath.Dir(path))
			_, err := Rescue(bg, path, Options{})
			wantRule(t, err, c.rule)
			wantSame(t, "files", before, names(t, filepath.Dir(path)))
		})
	}
}

func TestAJournalIsNotBegunOverAnother(t *testing.T) {
	j, _ := newJournal(t)
	apply(t, j, "action_add_decision", PutDecision(someDecision("d")))
	info := snapshot(t, j, ByHand)
	content := closed(t, j)
	wantRule(t, Begin(bg, j.Path(), info.Path, Options{}), "journal.taken")
	if after, err := os.ReadFile(j.Path()); err != nil || !bytes.Equal(content, after) {
		t.Fatalf("it was written to: %v", err)
	}
}

// Bills and runs say something even when what they belong to is lost.
func TestWhatBelongsToALostRecordIsKeptUnderANamelessOne(t *testing.T) {
	j, _ := newJournal(t)
	apply(t, j, "action_add_decision", PutDecision(someDecision("d")), PutQuote(someQuote("q", "d")),
		PutRun(trial.Run{ID: "run", DecisionID: "d", QuoteID: "q"}),
		PutBill(trial.Bill{ID: "bill", RunID: "run", Currency: "CNY", Charges: []trial.Charge{{Amount: decimal.MustParse("12.50")}}}))
	if _, err := j.db.Exec("PRAGMA foreign_keys = 0; DELETE FROM runs; DELETE FROM decisions"); err != nil {
		t.Fatal(err)
	}
	closed(t, j)
	got := everything(t, start(t, rescued(t, j.Path()).Readable, newClock()))
	if len(got.Quotes) != 1 || len(got.Runs) != 1 || len(got.Bills) != 1 || len(got.Decisions) != 2 || got.Decisions[0].Name != nameless {
		t.Fatalf("%+v", got)
	}
	if len(got.Bills[0].Charges) != 1 {
		t.Fatalf("%+v", got.Bills)
	}
}

// Whatever the damage is, a rescue ends, the file is kept as it was and what
// was read is sound.
func TestNoDamageStopsARescue(t *testing.T) {
	content := filled(t)
	random := rand.New(rand.NewPCG(3, 4))
	read := 0
	for i := range 60 {
		spoiled := bytes.Clone(content)
		for range 1 + random.IntN(200) {
			spoiled[random.IntN(len(spoiled))] ^= 1 << random.IntN(8)
		}
		if i%4 == 0 {
			from := random.IntN(len(spoiled))
			clear(spoiled[from:min(len(spoiled), from+9000)])
		}
		path := filepath.Join(t.TempDir(), fmt.Sprint(i), "journal.db")
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, spoiled, 0o600)); err != nil {
			t.Fatal(err)
		}
		r, err := Rescue(context.Background(), path, Options{})
		if err != nil {
			var p *reason.Problem
			if !errors.As(err, &p) {
				t.Errorf("file %d: %v is no sentence", i, err)
			}
			continue
		}
		if aside, err := os.ReadFile(r.Aside); err != nil || !bytes.Equal(aside, spoiled) {
			t.Errorf("file %d was changed: %v", i, err)
		}
		if r.Readable != "" {
			read++
			if err := checked(bg, r.Readable); err != nil {
				t.Errorf("file %d: %v", i, err)
			}
		}
	}
	t.Logf("something was read of %d files", read)
}
