package exchange

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"cardhour/model/hardware"
	"cardhour/model/reason"
	"cardhour/model/sizing"
)

// ggufWriter writes a file by the format's description, apart from the reader.
type ggufWriter struct {
	version   uint32
	keys      []func(*bytes.Buffer)
	tensors   []func(*bytes.Buffer)
	keyCount  *uint64 // lies
	tensCount *uint64
}

func put(b *bytes.Buffer, values ...any) {
	for _, v := range values {
		if s, ok := v.(string); ok {
			put(b, uint64(len(s)))
			b.WriteString(s)
			continue
		}
		if err := binary.Write(b, binary.LittleEndian, v); err != nil {
			panic(err)
		}
	}
}

func (w *ggufWriter) key(name string, kind uint32, values ...any) *ggufWriter {
	w.keys = append(w.keys, func(b *bytes.Buffer) { put(b, append([]any{name, kind}, values...)...) })
	return w
}

func (w *ggufWriter) tensor(name string, kind uint32, offset uint64, dims ...uint64) *ggufWriter {
	w.tensors = append(w.tensors, func(b *bytes.Buffer) {
		put(b, name, uint32(len(dims)))
		put(b, dims)
		put(b, kind, offset)
	})
	return w
}

func (w *ggufWriter) bytes() []byte {
	var b bytes.Buffer
	b.WriteString("GGUF")
	tensors, keys := uint64(len(w.tensors)), uint64(len(w.keys))
	if w.keyCount != nil {
		keys = *w.keyCount
	}
	if w.tensCount != nil {
		tensors = *w.tensCount
	}
	put(&b, w.version, tensors, keys)
	for _, f := range append(slices.Clone(w.keys), w.tensors...) {
		f(&b)
	}
	return b.Bytes()
}

// smallGGUF is a model of two layers, 8 heads of 8 and 64 words.
func smallGGUF() *ggufWriter {
	w := &ggufWriter{version: 3}
	w.key("general.architecture", 8, "llama").key("general.file_type", 4, uint32(15)).key("general.name", 8, "small").
		key("llama.block_count", 4, uint32(2)).key("llama.embedding_length", 4, uint32(256)).key("llama.context_length", 10, uint64(4096)).
		key("llama.feed_forward_length", 4, uint32(512)).key("llama.attention.head_count", 4, uint32(8)).key("llama.attention.head_count_kv", 5, int32(2)).
		key("llama.rope.freq_base", 6, float32(10000)).key("tokenizer.ggml.add_bos", 7, byte(1)).
		key("tokenizer.ggml.tokens", 9, uint32(8), uint64(3), "a", "b", "c").key("tokenizer.ggml.scores", 9, uint32(6), uint64(2), float32(1), float32(2))
	w.tensor("token_embd.weight", 12, 0, 256, 64).tensor("output_norm.weight", 0, 9216, 256)
	for i := range 2 {
		w.tensor(fmt.Sprintf("blk.%d.attn_q.weight", i), 12, 10240, 256, 256).tensor(fmt.Sprintf("blk.%d.ffn_up.weight", i), 14, 47104, 256, 512)
	}
	return w
}

// dense is smallGGUF's count, added up here.
const dense = 256*64 + 256 + 2*(256*256+256*512)

func readBytes(data []byte) (ModelFile, error) {
	return ReadModelAt("small", bytes.NewReader(data), int64(len(data)))
}

func rulesIn(m ModelFile) string {
	var list []string
	for _, n := range m.Notes {
		list = append(list, n.Because.Rule)
	}
	return strings.Join(list, " ")
}

func TestAGGUFHeaderIsReadToTheLastTensor(t *testing.T) {
	m, err := readBytes(smallGGUF().bytes())
	if err != nil {
		t.Fatal(err)
	}
	h := m.Model
	if h.ParamsB != hardware.Know(float64(dense)/1e9) || h.Layers != hardware.Know(2) || h.Hidden != hardware.Know(256) || h.Heads != hardware.Know(8) ||
		h.KVHeads != hardware.Know(2) || h.HeadDim != hardware.Know(32) || h.Intermediate != hardware.Know(512) || h.Vocab != hardware.Know(64) ||
		h.MaxContext != hardware.Know(4096) || h.Tied != hardware.Yes || h.Attention.Text != "GQA" || h.ID != "small" {
		t.Errorf("%+v", h)
	}
	// Q4_K: 144 bytes of 256; Q6_K: 210; F32: 4 each.
	want := int64((256*64+2*256*256)/256*144 + 256*4 + 2*256*512/256*210)
	if m.Bytes != hardware.Know(want) || m.Stored != "Q4_K_M" || m.Precision != sizing.Q4KM {
		t.Errorf("%v bytes, want %d; %s", m.Bytes, want, m.Stored)
	}
	if !strings.Contains(rulesIn(m), "weights_short") {
		t.Error("a file without its weights is not told")
	}
	if len(m.Unknown()) != 0 {
		t.Errorf("unknown: %v", m.Unknown())
	}
}

func TestGGUFAttentionIsTold(t *testing.T) {
	for name, c := range map[string]struct {
		change func(*ggufWriter)
		want   hardware.Attention
	}{
		"window of every layer but the second": {func(w *ggufWriter) {
			w.key("llama.attention.sliding_window", 4, uint32(128)).key("llama.attention.sliding_window_pattern", 9, uint32(7), uint64(2), []byte{1, 0})
		}, hardware.Attention{Window: 128, FullEvery: 2}},
		"a window that is not placed": {func(w *ggufWriter) { w.key("llama.attention.sliding_window", 4, uint32(128)) }, hardware.Attention{}},
		"compressed": {func(w *ggufWriter) {
			w.key("llama.attention.kv_lora_rank", 4, uint32(512)).key("llama.rope.dimension_count", 4, uint32(64))
		}, hardware.Attention{Latent: true, LatentRank: hardware.Know(512), RopeDim: hardware.Know(64)}},
		"every fourth": {func(w *ggufWriter) { w.key("llama.full_attention_interval", 4, uint32(4)) }, hardware.Attention{Recurrent: true, FullEvery: 4}},
	} {
		w := smallGGUF()
		c.change(w)
		m, err := readBytes(w.bytes())
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		got := m.Model.Attention
		if got.Text = ""; got != c.want {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

func TestGGUFLayersMayDiffer(t *testing.T) {
	for name, c := range map[string]struct {
		kv    []int32
		check func(hardware.Model) bool
	}{
		"alike":        {[]int32{2, 2}, func(m hardware.Model) bool { return m.KVHeads == hardware.Know(2) && !m.Attention.Recurrent }},
		"one without":  {[]int32{0, 2}, func(m hardware.Model) bool { return m.KVHeads == hardware.Know(2) && m.Attention.FullLayers(2) == 1 }},
		"two of their": {[]int32{1, 4}, func(m hardware.Model) bool { return !m.KVHeads.OK && m.KVBytesPerToken == hardware.Know(4.0*5*32) }},
	} {
		w := smallGGUF()
		w.keys = slices.Delete(w.keys, 8, 9)
		w.key("llama.attention.head_count_kv", 9, uint32(5), uint64(2), c.kv)
		m, err := readBytes(w.bytes())
		if err != nil || !c.check(m.Model) {
			t.Errorf("%s: %+v %v", name, m.Model, err)
		}
	}
}

func TestGGUFExpertsCountOnlyThoseThatATokenMeets(t *testing.T) {
	w := smallGGUF()
	w.key("llama.expert_count", 4, uint32(8)).key("llama.expert_used_count", 4, uint32(2)).tensor("blk.0.ffn_up_exps.weight", 39, 0, 256, 64, 8)
	m, err := readBytes(w.bytes())
	if err != nil {
		t.Fatal(err)
	}
	all, active := float64(dense+256*64*8), float64(dense+256*64*2)
	if m.Model.ParamsB != hardware.Know(all/1e9) || m.Model.ActiveB != hardware.Know(active/1e9) || m.Model.ExpertIntermediate != hardware.Know(64) {
		t.Errorf("%+v", m.Model)
	}
}

// safetensors writes a header and, where asked, data behind it.
func safetensors(t *testing.T, header map[string]any, data int) []byte {
	t.Helper()
	text, err := json.Marshal(header)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	put(&b, uint64(len(text)))
	b.Write(text)
	b.Write(make([]byte, data))
	return b.Bytes()
}

func ggufEntry(dtype string, from, to int, shape ...int) map[string]any {
	return map[string]any{"dtype": dtype, "shape": shape, "data_offsets": []int{from, to}}
}

func smallTensors() map[string]any {
	return map[string]any{
		"__metadata__":                        map[string]any{"format": "pt"},
		"model.embed_tokens.weight":           ggufEntry("BF16", 0, 2560, 40, 32),
		"model.layers.0.mlp.gate_proj.weight": ggufEntry("BF16", 2560, 6656, 64, 32),
		"model.layers.1.mlp.gate_proj.weight": ggufEntry("F32", 6656, 14848, 64, 32),
		"lm_head.weight":                      ggufEntry("BF16", 14848, 17408, 40, 32),
	}
}

func TestASafetensorsHeaderIsCounted(t *testing.T) {
	m, err := readBytes(safetensors(t, smallTensors(), 17408))
	if err != nil {
		t.Fatal(err)
	}
	h := m.Model
	if want := float64(2*40*32 + 2*64*32); h.ParamsB != hardware.Know(want/1e9) || h.Layers != hardware.Know(2) || h.Hidden != hardware.Know(32) ||
		h.Vocab != hardware.Know(40) || h.Intermediate != hardware.Know(64) || h.Tied != hardware.No || h.Heads.OK {
		t.Errorf("%+v", h)
	}
	if m.Bytes != hardware.Know(int64(17408)) || m.Precision != sizing.BF16 || strings.Contains(rulesIn(m), "short") {
		t.Errorf("%v %v %s", m.Bytes, m.Precision, rulesIn(m))
	}
	if !slices.Contains(m.Unknown(), FieldHeads) {
		t.Errorf("heads cannot be known: %v", m.Unknown())
	}
}

func writeAll(t *testing.T, files map[string][]byte) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "My-Model")
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	for name, data := range files {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

const smallConfig = `{"architectures":["LlamaForCausalLM"],"model_type":"llama","hidden_size":32,"intermediate_size":64,"num_hidden_layers":2,"num_attention_heads":4,"vocab_size":40,"torch_dtype":"float16"}`

func TestAFolderIsReadAsAWhole(t *testing.T) {
	one, two := smallTensors(), map[string]any{"model.norm.weight": ggufEntry("BF16", 0, 64, 32)}
	index := `{"metadata":{"total_size":17472},"weight_map":{"model.norm.weight":"model-00002-of-00002.safetensors","lm_head.weight":"model-00001-of-00002.safetensors"}}`
	all := map[string][]byte{
		"config.json": []byte(smallConfig), "model.safetensors.index.json": []byte(index), "README.md": nil,
		"model-00001-of-00002.safetensors": safetensors(t, one, 17408), "model-00002-of-00002.safetensors": safetensors(t, two, 64),
	}
	m, err := ReadModel(writeAll(t, all))
	if err != nil {
		t.Fatal(err)
	}
	counted := float64(2*40*32+2*64*32+32) / 1e9
	if m.Model.ParamsB != hardware.Know(counted) || m.Model.ID != "My-Model" || m.Model.HeadDim != hardware.Know(8) || len(m.Files) != 4 || m.Stored != "BF16" {
		t.Errorf("%+v %v %s", m.Model, m.Files, m.Stored)
	}

	// Without its files the index has the size.
	m, err = ReadModel(writeAll(t, map[string][]byte{"config.json": []byte(smallConfig), "model.safetensors.index.json": []byte(index)}))
	if err != nil || m.Model.ParamsB != hardware.Know(17472.0/2/1e9) || !strings.Contains(rulesIn(m), "params_from_size") {
		t.Errorf("%+v %v", m.Model, err)
	}

	// With one of them neither is taken for the whole.
	delete(all, "model-00001-of-00002.safetensors")
	delete(all, "model.safetensors.index.json")
	if m, err = ReadModel(writeAll(t, all)); err != nil || !strings.Contains(rulesIn(m), "parts_missing") || !strings.Contains(rulesIn(m), "params_from_shape") {
		t.Errorf("%+v %v", m.Model, err)
	}
}

func TestASplitGGUFIsReadFromItsFolder(t *testing.T) {
	second := (&ggufWriter{version: 3}).key("split.no", 2, uint16(1)).tensor("output.weight", 8, 0, 256, 64)
	dir := writeAll(t, map[string][]byte{"m-00001-of-00002.gguf": smallGGUF().bytes(), "m-00002-of-00002.gguf": second.bytes(), "mmproj-m.gguf": []byte("x")})
	m, err := ReadModel(dir)
	if err != nil || m.Model.ParamsB != hardware.Know(float64(dense+256*64)/1e9) || m.Model.Tied != hardware.No || len(m.Files) != 2 {
		t.Errorf("%+v %v", m.Model, err)
	}
	if err := os.Remove(filepath.Join(dir, "m-00002-of-00002.gguf")); err != nil {
		t.Fatal(err)
	}
	if m, err = ReadModel(dir); err != nil || m.Model.ParamsB.OK || m.Model.Tied != hardware.NotKnown || !strings.Contains(rulesIn(m), "parts_missing") {
		t.Errorf("a part is taken for the whole: %+v %v", m.Model, err)
	}
}

func TestQuantisedWeightsAreCountedOnlyWhereThatIsSure(t *testing.T) {
	tensors := func(kind, name string, n, bytes int) map[string]any {
		return map[string]any{"model.embed_tokens.weight": ggufEntry("BF16", 0, 2560, 40, 32), name: ggufEntry(kind, 2560, 2560+bytes, n),
			"model.layers.0.x.scales": ggufEntry("F16", 2560+bytes, 2560+bytes+8, 4)}
	}
	for name, c := range map[string]struct {
		config  string
		tensors map[string]any
		params  int
		want    sizing.Precision
	}{
		"gptq":       {`{"quant_method":"gptq","bits":4}`, tensors("I32", "model.layers.0.x.qweight", 100, 400), 1280 + 800, sizing.GPTQInt4},
		"awq":        {`{"quant_method":"awq","bits":4}`, tensors("I32", "model.layers.0.x.qweight", 100, 400), 1280 + 800, sizing.AWQInt4},
		"odd bits":   {`{"quant_method":"gptq","bits":3}`, tensors("F16", "model.layers.0.x.weight", 100, 200), 1280 + 100, ""},
		"mxfp4":      {`{"quant_method":"mxfp4"}`, tensors("U8", "model.layers.0.x_blocks", 100, 100), 1280 + 200, sizing.MXFP4},
		"fp8":        {`{"quant_method":"fp8"}`, tensors("F8_E4M3", "model.layers.0.x.weight", 100, 100), 1280 + 100, sizing.FP8},
		"nf4":        {`{"quant_method":"bitsandbytes","load_in_4bit":true,"bnb_4bit_quant_type":"nf4","bnb_4bit_use_double_quant":true}`, tensors("U8", "model.layers.0.x.weight", 100, 100), 0, sizing.NF4DQ},
		"int8":       {`{"quant_method":"bitsandbytes","load_in_8bit":true}`, tensors("I8", "model.layers.0.x.weight", 100, 100), 1280 + 100, sizing.Int8},
		"compressed": {`{"quant_method":"compressed-tensors","config_groups":{"group_0":{"weights":{"num_bits":8,"type":"float"}}}}`, tensors("F8_E4M3", "model.layers.0.x.weight", 100, 100), 1380, sizing.FP8},
	} {
		config := `{"architectures":["NewForCausalLM"],"model_type":"new","quantization_config":` + c.config + `}`
		m, err := ReadModel(writeAll(t, map[string][]byte{"config.json": []byte(config), "model.safetensors": safetensors(t, c.tensors, 9999)}))
		if err != nil || math.Abs(m.Model.ParamsB.Value*1e9-float64(c.params)) > 1e-3 || m.Precision != c.want {
			t.Errorf("%s: %v parameters, %q, %v", name, m.Model.ParamsB.Value*1e9, m.Precision, err)
		}
	}
}

// Every file here is wrong; none may be believed, and each has its sentence.
func TestHostileModelFilesAreRefused(t *testing.T) {
	huge, many := uint64(math.MaxInt64)+1, uint64(1)<<40
	with := func(change func(*ggufWriter)) []byte {
		w := smallGGUF()
		change(w)
		return w.bytes()
	}
	length := func(n uint64, rest string) []byte {
		var b bytes.Buffer
		put(&b, n)
		b.WriteString(rest)
		return b.Bytes()
	}
	index := func(file string) []byte { return fmt.Appendf(nil, `{"weight_map":{"a":%q}}`, file) }
	for name, c := range map[string]struct {
		data []byte
		rule string
	}{
		"nothing":               {nil, "model_file.empty"},
		"blank":                 {[]byte("  \n"), "model_file.empty"},
		"a picture":             {[]byte("\x89PNG\r\n\x1a\n00000"), "model_file.unknown_kind"},
		"2^63 keys":             {with(func(w *ggufWriter) { w.keyCount = &huge }), "model_file.too_many_entries"},
		"2^63 tensors":          {with(func(w *ggufWriter) { w.tensCount = &huge }), "model_file.too_many_entries"},
		"a key of 2^63 letters": {with(func(w *ggufWriter) { w.keys = []func(*bytes.Buffer){func(b *bytes.Buffer) { put(b, huge) }} }), "model_file.long_name"},
		"a text of 2^40":        {with(func(w *ggufWriter) { w.key("x", 8, many) }), "model_file.cut_short"},
		"a list of 2^63":        {with(func(w *ggufWriter) { w.key("x", 9, uint32(4), huge) }), "model_file.cut_short"},
		"a list of lists":       {with(func(w *ggufWriter) { w.key("x", 9, uint32(9), uint64(1), uint32(9), uint64(1)) }), "model_file.bad_type"},
		"a type of no kind":     {with(func(w *ggufWriter) { w.key("x", 99, uint32(4)) }), "model_file.bad_type"},
		"a key twice":           {with(func(w *ggufWriter) { w.key("llama.block_count", 4, uint32(3)) }), "file.duplicate_key"},
		"a tensor twice":        {with(func(w *ggufWriter) { w.tensor("output_norm.weight", 0, 0, 256) }), "file.duplicate_key"},
		"no dimensions":         {with(func(w *ggufWriter) { w.tensor("x", 0, 0) }), "model_file.bad_entry"},
		"nine dimensions":       {with(func(w *ggufWriter) { w.tensor("x", 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1) }), "model_file.bad_entry"},
		"a shape that wraps":    {with(func(w *ggufWriter) { w.tensor("x", 0, 0, 1<<40, 1<<40, 1<<40, 1<<40) }), "model_file.bad_entry"},
		"the first version":     {(&ggufWriter{version: 1}).bytes(), "model_file.gguf_version"},
		"the other byte order":  {(&ggufWriter{version: 3 << 24}).bytes(), "model_file.big_endian"},
		"no architecture":       {(&ggufWriter{version: 3}).bytes(), "model_file.no_architecture"},
		"a reader of sounds":    {(&ggufWriter{version: 3}).key("general.architecture", 8, "whisper").bytes(), "model_file.not_llm"},
		"a thousand layers²":    {with(func(w *ggufWriter) { w.keys[3] = (&ggufWriter{}).key("llama.block_count", 4, uint32(1e6)).keys[0] }), "number.out_of_range"},
		"a length of 2^39":      {length(1<<39, "{}"), "model_file.header_too_large"},
		"a length beyond":       {length(100, "{}"), "model_file.cut_short"},
		"an entry twice":        {length(16, `{"a":{},"a":{} }`), "file.duplicate_key"},
		"offsets backwards":     {safetensors(t, map[string]any{"a": ggufEntry("F32", 8, 4, 1)}, 0), "model_file.bad_tensor"},
		"a shape too large":     {safetensors(t, map[string]any{"a": ggufEntry("F32", 0, 4, math.MaxInt32, math.MaxInt32, math.MaxInt32)}, 0), "model_file.bad_tensor"},
		"a negative shape":      {safetensors(t, map[string]any{"a": ggufEntry("F32", 0, 4, -1)}, 0), "model_file.not_whole"},
		"no decoder":            {safetensors(t, map[string]any{"unet.weight": ggufEntry("F32", 0, 4, 1)}, 4), "model_file.not_a_decoder"},
		"an index that climbs":  {index("../a.safetensors"), "model_file.outside"},
		"an index at the root":  {index("/a.safetensors"), "model_file.outside"},
		"an index of Windows":   {index(`C:\a.safetensors`), "model_file.outside"},
		"an index of others":    {index("passwd"), "model_file.outside"},
		"NaN":                   {[]byte(`{"hidden_size": NaN}`), "file.not_json"},
		"a key of it twice":     {[]byte(`{"a": 1, "a": 2}`), "file.duplicate_key"},
		"too deep":              {[]byte(strings.Repeat(`{"a":`, 99)), "file.too_deep"},
		"half a file":           {[]byte(smallConfig[:60]), "file.truncated"},
		"an image model":        {[]byte(`{"_class_name":"UNet2DConditionModel"}`), "model_file.no_config"},
		"an encoder":            {[]byte(`{"architectures":["BertForMaskedLM"],"model_type":"bert"}`), "model_file.not_llm"},
		"a translator":          {[]byte(`{"architectures":["T5ForConditionalGeneration"],"model_type":"t5","is_encoder_decoder":true}`), "model_file.not_llm"},
		"a width of 1e400":      {[]byte(`{"model_type":"llama","hidden_size":1e400}`), "model_file.not_whole"},
		"a width of 40 digits":  {[]byte(`{"model_type":"llama","hidden_size":` + strings.Repeat("9", 40) + `}`), "number.out_of_range"},
		"a negative width":      {[]byte(`{"model_type":"llama","hidden_size":-1}`), "number.out_of_range"},
		"a text for a width":    {[]byte(`{"model_type":"llama","hidden_size":"many"}`), "file.wrong_type"},
		"more keys than heads":  {[]byte(`{"model_type":"llama","num_attention_heads":8,"num_key_value_heads":16}`), "model_file.contradiction"},
	} {
		_, err := readBytes(c.data)
		var p *reason.Problem
		if !errors.As(err, &p) || p.Rule != c.rule {
			t.Errorf("%s: %v, want %s", name, err, c.rule)
		}
	}
}

func TestATruncatedHeaderIsNeverBelieved(t *testing.T) {
	whole := smallGGUF().bytes()
	for n := range whole {
		if m, err := readBytes(whole[:n]); err == nil {
			t.Fatalf("%d of %d bytes read as %+v", n, len(whole), m.Model)
		}
	}
	tensors := safetensors(t, smallTensors(), 0)
	for n := range tensors {
		if m, err := readBytes(tensors[:n]); err == nil {
			t.Fatalf("%d of %d bytes read as %+v", n, len(tensors), m.Model)
		}
	}
}

// A list in a header costs memory for what it holds, not for what it claims.
func TestALengthInAFileReservesNothing(t *testing.T) {
	data := smallGGUF().key("x", 9, uint32(8), uint64(1<<25)).bytes()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	if _, err := readBytes(data); err == nil {
		t.Fatal("believed")
	}
	runtime.ReadMemStats(&after)
	allocated := after.TotalAlloc - before.TotalAlloc
	if allocated > 1<<20 {
		t.Errorf("%d bytes for a file of %d", allocated, len(data))
	}
}

func TestOnlyFilesAreOpened(t *testing.T) {
	dir := writeAll(t, map[string][]byte{"a.gguf": smallGGUF().bytes(), "b.gguf": smallGGUF().bytes()})
	for path, rule := range map[string]string{dir: "model_file.several", filepath.Join(dir, "none"): "file.unreadable", t.TempDir(): "model_file.none_in_folder"} {
		_, err := ReadModel(path)
		var p *reason.Problem
		if !errors.As(err, &p) || p.Rule != rule {
			t.Errorf("%s: %v, want %s", path, err, rule)
		}
	}
	if err := os.Mkdir(filepath.Join(dir, "config.json"), 0o700); err != nil {
		t.Fatal(err)
	}
	if _, err := ReadModel(filepath.Join(dir, "config.json")); err == nil {
		t.Error("a folder was read as a file")
	}
}

func seeds(f *testing.F) {
	f.Helper()
	paths, err := filepath.Glob(filepath.Join("testdata", "models", "*.json"))
	if err != nil || len(paths) == 0 {
		f.Fatal(paths, err)
	}
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Add(smallGGUF().bytes())
	f.Add([]byte(`{"metadata":{"total_size":16},"weight_map":{"a":"model.safetensors"}}`))
	text, err := json.Marshal(smallTensors())
	if err != nil {
		f.Fatal(err)
	}
	var b bytes.Buffer
	put(&b, uint64(len(text)))
	f.Add(append(b.Bytes(), text...))
}

// FuzzReadModel holds that no file brings the reader down, that the same file
// always says the same, and that what it says can be computed with or is
// refused there.
func FuzzReadModel(f *testing.F) {
	seeds(f)
	f.Fuzz(func(t *testing.T, data []byte) {
		m, err := readBytes(data)
		if err != nil {
			var p *reason.Problem
			if !errors.As(err, &p) {
				t.Fatalf("no sentence: %v", err)
			}
			return
		}
		again, _ := readBytes(data)
		if m.Model != again.Model || rulesIn(m) != rulesIn(again) {
			t.Fatalf("%+v, then %+v", m.Model, again.Model)
		}
		if h := m.Model; h.ParamsB.OK && !(h.ParamsB.Value > 0 && h.ParamsB.Value < 1e6) || h.ActiveB.OK && h.ActiveB.Value > h.ParamsB.Value {
			t.Fatalf("%+v", h)
		}
		_ = m.Unknown()
		e, err := sizing.Memory(sizing.Defaults(m.Model, sizing.Inference))
		if err == nil && !(e.Likely > 0) {
			t.Fatalf("%+v needs %v", m.Model, e.Likely)
		}
	})
}

// FuzzReadGGUF changes values of a header that stays whole.
func FuzzReadGGUF(f *testing.F) {
	f.Add("llama.attention.sliding_window", uint32(4), uint64(7), uint64(3))
	f.Add("llama.block_count", uint32(9), uint64(5), uint64(1)<<63)
	f.Fuzz(func(t *testing.T, key string, kind uint32, a, b uint64) {
		w := smallGGUF()
		w.key(key, kind, a, b).tensor(key, kind, a, b, 2)
		m, err := readBytes(w.bytes())
		if err == nil && m.Model.ParamsB.OK && !(m.Model.ParamsB.Value > 0) {
			t.Fatalf("%+v", m.Model)
		}
	})
}
