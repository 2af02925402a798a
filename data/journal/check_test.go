package journal

import (
	"testing"

	"cardhour/model/trial"
)

func TestACheckCountsAndFindsNothingInASoundJournal(t *testing.T) {
	j, _ := newJournal(t)
	apply(t, j, "action_add_decision", PutDecision(someDecision("d")), PutQuote(someQuote("q", "d")))
	r, err := j.Check(bg)
	if err != nil || len(r.Problems) > 0 {
		t.Fatalf("%v %v", r.Problems, err)
	}
	if r.Synchronous != 2 || r.ApplicationID != applicationID || r.Schema != 4 || r.Path != j.Path() {
		t.Errorf("%+v", r)
	}
	counts := map[string]int{}
	for _, c := range r.Counts {
		counts[c.Table] = c.Rows
	}
	if counts["decisions"] != 1 || counts["quotes"] != 1 || counts["runs"] != 0 || counts["actions"] != 1 {
		t.Errorf("%v", counts)
	}
}

func TestACheckNamesWhatIsWrong(t *testing.T) {
	for name, c := range map[string]struct{ sql, rule string }{
		"an orphan":            {"PRAGMA foreign_keys = 0; UPDATE quotes SET decision_id = 'gone'", "journal.orphans"},
		"a broken number":      {"UPDATE quotes SET amount = '1.2.3'", "journal.unreadable"},
		"a foreign document":   {`UPDATE decisions SET task = '{"version": 2}'`, "journal.unreadable"},
		"a document of texts":  {`UPDATE quotes SET facts = '["a"]'`, "journal.unreadable"},
		"an unknown rule":      {`UPDATE quotes SET rules = '{"free_for_all": true}'`, "journal.unreadable"},
		"no rules at all":      {`UPDATE quotes SET rules = 'null'`, "journal.unreadable"},
		"a rule of words":      {`UPDATE quotes SET rules = '{"tax_percent_on_top": "six"}'`, "journal.unreadable"},
		"rules too long":       {`UPDATE quotes SET rules = '{' || printf('%70000s', '') || '}'`, "journal.unreadable"},
		"a broken exchange":    {`UPDATE quotes SET exchange = '{"from": "USD", "rate": "x"}'`, "journal.unreadable"},
		"an unknown fact":      {`UPDATE cards SET card = '{"memory_gb": 24}'`, "journal.unreadable"},
		"no facts at all":      {`UPDATE cards SET card = 'null'`, "journal.unreadable"},
		"a memory of words":    {`UPDATE cards SET card = '{"memory_gib": "24"}'`, "journal.unreadable"},
		"an answer of words":   {`UPDATE cards SET card = '{"bf16": "perhaps"}'`, "journal.unreadable"},
		"a list for a model":   {`UPDATE models SET model = '[]'`, "journal.unreadable"},
		"an unknown window":    {`UPDATE models SET model = '{"attention": {"sinks": 4}}'`, "journal.unreadable"},
		"a broken speed":       {`UPDATE runs SET speed = '1.2.3'`, "journal.unreadable"},
		"a broken option":      {`UPDATE decisions SET task = json_set(task, '$.options', json('{"fused_ce": "perhaps"}'))`, "journal.unreadable"},
		"a broken undo of own": {`UPDATE action_changes SET after = json_set(after, '$.card', json('{"memory_gb": 24}')) WHERE kind = 'cards'`, "journal.unreadable"},
		"a broken undo":        {`UPDATE action_changes SET after = '[]' WHERE kind = 'quotes'`, "journal.unreadable"},
		"another schema":       {"PRAGMA user_version = 7", "journal.schema"},
		"another program":      {"PRAGMA application_id = 7", "journal.foreign"},
		"a broken index": {"PRAGMA writable_schema = 1; UPDATE sqlite_schema SET sql = replace(sql, '(decision_id)', '(platform)') WHERE name = 'quotes_of_decision'",
			"journal.damaged"},
		"commits that may be lost": {"PRAGMA synchronous = 1", "journal.unsynced"},
	} {
		t.Run(name, func(t *testing.T) {
			clock := newClock()
			j := start(t, t.TempDir()+"/journal.db", clock)
			apply(t, j, "action_add_decision", PutDecision(someDecision("d")), PutQuote(someQuote("q", "d")),
				PutRun(trial.Run{ID: "r", DecisionID: "d", Speed: someSpeed()}), PutCard(someCard("c", "改装卡")), PutModel(someModel("m", "自训")))
			if _, err := j.db.Exec(c.sql); err != nil {
				t.Fatal(err)
			}
			if c.rule == "journal.damaged" { // the schema is read when a file is opened
				if err := j.Close(); err != nil {
					t.Fatal(err)
				}
				j = start(t, j.Path(), clock)
			}
			r, err := j.Check(bg)
			if err != nil || len(r.Problems) != 1 || r.Problems[0].Rule != c.rule {
				t.Fatalf("found %v, %v; want %s", r.Problems, err, c.rule)
			}
		})
	}
}

func TestAnUnreadableRecordIsNamedAndNotLeftOut(t *testing.T) {
	j, _ := newJournal(t)
	apply(t, j, "action_add_decision", PutDecision(someDecision("d")), PutQuote(someQuote("q", "d")))
	if _, err := j.db.Exec("UPDATE quotes SET slice = '-'"); err != nil {
		t.Fatal(err)
	}
	_, err := j.Records(bg, "d")
	wantRule(t, err, "journal.unreadable")
}
