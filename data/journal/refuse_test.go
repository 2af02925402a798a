package journal

import (
	"bytes"
	"database/sql"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"cardhour/model/reason"
)

// sqliteFile makes a database by the given statements.
func sqliteFile(t *testing.T, path, statements string) {
	t.Helper()
	db, err := sql.Open("sqlite3", dsn(path, nil))
	if err != nil {
		t.Fatal(err)
	}
	_, err = db.Exec(statements)
	if err := errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
	}
}

// filled makes a closed journal of some pages and returns its bytes.
func filled(t *testing.T) []byte {
	t.Helper()
	j, _ := newJournal(t)
	apply(t, j, "action_add_decision", PutDecision(someDecision("d")))
	for i := range 20 {
		q := someQuote("q"+strconv.Itoa(i), "d")
		q.Note = strings.Repeat("注", 300)
		apply(t, j, "action_add_quote", PutQuote(q))
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	content, err := os.ReadFile(j.Path())
	if err != nil {
		t.Fatal(err)
	}
	return content
}

// folder returns the names and contents of the files beside path.
func folder(t *testing.T, path string) map[string][]byte {
	t.Helper()
	list, err := os.ReadDir(filepath.Dir(path))
	if err != nil {
		t.Fatal(err)
	}
	files := map[string][]byte{}
	for _, f := range list {
		content, err := os.ReadFile(filepath.Join(filepath.Dir(path), f.Name()))
		if err != nil {
			t.Fatal(err)
		}
		files[f.Name()] = content
	}
	return files
}

func TestAFileThatCannotBeUsedIsLeftAsItIs(t *testing.T) {
	write := func(content []byte) func(*testing.T, string) {
		return func(t *testing.T, path string) {
			if err := os.WriteFile(path, content, 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	run := func(statements string) func(*testing.T, string) {
		return func(t *testing.T, path string) { sqliteFile(t, path, statements) }
	}
	journal := filled(t)
	zeroed := bytes.Clone(journal)
	clear(zeroed[len(zeroed)/4 : len(zeroed)*3/4])
	for name, c := range map[string]struct {
		make func(*testing.T, string)
		rule string
	}{
		"text":                {write([]byte(strings.Repeat("我的账本\n", 100))), "journal.not_a_database"},
		"one byte":            {write([]byte("x")), "journal.not_a_database"},
		"half a header":       {write(journal[:50]), "journal.not_a_database"},
		"other database":      {run("CREATE TABLE a (b)"), "journal.foreign"},
		"other program":       {run("PRAGMA application_id = 1; CREATE TABLE a (b)"), "journal.foreign"},
		"newer":               {run("PRAGMA application_id = 0x43444852; PRAGMA user_version = 99; CREATE TABLE a (b)"), "journal.newer"},
		"header only":         {write(journal[:100]), "journal.damaged"},
		"truncated":           {write(journal[:len(journal)/2]), "journal.damaged"},
		"truncated in a page": {write(journal[:len(journal)-1000]), "journal.damaged"},
		"half zeroes":         {write(zeroed), "journal.damaged"},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "journal.db")
			c.make(t, path)
			before := folder(t, path)
			j, err := Open(path, Options{})
			if err == nil {
				_ = j.Close()
			}
			wantRule(t, err, c.rule)
			wantSame(t, "files", before, folder(t, path))
		})
	}
	t.Run("a folder", func(t *testing.T) {
		_, err := Open(t.TempDir(), Options{})
		wantRule(t, err, "journal.not_a_database")
	})
}

// A newer program may have died before its schema version came out of the
// log beside the file.
func TestANewerSchemaInTheLogIsSeenToo(t *testing.T) {
	j, _ := newJournal(t)
	if _, err := j.db.Exec("PRAGMA user_version = 99"); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "journal.db")
	for _, suffix := range []string{"", "-wal"} {
		content, err := os.ReadFile(j.Path() + suffix)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path+suffix, content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	before := folder(t, path)
	_, err := Open(path, Options{})
	wantRule(t, err, "journal.newer")
	after := folder(t, path)
	delete(after, "journal.db-shm") // an index of the log, made to read it
	wantSame(t, "files", before, after)
}

// SQLite reads the first statement of a text in the schema and some versions
// pass over what follows; it is not done either.
func TestAFileCannotMakeUsDoWhatItsSchemaSays(t *testing.T) {
	prey := filepath.Join(t.TempDir(), "prey.db")
	memory, err := sql.Open("sqlite3", ":memory:")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = memory.Close() }()
	memory.SetMaxOpenConns(1)
	if err := makeOne(bg, memory, "CREATE TABLE bait (a); ATTACH DATABASE '"+prey+"' AS prey; CREATE TABLE prey.a (b)"); err != nil {
		t.Fatal(err)
	}
	if exists(prey) {
		t.Fatal("opening a journal made a file elsewhere")
	}
}

// Whatever a file holds, opening it and reading it all ends in records or in
// a problem that can be told, and a refused file is unchanged.
func TestNoDamageMakesItPanic(t *testing.T) {
	journal := filled(t)
	random := rand.New(rand.NewPCG(1, 2))
	dir := t.TempDir()
	for i := range 150 {
		content := bytes.Clone(journal)
		for range 1 + random.IntN(20) {
			content[random.IntN(len(content))] ^= 1 << random.IntN(8)
		}
		if i%5 == 0 {
			content = content[:random.IntN(len(content))]
		}
		path := filepath.Join(dir, strconv.Itoa(i), "journal.db")
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, content, 0o600)); err != nil {
			t.Fatal(err)
		}
		j, err := Open(path, Options{})
		if err != nil {
			var p *reason.Problem
			if !errors.As(err, &p) {
				t.Errorf("file %d: %v is no sentence", i, err)
			}
			if after, _ := os.ReadFile(path); !bytes.Equal(content, after) {
				t.Errorf("file %d was refused (%v) and written to", i, err)
			}
			continue
		}
		_, _ = j.Everything(bg)
		_, _ = j.Check(bg)
		_ = j.Close()
	}
}
