package cli

import (
	"slices"
	"strconv"
	"strings"

	"cardhour/data/exchange"
	"cardhour/model/hardware"
	"cardhour/model/reason"
	"cardhour/model/sizing"
)

// sizeCmd estimates the memory of a job and holds it against cards. What is
// not given is as in sizing.Defaults.
type sizeCmd struct {
	Model         string   `required:"" xor:"model" placeholder:"NAME"`
	ModelFile     string   `required:"" xor:"model" placeholder:"PATH" type:"path"`
	Params        *float64 `placeholder:"B"`
	Method        string   `placeholder:"WORD"`
	Precision     string   `placeholder:"WORD"`
	Seq           *int     `placeholder:"N"`
	Batch         *int     `placeholder:"N"`
	Prompt        *int     `placeholder:"N"`
	Prefill       string   `placeholder:"WORD"`
	KV            string   `name:"kv" placeholder:"WORD"`
	Checkpointing string   `placeholder:"yes|no"`
	LoraRank      *int     `placeholder:"N"`
	Optimizer     string   `placeholder:"WORD"`
	FusedCE       string   `name:"fused-ce" placeholder:"yes|no"`
	Count         *int     `placeholder:"N"`
	Split         string   `placeholder:"WORD"`
	Zero          *int     `placeholder:"0-3"`
	TP            *int     `name:"tp" placeholder:"N"`
	Offload       string   `placeholder:"WORD"`
	Stack         string   `placeholder:"WORD"`
	Slice         *float64 `placeholder:"SHARE"`
	Resolution    string   `placeholder:"WxH"`
	Frames        *int     `placeholder:"N"`
	GPUs          []string `name:"gpus" placeholder:"NAME" sep:","`
	Engine        string   `placeholder:"WORD"`
	Tokens        *float64 `xor:"work" placeholder:"N"`
	Steps         *float64 `xor:"work" placeholder:"N"`
	Images        *float64 `xor:"work" placeholder:"N"`
	Requests      *float64 `xor:"work" placeholder:"N"`
	Hours         *float64 `xor:"work" placeholder:"N"`
	HoursOn       string   `placeholder:"NAME"`
	JSON          bool     `name:"json"`

	from hardware.Card `kong:"-"` // that HoursOn names
}

// Run prints the estimate and the fits.
func (c sizeCmd) Run(env *Env) error {
	known, err := env.things()
	if err != nil {
		return err
	}
	cards, err := c.cards(known)
	if err != nil {
		return err
	}
	if c.HoursOn != "" {
		if c.Hours == nil {
			return wrongUsage{reason.Refuse("--hours-on", "cli.size.hours_on")}
		}
		if c.from, err = known.card(c.HoursOn); err != nil {
			return err
		}
	}
	if task, ok := c.visual(known); ok {
		return c.lookUp(env, known, task, cards)
	}
	file, err := c.model(known)
	if err != nil {
		return err
	}
	request, engine, err := c.request(file)
	if err != nil {
		return err
	}
	estimate, err := sizing.Memory(request)
	if err != nil {
		return err
	}
	fits := make([]cardFit, len(cards))
	for i, card := range cards {
		fits[i] = cardFit{Card: card, FitResult: sizing.FitSlice(estimate, card, c.slice())}
		if len(c.GPUs) > 0 { // of those that were asked about by name
			card.MemoryGiB.Value *= c.slice()
			fits[i].changes = sizing.Changes(request, card)
		}
	}
	request.Split = estimate.Request.Split
	c.speeds(sizing.Job{Request: request, Engine: engine}, fits)
	if c.JSON {
		out := sizeResult(env.Say, estimate, fits)
		if c.ModelFile != "" {
			out.ModelFile = fileResult(env.Say, file)
		}
		return writeJSON(env.Stdout, out)
	}
	if c.ModelFile != "" {
		env.printFile(file)
	}
	env.printSize(estimate, fits)
	if len(c.GPUs) > 0 {
		for _, f := range fits {
			env.printSpeed(f)
		}
	}
	return nil
}

type cardFit struct {
	hardware.Card
	sizing.FitResult
	changes []sizing.Change
	speed   cardSpeed
}

// slice is the share of a card that is rented.
func (c sizeCmd) slice() float64 {
	if c.Slice == nil {
		return 1
	}
	return *c.Slice
}

// model is the one named, or what the files say.
func (c sizeCmd) model(known things) (exchange.ModelFile, error) {
	if c.ModelFile != "" {
		file, err := exchange.ReadModel(c.ModelFile)
		if err == nil && c.Params != nil {
			file.Model.ParamsB = hardware.Know(*c.Params)
			file.Notes = slices.DeleteFunc(file.Notes, func(n exchange.Note) bool { return n.Field == exchange.FieldParams })
		}
		return file, err
	}
	model, ok := hardware.ModelNamed(known.models, c.Model)
	if c.Params != nil { // the user's own figure lies over the catalogue's
		if !ok {
			model = hardware.Model{ID: oneLine(c.Model), Kind: hardware.LLM}
		}
		model.ParamsB, ok = hardware.Know(*c.Params), true
	}
	if !ok {
		return exchange.ModelFile{}, known.noModel(c.Model)
	}
	return exchange.ModelFile{Model: model}, nil
}

// request fills the flags into the defaults of the method.
func (c sizeCmd) request(file exchange.ModelFile) (sizing.Request, sizing.Engine, error) {
	var w words
	method := pick(&w, "method", c.Method, sizing.Inference, sizing.Methods())
	if w.wrong == nil {
		w.wrong = c.together(method)
	}
	r := sizing.Defaults(file.Model, method)
	if w.wrong != nil {
		return r, "", w.wrong
	}
	var err error
	if r.Precision, err = c.precisionOf(file, r); err != nil {
		return r, "", err
	}
	r.Precision = pick(&w, "precision", c.Precision, r.Precision, sizing.Precisions())
	r.Prefill = pick(&w, "prefill", c.Prefill, r.Prefill, sizing.Prefills()[1:])
	r.KV = pick(&w, "kv", c.KV, r.KV, sizing.KVTypes())
	r.Optimizer = pick(&w, "optimizer", c.Optimizer, r.Optimizer, sizing.Optimizers())
	r.Offload = pick(&w, "offload", c.Offload, r.Offload, sizing.Offloads()[1:])
	r.Stack = pick(&w, "stack", c.Stack, r.Stack, []hardware.Stack{hardware.CUDA, hardware.ROCm, hardware.CANN})
	if strings.EqualFold(c.Split, "layers") {
		c.Split = string(sizing.SplitLayers)
	}
	r.Split = pick(&w, "split", c.Split, r.Split, sizing.Splits()[1:])
	yesNo := []string{"yes", "no"}
	if c.Checkpointing != "" {
		r.Checkpointing = pick(&w, "checkpointing", c.Checkpointing, "", yesNo) == "yes"
	}
	if c.FusedCE != "" {
		r.FusedCE = pick(&w, "fused-ce", c.FusedCE, "", yesNo) == "yes"
	}
	for field, given := range map[*int]*int{&r.Sequence: c.Seq, &r.Batch: c.Batch, &r.Prompt: c.Prompt, &r.LoRARank: c.LoraRank, &r.Cards: c.Count} {
		if given != nil {
			*field = *given
		}
	}
	if c.Zero != nil && w.wrong == nil {
		r.Split = []sizing.Split{sizing.SplitData, sizing.SplitZeRO1, sizing.SplitZeRO2, sizing.SplitZeRO3}[*c.Zero]
	}
	if c.TP != nil {
		r.Split, r.Cards = sizing.SplitTensor, *c.TP
	}
	engine := c.engine(&w)
	return sizing.Job{Request: r, Engine: engine}.AsRun().Request, engine, w.wrong
}

// together refuses flags that contradict each other or the method.
func (c sizeCmd) together(method sizing.Method) error {
	wrong := func(field, rule string, args ...reason.Arg) error {
		return wrongUsage{reason.Refuse(field, rule, args...)}
	}
	both := func(a, b string) error {
		return wrong("--"+a, "cli.size.both", reason.Word("a", "--"+a), reason.Word("b", "--"+b))
	}
	tensor := strings.EqualFold(c.Split, string(sizing.SplitTensor))
	switch {
	case c.Resolution != "":
		return wrong("--resolution", "cli.size.visual_only", reason.Word("flag", "--resolution"))
	case c.Frames != nil:
		return wrong("--frames", "cli.size.visual_only", reason.Word("flag", "--frames"))
	case c.Zero != nil && c.TP != nil:
		return both("zero", "tp")
	case c.Zero != nil && c.Split != "":
		return both("zero", "split")
	case c.TP != nil && c.Split != "" && !tensor:
		return both("tp", "split")
	case c.TP != nil && c.Count != nil && *c.TP != *c.Count:
		return wrong("--tp", "cli.size.tp_count", reason.Int("tp", reason.Count, int64(*c.TP)), reason.Int("count", reason.Count, int64(*c.Count)))
	case c.Zero != nil && (*c.Zero < 0 || *c.Zero > 3):
		return wrong("--zero", "file.choice", reason.Word("text", strconv.Itoa(*c.Zero)), reason.Word("choices", "0, 1, 2, 3"))
	case c.Zero != nil && !method.Training():
		return wrong("--zero", "zero.training_only")
	case c.Slice != nil && !(*c.Slice > 0 && *c.Slice <= 1):
		return wrong("--slice", "slice.out_of_range")
	case c.Engine != "" && method.Training():
		return wrong("--engine", "cli.size.engine_inference")
	}
	return c.countable(method)
}

// words latches the first flag whose word is not one of its choices.
type words struct{ wrong error }

// pick reads the word of a flag in any case; fallback where it is not given.
func pick[T ~string](w *words, flag, given string, fallback T, list []T) T {
	if given == "" {
		return fallback
	}
	if p, ok := sizing.ParsePrecision(given); ok && flag == "precision" {
		return T(p)
	}
	var choices []string
	for _, choice := range list {
		if strings.EqualFold(given, string(choice)) {
			return choice
		}
		choices = append(choices, string(choice))
	}
	if w.wrong == nil {
		w.wrong = wrongUsage{reason.Refuse("--"+flag, "file.choice", reason.Word("text", given), reason.Word("choices", strings.Join(choices, ", ")))}
	}
	return fallback
}

// cards are those asked for, all where none is.
func (c sizeCmd) cards(known things) ([]hardware.Card, error) {
	if len(c.GPUs) == 0 {
		return known.cards, nil
	}
	var list []hardware.Card
	for _, name := range c.GPUs {
		card, err := known.card(name)
		if err != nil {
			return nil, err
		}
		list = append(list, card)
	}
	return list, nil
}
