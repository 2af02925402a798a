package cli

import (
	"fmt"
	"strings"

	"github.com/govalues/decimal"

	"cardhour/data/exchange"
	"cardhour/model/hardware"
	"cardhour/model/reason"
	"cardhour/model/sizing"
	"cardhour/views/text"
)

// precisionOf is the format to start from for a model that was read from
// files. One that is stored in a way that no estimate knows is not passed off
// as 16 bits: the user has to name what comes nearest.
func (c sizeCmd) precisionOf(file exchange.ModelFile, r sizing.Request) (sizing.Precision, error) {
	if p := file.Suggest(r.Method); p != "" {
		return p, nil
	}
	if c.Precision == "" && r.Method == sizing.Inference && file.Unestimated() {
		return "", reason.Refuse("--precision", "model_file.precision_needed", reason.Word("format", file.Stored))
	}
	return r.Precision, nil
}

// said is one thing that a file says of a model, ready to be printed.
type said struct {
	field exchange.ModelField
	value string
}

func saidBy(say *text.Printer, f exchange.ModelFile) []said {
	var list []said
	whole := func(field exchange.ModelField, n hardware.Known[int]) {
		if n.OK {
			list = append(list, said{field, say.Number(decimal.MustNew(int64(n.Value), 0))})
		}
	}
	billions := func(field exchange.ModelField, n hardware.Known[float64]) {
		if n.OK {
			list = append(list, said{field, say.T("cli.size.billions", "count", say.Measure(n.Value, 3))})
		}
	}
	m := f.Model
	billions(exchange.FieldParams, m.ParamsB)
	billions(exchange.FieldActive, m.ActiveB)
	whole(exchange.FieldLayers, m.Layers)
	whole(exchange.FieldHidden, m.Hidden)
	whole(exchange.FieldHeads, m.Heads)
	whole(exchange.FieldKVHeads, m.KVHeads)
	whole(exchange.FieldHeadDim, m.HeadDim)
	whole(exchange.FieldIntermediate, m.Intermediate)
	whole(exchange.FieldVocab, m.Vocab)
	whole(exchange.FieldContext, m.MaxContext)
	whole(exchange.FieldExperts, m.Experts)
	whole(exchange.FieldPerToken, m.ExpertsPerToken)
	whole(exchange.FieldExpertInner, m.ExpertIntermediate)
	if m.Attention.Text != "" {
		list = append(list, said{exchange.FieldAttention, m.Attention.Text})
	}
	if m.Tied != hardware.NotKnown {
		list = append(list, said{exchange.FieldTied, say.T("cli.size." + m.Tied.String())})
	}
	if f.Stored != "" {
		value := f.Stored
		if f.Bytes.OK {
			value += " · " + say.Measure(float64(f.Bytes.Value)/(1<<30), 2) + " GiB"
		}
		list = append(list, said{exchange.FieldStored, value})
	}
	return list
}

// printFile lists what was read, how each value was got that does not stand
// in the file, and what stays unknown.
func (e *Env) printFile(f exchange.ModelFile) {
	say := e.Say
	_, _ = fmt.Fprintln(e.Stdout, say.T("cli.size.read", "files", filesOf(say, f)))
	rows := table{right: map[int]bool{}}
	for _, s := range saidBy(say, f) {
		rows.add(say.Label(s.field.Term()), s.value, strings.Join(notesOf(say, f, s.field), say.T("library.and")))
	}
	rows.write(e.Stdout, "    ")
	var unknown []string
	for _, field := range f.Unknown() {
		unknown = append(unknown, say.Term(field.Term()))
	}
	if len(unknown) > 0 {
		_, _ = fmt.Fprintf(e.Stdout, "  ? %s\n", say.T("cli.size.unknown", "fields", say.List(unknown...)))
	}
	for _, sentence := range loose(say, f) {
		_, _ = fmt.Fprintf(e.Stdout, "  ! %s\n", sentence)
	}
	_, _ = fmt.Fprintln(e.Stdout)
}

// filesOf names the first files; a large model has hundreds.
func filesOf(say *text.Printer, f exchange.ModelFile) string {
	const shown = 3
	if more := len(f.Files) - shown; more > 1 {
		return say.T("cli.size.files_more", "files", say.List(f.Files[:shown]...), "count", more)
	}
	return say.List(f.Files...)
}

func notesOf(say *text.Printer, f exchange.ModelFile, field exchange.ModelField) []string {
	var list []string
	for _, n := range f.Notes {
		if n.Field == field {
			list = append(list, say.Because(n.Because))
		}
	}
	return list
}

// loose are the notes that stand beside no value.
func loose(say *text.Printer, f exchange.ModelFile) []string {
	there := map[exchange.ModelField]bool{}
	for _, s := range saidBy(say, f) {
		there[s.field] = true
	}
	var list []string
	for _, n := range f.Notes {
		if !there[n.Field] {
			list = append(list, say.Because(n.Because))
		}
	}
	return list
}

type modelFileJSON struct {
	Model     string       `json:"model"`
	Files     []string     `json:"files"`
	Params    *float64     `json:"params_b"`
	Active    *float64     `json:"active_b"`
	Layers    *int         `json:"layers"`
	Hidden    *int         `json:"hidden"`
	Heads     *int         `json:"heads"`
	KVHeads   *int         `json:"kv_heads"`
	HeadDim   *int         `json:"head_dim"`
	Inner     *int         `json:"intermediate"`
	Vocab     *int         `json:"vocab"`
	Context   *int         `json:"context"`
	Experts   *int         `json:"experts"`
	PerToken  *int         `json:"experts_per_token"`
	Expert    *int         `json:"expert_intermediate"`
	Attention string       `json:"attention"`
	Tied      string       `json:"tied"`
	Stored    string       `json:"stored"`
	Precision string       `json:"precision"`
	Bytes     *int64       `json:"weights_bytes"`
	Unknown   []string     `json:"unknown"`
	Notes     []fieldsNote `json:"notes"`
}

type fieldsNote struct {
	Field string `json:"field"`
	Text  string `json:"text"`
}

func orNull[T any](k hardware.Known[T]) *T {
	if !k.OK {
		return nil
	}
	return &k.Value
}

func fileResult(say *text.Printer, f exchange.ModelFile) *modelFileJSON {
	m := f.Model
	out := &modelFileJSON{
		Model: m.ID, Files: f.Files, Params: orNull(m.ParamsB), Active: orNull(m.ActiveB), Layers: orNull(m.Layers), Hidden: orNull(m.Hidden), Heads: orNull(m.Heads),
		KVHeads: orNull(m.KVHeads), HeadDim: orNull(m.HeadDim), Inner: orNull(m.Intermediate), Vocab: orNull(m.Vocab), Context: orNull(m.MaxContext),
		Experts: orNull(m.Experts), PerToken: orNull(m.ExpertsPerToken), Expert: orNull(m.ExpertIntermediate), Attention: m.Attention.Text, Tied: m.Tied.String(),
		Stored: f.Stored, Precision: string(f.Precision), Bytes: orNull(f.Bytes), Unknown: []string{}, Notes: []fieldsNote{},
	}
	for _, field := range f.Unknown() {
		out.Unknown = append(out.Unknown, string(field))
	}
	for _, n := range f.Notes {
		out.Notes = append(out.Notes, fieldsNote{string(n.Field), say.Because(n.Because)})
	}
	return out
}
