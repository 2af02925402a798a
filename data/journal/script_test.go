package journal

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/govalues/decimal"

	"cardhour/model/barrier"
	"cardhour/model/reason"
	"cardhour/model/trial"
)

// countOf reads how often to do something: a default that ends soon, or what
// the environment asks for (make torture).
func countOf(t testing.TB, name string, usual int) int {
	t.Helper()
	text := os.Getenv(name)
	if text == "" {
		return usual
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		t.Fatalf("%s=%s is no count", name, text)
	}
	return n
}

// scratch is a folder for files that are made and thrown away by the thousand:
// in memory where the system has such a place. What a process that dies leaves
// there does not depend on the disk.
func scratch(t testing.TB) string {
	t.Helper()
	dir, err := os.MkdirTemp("/dev/shm", "cardhour-test-")
	if err != nil {
		return t.TempDir()
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	return dir
}

// script is a busy session: the same seed gives the same steps.
type script struct {
	random *rand.Rand
	clock  *clock
}

func newScript(seed uint64) *script { return &script{rand.New(rand.NewPCG(seed, 7)), newClock()} }

// open opens the journal of the session: every time and every id in it is the
// same each time.
func (s *script) open(path string) (*Journal, error) {
	n := 0
	return Open(path, Options{Now: s.clock.now, NewID: func() string { n++; return fmt.Sprintf("%06d", n) }})
}

// next does the next step. An action that meets a record that is gone is
// refused, which is an answer too.
func (s *script) next(j *Journal) error {
	s.clock.pass(time.Duration(s.random.IntN(9000)) * time.Millisecond)
	var err error
	switch s.random.IntN(12) {
	case 0, 1:
		_, _, err = j.Undo(bg)
	case 2:
		_, _, err = j.Redo(bg)
	case 3:
		err = j.SetSetting(bg, "s"+s.id(), s.words())
	default:
		a := Action{Label: "action_edit_task"}
		if s.random.IntN(3) == 0 {
			a.Merge = "typing"
		}
		for range 1 + s.random.IntN(4) {
			a.Changes = append(a.Changes, s.change(j))
		}
		err = j.Apply(bg, a)
	}
	var p *reason.Problem
	if errors.As(err, &p) && p.Rule == "journal.gone" {
		return nil
	}
	return err
}

func (s *script) id() string { return strconv.Itoa(s.random.IntN(3)) }

func (s *script) words() string { return strings.Repeat("记", s.random.IntN(400)) }

func (s *script) change(j *Journal) Change {
	d, q, r, b := "d"+s.id(), "q"+s.id(), "r"+s.id(), "b"+s.id()
	switch s.random.IntN(13) {
	case 0, 1:
		m := someDecision(d)
		m.Name = s.words()
		return PutDecision(m)
	case 2, 3:
		m := someQuote(q, d)
		m.Note, m.Seen = s.words(), s.clock.at
		if s.random.IntN(2) == 0 {
			m.Tier, m.Rules, m.Exchange = "tier"+s.id(), someRules(), someExchange()
			m.Rules.Meters[0].Name = s.words()
		}
		return PutQuote(m)
	case 4:
		return PutRun(trial.Run{ID: r, DecisionID: d, QuoteID: q, Cards: 1, Note: s.words(), Speed: someSpeed(),
			At: map[trial.Event]time.Time{trial.Ordered: s.clock.at, trial.Events[1]: s.clock.at}})
	case 5:
		return PutBill(trial.Bill{ID: b, RunID: r, Currency: "CNY", Note: s.words(), Charges: []trial.Charge{
			{Kind: "useful", Amount: decimal.MustNew(s.random.Int64N(99999), 2)}, {Kind: "storage"}}})
	case 6:
		return PutAnswer(barrier.Answer{ID: "a" + s.id(), Platform: "p" + s.id(), Requirement: "m", Note: s.words()})
	case 7, 8:
		e, err := j.keep(bg, "截图.png", strings.NewReader(s.words()))
		e.ID, e.AnswerID = "e"+s.id(), "a"+s.id()
		c := PutEvidence(e)
		c.err = errors.Join(c.err, err)
		return c
	case 9:
		c := someCard("c"+s.id(), s.words()+"卡")
		c.Card.Notes = s.words()
		return PutCard(c)
	case 10:
		m := someModel("m"+s.id(), s.words()+"模型")
		m.Model.Notes = s.words()
		return PutModel(m)
	}
	kind := Kinds[s.random.IntN(len(Kinds))]
	return Delete(kind, string(kind[0])+s.id())
}

// contents is all that a file holds, each row as text, in an order of its own.
func contents(ctx context.Context, q querier) (string, error) {
	var text strings.Builder
	for _, t := range append([]string{"migrations"}, tableNames()...) {
		if err := writeRows(ctx, q, t, &text); err != nil {
			return "", err
		}
	}
	return text.String(), nil
}

func writeRows(ctx context.Context, q querier, table string, to *strings.Builder) error {
	rows, err := q.QueryContext(ctx, `SELECT * FROM `+table+` ORDER BY 1, 2`)
	if err != nil {
		return err
	}
	defer rows.Close()
	columns, err := rows.Columns()
	if err != nil {
		return err
	}
	for rows.Next() {
		values := make([]any, len(columns))
		for i := range values {
			values[i] = new(any)
		}
		if err := rows.Scan(values...); err != nil {
			return err
		}
		to.WriteString(table)
		for _, v := range values {
			fmt.Fprintf(to, "|%v", *v.(*any))
		}
		to.WriteByte('\n')
	}
	return rows.Err()
}

func tableNames() []string {
	var names []string
	for _, t := range tables {
		names = append(names, t.name)
	}
	return names
}

func contentsOf(t testing.TB, j *Journal) string {
	t.Helper()
	text, err := contents(bg, j.db)
	if err != nil {
		t.Fatal(err)
	}
	return text
}
