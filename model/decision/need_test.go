package decision

import (
	"testing"
	"time"

	"cardhour/model/billing"
	"cardhour/model/hardware"
	"cardhour/model/sizing"
	"cardhour/model/task"
	"cardhour/model/trial"
)

// shelf knows three cards by name and as a list.
func shelf() Knowledge {
	know := twoCards()
	for _, name := range []string{"A100 80GB", "Half", "Dark"} {
		card, _ := know.Card(name)
		know.Cards = append(know.Cards, card)
	}
	small, _ := know.Card("A100 80GB")
	small.ID, small.MemoryGiB = "Small", hardware.Know(12.0)
	know.Cards = append(know.Cards, small)
	return know
}

func row(t *testing.T, r Result, card string) CardRow {
	t.Helper()
	for _, row := range r.Table {
		if row.Card.ID == card {
			return row
		}
	}
	t.Fatalf("no row for %s among %d", card, len(r.Table))
	return CardRow{}
}

func TestEveryCardIsHeldAgainstTheTaskInEachCount(t *testing.T) {
	d := fineTuning()
	d.Task.Work = task.Work{Unit: task.WorkTokens, Likely: dec("20000000")}
	r := Evaluate(d, cardQuotes(), shelf())
	if len(r.Table) != 4 {
		t.Fatalf("%d rows", len(r.Table))
	}
	fast := row(t, r, "A100 80GB")
	if fast.Best != 0 || fast.On[0].Fit.Verdict != sizing.Fits || fast.On[0].Hours == nil {
		t.Errorf("one is enough: %+v", fast)
	}
	if one, four := fast.On[0].Hours, fast.On[2].Hours; four == nil || four.Likely*2 > one.Likely || four.Likely*4 < one.Likely {
		t.Errorf("four cards take %+v, one takes %+v", four, one)
	}
	if c := find(t, r, "fast"); *c.Hours != *fast.On[0].Hours || c.Speed.PerSecond != fast.On[0].Speed.PerSecond || c.Fit.HeadroomGiB != fast.On[0].Fit.HeadroomGiB {
		t.Errorf("the quote says %+v, the table %+v", c.Hours, fast.On[0].Hours)
	}
	small := row(t, r, "Small")
	if small.On[0].Fit.Verdict != sizing.DoesNotFit || small.On[0].Hours != nil || small.Best == 0 {
		t.Errorf("where the job does not run it takes no time: %+v", small)
	}
	dark := row(t, r, "Dark")
	if dark.On[0].Speed != nil || dark.On[0].NoSpeed == nil || dark.On[0].Hours != nil || dark.On[0].Fit == nil {
		t.Errorf("nothing is known of its speed: %+v", dark.On[0])
	}
	if c, ok := r.BestOn("a100 80gb", 1); !ok || c.Quote.ID != "fast" {
		t.Errorf("the quote of the card: %+v", c.Quote)
	}
	if _, ok := r.BestOn("A100 80GB", 2); ok {
		t.Error("nobody quoted two of it")
	}
}

func TestHoursOnOneCardAreFewerOnSeveral(t *testing.T) {
	d := fineTuning()
	d.Task.Work.Card = "A100 80GB"
	r := Evaluate(d, Records{}, shelf())
	fast := row(t, r, "A100 80GB")
	if h := fast.On[0].Hours; h == nil || h.Likely != 8*billing.Hour || h.Basis != "" {
		t.Errorf("as stated: %+v", h)
	}
	if h := fast.On[1].Hours; h == nil || h.Likely >= 8*billing.Hour || h.Basis != sizing.Scaled {
		t.Errorf("on two: %+v", h)
	}
	d.Task.Work.Cards = 2
	fast = row(t, Evaluate(d, Records{}, shelf()), "A100 80GB")
	if h := fast.On[1].Hours; h == nil || h.Likely != 8*billing.Hour || h.Basis != "" {
		t.Errorf("stated for two: %+v", h)
	}
	if h := fast.On[0].Hours; h == nil || h.Likely <= 8*billing.Hour {
		t.Errorf("on one of them: %+v", h)
	}
}

// measuredRun saw a thousand tokens a second of the decision's job.
func measuredRun(d Decision, card string, perSecond string) trial.Run {
	return trial.Run{ID: "r" + perSecond, DecisionID: d.ID, Card: card, Cards: 1, At: map[trial.Event]time.Time{trial.PoweredOn: time.Unix(1_700_000_000, 0)},
		Speed: trial.Speed{PerSecond: dec(perSecond), Unit: sizing.Tokens, Job: d.Task.Job()}}
}

func TestASpeedSeenInARunReplacesTheEstimate(t *testing.T) {
	d := fineTuning()
	d.Task.Work = task.Work{Unit: task.WorkTokens, Likely: dec("36000000")}
	records := cardQuotes()
	records.Runs = []trial.Run{measuredRun(d, "A100 80GB", "1000")}
	r := Evaluate(d, records, shelf())
	fast, slow := find(t, r, "fast"), find(t, r, "slow")
	if fast.Hours == nil || fast.Hours.Likely != 10*billing.Hour || fast.Hours.Basis != sizing.Own || fast.Speed.Basis != sizing.Own {
		t.Errorf("measured there: %+v", fast.Hours)
	}
	if slow.Hours == nil || slow.Hours.Likely != 20*billing.Hour || slow.Hours.Basis != sizing.Scaled {
		t.Errorf("half as fast: %+v", slow.Hours)
	}

	newer := measuredRun(d, "A100 80GB", "2000")
	newer.At = map[trial.Event]time.Time{trial.PoweredOn: time.Unix(1_700_100_000, 0)}
	records.Runs = []trial.Run{newer, records.Runs[0]}
	if fast := find(t, Evaluate(d, records, shelf()), "fast"); fast.Hours.Likely != 5*billing.Hour {
		t.Errorf("the newest run counts: %+v", fast.Hours)
	}

	d.Task.Sequence = 4096
	if fast := find(t, Evaluate(d, records, shelf()), "fast"); fast.Hours.Basis != sizing.Estimated {
		t.Errorf("the speed of another job is none of this one: %+v", fast.Hours)
	}
}

func TestPicturesAreLookedUp(t *testing.T) {
	d := fineTuning()
	d.Task.Kind, d.Task.Method, d.Task.Model = task.Generation, sizing.Inference, "FLUX.1-dev"
	d.Task.Picture = task.Picture{Width: 1024, Height: 1024}
	know := shelf()
	run := sizing.VisualRun{Model: "FLUX.1-dev", Task: sizing.ImageGen, Precision: "bf16", WeightBits: 16, Width: 1024, Height: 1024, Batch: hardware.Know(1), Cards: 1, GiB: 34, Class: sizing.RunMeasured}
	know.Visual = []sizing.VisualRun{run}
	r := Evaluate(d, cardQuotes(), know)
	if r.Found == nil || r.Found.Likely.Value != 34 || r.Memory != nil || r.NoMemory != nil {
		t.Fatalf("%+v, %v", r.Found, r.NoMemory)
	}
	if c := find(t, r, "fast"); c.Fit == nil || c.Fit.Verdict != sizing.Fits || c.Hours == nil || !c.Ranked() {
		t.Errorf("%+v %+v", c.Fit, c.NotComparable)
	}
	if on := row(t, r, "Small").On[0]; on.Fit.Verdict != sizing.DoesNotFit {
		t.Errorf("34 GiB on 12: %+v", on.Fit)
	}

	film := run
	film.Task, film.Model, film.Frames, film.GiB = sizing.VideoGen, "Film-2B", hardware.Know(49), 18
	know.Visual = append(know.Visual, film)
	d.Task.Model = "Film-2B"
	if r := Evaluate(d, Records{}, know); r.Found == nil || r.Found.Wanted.Task != sizing.VideoGen || len(r.Found.Near) != 1 {
		t.Errorf("a model of films: %+v", r.Found)
	}

	d.Task.Kind, d.Task.Method, d.Task.Model = task.Detection, sizing.Full, "ResNet-50"
	d.Task.Work = task.Work{Unit: task.WorkImages, Likely: dec("1000000")}
	fast, _ := know.Card("A100 80GB")
	know.References = []sizing.Reference{{Model: "ResNet-50", Method: sizing.Full, Card: fast, Cards: 1, Unit: sizing.Images, PerSecond: 1000}}
	r = Evaluate(d, cardQuotes(), know)
	if c := find(t, r, "fast"); c.Hours == nil || c.Hours.Likely != 1000 || c.Hours.High <= 1000 || c.Hours.Basis != sizing.LookedUp || c.Out != nil {
		t.Errorf("a published speed: %+v", c.Hours)
	}
	if c := find(t, r, "slow"); c.Hours == nil || c.Hours.Likely != 2000 || c.Hours.High < 3900 {
		t.Errorf("by the peaks: %+v", c.Hours)
	}
}

func TestASpeechModelHasNoFormula(t *testing.T) {
	know := shelf()
	know.Model = func(id string) (hardware.Model, bool) { return hardware.Model{ID: id, Kind: hardware.ASR}, true }
	d := fineTuning()
	d.Task.Method, d.Task.Model = sizing.Inference, "whisper-large-v3"
	r := Evaluate(d, cardQuotes(), know)
	if r.NoMemory == nil || r.Memory != nil || r.Found != nil || r.Verdict.Winner == nil {
		t.Errorf("%+v, %v", r.Memory, r.NoMemory)
	}
}

// Work that no speed can be counted in takes unknown time, not none.
func TestWorkInAnotherUnitHasNoHours(t *testing.T) {
	d := fineTuning()
	d.Task.Work = task.Work{Unit: task.WorkImages, Likely: dec("1000")}
	r := Evaluate(d, cardQuotes(), shelf())
	for _, row := range r.Table {
		for i, on := range row.On {
			if on.Hours != nil {
				t.Errorf("%d × %s: %+v", Counts[i], row.Card.ID, on.Hours)
			}
		}
	}
	if c := find(t, r, "fast"); c.Hours != nil {
		t.Errorf("the quote: %+v", c.Hours)
	}
}

// Hours on a named card become hours on others by the peaks where nobody has
// published a speed.
func TestHoursOfPicturesAreScaledByThePeaks(t *testing.T) {
	d := fineTuning()
	d.Task.Kind, d.Task.Method, d.Task.Model, d.Task.Work.Card = task.Generation, sizing.Inference, "FLUX.1-dev", "A100 80GB"
	r := Evaluate(d, cardQuotes(), shelf())
	fast, slow, dark := find(t, r, "fast"), find(t, r, "slow"), find(t, r, "dark")
	if fast.Hours == nil || fast.Hours.Likely != 8*billing.Hour || !fast.Ranked() {
		t.Errorf("the card itself: %+v", fast.Hours)
	}
	if h := slow.Hours; h == nil || h.Likely != 16*billing.Hour || h.Low != 6*billing.Hour || h.High != 48*billing.Hour || !slow.Ranked() {
		t.Errorf("half the peak, half to twice as fast: %+v", h)
	}
	if dark.Ranked() || dark.NotComparable == nil || dark.NotComparable.Rule != "other_card" {
		t.Errorf("a card without a peak: %+v", dark.NotComparable)
	}
}

// A change that a card asks for makes the task what the change said, whatever
// was chosen before.
func TestATakenChangeIsWhatItPromised(t *testing.T) {
	know := shelf()
	for _, method := range sizing.Methods() {
		for _, o := range []sizing.Options{{}, {LoRARank: 64, Checkpointing: hardware.No}, {Split: sizing.SplitData, Prefill: sizing.PrefillWhole, Prompt: 1000}, {Optimizer: sizing.AdamW8bit}} {
			of := task.Task{Model: "Small-7B", Method: method, Precision: sizing.BF16, Sequence: 8192, Batch: 4, Options: o}
			job := needOf(of, know).over(2).job
			for _, c := range sizing.Changes(job.Request, know.Cards[3]) {
				if c.Kind == sizing.ChangeCards {
					continue
				}
				got := needOf(of.With(c), know).over(2)
				if got.memory == nil || got.memory.Likely != c.Estimate.Likely {
					t.Errorf("%s, %+v: %s makes %+v, not %.2f GiB", method, o, c.Kind, got.memory, c.Estimate.Likely)
				}
			}
		}
	}
}

// However the cards share the work, hours on some of them become hours on
// others by the speeds that the table shows.
func TestHoursAcrossCountsFollowTheTable(t *testing.T) {
	know := shelf()
	card := know.Cards[0]
	for _, method := range []sizing.Method{sizing.Inference, sizing.LoRA, sizing.Full} {
		for _, split := range []sizing.Split{sizing.SplitAuto, sizing.SplitData, sizing.SplitLayers} {
			n := needOf(task.Task{Model: "Small-7B", Method: method, Precision: sizing.BF16, Sequence: 4096, Batch: 4, Options: sizing.Options{Split: split}}, know)
			for _, from := range Counts {
				for _, to := range Counts {
					a, b := n.on(card, from, 1, nil), n.on(card, to, 1, nil)
					h, err := n.hours(task.Work{Likely: dec("10"), Card: card.ID, Cards: from}, card.ID, to, 1, b, know)
					if err != nil {
						t.Fatal(err)
					}
					want := 36000 * a.Speed.PerSecond.Likely / b.Speed.PerSecond.Likely
					if d := float64(h.Likely) - want; d < -2 || d > 2 {
						t.Errorf("%s, split %q: 10 h on %d are %d s on %d, not %.0f", method, split, from, h.Likely, to, want)
					}
				}
			}
		}
	}
}

// A speed in a unit that the work is not counted in does not hide the estimate.
func TestASpeedOfOtherWorkLeavesTheEstimate(t *testing.T) {
	d := fineTuning()
	d.Task.Work = task.Work{Unit: task.WorkTokens, Likely: dec("36000000")}
	records := cardQuotes()
	run := measuredRun(d, "A100 80GB", "3")
	run.Speed.Unit = sizing.Images
	records.Runs = []trial.Run{run}
	if c := find(t, Evaluate(d, records, shelf()), "fast"); c.Hours == nil || c.Hours.Basis != sizing.Estimated {
		t.Errorf("%+v, %+v", c.Hours, c.NotComparable)
	}
}

func TestQLoRATakesTheFormatThatWasChosen(t *testing.T) {
	know := shelf()
	for chosen, want := range map[sizing.Precision]sizing.Precision{"": sizing.NF4, sizing.BF16: sizing.NF4, sizing.NF4DQ: sizing.NF4DQ, "Q4_K_M": sizing.NF4} {
		n := needOf(task.Task{Model: "Small-7B", Method: sizing.QLoRA, Precision: chosen}, know)
		if n.request.Precision != want {
			t.Errorf("%q is computed as %s", chosen, n.request.Precision)
		}
	}
}

// What a run was seen to reach on a card goes before a speed that was stated
// for no card in particular; speed and hours never contradict each other.
func TestARunOnTheVeryCardGoesBeforeASpeedForAnyCard(t *testing.T) {
	d := fineTuning()
	d.Task.Work = task.Work{Unit: task.WorkTokens, Likely: dec("36000000"), PerSecond: dec("2500")}
	records := cardQuotes()
	records.Runs = []trial.Run{measuredRun(d, "A100 80GB", "1000")}
	r := Evaluate(d, records, shelf())
	for id, want := range map[string]struct {
		hours billing.Seconds
		speed float64
	}{"fast": {36000, 1000}, "slow": {14400, 2500}, "dark": {14400, 2500}} {
		c := find(t, r, id)
		if c.Hours == nil || c.Hours.Likely != want.hours || c.Speed == nil || c.Speed.PerSecond.Likely != want.speed {
			t.Errorf("%s: %+v at %+v", id, c.Hours, c.Speed)
		}
	}
	d.Task.Work.Card = "A100 80GB"
	if c := find(t, Evaluate(d, records, shelf()), "fast"); c.Hours.Likely != 14400 || c.Speed.PerSecond.Likely != 2500 {
		t.Errorf("a speed stated for the card itself: %+v at %+v", c.Hours, c.Speed)
	}
}
