package exchange

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/govalues/decimal"

	"cardhour/model/hardware"
	"cardhour/model/reason"
	"cardhour/model/sizing"
)

// ModelField names what a file may say about a model.
type ModelField string

// The fields, in the order in which they are listed.
const (
	FieldParams       ModelField = "params"
	FieldActive       ModelField = "active"
	FieldLayers       ModelField = "layers"
	FieldHidden       ModelField = "hidden"
	FieldHeads        ModelField = "heads"
	FieldKVHeads      ModelField = "kv_heads"
	FieldHeadDim      ModelField = "head_dim"
	FieldIntermediate ModelField = "intermediate"
	FieldVocab        ModelField = "vocab"
	FieldContext      ModelField = "context"
	FieldExperts      ModelField = "experts"
	FieldPerToken     ModelField = "experts_per_token"
	FieldExpertInner  ModelField = "expert_intermediate"
	FieldAttention    ModelField = "attention"
	FieldTied         ModelField = "tied"
	FieldStored       ModelField = "stored"
)

// Term is the field's name in the catalogue of texts, after "term.".
func (f ModelField) Term() string { return "model_" + string(f) }

// Note says how a value was got that does not stand in the file as it is, or,
// without a field, what else the reader of the file should know.
type Note struct {
	Field   ModelField
	Because reason.Because
}

// ModelFile is what files say about a model. What they do not say is unknown.
type ModelFile struct {
	Model hardware.Model
	Files []string // that were read, by their names without a folder

	// Stored is the format of the weights in the file's own word; Precision is
	// the same for an estimate, "" where none has it.
	Stored    string
	Precision sizing.Precision
	// Bytes is what the weights take in the file.
	Bytes hardware.Known[int64]

	Notes []Note
}

// What a file may hold beyond JSON, which maxBytes bounds.
const (
	maxModelFiles = 1024     // of one model
	maxFolder     = 10_000   // entries of a folder that are looked at
	maxTensorName = 256      // bytes
	maxGGUFHeader = 64 << 20 // bytes: a vocabulary of a million words
)

// ReadModel reads a config.json, a model.safetensors.index.json, a
// .safetensors or a .gguf file, or a folder that holds such. Weights are never
// read, only what stands before them. Of the files that a file names those in
// its own folder are looked at, no others.
func ReadModel(path string) (ModelFile, error) {
	info, err := os.Stat(path)
	if err != nil {
		return ModelFile{}, unreadable(err)
	}
	dir, name := filepath.Dir(path), filepath.Base(path)
	if info.IsDir() {
		full, err := filepath.Abs(path)
		if err != nil {
			full = path
		}
		return modelFolder(path, shown(filepath.Base(full)))
	}
	id := shown(modelName(name))
	if name == "config.json" || strings.HasSuffix(name, ".index.json") {
		if full, err := filepath.Abs(path); err == nil {
			id = shown(filepath.Base(filepath.Dir(full)))
		}
	}
	file, size, err := openRegular(path)
	if err != nil {
		return ModelFile{}, err
	}
	defer func() { _ = file.Close() }()
	return readModelFile(source{dir: dir, name: name}, id, file, size)
}

// ReadModelAt reads one such file that need not lie on a disk. The name is
// what the model is to be called.
func ReadModelAt(name string, r io.ReaderAt, size int64) (ModelFile, error) {
	return readModelFile(source{name: name}, shown(modelName(name)), r, size)
}

// source is where a file lies; without a folder nothing beside it is looked at.
type source struct {
	dir, name string
}

func modelName(file string) string {
	for _, ending := range []string{".gguf", ".safetensors", ".json"} {
		file = strings.TrimSuffix(file, ending)
	}
	return file
}

// openRegular opens a file and nothing else: a pipe would wait for ever.
func openRegular(path string) (*os.File, int64, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, 0, unreadable(err)
	}
	if !info.Mode().IsRegular() {
		return nil, 0, reason.Refuse("", "model_file.no_file", reason.Word("name", shown(filepath.Base(path))))
	}
	file, err := os.Open(path)
	if err != nil {
		return nil, 0, unreadable(err)
	}
	return file, info.Size(), nil
}

// readModelFile knows a file by its first bytes, not by its name.
func readModelFile(at source, id string, r io.ReaderAt, size int64) (ModelFile, error) {
	var start [9]byte
	n, err := r.ReadAt(start[:], 0)
	if err != nil && !errors.Is(err, io.EOF) {
		return ModelFile{}, unreadable(err)
	}
	head := start[:n]
	text := bytes.TrimLeft(bytes.TrimPrefix(head, []byte("\ufeff")), " \t\r\n")
	// Eight characters of JSON, taken for a length, are more than any file has.
	short := n == len(start) && head[8] == '{' && binary.LittleEndian.Uint64(head) < 1<<40
	switch {
	case n == 0:
		return ModelFile{}, reason.Refuse("", "model_file.empty")
	case bytes.HasPrefix(head, []byte("GGUF")):
		return ggufModel(at, id, r, size)
	case short, strings.HasSuffix(at.name, ".safetensors"):
		return safetensorsModel(at, id, r, size)
	case len(text) == 0, text[0] == '{':
		return jsonModel(at, id, r, size)
	}
	return ModelFile{}, reason.Refuse("", "model_file.unknown_kind")
}

// jsonModel reads an index or a configuration.
func jsonModel(at source, id string, r io.ReaderAt, size int64) (ModelFile, error) {
	root, err := readJSON(r, size)
	if err != nil {
		return ModelFile{}, err
	}
	if root.kind == object && root.members["weight_map"] != nil {
		t, err := readIndex(at, root)
		if err != nil {
			return ModelFile{}, err
		}
		return t.alone(id)
	}
	m, err := readConfig(id, root)
	if err != nil {
		return ModelFile{}, err
	}
	m.Files = []string{shown(at.name)}
	m.Model.Source = shown(at.name)
	return m.finish(nil), nil
}

// readJSON takes in a file of JSON once its size is known to be harmless.
func readJSON(r io.ReaderAt, size int64) (*node, error) {
	if size > maxBytes {
		return nil, reason.Refuse("", "model_file.too_large", reason.Int("max", reason.Count, MaxFileMB))
	}
	data, err := read(io.NewSectionReader(r, 0, size))
	if err != nil {
		return nil, err
	}
	if len(bytes.TrimSpace(data)) == 0 {
		return nil, reason.Refuse("", "model_file.empty")
	}
	return parse(data)
}

// modelFolder reads a folder as Hugging Face lays it out, or the one GGUF
// model in it.
func modelFolder(dir, id string) (ModelFile, error) {
	names, err := folderNames(dir)
	if err != nil {
		return ModelFile{}, err
	}
	if slices.Contains(names, "config.json") {
		return configFolder(dir, id, names)
	}
	ggufs := map[string]string{} // the first file by the model's name
	for _, name := range names {
		if strings.HasSuffix(strings.ToLower(name), ".gguf") && !strings.HasPrefix(name, "mmproj") {
			set, part, _ := shardOf(name)
			if first, ok := ggufs[set]; !ok || part == 1 && name < first {
				ggufs[set] = name
			}
		}
	}
	switch {
	case len(ggufs) == 1:
		for _, name := range ggufs {
			return ReadModel(filepath.Join(dir, name))
		}
	case len(ggufs) > 1:
		return ModelFile{}, severalModels(ggufs)
	}
	t, err := folderTensors(dir, names, 0)
	switch {
	case err != nil:
		return ModelFile{}, err
	case t == nil:
		return ModelFile{}, reason.Refuse("", "model_file.none_in_folder")
	}
	return t.alone(id)
}

func severalModels(files map[string]string) error {
	var list []string
	for _, name := range files {
		list = append(list, shown(name))
	}
	slices.Sort(list)
	if len(list) > 5 {
		list = append(list[:5], "…")
	}
	return reason.Refuse("", "model_file.several", reason.Word("names", strings.Join(list, ", ")))
}

// folderNames lists the files of a folder, not those below it.
func folderNames(dir string) ([]string, error) {
	folder, err := os.Open(dir)
	if err != nil {
		return nil, unreadable(err)
	}
	defer func() { _ = folder.Close() }()
	entries, err := folder.ReadDir(maxFolder)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, unreadable(err)
	}
	var names []string
	for _, e := range entries {
		if !e.IsDir() {
			names = append(names, e.Name())
		}
	}
	slices.Sort(names)
	return names, nil
}

// configFolder joins what config.json says with what lies beside it.
func configFolder(dir, id string, names []string) (ModelFile, error) {
	file, size, err := openRegular(filepath.Join(dir, "config.json"))
	if err != nil {
		return ModelFile{}, err
	}
	defer func() { _ = file.Close() }()
	root, err := readJSON(file, size)
	if err != nil {
		return ModelFile{}, err
	}
	m, err := readConfig(id, root)
	if err != nil {
		return ModelFile{}, err
	}
	m.Files = []string{"config.json"}
	m.Model.Source = "config.json"
	t, err := folderTensors(dir, names, m.packedBits)
	if err != nil {
		return ModelFile{}, err
	}
	return m.finish(t), nil
}

func (m *ModelFile) note(field ModelField, rule string, args ...reason.Arg) {
	m.Notes = append(m.Notes, Note{field, reason.Because{Rule: rule, Args: args}})
}

// Unknown lists what the file does not say and an estimate would use.
func (m ModelFile) Unknown() []ModelField {
	var list []ModelField
	add := func(known bool, field ModelField) {
		if !known {
			list = append(list, field)
		}
	}
	h := m.Model
	add(h.ParamsB.OK, FieldParams)
	for _, f := range []struct {
		field ModelField
		value hardware.Known[int]
	}{{FieldLayers, h.Layers}, {FieldHidden, h.Hidden}, {FieldHeads, h.Heads}, {FieldKVHeads, h.KVHeads}, {FieldHeadDim, h.HeadDim},
		{FieldIntermediate, h.Intermediate}, {FieldVocab, h.Vocab}, {FieldContext, h.MaxContext}} {
		if f.field == FieldKVHeads && h.KVBytesPerToken.OK || f.field == FieldHeadDim && h.Attention.Latent {
			continue
		}
		add(f.value.OK, f.field)
	}
	if h.MoE() {
		add(h.ActiveB.OK, FieldActive)
		add(h.ExpertsPerToken.OK, FieldPerToken)
		add(h.ExpertIntermediate.OK, FieldExpertInner)
	}
	add(h.Attention.Text != "", FieldAttention)
	add(h.Tied != hardware.NotKnown, FieldTied)
	add(m.Stored != "", FieldStored)
	return list
}

// billions is an argument in 10⁹, kept to three decimals.
func billions(name string, n float64) reason.Arg {
	d, err := decimal.NewFromFloat64(n / 1e9)
	if err != nil {
		d = decimal.Zero
	}
	return reason.Num(name, reason.Count, d.Round(3).Trim(0))
}

func number64(name string, n int64) reason.Arg { return reason.Int(name, reason.Count, n) }

func whole(name string, n int) reason.Arg { return number64(name, int64(n)) }

// Suggest is the precision in which the files hold the weights, "" where the
// method cannot use it or no estimate has it.
func (m ModelFile) Suggest(method sizing.Method) sizing.Precision {
	p := m.Precision
	switch {
	case method.Training() && p.GGUF(), method == sizing.Full && p.Quantised(), method == sizing.QLoRA && !p.Quantised():
		return ""
	}
	return p
}

// Unestimated reports whether the weights are quantised in a way that no
// estimate knows. In 32 bits they are not: programs load such files in 16.
func (m ModelFile) Unestimated() bool {
	return m.Stored != "" && m.Precision == "" && !strings.EqualFold(m.Stored, "float32") && m.Stored != "F32"
}
