package cli

import (
	"fmt"
	"math"
	"strings"

	"cardhour/model/hardware"
	"cardhour/model/reason"
	"cardhour/model/sizing"
	"cardhour/views/text"
)

// cardSpeed is how fast a job runs on a card, or why that is not known.
type cardSpeed struct {
	hardware.Known[sizing.Speed]
	time    hardware.Known[sizing.Seconds] // for the work that was given
	limit   sizing.Limit
	problem error // why there is no speed, or no time
}

// llamaCPP is the program's own spelling.
const llamaCPP sizing.Engine = "llama.cpp"

// engine is the program that was named; what is not named is chosen by the
// format of the weights.
func (c sizeCmd) engine(w *words) sizing.Engine {
	e := pick(w, "engine", c.Engine, sizing.EngineAuto, []sizing.Engine{llamaCPP, sizing.VLLM})
	if e == llamaCPP {
		return sizing.LlamaCPP
	}
	return e
}

// work is the amount of work that was given, if one was.
func (c sizeCmd) work() (w sizing.Work, flag string, ok bool) {
	for _, given := range []struct {
		flag   string
		unit   sizing.Unit
		amount *float64
	}{{"--tokens", sizing.Tokens, c.Tokens}, {"--steps", sizing.Steps, c.Steps}, {"--images", sizing.Images, c.Images}, {"--requests", sizing.Requests, c.Requests}, {"--hours", sizing.Hours, c.Hours}} {
		if given.amount != nil {
			return sizing.Work{Unit: given.unit, Amount: sizing.Rate{Likely: *given.amount}, Card: c.from, Cards: 1}, given.flag, true
		}
	}
	return sizing.Work{}, "", false
}

// countable refuses work that no speed of the method can be counted in.
func (c sizeCmd) countable(method sizing.Method) error {
	w, flag, ok := c.work()
	switch {
	case !ok:
		return nil
	case !(w.Amount.Likely > 0) || math.IsInf(w.Amount.Likely, 0):
		return wrongUsage{reason.Refuse(flag, "number.not_positive")}
	case w.Unit == sizing.Images:
		return wrongUsage{reason.Refuse(flag, "cli.size.visual_only", reason.Word("flag", flag))}
	case w.Unit == sizing.Steps && !method.Training(), w.Unit == sizing.Requests && method.Training():
		return wrongUsage{reason.Refuse(flag, "work.other_unit", reason.Name("work", w.Unit.Term()), reason.Name("speed", sizing.Tokens.Term()))}
	}
	return nil
}

// speeds fills in how fast the job runs on each card that may hold it.
func (c sizeCmd) speeds(job sizing.Job, fits []cardFit) {
	plan, err := sizing.Prepare(job)
	if c.slice() < 1 {
		err = reason.Refuse("--slice", "speed.slice")
	}
	work, _, worked := c.work()
	for i := range fits {
		f := &fits[i]
		f.speed.limit = sizing.Binding(f.FitResult, sizing.Speed{})
		switch {
		case f.Verdict == sizing.DoesNotFit:
			continue
		case err != nil:
			f.speed.problem = err
			continue
		}
		speed, err := plan.On(f.Card)
		if err != nil {
			f.speed.problem = err
			continue
		}
		f.speed.Known = hardware.Know(speed)
		f.speed.limit = sizing.Binding(f.FitResult, speed)
		if worked {
			f.speed.take(work, job, f.Card)
		}
	}
}

// take works out how long work takes, at the speed or against the card that
// its hours are for.
func (s *cardSpeed) take(work sizing.Work, job sizing.Job, card hardware.Card, refs ...sizing.Reference) {
	var took sizing.Seconds
	if work.Unit == sizing.Hours {
		var d sizing.Duration
		d, s.problem = sizing.Time(job, work, card, refs...)
		took = d.Seconds
	} else {
		took, s.problem = s.Value.Time(work)
	}
	if s.problem == nil {
		s.time = hardware.Know(took)
	}
}

// speedJSON is the part of a fit that tells of speed. Tokens are trained or
// generated ones.
type speedJSON struct {
	PerSecond *float64 `json:"tokens_per_s"`
	Low       *float64 `json:"tokens_per_s_low"`
	High      *float64 `json:"tokens_per_s_high"`
	Images    *float64 `json:"images_per_s,omitempty"` // of a model that is looked up
	Limit     *string  `json:"limit"`
	Hours     *float64 `json:"hours"`
	HoursLow  *float64 `json:"hours_low"`
	HoursHigh *float64 `json:"hours_high"`
	Why       []string `json:"speed_reasons"`
}

func speedOf(say *text.Printer, f cardFit) speedJSON {
	out := speedJSON{Why: whySpeed(say, f)}
	if f.speed.OK && f.speed.Value.Unit == sizing.Images {
		out.Images = places(f.speed.Value.PerSecond.Likely, 3)
	} else if f.speed.OK {
		per := f.speed.Value.PerSecond
		out.PerSecond, out.Low, out.High = places(per.Likely, 3), places(per.Low, 3), places(per.High, 3)
	}
	if f.speed.limit != "" {
		limit := string(f.speed.limit)
		out.Limit = &limit
	}
	if t := f.speed.time; t.OK {
		out.Hours, out.HoursLow, out.HoursHigh = inHours(t.Value.Likely), inHours(t.Value.Low), inHours(t.Value.High)
	}
	return out
}

// whySpeed says how a speed came about, or why there is none.
func whySpeed(say *text.Printer, f cardFit) []string {
	why := []string{}
	if f.Verdict == sizing.DoesNotFit {
		why = append(why, say.Because(reason.Because{Rule: "speed_no_room"}))
	}
	if f.speed.OK {
		why = append(why, sentences(say, f.speed.Value.Why())...)
	}
	if f.speed.problem != nil {
		why = append(why, say.Problem(f.speed.problem))
	}
	return why
}

func places(v float64, n int) *float64 {
	v = math.Round(v*math.Pow10(n)) / math.Pow10(n)
	return &v
}

func hoursOf(seconds int64) float64 { return float64(seconds) / 3600 }

// inHours keeps the second.
func inHours(seconds int64) *float64 { return places(hoursOf(seconds), 4) }

// speedCells are the columns of speed, time and limit.
func (e *Env) speedCells(f cardFit) []string {
	say := e.Say
	cells := []string{"?", "", ""}
	if f.Verdict == sizing.DoesNotFit {
		cells[0] = "–"
	}
	if f.speed.OK && f.speed.Value.Unit != sizing.Tokens {
		cells[0] = say.Speed(f.speed.Value.Unit, f.speed.Value.PerSecond.Likely)
	} else if f.speed.OK {
		per := f.speed.Value.PerSecond
		cells[0] = say.T("cli.size.speed", "likely", figure(say, per.Likely), "low", figure(say, per.Low), "high", figure(say, per.High))
	}
	if t := f.speed.time; t.OK {
		cells[1] = say.T("cli.size.hours", "likely", figure(say, hoursOf(t.Value.Likely)), "low", figure(say, hoursOf(t.Value.Low)), "high", figure(say, hoursOf(t.Value.High)))
	}
	if f.speed.limit != "" {
		cells[2] = say.T("cli.size.limit", "limit", say.Term(f.speed.limit.Term()))
	}
	return cells
}

// figure shows as many decimals as an estimate deserves.
func figure(say *text.Printer, v float64) string {
	switch {
	case v >= 100:
		return say.Measure(v, 0)
	case v >= 1:
		return say.Measure(v, 1)
	}
	return say.Measure(v, 3)
}

// printSpeed says where the speed on one card comes from.
func (e *Env) printSpeed(f cardFit) {
	why := whySpeed(e.Say, f)
	if len(why) == 0 {
		return
	}
	_, _ = fmt.Fprintf(e.Stdout, "\n%s\n  %s\n", e.Say.T("cli.size.speed_on", "card", f.ID), strings.Join(why, "\n  "))
}
