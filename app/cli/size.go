package cli

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"cardhour/data/catalog"
	"cardhour/data/exchange"
	"cardhour/model/hardware"
	"cardhour/model/reason"
	"cardhour/model/sizing"
	"cardhour/views/text"
)

// sizeCmd estimates the memory of a job and holds it against cards. What is
// not given is as in sizing.Defaults.
type sizeCmd struct {
	Model         string   `required:"" xor:"model" placeholder:"NAME"`
	ModelFile     string   `required:"" xor:"model" placeholder:"PATH" type:"path"`
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
	GPUs          []string `name:"gpus" placeholder:"NAME" sep:","`
	JSON          bool     `name:"json"`
}

// Run prints the estimate and the fits.
func (c sizeCmd) Run(env *Env) error {
	shipped, err := catalog.Load()
	if err != nil {
		return err
	}
	file, err := c.model(shipped)
	if err != nil {
		return err
	}
	request, err := c.request(file)
	if err != nil {
		return err
	}
	cards, err := c.cards(shipped)
	if err != nil {
		return err
	}
	estimate, err := sizing.Memory(request)
	if err != nil {
		return err
	}
	fits := make([]cardFit, len(cards))
	for i, card := range cards {
		fits[i] = cardFit{card, sizing.Fit(estimate, card)}
	}
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
	return nil
}

type cardFit struct {
	hardware.Card
	sizing.FitResult
}

// model is the one named, or what the files say.
func (c sizeCmd) model(shipped *catalog.Catalog) (exchange.ModelFile, error) {
	if c.ModelFile != "" {
		return exchange.ReadModel(c.ModelFile)
	}
	model, ok := shipped.Model(c.Model)
	if !ok {
		return exchange.ModelFile{}, noSuch("model.not_found", c.Model, hardware.NearestModels(shipped.Models(), c.Model),
			func(m hardware.Model) string { return m.ID })
	}
	return exchange.ModelFile{Model: model}, nil
}

// request fills the flags into the defaults of the method.
func (c sizeCmd) request(file exchange.ModelFile) (sizing.Request, error) {
	var w words
	r := sizing.Defaults(file.Model, pick(&w, "method", c.Method, sizing.Inference, sizing.Methods()))
	var err error
	if r.Precision, err = c.precisionOf(file, r); err != nil {
		return r, err
	}
	r.Precision = pick(&w, "precision", c.Precision, r.Precision, sizing.Precisions())
	r.Prefill = pick(&w, "prefill", c.Prefill, r.Prefill, sizing.Prefills()[1:])
	r.KV = pick(&w, "kv", c.KV, r.KV, sizing.KVTypes())
	r.Optimizer = pick(&w, "optimizer", c.Optimizer, r.Optimizer, sizing.Optimizers())
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
	return r, w.wrong
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
func (c sizeCmd) cards(shipped *catalog.Catalog) ([]hardware.Card, error) {
	if len(c.GPUs) == 0 {
		return shipped.Cards(), nil
	}
	var list []hardware.Card
	for _, name := range c.GPUs {
		card, ok := shipped.Card(name)
		if !ok {
			return nil, noSuch("card.not_found", name, hardware.NearestCards(shipped.Cards(), name), func(c hardware.Card) string { return c.ID })
		}
		list = append(list, card)
	}
	return list, nil
}

// noSuch refuses a name, proposing those that come near it.
func noSuch[T any](rule, name string, near []T, id func(T) string) error {
	if len(near) == 0 {
		return reason.Refuse("", rule, reason.Word("name", oneLine(name)))
	}
	var names []string
	for _, thing := range near[:min(len(near), 5)] {
		names = append(names, id(thing))
	}
	return reason.Refuse("", rule+".near", reason.Word("name", oneLine(name)), reason.Word("near", strings.Join(names, ", ")))
}

type sizeJSON struct {
	Format      string             `json:"format"`
	Low         float64            `json:"low_gib"` // on the fullest card, as the next three
	Likely      float64            `json:"likely_gib"`
	High        float64            `json:"high_gib"`
	Parts       map[string]float64 `json:"parts"`
	Total       float64            `json:"total_gib"` // likely, over all cards
	RuleOfThumb float64            `json:"rule_of_thumb_gib"`
	RuleLow     float64            `json:"rule_of_thumb_low_gib"`
	RuleHigh    float64            `json:"rule_of_thumb_high_gib"`
	RuleOnly    bool               `json:"rule_of_thumb_only"`
	Assumed     []string           `json:"assumed"`
	Notes       []string           `json:"notes"`
	Fits        []fitJSON          `json:"fits"`
	ModelFile   *modelFileJSON     `json:"model_file,omitempty"`
}

type fitJSON struct {
	GPU      string   `json:"gpu"`
	Count    int      `json:"count"`
	Verdict  string   `json:"verdict"`
	Headroom *float64 `json:"headroom_gib"`
	Reasons  []string `json:"reasons"`
}

func sizeResult(say *text.Printer, e sizing.Estimate, fits []cardFit) sizeJSON {
	out := sizeJSON{
		Format: "cardhour.size-result/1", Low: round(e.Low), Likely: round(e.Likely), High: round(e.High), Total: round(e.TotalGiB),
		RuleOfThumb: round(e.RuleOfThumb.Likely), RuleLow: round(e.RuleOfThumb.Low), RuleHigh: round(e.RuleOfThumb.High),
		RuleOnly: e.RuleOnly, Parts: map[string]float64{}, Assumed: sentences(say, e.Assumed), Notes: sentences(say, e.Notes), Fits: []fitJSON{},
	}
	for _, p := range e.Parts {
		out.Parts[string(p.Kind)] = round(p.GiB)
	}
	for _, f := range fits {
		fit := fitJSON{GPU: f.ID, Count: e.Request.Cards, Verdict: string(f.Verdict), Reasons: sentences(say, f.Reasons)}
		if f.HeadroomGiB.OK {
			headroom := round(f.HeadroomGiB.Value)
			fit.Headroom = &headroom
		}
		out.Fits = append(out.Fits, fit)
	}
	return out
}

// round keeps a MiB: the estimates are not that good.
func round(gib float64) float64 { return math.Round(gib*1000) / 1000 }

func sentences(say *text.Printer, list []reason.Because) []string {
	out := make([]string, len(list))
	for i, b := range list {
		out[i] = say.Because(b)
	}
	return out
}

func (e *Env) printSize(est sizing.Estimate, fits []cardFit) {
	say, r := e.Say, est.Request
	gib := func(v float64) string { return say.Measure(v, 1) + " GiB" }
	_, _ = fmt.Fprintf(e.Stdout, "%s · %s · %s\n", r.Model.ID, say.Term(r.Method.Term()), say.Term(r.Precision.Term()))
	head := table{}
	head.add(say.T("cli.size.need"), say.T("cli.size.range", "likely", gib(est.Likely), "low", gib(est.Low), "high", gib(est.High)))
	if r.Cards > 1 {
		head.add(say.T("cli.size.total", "cards", r.Cards), gib(est.TotalGiB)+" · "+say.Term(r.Split.Term()))
	}
	head.add(say.T("cli.size.rule"), gib(est.RuleOfThumb.Likely))
	head.write(e.Stdout, "  ")
	_, _ = fmt.Fprintln(e.Stdout)

	parts := table{right: map[int]bool{1: true}}
	for _, p := range est.Parts {
		parts.add(say.Label(p.Kind.Term()), gib(p.GiB), say.Because(p.Because))
	}
	parts.write(e.Stdout, "    ")
	for _, sentence := range append(sentences(say, est.Assumed), sentences(say, est.Notes)...) {
		_, _ = fmt.Fprintf(e.Stdout, "  ! %s\n", sentence)
	}
	_, _ = fmt.Fprintln(e.Stdout)
	e.printFits(r.Cards, fits)
}

// printFits lists the cards that fit first, the smallest of them on top.
func (e *Env) printFits(count int, fits []cardFit) {
	rank := []sizing.Verdict{sizing.Fits, sizing.Tight, sizing.NotKnown, sizing.DoesNotFit}
	slices.SortStableFunc(fits, func(a, b cardFit) int {
		if d := slices.Index(rank, a.Verdict) - slices.Index(rank, b.Verdict); d != 0 {
			return d
		}
		return cmp.Compare(a.HeadroomGiB.Value, b.HeadroomGiB.Value)
	})
	signs := map[sizing.Verdict]string{sizing.Fits: "✓", sizing.Tight: "△", sizing.NotKnown: "?", sizing.DoesNotFit: "✕"}
	rows := table{right: map[int]bool{2: true}}
	for _, f := range fits {
		headroom := "–"
		if f.HeadroomGiB.OK {
			headroom = e.Say.Measure(f.HeadroomGiB.Value, 1) + " GiB"
		}
		why := sentences(e.Say, f.Reasons)
		rows.add(signs[f.Verdict]+" "+e.Say.Term(f.Verdict.Term()), fmt.Sprintf("%d × %s", count, f.ID), headroom, why[0])
	}
	rows.write(e.Stdout, "  ")
}
