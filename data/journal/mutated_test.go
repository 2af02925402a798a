package journal

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime/debug"
	"strconv"
	"testing"
	"time"

	"cardhour/model/reason"
)

// files are a journal and the log beside it, as a program that died left
// them; the log may be missing.
type files struct{ db, log []byte }

// mutations are the ways to spoil a journal, each changing what it is given.
var mutations = []struct {
	name  string
	spoil func(random *rand.Rand, f *files)
}{
	{"bits flipped", func(random *rand.Rand, f *files) { flip(random, f.db) }},
	{"bytes overwritten", func(random *rand.Rand, f *files) { scribble(random, piece(random, f.db)) }},
	{"cut", func(random *rand.Rand, f *files) { f.db = f.db[:random.IntN(len(f.db))] }},
	{"cut to pages, and the header says so", func(random *rand.Rand, f *files) {
		size, _ := pagesOf(f.db)
		n := 1 + random.IntN(len(f.db)/size)
		f.db = f.db[:n*size]
		binary.BigEndian.PutUint32(f.db[atPageCount:], uint32(n))
	}},
	{"pages zeroed", func(random *rand.Rand, f *files) { clear(page(random, f.db)) }},
	{"pages filled with noise", func(random *rand.Rand, f *files) { scribble(random, page(random, f.db)) }},
	{"pages swapped", func(random *rand.Rand, f *files) {
		a, b := page(random, f.db), page(random, f.db)
		kept := bytes.Clone(a)
		copy(a, b)
		copy(b, kept)
	}},
	{"header of noise", func(random *rand.Rand, f *files) { scribble(random, f.db[len(magic):headerSize]) }},
	{"a field of the header", func(random *rand.Rand, f *files) {
		at := len(magic) + random.IntN(headerSize-len(magic)-4)
		binary.BigEndian.PutUint32(f.db[at:], []uint32{0, 1, random.Uint32(), 1<<31 - 1, 1<<32 - 1}[random.IntN(5)])
	}},
	{"the tree of a page", func(random *rand.Rand, f *files) { flip(random, page(random, f.db)[:24]) }},
	{"noise at the end", func(random *rand.Rand, f *files) {
		tail := make([]byte, 1+random.IntN(9000))
		scribble(random, tail)
		f.db = append(f.db, tail...)
	}},
	{"log: bits flipped", func(random *rand.Rand, f *files) { flip(random, f.log) }},
	{"log: cut", func(random *rand.Rand, f *files) { f.log = f.log[:random.IntN(len(f.log))] }},
	{"log: noise", func(random *rand.Rand, f *files) { scribble(random, piece(random, f.log)) }},
	{"log and file", func(random *rand.Rand, f *files) { flip(random, f.log); flip(random, f.db) }},
}

// pagesOf returns the size of a page and their number; most mutations keep
// the header.
func pagesOf(db []byte) (size, n int) {
	size = int(binary.BigEndian.Uint16(db[atPageSize:]))
	return size, len(db) / size
}

func page(random *rand.Rand, db []byte) []byte {
	size, n := pagesOf(db)
	i := random.IntN(n)
	if i == 0 {
		return db[headerSize:size]
	}
	return db[i*size : (i+1)*size]
}

func piece(random *rand.Rand, b []byte) []byte {
	from := random.IntN(len(b))
	return b[from:min(len(b), from+1+random.IntN(300))]
}

func flip(random *rand.Rand, b []byte) {
	for range 1 + random.IntN(20) {
		b[random.IntN(len(b))] ^= 1 << random.IntN(8)
	}
}

func scribble(random *rand.Rand, b []byte) {
	for i := range b {
		b[i] = byte(random.Uint32())
	}
}

// victim is a journal of every kind of record, closed, and one whose last
// changes are only in its log.
func victim(t *testing.T) (whole, died files) {
	t.Helper()
	s := newScript(99)
	j, err := s.open(filepath.Join(t.TempDir(), "journal.db"))
	if err != nil {
		t.Fatal(err)
	}
	read := func(path string) []byte {
		content, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		return content
	}
	for i := range 50 {
		if i == 35 { // the rest stays in the log
			if _, err := j.db.Exec("PRAGMA wal_checkpoint(TRUNCATE)"); err != nil {
				t.Fatal(err)
			}
		}
		if err := s.next(j); err != nil {
			t.Fatal(err)
		}
	}
	died = files{read(j.Path()), read(j.Path() + sidecarOfWAL)}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	return files{db: read(j.Path())}, died
}

// useAll opens a journal and does everything with it. Refusals of damage are
// fine; what refused gives back is a sentence.
func useAll(path string) (refused error, wrong error) {
	defer func() {
		if caught := recover(); caught != nil {
			wrong = fmt.Errorf("panic: %v\n%s", caught, debug.Stack())
		}
	}()
	j, err := Open(path, Options{})
	if err != nil {
		var p *reason.Problem
		if !errors.As(err, &p) {
			wrong = fmt.Errorf("opening it ends in no sentence: %w", err)
		}
		return err, wrong
	}
	defer func() { _ = j.Close() }()
	_, whole := j.Everything(bg)
	_, listed := j.Decisions(bg)
	_, answered := j.Answers(bg)
	_, undoable := j.UndoState(bg)
	_, checked := j.Check(bg)
	_, _, set := j.Setting(bg, "s1")
	var errs []error
	for i := range 2 {
		_, records := j.Records(bg, "d"+strconv.Itoa(i))
		_, _, undone := j.Undo(bg)
		errs = append(errs, records, undone)
	}
	changed := j.Apply(bg, Action{Label: "action_delete_decision", Changes: []Change{Delete(Decisions, "d1")}})
	for _, err := range append(errs, whole, listed, answered, undoable, checked, set, changed) {
		var p *reason.Problem
		if err != nil && !errors.As(err, &p) {
			wrong = errors.Join(wrong, fmt.Errorf("no sentence: %w", err))
		}
	}
	return nil, wrong
}

// Whatever a file holds, opening and using it ends in records or in a
// sentence, soon, and a file that is refused is unchanged.
func TestNoDamageIsFollowedByMore(t *testing.T) {
	n := countOf(t, "MUTATIONS", 2100)
	whole, died := victim(t)
	dir := scratch(t)
	results := make([]error, n) // why a file was refused
	inParallel(n, func(i int) {
		random := rand.New(rand.NewPCG(uint64(i), 3))
		m := mutations[i%len(mutations)]
		base := whole
		if i%len(mutations) >= len(mutations)-4 {
			base = died
		}
		f := files{bytes.Clone(base.db), bytes.Clone(base.log)}
		m.spoil(random, &f)
		path := filepath.Join(dir, strconv.Itoa(i), "journal.db")
		err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, f.db, 0o600))
		if f.log != nil {
			err = errors.Join(err, os.WriteFile(path+sidecarOfWAL, f.log, 0o600))
		}
		if err != nil {
			t.Error(err)
			return
		}
		done := make(chan [2]error, 1)
		go func() {
			refused, wrong := useAll(path)
			done <- [2]error{refused, wrong}
		}()
		select {
		case got := <-done:
			results[i] = got[0]
			if got[1] != nil {
				t.Errorf("file %d, %s: %v", i, m.name, got[1])
			}
		case <-time.After(30 * time.Second):
			t.Errorf("file %d, %s: it hangs", i, m.name)
			return
		}
		if results[i] != nil {
			db, _ := os.ReadFile(path)
			log, _ := os.ReadFile(path + sidecarOfWAL)
			if !bytes.Equal(db, f.db) || !bytes.Equal(log, f.log) {
				t.Errorf("file %d, %s: refused (%v) and written to", i, m.name, results[i])
			}
		}
		_ = os.RemoveAll(filepath.Dir(path))
	})
	refused := map[string]int{}
	for i, err := range results {
		if err != nil {
			refused[mutations[i%len(mutations)].name]++
		}
	}
	t.Logf("%d files, refused of %d each: %v", n, n/len(mutations), refused)
}
