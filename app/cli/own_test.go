package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"cardhour/data/journal"
	"cardhour/model/hardware"
	"cardhour/model/reason"
	"cardhour/views/text"
)

// owning is a journal, still open as in a window, with a card and a model of
// the user's own, and a shipped card with other memory.
func owning(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "我的 账本.db")
	j, err := journal.Open(path, journal.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = j.Close() })
	card := func(name string, memory float64) journal.Change {
		return journal.PutCard(hardware.OwnCard{Card: hardware.Card{ID: name, Vendor: "NVIDIA", MemoryGiB: hardware.Know(memory), BF16: hardware.Yes}})
	}
	model := hardware.OwnModel{Model: hardware.Model{ID: "Mine 8B", Kind: hardware.LLM, ParamsB: hardware.Know(8.0)}}
	if err := j.Apply(context.Background(), journal.Action{Label: "action_add_card",
		Changes: []journal.Change{card("魔改 4090 48GB", 48), card("rtx4090 24gb", 6), journal.PutModel(model)}}); err != nil {
		t.Fatal(err)
	}
	return path
}

// from runs a command with the usual journal of a user.
func from(env Env, args ...string) ran {
	var out, errs bytes.Buffer
	env.Stdout, env.Stderr, env.Now = &out, &errs, time.Now
	code := Run(args, env)
	return ran{code, out.String(), errs.String(), env.Lang, args}
}

func TestSizeKnowsTheUsersOwnCardsAndModels(t *testing.T) {
	path := owning(t)
	args := []string{"size", "--json", "--model", "mine-8b", "--gpus", "魔改-4090 48gb,RTX 4090 24GB"}
	for name, r := range map[string]ran{
		"the usual journal": from(Env{Lang: text.English, Journal: path}, args...),
		"one that is named": run(text.English, "", append(args, "--journal", path)...),
	} {
		var out sizeJSON
		if err := json.Unmarshal([]byte(r.stdout), &out); err != nil || r.code != 0 || r.stderr != "" {
			t.Fatalf("%s: %v %+v", name, err, r)
		}
		if len(out.Fits) != 2 || out.Likely < 15 {
			t.Fatalf("%s: %+v", name, out)
		}
		verdicts := map[string]string{}
		for _, f := range out.Fits {
			verdicts[f.GPU] = f.Verdict
		}
		if verdicts["魔改 4090 48GB"] != "fits" || verdicts["rtx4090 24gb"] != "does_not_fit" {
			t.Errorf("%s: %v", name, verdicts)
		}
	}
	r := from(Env{Lang: text.English, Journal: path}, "size", "--model", "Qwen2.5-7B", "--json")
	if strings.Contains(r.stdout, `"RTX 4090 24GB"`) || !strings.Contains(r.stdout, "魔改 4090 48GB") {
		t.Errorf("the table of all cards: %s", r.stdout)
	}
	from(Env{Lang: text.English, Journal: path}, "size", "--model", "mine 9").refused(t, "Mine 8B")
}

func TestSizeDoesNotFailForAJournalThatNobodyNamed(t *testing.T) {
	dir := t.TempDir()
	gone, broken, newer := filepath.Join(dir, "gone.db"), file(t, strings.Repeat("no journal ", 100)), owning(t)
	content, err := os.ReadFile(newer)
	if err != nil {
		t.Fatal(err)
	}
	spoiled := filepath.Join(dir, "spoiled.db")
	if err := os.WriteFile(spoiled, content[:len(content)/2], 0o600); err != nil {
		t.Fatal(err)
	}
	for _, lang := range text.Languages {
		args := []string{"size", "--model", "Qwen2.5-7B", "--gpus", "RTX 4090 24GB"}
		shipped := run(lang, "", args...)
		for name, env := range map[string]Env{
			"chosen and gone":     {Journal: gone, Chosen: true},
			"no journal":          {Journal: broken},
			"cut":                 {Journal: spoiled},
			"a folder":            {Journal: dir},
			"not known which one": {Unchosen: reason.Refuse("", "journal.not_a_database", reason.Word("path", "config.json"))},
		} {
			env.Lang = lang
			r := from(env, args...)
			if r.code != 0 || r.stdout != shipped.stdout {
				t.Errorf("%s: exit %d: %s", name, r.code, r.stdout)
			}
			r.says(t)
		}
		if r := from(Env{Lang: lang, Journal: gone}, args...); r.code != 0 || r.stderr != "" {
			t.Errorf("none made yet: %+v", r)
		}
		run(lang, "", append(args, "--journal", gone)...).refused(t, gone)
		run(lang, "", append(args, "--journal", broken)...).refused(t, broken)
	}
	if _, err := os.Stat(gone); !errors.Is(err, os.ErrNotExist) {
		t.Error("a journal was made")
	}
}

func TestSizeDoesNotBringAJournalUpToDate(t *testing.T) {
	path := filepath.Join(t.TempDir(), "old.db")
	before, err := os.ReadFile("../../data/journal/testdata/v3.db")
	if err == nil {
		err = os.WriteFile(path, before, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	if r := run(text.English, "", "size", "--model", "Qwen2.5-7B", "--journal", path); r.code != 0 || r.stderr != "" {
		t.Errorf("%+v", r)
	}
	after, err := os.ReadFile(path)
	beside, dirErr := os.ReadDir(filepath.Dir(path))
	if errors.Join(err, dirErr) != nil || !slices.Equal(before, after) || len(beside) != 1 {
		t.Errorf("the journal was changed: %v, %v", err, beside)
	}
}

func TestCheckCountsOwnCardsAndModels(t *testing.T) {
	path := owning(t)
	for lang, want := range map[text.Language][]string{text.English: {"your own cards", "your own models"}, text.Chinese: {"自己的显卡", "自己的模型"}} {
		r := run(lang, "", "check", "--journal", path)
		for i, name := range want {
			at := strings.Index(r.stdout, name)
			if at < 0 || !strings.HasPrefix(strings.TrimSpace(r.stdout[at+len(name):]), []string{"2", "1"}[i]) {
				t.Errorf("exit %d: %s", r.code, r.stdout)
			}
		}
	}
}
