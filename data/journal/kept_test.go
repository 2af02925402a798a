package journal

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/govalues/decimal"

	"cardhour/model/barrier"
	"cardhour/model/billing"
	"cardhour/model/hardware"
	"cardhour/model/task"
	"cardhour/model/trial"
)

// Journals as each schema version wrote them lie in testdata: vN.db, and
// beside it vN.zip, which is what the same version exported of it. They are
// made with KEEP_JOURNAL before migration N+1 is added, and never again.

// keepFile names, in the environment, that the present version is to be kept.
const keepFile = "KEEP_JOURNAL"

// furnish does a little of everything in an empty journal; the last two
// actions are undone.
func furnish(t *testing.T, j *Journal, c *clock) {
	t.Helper()
	zone := time.FixedZone("", 8*3600)
	at := func(hour int) time.Time { return time.Date(2026, 4, 30, hour, 5, 0, 0, zone) }
	do := func(label string, changes ...Change) {
		t.Helper()
		c.pass(time.Minute)
		apply(t, j, label, changes...)
	}
	d, example := someDecision("d"), someDecision("x")
	d.MustHaves = []barrier.Wanted{{ID: "jupyter"}, {ID: "ticket_hours", Limit: decimal.MustParse("12")}}
	example.Name, example.Example = "示例", true
	q := someQuote("q", "d")
	q.Facts = billing.Facts{}
	q.Seen, q.Source = at(9), "价格页"
	ofExample := someQuote("xq", "x")
	ofExample.Example = true
	do("action_add_decision", PutDecision(d))
	do("action_open_example", PutDecision(example), PutQuote(ofExample))
	do("action_add_quote", PutQuote(q))
	do("action_add_quote", PutQuote(someQuote("gone", "d")))
	do("action_delete_quote", Delete(Quotes, "gone"))
	do("action_add_run", PutRun(trial.Run{ID: "r", DecisionID: "d", QuoteID: "q", Platform: "AutoDL", Card: "RTX 4090 24GB", Cards: 1,
		Slice: decimal.One, Outcome: trial.Passed, Lost: 90, Note: "慢，但跑通了",
		At: map[trial.Event]time.Time{trial.PoweredOn: at(10), trial.TaskStarted: at(11), trial.TaskEnded: at(17), trial.ShutDown: at(18)}}))
	do("action_add_bill", PutBill(trial.Bill{ID: "b", RunID: "r", Currency: "CNY", Issued: at(20), Provisional: true, Charges: []trial.Charge{
		{Kind: billing.Useful, Amount: decimal.MustParse("11.88")}, {Kind: billing.Storage, Amount: decimal.MustParse("0.60"), Note: "数据盘"}}}))
	do("action_answer", PutAnswer(barrier.Answer{ID: "a", Platform: "autodl", Requirement: "ticket_hours", Value: "6", Note: "客服", Asked: at(12)}))
	furnishLater(t, j, do)
	d.Name = "微调 7B，换个名字"
	do("action_rename_decision", PutDecision(d))
	do("action_delete_run", Delete(Runs, "r"))
	undo(t, j)
	undo(t, j)
	for key, value := range map[string]string{"language": "zh-Hans", "open_decision": "d"} {
		if err := j.SetSetting(bg, key, value); err != nil {
			t.Fatal(err)
		}
	}
}

// TestKeepAJournalOfThisVersion makes the files of the present version when it
// is asked to.
func TestKeepAJournalOfThisVersion(t *testing.T) {
	if os.Getenv(keepFile) == "" {
		t.Skip(keepFile + " is not set")
	}
	steps, err := shippedMigrations()
	if err != nil {
		t.Fatal(err)
	}
	stem := filepath.Join("testdata", fmt.Sprintf("v%d", len(steps)))
	if exists(stem + ".db") {
		t.Fatalf("%s is kept already", stem)
	}
	c := newClock()
	j := start(t, filepath.Join(t.TempDir(), "journal.db"), c)
	furnish(t, j, c)
	archive := export(t, j)
	if err := j.Close(); err != nil { // which empties the log into the file
		t.Fatal(err)
	}
	if err := os.MkdirAll("testdata", 0o755); err != nil {
		t.Fatal(err)
	}
	if err := copyFile(j.Path(), stem+".db"); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(stem+".zip", archive, 0o644); err != nil {
		t.Fatal(err)
	}
}

// furnishLater does what versions after the first can.
func furnishLater(t *testing.T, j *Journal, do func(string, ...Change)) {
	e := someEvidence(t, j, "e", "as if it were a picture")
	e.AnswerID = "a"
	do("action_add_evidence", PutEvidence(e))
	q := someQuote("dollars", "d")
	q.Rate.Amount.Currency, q.Tier, q.Rules, q.Exchange = "USD", "专业版", someRules(), someExchange()
	do("action_add_quote", PutQuote(q))
	do("action_add_card", PutCard(someCard("c", "改装卡 48GB")))
	do("action_add_model", PutModel(someModel("m", "自训 13B")))
	do("action_add_run", PutRun(trial.Run{ID: "fast", DecisionID: "d", Platform: "AutoDL", Cards: 2, Slice: decimal.One, Speed: someSpeed()}))
	d := someDecision("chosen")
	d.Task = someTask()
	do("action_add_decision", PutDecision(d))
}

func TestEveryShippedVersionOpensWithAllThatItHeld(t *testing.T) {
	kept, err := filepath.Glob("testdata/v*.db")
	if err != nil || len(kept) == 0 {
		t.Fatalf("nothing is kept: %v", err)
	}
	for _, file := range kept {
		stem := strings.TrimSuffix(file, ".db")
		t.Run(filepath.Base(stem), func(t *testing.T) { opensWhole(t, stem) })
	}
}

func opensWhole(t *testing.T, stem string) {
	t.Helper()
	var made int
	if _, err := fmt.Sscanf(filepath.Base(stem), "v%d", &made); err != nil {
		t.Fatal(err)
	}
	steps, err := shippedMigrations()
	if err != nil {
		t.Fatal(err)
	}
	exported, err := os.ReadFile(stem + ".zip")
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "journal.db")
	if err := copyFile(stem+".db", path); err != nil {
		t.Fatal(err)
	}
	c := newClock()
	c.pass(100 * 24 * time.Hour)
	j := start(t, path, c)
	a, err := readArchive(bytes.NewReader(exported), int64(len(exported)), len(steps))
	if err != nil {
		t.Fatal(err)
	}
	if err := a.keepFiles(bg, j); err != nil { // the folder of evidence is kept in the export alone
		t.Fatal(err)
	}
	held := documentsOf(t, a)
	wantSame(t, "records", held, sorted(dump(t, j)))
	settings, err := allSettings(bg, j.db)
	if err != nil {
		t.Fatal(err)
	}
	wantSame(t, "settings", a.settings, settings)
	found := snapshots(t, j)
	if made < len(steps) && (len(found) != 1 || found[0].Reason != BeforeMigration || found[0].Decisions != 2 || found[0].Damaged) {
		t.Errorf("the snapshots are %+v", found)
	}
	sound := func(when string) {
		t.Helper()
		orphans, err := orphanRows(bg, j.db)
		if err != nil || len(orphans) > 0 {
			t.Errorf("%s: %v %v", when, orphans, err)
		}
		if r, err := j.Check(bg); err != nil || len(r.Problems) > 0 || r.Schema != len(steps) {
			t.Errorf("%s: schema %d, %v %v", when, r.Schema, r.Problems, err)
		}
	}
	sound("opened")

	// The journal began empty, and its last two actions are undone.
	redo(t, j)
	redo(t, j)
	full := dump(t, j)
	for undone := true; undone; {
		if _, undone, err = j.Undo(bg); err != nil {
			t.Fatal(err)
		}
	}
	if left := dump(t, j); len(left) > 0 {
		t.Errorf("with everything undone there is %v", left)
	}
	sound("undone")
	for redone := true; redone; {
		if _, redone, err = j.Redo(bg); err != nil {
			t.Fatal(err)
		}
	}
	wantSame(t, "redone", full, dump(t, j))
	undo(t, j)
	undo(t, j)
	wantSame(t, "as it was", held, sorted(dump(t, j)))
	sound("redone")

	// What was done before goes on with what came since, and back again.
	c.pass(time.Hour)
	q := everything(t, j).Quotes[0]
	q.Rules, q.Exchange, q.Tier = someRules(), someExchange(), "专业版"
	apply(t, j, "action_edit_quote", PutQuote(q))
	if got := everything(t, j).Quotes[0]; cmp.Diff(q, got, same) != "" {
		t.Errorf("the rules are %+v", got.Rules)
	}
	c.pass(time.Hour)
	d, r := everything(t, j).Decisions[0], everything(t, j).Runs[0]
	before := d.Task
	d.Task, r.Speed = someTask(), someSpeed()
	apply(t, j, "action_edit_task", PutDecision(d), PutRun(r), PutCard(someCard("new", "新卡")), PutModel(someModel("new", "新模型")))
	chosen := func(when string, want task.Task, n int) {
		t.Helper()
		now := everything(t, j)
		wantSame(t, when, want, now.Decisions[0].Task)
		fast := slices.ContainsFunc(now.Runs, func(x trial.Run) bool { return x.ID == r.ID && x.Speed == someSpeed() })
		if fast != (n > 0) || count(now.Cards, func(x hardware.OwnCard) bool { return x.ID == "new" }) != n ||
			count(now.Models, func(x hardware.OwnModel) bool { return x.ID == "new" }) != n {
			t.Errorf("%s: %+v %+v %+v", when, now.Runs, now.Cards, now.Models)
		}
	}
	chosen("done", someTask(), 1)
	undo(t, j)
	chosen("undone", before, 0)
	redo(t, j)
	chosen("redone", someTask(), 1)
	undo(t, j)
	undo(t, j)
	if got := everything(t, j).Quotes[0]; cmp.Diff(got.Rules, billing.Rules{}, same) != "" || got.Tier != "" || got.Exchange.Known() {
		t.Errorf("undone, the rules are %+v", got.Rules)
	}
	for undone := true; undone; { // past the new version into the old one's actions
		if _, undone, err = j.Undo(bg); err != nil {
			t.Fatal(err)
		}
	}
	if left := dump(t, j); len(left) > 0 {
		t.Errorf("with everything undone there is %v", left)
	}
	for redone := true; redone; {
		if _, redone, err = j.Redo(bg); err != nil {
			t.Fatal(err)
		}
	}
	if got := everything(t, j).Quotes; !slices.ContainsFunc(got, func(x billing.Quote) bool { return cmp.Diff(q, x, same) == "" }) {
		t.Errorf("redone, the quotes are %+v", got)
	}
	sound("done on")

	// What the old version exported is read too.
	other := start(t, filepath.Join(t.TempDir(), "other.db"), c)
	if _, err := importOf(other, exported); err != nil {
		t.Fatal(err)
	}
	wantSame(t, "imported", held, sorted(dump(t, other)))
}

// A journal of an earlier version has later tables elsewhere than a fresh one.
func TestAJournalThatWasBroughtUpToDateIsRescuedWithoutItsFirstPage(t *testing.T) {
	kept, err := filepath.Glob("testdata/v*.db")
	if err != nil || len(kept) == 0 {
		t.Fatalf("nothing is kept: %v", err)
	}
	for _, file := range kept {
		for _, c := range []struct{ steps, cards int }{{0, 0}, {0, 60}, {600, 1}, {600, 60}} {
			t.Run(fmt.Sprintf("%s after %d steps with %d cards", filepath.Base(file), c.steps, c.cards), func(t *testing.T) {
				rescuedWithoutItsFirstPage(t, file, c.steps, c.cards)
			})
		}
	}
}

// later fills the tables that came after the first version, over many pages,
// and leaves pages of rows that are gone.
func later(t *testing.T, j *Journal, n int) {
	t.Helper()
	var put, gone []Change
	a := barrier.Answer{ID: "late", Platform: "late", Requirement: "ticket_hours", Value: "6"}
	put = append(put, PutAnswer(a))
	for i := range n {
		c, m := someCard(fmt.Sprintf("card%03d", i), fmt.Sprint("改装卡 ", i)), someModel(fmt.Sprintf("model%03d", i), fmt.Sprint("自训 ", i))
		c.Card.Notes, m.Model.Notes = strings.Repeat("记", 500), strings.Repeat("注", 400)
		e := someEvidence(t, j, fmt.Sprintf("file%03d", i), fmt.Sprint("as if it were picture ", i))
		e.AnswerID, e.Name = a.ID, strings.Repeat("图", 50)+".png"
		put = append(put, PutCard(c), PutModel(m), PutEvidence(e))
		if i%4 == 3 {
			gone = append(gone, Delete(Cards, c.ID), Delete(Models, m.ID), Delete(Evidence, e.ID))
		}
	}
	apply(t, j, "action_import", put...)
	if len(gone) > 0 {
		apply(t, j, "action_import", gone...)
	}
}

func rescuedWithoutItsFirstPage(t *testing.T, file string, steps, cards int) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "journal.db")
	if err := copyFile(file, path); err != nil {
		t.Fatal(err)
	}
	if steps > 0 { // whose pages are free once the table is made anew
		sqliteFile(t, path, fmt.Sprintf(`INSERT INTO action_changes (seq, kind, id, before, after)
WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < %d)
SELECT seq, kind, id || '-' || n, before, after FROM n, (SELECT * FROM action_changes LIMIT 1)`, steps))
	}
	j := start(t, path, newClock())
	rich(t, j)
	later(t, j, cards)
	want := everything(t, j)
	content := closed(t, j)
	clear(content[:4096])
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
	got := everything(t, start(t, rescued(t, path).Readable, newClock()))
	wantSame(t, "what was read", want, got)
}

// The page of a table that is gone would be taken for the list of tables.
func TestAFreshJournalHasNoFreePages(t *testing.T) {
	j, _ := newJournal(t)
	if n, err := pragma(bg, j.db, "PRAGMA freelist_count"); n != 0 || err != nil {
		t.Errorf("%d, %v: a migration drops a table and makes none after it", n, err)
	}
}

func count[T any](list []T, is func(T) bool) (n int) {
	for _, x := range list {
		if is(x) {
			n++
		}
	}
	return n
}

// documentsOf are the records of an export in today's form.
func documentsOf(t *testing.T, a archive) []string {
	t.Helper()
	var documents []string
	for _, r := range a.records {
		text, err := encode(r)
		if err != nil {
			t.Fatal(err)
		}
		documents = append(documents, text)
	}
	return sorted(documents)
}

func sorted(list []string) []string { return slices.Sorted(slices.Values(list)) }

func TestThereIsAKeptJournalOfEveryVersionBeforeTheLast(t *testing.T) {
	steps, err := shippedMigrations()
	if err != nil {
		t.Fatal(err)
	}
	for n := 1; n < len(steps); n++ {
		for _, ending := range []string{".db", ".zip"} {
			if file := fmt.Sprintf("testdata/v%d%s", n, ending); !exists(file) {
				t.Errorf("%s is missing: %04d_%s came without a journal to try it on (migrations/README.md)", file, n+1, steps[n].name)
			}
		}
	}
}
