package sizing

import (
	"errors"
	"slices"
	"testing"

	"cardhour/model/hardware"
	"cardhour/model/reason"
)

// visualRuns are made up, so that each rule can be seen alone.
var visualRuns = []VisualRun{
	{Model: "Painter-1.0", Task: ImageGen, Precision: "bf16", WeightBits: 16, Width: 1024, Height: 1024, Batch: hardware.Know(1), Cards: 1, Card: "A100", GiB: 30, Class: RunMeasured},
	{Model: "Painter-1.0", Task: ImageGen, Precision: "bnb-8bit", WeightBits: 8, Width: 1024, Height: 1024, Batch: hardware.Know(1), Cards: 1, GiB: 18, Class: RunMeasured},
	{Model: "Painter-1.0", Task: ImageGen, Precision: "GGUF Q8_0", WeightBits: 8.5, Width: 1024, Height: 1024, Batch: hardware.Know(1), Cards: 1, GiB: 20, Class: RunMeasured},
	{Model: "Painter-1.0", Task: ImageLoRA, Precision: "bf16", WeightBits: 16, Width: 512, Height: 512, Batch: hardware.Know(2), Cards: 1, GiB: 24, Class: RunUpperBound},
	{Model: "Film-2B", Task: VideoGen, Precision: "fp16", WeightBits: 16, Width: 720, Height: 480, Frames: hardware.Know(48), Batch: hardware.Know(1), Cards: 1, GiB: 12, Class: RunPublished},
	{Model: "Finder-s", Task: YOLOTrain, Precision: "amp fp16", WeightBits: 16, Width: 640, Height: 640, Cards: 1, GiB: 5, Class: RunMeasured},
}

func lookedUp(t *testing.T, w Wanted) Found {
	t.Helper()
	f, err := LookUp(visualRuns, w)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func TestLookUp(t *testing.T) {
	gibs := func(v ...float64) [3]float64 { return [3]float64(v) }
	const no = -1 // not known
	for name, c := range map[string]struct {
		w    Wanted
		want [3]float64 // low, likely, high
		rule string
		not  []string // how the run differs
	}{
		"the same run": {Wanted{Model: "Painter-1.0", Task: ImageGen, Precision: "bf16", Width: 1024, Height: 1024, Batch: 1}, gibs(27, 30, 33), "lookup_same", nil},
		"two runs of the same bits": {Wanted{Model: "painter", Task: ImageGen, Precision: "int8", Width: 1024, Height: 1024, Batch: 1},
			gibs(17.1, 19, 20.9), "lookup_same", []string{"lookup_precision"}},
		"on another card": {Wanted{Model: "Painter-1.0", Task: ImageGen, Precision: "bf16", Card: "RTX 4090 24GB"}, gibs(27, 30, 33), "lookup_same", []string{"lookup_card"}},
		"twice the batch": {Wanted{Model: "Painter-1.0", Task: ImageGen, Precision: "bf16", Width: 1024, Height: 1024, Batch: 2}, gibs(27, 30, 66), "lookup_near", []string{"lookup_batch"}},
		"a quarter of the pixels, ends of other runs": {Wanted{Model: "Painter-1.0", Task: ImageGen, Precision: "bf16", Width: 512, Height: 512, Batch: 1},
			gibs(7.5*0.9, 30, 33), "lookup_near", []string{"lookup_resolution"}},
		"too many pixels":                     {Wanted{Model: "Painter-1.0", Task: ImageGen, Precision: "bf16", Width: 4096, Height: 4096}, gibs(no, no, no), "lookup_too_far", []string{"lookup_resolution"}},
		"an upper bound":                      {Wanted{Model: "Painter-1.0", Task: ImageLoRA, Precision: "bf16", Width: 512, Height: 512, Batch: 1}, gibs(no, no, 24), "lookup_at_most", []string{"lookup_batch"}},
		"half the frames":                     {Wanted{Model: "Film-2B", Task: VideoGen, Precision: "fp16", Frames: 24}, gibs(6*0.9, 12, 12*1.1), "lookup_near", []string{"lookup_frames"}},
		"turned on its side":                  {Wanted{Model: "Film-2B", Task: VideoGen, Width: 480, Height: 720, Frames: 48}, gibs(10.8, 12, 13.2), "lookup_same", nil},
		"a batch that the run does not state": {Wanted{Model: "Finder-s", Task: YOLOTrain, Width: 640, Height: 640, Batch: 16}, gibs(no, 5, no), "lookup_not_stated", []string{"lookup_batch_open"}},
		"over two cards":                      {Wanted{Model: "Film-2B", Task: VideoGen, Cards: 2}, gibs(5.4, 12, 13.2), "lookup_near", []string{"lookup_cards"}},
		"another model":                       {Wanted{Model: "Finder-x", Task: YOLOTrain}, gibs(no, no, no), "lookup_none", nil},
		"another task":                        {Wanted{Model: "Painter-1.0", Task: ImageFull}, gibs(no, no, no), "lookup_none", nil},
	} {
		f := lookedUp(t, c.w)
		for i, end := range []hardware.Known[float64]{f.Low, f.Likely, f.High} {
			if end.OK != (c.want[i] != no) {
				t.Errorf("%s: end %d is %+v, want %v", name, i, end, c.want[i])
			} else if end.OK {
				about(t, name, end.Value, c.want[i])
			}
		}
		var differs []string
		for _, b := range f.Differs {
			differs = append(differs, b.Rule)
		}
		if f.Because.Rule != c.rule || !slices.Equal(differs, c.not) || f.Known() == (c.want == gibs(no, no, no)) {
			t.Errorf("%s: %s %v, want %s %v", name, f.Because.Rule, differs, c.rule, c.not)
		}
	}
}

func TestTheEndsOfOtherRunsNarrowTheRange(t *testing.T) {
	f := lookedUp(t, Wanted{Model: "Painter-1.0", Task: ImageGen, Precision: "bf16", Width: 1024, Height: 1024, Batch: 3})
	about(t, "high", f.High.Value, 99) // 3 × 30 and a tenth; from the 8-bit runs it would be 118.8 and more
	f = lookedUp(t, Wanted{Model: "Painter-1.0", Task: ImageGen, Precision: "fp8", Width: 1024, Height: 512, Batch: 1})
	if f.Near[0].Precision != "bnb-8bit" || f.High.Value > 18*1.1+1e-9 || f.Low.Value < 9*0.9 {
		t.Errorf("%+v", f)
	}
}

func TestLookUpRefuses(t *testing.T) {
	for rule, w := range map[string]Wanted{
		"choice.unknown":      {Model: "Film-2B", Task: "dreaming"},
		"number.out_of_range": {Model: "Film-2B", Task: VideoGen, Frames: -1},
	} {
		var p *reason.Problem
		if _, err := LookUp(visualRuns, w); !errors.As(err, &p) || p.Rule != rule {
			t.Errorf("%s: %v", rule, err)
		}
	}
	if _, err := LookUp(visualRuns, Wanted{Model: "Film-2B", Task: VideoGen, Precision: "finest"}); err == nil {
		t.Error("a precision that is none must be refused")
	}
}

func TestWhatWasLookedUpIsHeldAgainstACard(t *testing.T) {
	at := func(low, likely, high float64) Found {
		end := func(v float64) hardware.Known[float64] { return hardware.Known[float64]{Value: v, OK: v > 0} }
		return Found{Low: end(low), Likely: end(likely), High: end(high)}
	}
	for name, c := range map[string]struct {
		f    Found
		gib  float64
		want Verdict
		rule string
	}{
		"the high end fits":        {at(18, 20, 22), 24, Fits, "fit_lookup_enough"},
		"between the ends":         {at(18, 20, 23), 24, Tight, "fit_memory_tight"},
		"the low end does not":     {at(25, 26, 27), 24, DoesNotFit, "fit_memory_short"},
		"no high end":              {at(0, 5, 0), 24, NotKnown, "fit_lookup_not_known"},
		"nothing":                  {at(0, 0, 0), 24, NotKnown, "fit_lookup_not_known"},
		"it ran on as large a one": {at(0, 0, 24), 24, Tight, "fit_lookup_ran"},
		"a bound beyond the card":  {at(0, 0, 24), 16, NotKnown, "fit_lookup_not_known"},
	} {
		f := FitFound(c.f, card(c.gib), 1)
		if f.Verdict != c.want || f.Reasons[0].Rule != c.rule {
			t.Errorf("%s: %+v", name, f)
		}
	}
	if f := FitFound(at(1, 2, 3), hardware.Card{ID: "blank"}, 1); f.Verdict != NotKnown || f.HeadroomGiB.OK {
		t.Errorf("%+v", f)
	}
}
