package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cardhour/views/text"
)

// modelFolder is a folder with a config.json taken from the readers' tests.
func modelFolder(t *testing.T, name string) string {
	t.Helper()
	content, err := os.ReadFile(filepath.Join("..", "..", "data", "exchange", "testdata", "models", name+".json"))
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(t.TempDir(), name)
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "config.json"), content, 0o600); err != nil {
		t.Fatal(err)
	}
	return dir
}

func TestAModelReadFromItsFolderNeedsWhatTheCataloguesDoes(t *testing.T) {
	for _, name := range []string{"Qwen2.5-7B", "Qwen3-8B", "Mixtral-8x7B-v0.1", "Gemma-3-27b-it"} {
		for _, method := range []string{"inference", "lora", "qlora", "full"} {
			file := sized[sizeJSON](t, "--gpus", "H20 96GB", "--model-file", modelFolder(t, name), "--method", method)
			catalogue := sized[sizeJSON](t, "--gpus", "H20 96GB", "--model", name, "--method", method)
			if d := file.Likely/catalogue.Likely - 1; d < -0.01 || d > 0.01 {
				t.Errorf("%s, %s: %.2f GiB from the file, %.2f from the catalogue", name, method, file.Likely, catalogue.Likely)
			}
			if file.ModelFile == nil || catalogue.ModelFile != nil || file.ModelFile.Model != name || len(file.ModelFile.Unknown) != 0 {
				t.Errorf("%s: %+v", name, file.ModelFile)
			}
		}
	}
}

func TestSizeSaysWhatAFileSaysAndWhatItLeavesOut(t *testing.T) {
	bare := file(t, `{"architectures":["NewForCausalLM"],"model_type":"new","num_hidden_layers":32,"hidden_size":4096,"num_attention_heads":32,"num_key_value_heads":8,"head_dim":128,
		"intermediate_size":14336,"vocab_size":32000,"sliding_window":4096,"quantization_config":{"quant_method":"new","bits":5}}`)
	for _, lang := range text.Languages {
		for _, args := range [][]string{{modelFolder(t, "DeepSeek-V3")}, {modelFolder(t, "Gemma-3-4b-it"), "--method", "lora"}, {modelFolder(t, "gpt-oss-20b"), "--json"}, {bare, "--precision", "bf16"}} {
			r := run(lang, "", append([]string{"size", "--model-file"}, args...)...)
			if r.code != 0 || strings.ContainsAny(r.stdout, "⟦⟧") || strings.Contains(r.stdout, "<no value>") {
				t.Errorf("%v: exit %d\n%s%s", args, r.code, r.stdout, r.stderr)
			}
		}
		r := run(lang, "", "size", "--model-file", bare, "--precision", "bf16")
		if name := text.New(lang).Term("model_tied"); !strings.Contains(r.stdout, "? ") || !strings.Contains(r.stdout, name) {
			t.Errorf("%q is not said to be unknown:\n%s", name, r.stdout)
		}
		// Five bits a weight must not be passed off as sixteen.
		if r := run(lang, "", "size", "--model-file", bare); r.code != 1 {
			t.Errorf("exit %d: %s", r.code, r.stdout)
		} else {
			r.says(t)
		}
	}
}

func TestOwnParametersLieOverTheFile(t *testing.T) {
	dir := modelFolder(t, "Qwen3-8B")
	read, own := sized[sizeJSON](t, "--model-file", dir), sized[sizeJSON](t, "--model-file", dir, "--params", "16")
	if *own.ModelFile.Params != 16 || own.Parts["weights"] < 1.8*read.Parts["weights"] {
		t.Errorf("%+v", own.ModelFile)
	}
	for _, n := range own.ModelFile.Notes {
		if n.Field == "params" {
			t.Errorf("16 billion were typed in: %s", n.Text)
		}
	}
}

func TestSizeTakesAModelOrAFile(t *testing.T) {
	dir := modelFolder(t, "Qwen3-8B")
	for _, lang := range text.Languages {
		for code, lines := range map[int][][]string{
			2: {{"--model", "Qwen3-8B", "--model-file", dir}, {}, {"--model-file", dir, "--method", "image-gen"}},
			1: {{"--model-file", filepath.Join(dir, "none.gguf")}, {"--model-file", t.TempDir()}, {"--model-file", file(t, "GGUF")}, {"--model-file", file(t, "{}")}, {"--model-file", file(t, "")}},
		} {
			for _, args := range lines {
				r := run(lang, "", append([]string{"size"}, args...)...)
				if r.code != code || r.stdout != "" {
					t.Errorf("%v: exit %d, want %d: %s", args, r.code, code, r.stderr)
				}
				r.says(t)
			}
		}
	}
}

// Every sentence about a file is there in both languages; the source is read,
// since some are hard to bring about.
func TestEveryNoteOnAModelFileHasItsSentence(t *testing.T) {
	files, err := filepath.Glob("../../data/exchange/modelfile*.go")
	if err != nil || len(files) < 5 {
		t.Fatal(files, err)
	}
	seen := map[string]bool{}
	for _, name := range files {
		source, err := os.ReadFile(name)
		if err != nil || strings.HasSuffix(name, "_test.go") {
			continue
		}
		for _, word := range strings.Split(string(source), `"`) {
			if strings.HasPrefix(word, "model_file_") {
				seen[word] = true
			}
		}
	}
	for rule := range seen {
		for _, lang := range text.Languages {
			if !text.New(lang).Has("why." + rule) {
				t.Errorf("%s: no text for why.%s", lang, rule)
			}
		}
	}
	if len(seen) < 25 {
		t.Errorf("only %d notes were found", len(seen))
	}
}
