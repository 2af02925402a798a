package cli

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/alecthomas/kong"

	"cardhour/data/exchange"
	"cardhour/data/journal"
	"cardhour/views/text"
)

// ran is what a command line came to.
type ran struct {
	code             int
	stdout, stderr   string
	lang             text.Language
	commandLineGiven []string
}

func run(lang text.Language, stdin string, args ...string) ran {
	var out, errs bytes.Buffer
	code := Run(args, Env{
		Stdin: strings.NewReader(stdin), Stdout: &out, Stderr: &errs, Lang: lang,
		Now: func() time.Time { return time.Date(2026, 12, 1, 12, 0, 0, 0, time.UTC) },
	})
	return ran{code, out.String(), errs.String(), lang, args}
}

// refused asserts exit code 1, nothing on stdout and one sentence on stderr.
func (r ran) refused(t *testing.T, parts ...string) {
	t.Helper()
	if r.code != 1 || r.stdout != "" {
		t.Errorf("%v: exit %d, stdout %q", r.commandLineGiven, r.code, r.stdout)
	}
	r.says(t, parts...)
}

func (r ran) says(t *testing.T, parts ...string) {
	t.Helper()
	if strings.Count(r.stderr, "\n") != 1 || !strings.HasSuffix(r.stderr, "\n") {
		t.Errorf("%v: not one line: %q", r.commandLineGiven, r.stderr)
	}
	if strings.ContainsAny(r.stderr, "⟦⟧") {
		t.Errorf("%v: a text is missing: %q", r.commandLineGiven, r.stderr)
	}
	for _, part := range parts {
		if !strings.Contains(r.stderr, part) {
			t.Errorf("%v: %q does not name %q", r.commandLineGiven, r.stderr, part)
		}
	}
	chinese := strings.ContainsFunc(r.stderr, func(r rune) bool { return r >= 0x4e00 && r < 0xa000 })
	if chinese != (r.lang == text.Chinese) {
		t.Errorf("%v: %q is not in %s", r.commandLineGiven, r.stderr, r.lang)
	}
}

func file(t *testing.T, content string) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "quotes.json")
	if err := os.WriteFile(name, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

func TestExitCodes(t *testing.T) {
	for _, lang := range text.Languages {
		for code, lines := range map[int][][]string{
			0: {{"--help"}, {"cost", "--help"}, {"size", "--help"}, {"--version"}, {"check"}, {"cost", "--example"}, {"--lang", string(lang), "check"}},
			1: {{}, {"cost", "no such file.json"}, {"cost", t.TempDir()}, {"size", "--model", "no such model"}, {"size", "--model", "Qwen2.5-7B", "--gpus", "4090"},
				{"size", "--model", "Qwen2.5-7B", "--seq", "0"}, {"size", "--model", "Qwen2.5-7B", "--method", "full", "--precision", "nf4"}},
			2: {{"cost"}, {"nothing"}, {"cost", "a", "b"}, {"--lang", "tlh", "check"}, {"size"}, {"size", "--model", "x", "--seq", "many"},
				{"size", "--model", "Qwen2.5-7B", "--prefill", "half"}, {"size", "--model", "Qwen2.5-7B", "--checkpointing", "maybe"}, {"cost", "--nosuch"}},
		} {
			for _, args := range lines {
				r := run(lang, "", args...)
				if r.code != code {
					t.Errorf("%v: exit %d, want %d (%s)", args, r.code, code, r.stderr)
				}
				if strings.ContainsAny(r.stdout, "⟦⟧") {
					t.Errorf("%v: a text is missing in %s:\n%s", args, lang, r.stdout)
				}
				switch {
				case code == 0 && (r.stderr != "" || r.stdout == ""):
					t.Errorf("%v: stdout %q, stderr %q", args, r.stdout, r.stderr)
				case code != 0 && r.stdout != "":
					t.Errorf("%v: printed although it failed: %q", args, r.stdout)
				case code != 0 && !strings.Contains(strings.Join(args, " "), "tlh"):
					r.says(t)
				}
			}
		}
	}
}

func TestEveryFlagAndCommandHasHelpInBothLanguages(t *testing.T) {
	for _, lang := range text.Languages {
		env := Env{Lang: lang}
		env.complete(nil)
		var g grammar
		parser, err := kong.New(&g, kong.PostBuild(env.translate))
		if err != nil {
			t.Fatal(err)
		}
		for _, node := range parser.Model.Leaves(false) {
			for _, group := range node.AllFlags(false) {
				for _, flag := range group {
					if flag.Help == "" || strings.ContainsAny(flag.Help, "⟦⟧") {
						t.Errorf("%s: --%s has no help", lang, flag.Name)
					}
				}
			}
		}
	}
}

func TestLanguageIsTakenFromFlagThenCallerThenSystem(t *testing.T) {
	vars := map[string]string{"LANG": "zh_CN.UTF-8"}
	env := Env{Getenv: func(name string) string { return vars[name] }}
	for _, c := range []struct {
		args []string
		lang text.Language
		all  string
		want text.Language
	}{
		{nil, "", "", text.Chinese}, {nil, "", "en_GB.UTF-8", text.English}, {nil, text.English, "", text.English},
		{[]string{"--lang", "en"}, text.Chinese, "", text.English}, {[]string{"cost", "--lang=zh-Hans"}, text.English, "", text.Chinese},
	} {
		vars["LC_ALL"], env.Lang = c.all, c.lang
		if got := env.language(c.args); got != c.want {
			t.Errorf("%+v: %s", c, got)
		}
	}
}

func TestWithoutACommandTheWindowOpens(t *testing.T) {
	var opened *Env
	window := func(e *Env) error { opened = e; return nil }
	var errs bytes.Buffer
	if code := Run([]string{"--journal", "/tmp/a b.db", "--lang", "zh-Hans"}, Env{Stdout: &errs, Stderr: &errs, Window: window}); code != 0 || opened == nil {
		t.Fatalf("exit %d: %s", code, errs.String())
	}
	if opened.Journal != "/tmp/a b.db" || opened.Say.Language() != text.Chinese {
		t.Errorf("%+v", opened)
	}
	broken := func(*Env) error { return errors.New("no such luck") }
	if code := Run(nil, Env{Stdout: &errs, Stderr: &errs, Window: broken}); code != 1 {
		t.Errorf("exit %d", code)
	}
}

func TestAWriterThatFailsIsAFailure(t *testing.T) {
	var errs bytes.Buffer
	if code := Run([]string{"cost", "--example"}, Env{Stdout: fullDisk{}, Stderr: &errs, Lang: text.English}); code != 1 ||
		!strings.Contains(errs.String(), "no space left") {
		t.Errorf("exit %d: %s", code, errs.String())
	}
}

type fullDisk struct{}

func (fullDisk) Write([]byte) (int, error) { return 0, errors.New("no space left") }

func TestSizeGivesTheCheckValues(t *testing.T) {
	for _, c := range []struct {
		args            []string
		least, most     float64
		gpu, verdict    string
		ruleLow, ruleHi float64
	}{
		{[]string{"--model", "qwen2.5 7b", "--method", "lora", "--gpus", "RTX 4090 24GB"}, 21.5, 21.7, "RTX 4090 24GB", "tight", 14, 18},
		{[]string{"--model", "Qwen2.5-7B", "--method", "LoRA", "--checkpointing", "no", "--gpus", "rtx 4090 24gb"}, 33.2, 33.4, "RTX 4090 24GB", "does_not_fit", 14, 18},
		{[]string{"--model", "Qwen2.5-7B", "--method", "lora", "--fused-ce", "yes", "--gpus", "RTX 4090 24GB"}, 18.0, 18.2, "RTX 4090 24GB", "fits", 14, 18},
		{[]string{"--model", "Qwen3-8B", "--seq", "32768", "--prefill", "whole", "--gpus", "H20 96GB"}, 23.5, 24.0, "H20 96GB", "fits", 15, 20},
		{[]string{"--model", "Qwen3-8B", "--seq", "32768", "--prefill", "chunked", "--gpus", "H20 96GB"}, 20.5, 21.0, "H20 96GB", "fits", 15, 20},
	} {
		r := run(text.English, "", append([]string{"size", "--json"}, c.args...)...)
		var out sizeJSON
		if err := json.Unmarshal([]byte(r.stdout), &out); err != nil {
			t.Fatalf("%v: %s%s", err, r.stdout, r.stderr)
		}
		sum := 0.0
		for _, part := range out.Parts {
			sum += part
		}
		if out.Likely < c.least || out.Likely > c.most || out.Low > out.Likely || out.High < out.Likely || sum < out.Likely-0.01 || sum > out.Likely+0.01 {
			t.Errorf("%v: %+v", c.args, out)
		}
		if out.RuleOfThumb < c.ruleLow || out.RuleOfThumb > c.ruleHi {
			t.Errorf("%v: rule of thumb %v", c.args, out.RuleOfThumb)
		}
		if len(out.Fits) != 1 || out.Fits[0].GPU != c.gpu || out.Fits[0].Verdict != c.verdict || out.Fits[0].Count != 1 || out.Fits[0].Headroom == nil {
			t.Errorf("%v: fits %+v", c.args, out.Fits)
		}
	}
}

func TestSizeNamesItsPartsInBothLanguages(t *testing.T) {
	for _, lang := range text.Languages {
		for _, args := range [][]string{
			{"size", "--model", "Qwen2.5-7B", "--method", "qlora"},
			{"size", "--model", "Llama-3.1-70B", "--count", "8", "--split", "layer_split", "--kv", "int8", "--batch", "4", "--prompt", "100", "--precision", "q4_k_m"},
			{"size", "--model", "Qwen2.5-7B", "--method", "full", "--count", "8", "--optimizer", "adamw8bit", "--json"},
		} {
			if r := run(lang, "", args...); r.code != 0 || strings.ContainsAny(r.stdout, "⟦⟧") {
				t.Errorf("%v: exit %d\n%s%s", args, r.code, r.stdout, r.stderr)
			}
		}
	}
}

func TestCheckTellsTheAgesOfFacts(t *testing.T) {
	none := filepath.Join(t.TempDir(), "none.db")
	var out, errs bytes.Buffer
	code := Run([]string{"check"}, Env{Stdout: &out, Stderr: &errs, Lang: text.English, Now: time.Now, Journal: none})
	if code != 0 || !strings.Contains(out.String(), "older than 90 days") || !strings.Contains(out.String(), "no journal yet") {
		t.Errorf("exit %d: %s%s", code, out.String(), errs.String())
	}
	r := run(text.English, "", "check", "--journal", none)
	if r.says(t, none); r.code != 1 {
		t.Errorf("a journal that was named and is not there gives exit %d", r.code)
	}
	if _, err := os.Stat(none); err == nil {
		t.Error("check made a journal")
	}
}

func TestCheckFailsOnAFileThatIsNoJournal(t *testing.T) {
	name := file(t, strings.Repeat("this is no database ", 100))
	for _, lang := range text.Languages {
		r := run(lang, "", "check", "--journal", name)
		if r.code != 1 || r.stdout == "" {
			t.Errorf("exit %d: %s", r.code, r.stdout)
		}
		r.says(t, name)
	}
	if content, err := os.ReadFile(name); err != nil || !strings.HasPrefix(string(content), "this is") {
		t.Errorf("the file was touched: %v", err)
	}
}

func TestExampleIsPrintedAsItIs(t *testing.T) {
	if r := run(text.English, "", "cost", "--example"); !reflect.DeepEqual([]byte(r.stdout), exchange.Example()) {
		t.Error(r.stdout)
	}
}

// A rule that no language has a sentence for would reach a person as a bare
// key. The source is read, because some are hard to bring about.
func TestEveryRefusalHasItsSentence(t *testing.T) {
	rule := regexp.MustCompile(`(?:Refuse\([^,]+, |refuse\(|noSuch\()"([a-z_.]+)"`)
	seen := 0
	for _, pattern := range []string{"*.go", "../../data/exchange/*.go"} {
		files, err := filepath.Glob(pattern)
		if err != nil || len(files) == 0 {
			t.Fatal(pattern, err)
		}
		for _, name := range files {
			source, err := os.ReadFile(name)
			if err != nil || strings.HasSuffix(name, "_test.go") {
				continue
			}
			for _, found := range rule.FindAllStringSubmatch(string(source), -1) {
				seen++
				for _, lang := range text.Languages {
					if !text.New(lang).Has("problem." + found[1]) {
						t.Errorf("%s: no text for problem.%s in %s", name, found[1], lang)
					}
				}
			}
		}
	}
	if seen < 30 {
		t.Errorf("only %d refusals were found: the pattern has gone blind", seen)
	}
}

func TestCheckReadsAGoodJournalThrough(t *testing.T) {
	name := filepath.Join(t.TempDir(), "mine #1.db")
	j, err := journal.Open(name, journal.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	for _, lang := range text.Languages {
		r := run(lang, "", "check", "--journal", name)
		if r.code != 0 || r.stderr != "" || !strings.Contains(r.stdout, name) || strings.ContainsAny(r.stdout, "⟦⟧") {
			t.Errorf("exit %d: %s%s", r.code, r.stdout, r.stderr)
		}
	}
}

// Names as people write them name the catalogue's card and model.
func TestSizeTakesNamesAsPeopleWriteThem(t *testing.T) {
	for _, lang := range text.Languages {
		r := run(lang, "", "size", "--json", "--model", "Qwen2.5-7B-Instruct", "--gpus", "RTX 4090D,H100 SXM")
		var out sizeJSON
		if err := json.Unmarshal([]byte(r.stdout), &out); err != nil {
			t.Fatalf("%v: %s%s", err, r.stdout, r.stderr)
		}
		if len(out.Fits) != 2 || out.Fits[0].GPU != "RTX 4090D 24GB" || out.Fits[1].GPU != "H100 SXM 80GB" {
			t.Errorf("%s: %+v", lang, out.Fits)
		}
		run(lang, "", "size", "--model", "Qwen2.5-7B", "--gpus", "RTX 4090").refused(t, "RTX 4090 24GB")
		run(lang, "", "size", "--model", "Qwen2.5-7B", "--gpus", "A100").refused(t, "A100 SXM 80GB")
	}
}
