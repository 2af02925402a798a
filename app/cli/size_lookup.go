package cli

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"cardhour/model/hardware"
	"cardhour/model/reason"
	"cardhour/model/sizing"
	"cardhour/views/text"
)

// visual reports whether the job is one that is looked up among measured
// runs: it says so itself, or its model is of no other use.
func (c sizeCmd) visual(known things) (sizing.VisualTask, bool) {
	for _, task := range sizing.VisualTasks() {
		if strings.EqualFold(c.Method, string(task)) {
			return task, true
		}
	}
	if model, ok := hardware.ModelNamed(known.models, c.Model); ok && c.Method == "" {
		switch model.Kind {
		case hardware.Image:
			return sizing.ImageGen, true
		case hardware.Detection:
			return sizing.YOLOTrain, true
		}
	}
	return "", false
}

// lookUp answers from the measured runs.
func (c sizeCmd) lookUp(env *Env, known things, task sizing.VisualTask, cards []hardware.Card) error {
	wanted, err := c.wanted(task)
	if err != nil {
		return err
	}
	if len(c.GPUs) == 1 {
		wanted.Card = cards[0].ID // as the runs call it
	}
	found, err := sizing.LookUp(known.visual, wanted)
	if err != nil {
		return err
	}
	fits := make([]cardFit, len(cards))
	job := sizing.Job{Request: sizing.Request{Model: hardware.Model{ID: wanted.Model, Kind: hardware.Image}, Method: task.Method(), Cards: max(wanted.Cards, 1)}}
	for i, card := range cards {
		fits[i] = cardFit{Card: card, FitResult: sizing.FitFound(found, card, 1)}
		fits[i].speed = c.lookUpSpeed(job, fits[i], known.references)
	}
	if c.JSON {
		return writeJSON(env.Stdout, lookupResult(env.Say, found, fits))
	}
	env.printFound(found, fits)
	if len(c.GPUs) > 0 {
		for _, f := range fits {
			env.printSpeed(f)
		}
	} else if _, _, ok := c.work(); ok && !slices.ContainsFunc(fits, func(f cardFit) bool { return f.speed.OK }) {
		_, _ = fmt.Fprintf(env.Stdout, "\n  ! %s\n", env.Say.Problem(fits[0].speed.problem))
	}
	return nil
}

// lookUpSpeed is a published speed of the model on a card, and the time that
// the work takes at it.
func (c sizeCmd) lookUpSpeed(job sizing.Job, f cardFit, refs []sizing.Reference) cardSpeed {
	speed, err := sizing.LookUpSpeed(job, f.Card, refs)
	out := cardSpeed{limit: sizing.Binding(f.FitResult, speed), problem: err}
	if out.OK = f.Verdict != sizing.DoesNotFit && err == nil; out.OK {
		out.Value = speed
	}
	if work, _, ok := c.work(); ok && f.Verdict != sizing.DoesNotFit && (out.OK || work.Unit == sizing.Hours) {
		out.take(work, job, f.Card, refs...)
	}
	return out
}

func (c sizeCmd) wanted(task sizing.VisualTask) (sizing.Wanted, error) {
	for _, f := range []struct {
		name  string
		given bool
	}{
		{"model-file", c.ModelFile != ""}, {"params", c.Params != nil}, {"seq", c.Seq != nil}, {"prompt", c.Prompt != nil}, {"prefill", c.Prefill != ""}, {"kv", c.KV != ""},
		{"checkpointing", c.Checkpointing != ""}, {"lora-rank", c.LoraRank != nil}, {"optimizer", c.Optimizer != ""},
		{"fused-ce", c.FusedCE != ""}, {"split", c.Split != ""}, {"zero", c.Zero != nil}, {"tp", c.TP != nil},
		{"offload", c.Offload != ""}, {"stack", c.Stack != ""}, {"slice", c.Slice != nil},
		{"engine", c.Engine != ""}, {"tokens", c.Tokens != nil}, {"requests", c.Requests != nil},
	} {
		if f.given {
			return sizing.Wanted{}, wrongUsage{reason.Refuse("--"+f.name, "cli.size.language_only", reason.Word("flag", "--"+f.name))}
		}
	}
	if c.Frames != nil && task != sizing.VideoGen {
		return sizing.Wanted{}, wrongUsage{reason.Refuse("--frames", "cli.size.frames_video")}
	}
	if work, flag, ok := c.work(); ok && !(work.Amount.Likely > 0 && !math.IsInf(work.Amount.Likely, 0)) {
		return sizing.Wanted{}, wrongUsage{reason.Refuse(flag, "number.not_positive")}
	}
	w := sizing.Wanted{Model: oneLine(c.Model), Task: task, Precision: oneLine(c.Precision)}
	for field, given := range map[*int]*int{&w.Batch: c.Batch, &w.Frames: c.Frames, &w.Cards: c.Count} {
		if given != nil {
			*field = *given
		}
	}
	var err error
	w.Width, w.Height, err = resolution(c.Resolution)
	return w, err
}

// resolution reads "1024x768", or "640" for a square.
func resolution(given string) (width, height int, err error) {
	if given == "" {
		return 0, 0, nil
	}
	w, h, two := strings.Cut(strings.NewReplacer("×", "x", "X", "x", "*", "x").Replace(given), "x")
	if !two {
		h = w
	}
	width, errW := strconv.Atoi(strings.TrimSpace(w))
	height, errH := strconv.Atoi(strings.TrimSpace(h))
	if errW != nil || errH != nil || width < 1 || height < 1 {
		return 0, 0, wrongUsage{reason.Refuse("--resolution", "cli.size.resolution", reason.Word("text", oneLine(given)))}
	}
	return width, height, nil
}

type lookupJSON struct {
	Format  string    `json:"format"`
	Method  string    `json:"method"`
	Known   bool      `json:"known"`
	Low     *float64  `json:"low_gib"`
	Likely  *float64  `json:"likely_gib"`
	High    *float64  `json:"high_gib"`
	Because string    `json:"because"`
	Differs []string  `json:"differs"`
	Runs    []runJSON `json:"runs"`
	Fits    []fitJSON `json:"fits"`
}

type runJSON struct {
	Model      string  `json:"model"`
	Precision  string  `json:"precision"`
	Width      int     `json:"width"`
	Height     int     `json:"height"`
	Frames     *int    `json:"frames"`
	Batch      *int    `json:"batch"`
	Cards      int     `json:"cards"`
	Card       string  `json:"card"`
	GiB        float64 `json:"gib"`
	Class      string  `json:"class"`
	Conditions string  `json:"conditions"`
	Source     string  `json:"source"`
}

func lookupResult(say *text.Printer, f sizing.Found, fits []cardFit) lookupJSON {
	out := lookupJSON{
		Format: "cardhour.size-lookup/1", Method: string(f.Wanted.Task), Known: f.Known(), Low: gibOrNull(f.Low), Likely: gibOrNull(f.Likely), High: gibOrNull(f.High),
		Because: say.Because(f.Because), Differs: sentences(say, f.Differs), Runs: []runJSON{}, Fits: []fitJSON{},
	}
	for _, r := range f.Near {
		run := runJSON{Model: r.Model, Precision: r.Precision, Width: r.Width, Height: r.Height, Cards: r.Cards, Card: r.Card,
			GiB: r.GiB, Class: string(r.Class), Conditions: r.Conditions, Source: r.Source}
		if r.Frames.OK {
			run.Frames = &r.Frames.Value
		}
		if r.Batch.OK {
			run.Batch = &r.Batch.Value
		}
		out.Runs = append(out.Runs, run)
	}
	for _, fit := range fits {
		out.Fits = append(out.Fits, fitOf(say, fit, max(f.Wanted.Cards, 1)))
	}
	return out
}

func (e *Env) printFound(f sizing.Found, fits []cardFit) {
	say := e.Say
	gib := func(v hardware.Known[float64]) string {
		if !v.OK {
			return "?"
		}
		return say.Measure(v.Value, 1) + " GiB"
	}
	_, _ = fmt.Fprintf(e.Stdout, "%s · %s\n", f.Wanted.Model, say.Term(f.Wanted.Task.Term()))
	need := say.Term(sizing.NotKnown.Term())
	if f.Known() {
		need = say.T("cli.size.range", "likely", gib(f.Likely), "low", gib(f.Low), "high", gib(f.High))
	}
	head := table{}
	head.add(say.T("cli.size.need"), need)
	head.write(e.Stdout, "  ")
	_, _ = fmt.Fprintf(e.Stdout, "  %s\n", say.Because(f.Because))
	for _, sentence := range sentences(say, f.Differs) {
		_, _ = fmt.Fprintf(e.Stdout, "  ! %s\n", sentence)
	}
	runs := table{right: map[int]bool{0: true}}
	for _, r := range f.Near {
		runs.add(say.Measure(r.GiB, 1)+" GiB", say.Term(r.Class.Term()), r.Precision, fmt.Sprintf("%d×%d", r.Width, r.Height), r.Conditions, r.Source)
	}
	if len(f.Near) > 0 {
		_, _ = fmt.Fprintf(e.Stdout, "\n%s\n", say.T("cli.size.runs"))
		runs.write(e.Stdout, "  ")
	}
	if f.Known() || slices.ContainsFunc(fits, func(f cardFit) bool { return f.speed.OK }) {
		_, _ = fmt.Fprintln(e.Stdout)
		e.printFits(max(f.Wanted.Cards, 1), fits)
	}
}
