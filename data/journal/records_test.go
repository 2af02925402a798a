package journal

import (
	"fmt"
	"maps"
	"math"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/govalues/decimal"
	"pgregory.net/rapid"

	"cardhour/model/barrier"
	"cardhour/model/billing"
	"cardhour/model/decision"
	"cardhour/model/fact"
	"cardhour/model/hardware"
	"cardhour/model/trial"
)

// Records are made by reflection over the model's types, so that a field
// added there and forgotten here fails.
var (
	decimals = rapid.Custom(func(t *rapid.T) decimal.Decimal {
		return decimal.MustNew(rapid.Int64Range(-9_999_999_999_999_999, 9_999_999_999_999_999).Draw(t, "coefficient"),
			rapid.IntRange(0, 16).Draw(t, "scale"))
	})
	moments = rapid.Custom(func(t *rapid.T) time.Time {
		if rapid.IntRange(0, 9).Draw(t, "none") == 0 {
			return time.Time{}
		}
		at := time.Unix(rapid.Int64Range(-2_000_000_000, 5_000_000_000).Draw(t, "second"), rapid.Int64Range(0, 999_999_999).Draw(t, "ns"))
		return at.In(time.FixedZone("", 60*rapid.IntRange(-14*60, 14*60).Draw(t, "offset")))
	})
	makes = rapid.MakeConfig{Types: map[reflect.Type]*rapid.Generator[any]{
		reflect.TypeFor[decimal.Decimal](): decimals.AsAny(),
		reflect.TypeFor[time.Time]():       moments.AsAny(),
		reflect.TypeFor[trial.Event]():     rapid.SampledFrom(trial.Events).AsAny(),
		reflect.TypeFor[hardware.Answer](): rapid.SampledFrom([]hardware.Answer{hardware.NotKnown, hardware.No, hardware.Yes}).AsAny(),
		reflect.TypeFor[fact.Confidence](): rapid.SampledFrom([]fact.Confidence{fact.Unstated, fact.Blog, fact.Secondary,
			fact.ConsoleText, fact.Official}).AsAny(),
		reflect.TypeFor[hardware.Known[float64]](): rapid.Map(rapid.Ptr(rapid.Float64(), true), known[float64]).AsAny(),
		reflect.TypeFor[hardware.Known[int]]():     rapid.Map(rapid.Ptr(rapid.Int(), true), known[int]).AsAny(),
	}}
	decisions = rapid.MakeCustom[decision.Decision](makes)
	quotes    = rapid.Map(rapid.MakeCustom[billing.Quote](makes), func(q billing.Quote) billing.Quote {
		q.Rules = withoutEmptyZeros(q.Rules)
		return q
	})
	runs = rapid.Map(rapid.MakeCustom[trial.Run](makes), func(r trial.Run) trial.Run {
		maps.DeleteFunc(r.At, func(_ trial.Event, at time.Time) bool { return at.IsZero() })
		return r
	})
	bills   = rapid.MakeCustom[trial.Bill](makes)
	answers = rapid.MakeCustom[barrier.Answer](makes)
	cards   = rapid.MakeCustom[hardware.OwnCard](makes).Filter(func(c hardware.OwnCard) bool { return c.Card.ID != "" })
	ownOnes = rapid.MakeCustom[hardware.OwnModel](makes).Filter(func(m hardware.OwnModel) bool { return m.Model.ID != "" })
)

// withoutEmptyZeros takes the digits off zeros that stand for "not said": rules
// leave those out.
func withoutEmptyZeros(r billing.Rules) billing.Rules {
	plain := func(d *decimal.Decimal) {
		if d.IsZero() {
			*d = decimal.Decimal{}
		}
	}
	plain(&r.TaxOnTop)
	if r.Purchase != nil {
		plain(&r.Purchase.Resale)
	}
	if r.TopUp != nil {
		plain(&r.TopUp.Bonus)
	}
	for i := range r.Meters {
		plain(&r.Meters[i].Count)
	}
	for i := range r.Discounts {
		plain(&r.Discounts[i].Most)
		plain(&r.Discounts[i].Threshold)
	}
	return r
}

// someEvidence is a file that a journal keeps.
func someEvidence(t failer, j *Journal, id, content string) fact.Evidence {
	t.Helper()
	e, err := j.keep(bg, "截图 "+id+".png", strings.NewReader(content))
	if err != nil {
		t.Fatal(err)
	}
	e.ID = id
	return e
}

func TestEveryFieldOfEveryRecordComesBack(t *testing.T) {
	c, dir, round := newClock(), t.TempDir(), 0
	rapid.Check(t, func(t *rapid.T) {
		d, q, r := decisions.Draw(t, "decision"), quotes.Draw(t, "quote"), runs.Draw(t, "run")
		b, a := bills.Draw(t, "bill"), answers.Draw(t, "answer")
		card, model := cards.Draw(t, "card"), ownOnes.Draw(t, "model")
		d.ID, q.ID, r.ID, b.ID, a.ID, card.ID, model.ID = "d", "q", "r", "b", "a", "c", "m"
		q.DecisionID, r.DecisionID, b.RunID = "d", "d", "r"
		if r.QuoteID != "" {
			r.QuoteID = "q"
		}
		round++
		path := filepath.Join(dir, fmt.Sprint(round))
		j, err := Open(path, Options{Now: c.now})
		if err != nil {
			t.Fatal(err)
		}
		e := someEvidence(t, j, "e", rapid.String().Draw(t, "content"))
		owner := rapid.SampledFrom([]*string{&e.AnswerID, &e.RunID, &e.BillID}).Draw(t, "owner")
		*owner = map[*string]string{&e.AnswerID: "a", &e.RunID: "r", &e.BillID: "b"}[owner]
		e.Added = moments.Draw(t, "added")
		if err := j.Apply(bg, Action{Label: "action_open_example",
			Changes: []Change{PutDecision(d), PutQuote(q), PutRun(r), PutBill(b), PutAnswer(a), PutEvidence(e), PutCard(card), PutModel(model)}}); err != nil {
			t.Fatal(err)
		}
		if err := j.Close(); err != nil {
			t.Fatal(err)
		}
		if j, err = Open(path, Options{Now: c.now}); err != nil {
			t.Fatal(err)
		}
		defer func() { _ = j.Close() }()
		got := everything(t, j)
		d.Updated = c.at
		if d.Created.IsZero() {
			d.Created = c.at
		}
		d.Created = d.Created.UTC()
		if a.Asked.IsZero() {
			a.Asked = c.at
		}
		wantSame(t, "content", Content{[]decision.Decision{d}, []billing.Quote{q}, []trial.Run{r}, []trial.Bill{b}, []barrier.Answer{a}, []fact.Evidence{e},
			[]hardware.OwnCard{card}, []hardware.OwnModel{model}}, got)
		records, err := j.Records(bg, "d")
		if err != nil {
			t.Fatal(err)
		}
		wantSame(t, "records", decision.Records{Quotes: got.Quotes, Runs: got.Runs, Bills: got.Bills}, records)
		ownCards, ownModels, err := j.Owned(bg)
		if err != nil {
			t.Fatal(err)
		}
		wantSame(t, "own cards", got.Cards, ownCards)
		wantSame(t, "own models", got.Models, ownModels)
		if report, err := j.Check(bg); err != nil || len(report.Problems) > 0 {
			t.Fatalf("check: %v %v", report.Problems, err)
		}
	})
}

func TestAHalfTypedQuoteIsKept(t *testing.T) {
	j, _ := newJournal(t)
	q := billing.Quote{ID: "q", DecisionID: "d", Position: -1, Rate: billing.Rate{Cards: math.MaxInt, Month: -1}}
	apply(t, j, "action_add_quote", PutDecision(decision.Decision{ID: "d"}), PutQuote(q))
	wantSame(t, "quote", []billing.Quote{q}, everything(t, j).Quotes)
}

func TestADateNoCalendarHoldsIsRefusedWithASentence(t *testing.T) {
	j, _ := newJournal(t)
	apply(t, j, "action_add_decision", PutDecision(someDecision("d")))
	q := someQuote("q", "d")
	q.Seen = time.Date(12026, 1, 1, 0, 0, 0, 0, time.UTC)
	wantRule(t, j.Apply(bg, Action{Label: "action_add_quote", Changes: []Change{PutQuote(q)}}), "journal.year")
}

func TestRulesKeepEveryDigitAndTheZoneOfTheirDates(t *testing.T) {
	j, _ := newJournal(t)
	q := someQuote("q", "d")
	q.Tier, q.Rules, q.Exchange = "专业版", someRules(), someExchange()
	q.Rules.TaxOnTop, q.Exchange.Rate = decimal.MustParse("6.123456789012345678"), decimal.MustParse("0.1408450704225352113")
	shanghai := time.FixedZone("LMT", 8*3600+5*60+43) // as before there were time zones
	q.Rules.From = time.Date(1900, 1, 1, 0, 0, 0, 0, shanghai)
	apply(t, j, "action_add_quote", PutDecision(someDecision("d")), PutQuote(q))
	var rules, exchange string
	if err := j.db.QueryRow(`SELECT rules, exchange FROM quotes`).Scan(&rules, &exchange); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`"tax_percent_on_top":"6.123456789012345678"`, `"valid_until":"2026-05-31T00:00:00+08:00"`, `"value":"10.00"`} {
		if !strings.Contains(rules, want) {
			t.Errorf("no %s in %s", want, rules)
		}
	}
	if want := `{"from":"USD","to":"CNY","rate":"0.1408450704225352113","on":"2026-04-30T08:00:00Z","source":"银行"}`; exchange != want {
		t.Errorf("exchange %s", exchange)
	}
	got := everything(t, j).Quotes[0]
	if !got.Rules.From.Equal(q.Rules.From) {
		t.Errorf("from %v", got.Rules.From)
	}
	got.Rules.From = q.Rules.From
	wantSame(t, "quote", q, got)
}

func TestAQuoteWithoutRulesTakesNoRoomForThem(t *testing.T) {
	j, _ := newJournal(t)
	apply(t, j, "action_add_quote", PutDecision(someDecision("d")), PutQuote(someQuote("q", "d")))
	var tier, rules, exchange string
	if err := j.db.QueryRow(`SELECT tier, rules, exchange FROM quotes`).Scan(&tier, &rules, &exchange); err != nil || tier != "" || rules != "{}" || exchange != "" {
		t.Fatalf("%q %q %q %v", tier, rules, exchange, err)
	}
}

func TestRulesThatAreTooLongAreRefusedWithASentence(t *testing.T) {
	j, _ := newJournal(t)
	apply(t, j, "action_add_decision", PutDecision(someDecision("d")))
	q := someQuote("q", "d")
	q.Rules.Meters = []billing.Meter{{Name: strings.Repeat("x", mostRules)}}
	wantRule(t, j.Apply(bg, Action{Label: "action_add_quote", Changes: []Change{PutQuote(q)}}), "journal.rules_too_long")
	q.Rules = billing.Rules{Until: time.Date(12026, 1, 1, 0, 0, 0, 0, time.UTC)}
	wantRule(t, j.Apply(bg, Action{Label: "action_add_quote", Changes: []Change{PutQuote(q)}}), "journal.year")
}

func TestATaskOfBeforeReadsAsNothingSaidAndIsNotRewritten(t *testing.T) {
	j, _ := newJournal(t)
	d := someDecision("d")
	apply(t, j, "action_add_decision", PutDecision(d))
	var text string
	if err := j.db.QueryRow(`SELECT task FROM decisions`).Scan(&text); err != nil {
		t.Fatal(err)
	}
	for _, key := range []string{"boot_seconds", "checkpoint_seconds", "my_time", "starts_at", "object_storage_gb", "picture", "options", "prepare"} {
		if strings.Contains(text, key) {
			t.Errorf("%s in %s: a decision that is saved again unchanged would be a step of undo", key, text)
		}
	}
	wantSame(t, "decision", d.Task, everything(t, j).Decisions[0].Task)
}

func TestTextThatIsNotUnicodeIsMended(t *testing.T) {
	j, _ := newJournal(t)
	d := someDecision("d")
	d.Name = "a\xff\x00b<&>"
	apply(t, j, "action_add_decision", PutDecision(d))
	if got := everything(t, j).Decisions[0].Name; got != "a\ufffd\x00b<&>" {
		t.Fatalf("%q", got)
	}
}

func TestMissingIDsAreFilledIn(t *testing.T) {
	j, _ := newJournal(t)
	apply(t, j, "action_add_decision", PutDecision(someDecision("d")), PutQuote(someQuote("", "d")), PutQuote(someQuote("", "d")))
	got := everything(t, j).Quotes
	if len(got) != 2 || got[0].ID == "" || got[0].ID == got[1].ID {
		t.Fatalf("%+v", got)
	}
}

func TestARecordWithoutItsDecisionIsRefused(t *testing.T) {
	j, _ := newJournal(t)
	err := j.Apply(bg, Action{Label: "action_add_quote", Changes: []Change{PutDecision(someDecision("d")), PutQuote(someQuote("q", "gone"))}})
	wantRule(t, err, "journal.gone")
	if got := everything(t, j); len(got.Decisions) != 0 {
		t.Fatal("half of an action was done")
	}
}

func TestARunOutlivesItsQuote(t *testing.T) {
	j, _ := newJournal(t)
	run := trial.Run{ID: "r", DecisionID: "d", QuoteID: "q", Platform: "AutoDL", Cards: 1}
	apply(t, j, "action_add_run", PutDecision(someDecision("d")), PutQuote(someQuote("q", "d")), PutRun(run))
	apply(t, j, "action_delete_quote", Delete(Quotes, "q"))
	if got := everything(t, j).Runs; len(got) != 1 || got[0].QuoteID != "" {
		t.Fatalf("%+v", got)
	}
	// A screen that has not heard of it yet saves the run as it knows it.
	run.Note = "慢"
	apply(t, j, "action_edit_run", PutRun(run))
	if got := everything(t, j).Runs; got[0].QuoteID != "" || got[0].Note != "慢" {
		t.Fatalf("%+v", got)
	}
}

func TestThereIsOneAnswerForARequirementAtAPlatform(t *testing.T) {
	j, c := newJournal(t)
	answer := func(id, requirement, value string) Change {
		return PutAnswer(barrier.Answer{ID: id, Platform: "autodl", Requirement: requirement, Value: value})
	}
	apply(t, j, "action_answer", answer("", "jupyter", "yes"))
	first := everything(t, j).Answers[0]
	if !first.Asked.Equal(c.at) {
		t.Fatalf("asked %v", first.Asked)
	}
	apply(t, j, "action_answer", answer("", "jupyter", "no"))
	got := everything(t, j).Answers
	if len(got) != 1 || got[0].ID != first.ID || got[0].Value != "no" {
		t.Fatalf("%+v", got)
	}
	apply(t, j, "action_answer", answer("other", "jupyter", "yes"), answer("b", "public_ip", "no"))
	before := everything(t, j)
	// Each takes the other's place.
	apply(t, j, "action_answer", answer("other", "public_ip", "yes"), answer("b", "jupyter", "no"))
	if got := everything(t, j).Answers; len(got) != 2 {
		t.Fatalf("%+v", got)
	}
	after := everything(t, j)
	undo(t, j)
	wantSame(t, "after undo", before, everything(t, j))
	redo(t, j)
	wantSame(t, "after redo", after, everything(t, j))
}

func TestTheLastChangedDecisionComesFirst(t *testing.T) {
	j, c := newJournal(t)
	for _, id := range []string{"a", "b", "c"} {
		apply(t, j, "action_add_decision", PutDecision(someDecision(id)))
		c.pass(time.Minute)
	}
	apply(t, j, "action_add_quote", PutQuote(someQuote("q", "b")))
	list, err := j.Decisions(bg)
	if err != nil {
		t.Fatal(err)
	}
	var order string
	for _, d := range list {
		order += d.ID
	}
	if order != "bca" {
		t.Fatalf("order %s", order)
	}
	d, ok, err := j.Decision(bg, "b")
	if err != nil || !ok || !d.Updated.Equal(c.at) || !d.Created.Equal(c.at.Add(-2*time.Minute)) {
		t.Fatalf("%+v %v %v", d, ok, err)
	}
	if _, ok, err := j.Decision(bg, "none"); ok || err != nil {
		t.Fatalf("a decision that is not there: %v %v", ok, err)
	}
}
