package app

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fyne.io/fyne/v2/test"

	"cardhour/app/cli"
	"cardhour/data/catalog"
	"cardhour/data/journal"
	"cardhour/model/decision"
	hand "cardhour/views/record/recordtest"
	"cardhour/views/text"
)

// home gives the program a home of its own, with what its config.json holds.
func home(t *testing.T, config string) (usual, configFile string) {
	t.Helper()
	dir := t.TempDir()
	for name, value := range map[string]string{"HOME": dir, "USERPROFILE": dir, "AppData": dir, "XDG_CONFIG_HOME": filepath.Join(dir, "config"), "XDG_DATA_HOME": filepath.Join(dir, "data"), "LC_ALL": "en"} {
		t.Setenv(name, value)
	}
	usual, err := journalPath()
	if err != nil {
		t.Fatal(err)
	}
	if configFile, err = configPath(); err != nil {
		t.Fatal(err)
	}
	if config != "" {
		if err := os.MkdirAll(filepath.Dir(configFile), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(configFile, []byte(config), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return usual, configFile
}

// withDecisions makes a journal with n decisions.
func withDecisions(t *testing.T, path string, n int) string {
	t.Helper()
	j, err := journal.Open(path, journal.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for range n {
		if err := j.Apply(context.Background(), journal.Action{Label: "action_add_decision",
			Changes: []journal.Change{journal.PutDecision(decision.Decision{Currency: "CNY"})}}); err != nil {
			t.Fatal(err)
		}
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

// command runs the whole program and returns what it says.
func command(t *testing.T, args ...string) (code int, said, complained string) {
	t.Helper()
	outs := [2]**os.File{&os.Stdout, &os.Stderr}
	var texts [2]string
	var files [2]*os.File
	for i, out := range outs {
		f, err := os.CreateTemp(t.TempDir(), "")
		if err != nil {
			t.Fatal(err)
		}
		before := *out
		*out, files[i] = f, f
		defer func() { *out = before; _ = f.Close() }()
	}
	code = Main(args)
	for i, f := range files {
		data, err := io.ReadAll(io.NewSectionReader(f, 0, 1<<20))
		if err != nil {
			t.Fatal(err)
		}
		texts[i] = string(data)
	}
	return code, texts[0], texts[1]
}

func TestTheJournalNamedGoesBeforeTheChosenOne(t *testing.T) {
	dir := t.TempDir()
	chosen, named := withDecisions(t, filepath.Join(dir, "chosen.cardhour"), 1), withDecisions(t, filepath.Join(dir, "named.cardhour"), 2)
	home(t, `{"journal": "`+filepath.ToSlash(chosen)+`"}`)
	if code, said, wrong := command(t, "check"); code != 0 || !strings.Contains(said, "chosen.cardhour") {
		t.Errorf("without a name: %d, %s%s", code, said, wrong)
	}
	if code, said, wrong := command(t, "check", "--journal", named); code != 0 || !strings.Contains(said, named) || strings.Contains(said, chosen) {
		t.Errorf("with a name: %d, %s%s", code, said, wrong)
	}
	home(t, "{")
	if code, said, wrong := command(t, "check", "--journal", named); code != 0 || wrong != "" {
		t.Errorf("with a name, beside a spoiled config.json: %d, %s%s", code, said, wrong)
	}
}

// What the config names may have gone, whatever way: it is said in one
// sentence, and nothing is made or written in its place or in the usual one.
func TestAChosenJournalThatCannotBeUsedIsSaidAndNothingIsMade(t *testing.T) {
	dir := t.TempDir()
	zip := filepath.Join(dir, "all.zip")
	if code, _, wrong := command(t, "export", "data", "--journal", withDecisions(t, filepath.Join(dir, "from.cardhour"), 1), "--out", zip); code != 0 {
		t.Fatal(wrong)
	}
	spoiled := filepath.Join(dir, "spoiled.cardhour")
	damaged := withDecisions(t, filepath.Join(dir, "damaged.cardhour"), 3)
	data, err := os.ReadFile(damaged)
	if err != nil {
		t.Fatal(err)
	}
	copy(data[100:], bytes.Repeat([]byte{0x55}, 3000))
	if err := os.WriteFile(damaged, data, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(spoiled, []byte(strings.Repeat("no journal ", 1000)), 0o600); err != nil {
		t.Fatal(err)
	}
	folder := filepath.Join(dir, "folder")
	if err := os.Mkdir(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	named := func(path string) string { return `{"journal": "` + filepath.ToSlash(path) + `"}` }
	for _, c := range []struct{ name, config, says string }{
		{"gone", named(filepath.Join(dir, "unplugged", "j.cardhour")), "unplugged"},
		{"not a journal", named(spoiled), "spoiled.cardhour"},
		{"damaged", named(damaged), `cardhour --journal "` + damaged},
		{"a folder", named(folder), "folder"},
		{"spoiled config", `{"journal": `, "config.json"},
		{"empty config", "", "config.json"},
		{"relative", `{"journal": "j.cardhour"}`, "config.json"},
	} {
		t.Run(c.name, func(t *testing.T) {
			usual, configFile := home(t, c.config+" ") // an empty one is there too
			for _, args := range [][]string{{"check"}, {"import", "data", zip}, {"export", "data", "--out", filepath.Join(t.TempDir(), "x.zip")},
				{"export", "chart", "--out", filepath.Join(t.TempDir(), "x.png")}} {
				code, _, wrong := command(t, args...)
				if code != 1 || !strings.Contains(wrong, c.says) || strings.Count(wrong, "\n") != 1 {
					t.Errorf("%v: exit %d, %q", args, code, wrong)
				}
			}
			if code, _, wrong := command(t, "cost", "--example"); code != 0 || wrong != "" {
				t.Errorf("what needs no journal: exit %d, %q", code, wrong)
			}
			for _, path := range []string{usual, filepath.Join(dir, "unplugged")} {
				if _, err := os.Stat(path); err == nil {
					t.Errorf("%s was made", path)
				}
			}
			if kept, err := os.ReadFile(configFile); err != nil || string(kept) != c.config+" " {
				t.Errorf("config.json became %q, %v", kept, err)
			}
		})
	}
	if after, err := os.ReadFile(damaged); err != nil || !bytes.Equal(after, data) {
		t.Error("the damaged journal was changed")
	}
	if missing := text.Missing(); len(missing) > 0 {
		t.Error(missing)
	}
}

// While it is not known which journal was chosen, the usual one is shown if
// there is one, and none is made.
func TestASpoiledConfigIsKeptBesideANewChoice(t *testing.T) {
	usual, configFile := home(t, "{spoiled")
	_, unchosen := readConfig()
	env := &cli.Env{Journal: usual, Unchosen: unchosen, Lang: text.English}
	if _, err := openFirst(env); err == nil || !strings.Contains(err.Error(), "config.unreadable") {
		t.Fatalf("it opens: %v", err)
	}
	cat, err := catalog.Load()
	if err != nil {
		t.Fatal(err)
	}
	b := &bench{t: t, posted: make(chan func(), 1000)}
	b.window = newWindow(env, test.NewTempApp(t), cat, func(f func()) { b.posted <- f })
	trouble := b.explain(unchosen)
	hand.See(t, b.win, configFile)
	hand.NotSee(t, b.win, b.printer().T("trouble.readable"))
	chosen := withDecisions(t, filepath.Join(t.TempDir(), "j.cardhour"), 1)
	trouble.another(chosen)
	b.until("the journal", func() bool { return b.session != nil })
	if err := b.end(); err != nil {
		t.Error(err)
	}
	if c, err := readConfig(); err != nil || c.Journal != chosen {
		t.Errorf("chosen is %+v, %v", c, err)
	}
	if kept, err := os.ReadFile(configFile + ".unreadable"); err != nil || string(kept) != "{spoiled" {
		t.Errorf("of the old one is left %q, %v", kept, err)
	}
	if left, _ := os.ReadDir(filepath.Dir(configFile)); len(left) != 2 {
		t.Errorf("beside it lies %v", left)
	}
	withDecisions(t, usual, 2)
	j, err := openFirst(env)
	if err != nil {
		t.Fatal(err)
	}
	if err := j.Close(); err != nil {
		t.Error(err)
	}
}

// The earlier choice stays readable until the new one is whole.
func TestAChoiceThatCannotBeKeptLeavesTheEarlierOne(t *testing.T) {
	if os.Geteuid() == 0 {
		t.Skip("root may write everywhere")
	}
	_, configFile := home(t, `{"journal": "/a"}`)
	folder := filepath.Dir(configFile)
	if err := os.Chmod(folder, 0o500); err != nil {
		t.Fatal(err)
	}
	defer func() { _ = os.Chmod(folder, 0o700) }()
	if err := (config{Journal: "/b"}).write(); err == nil {
		t.Error("nothing is said")
	}
	if c, err := readConfig(); err != nil || c.Journal != "/a" {
		t.Errorf("chosen is %+v, %v", c, err)
	}
}
