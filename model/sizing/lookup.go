package sizing

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"cardhour/model/hardware"
	"cardhour/model/reason"
)

// VisualTask is a job whose memory follows no formula: it is looked up among
// runs that somebody has measured.
type VisualTask string

// The tasks.
const (
	ImageGen  VisualTask = "image-gen"
	ImageLoRA VisualTask = "image-lora"
	ImageFull VisualTask = "image-full"
	VideoGen  VisualTask = "video-gen"
	YOLOTrain VisualTask = "yolo-train"
)

// VisualTasks lists them for pickers.
func VisualTasks() []VisualTask {
	return []VisualTask{ImageGen, ImageLoRA, ImageFull, VideoGen, YOLOTrain}
}

// Method is what the task does with its model.
func (t VisualTask) Method() Method {
	switch t {
	case ImageLoRA:
		return LoRA
	case ImageFull, YOLOTrain:
		return Full
	}
	return Inference
}

// RunClass says what a figure is worth.
type RunClass string

// The classes.
const (
	RunMeasured   RunClass = "measured"
	RunPublished  RunClass = "published"
	RunUpperBound RunClass = "upper_bound" // it ran on a card of this size
)

// RunClasses lists them.
func RunClasses() []RunClass { return []RunClass{RunMeasured, RunPublished, RunUpperBound} }

// VisualRun is one run whose memory is on record.
type VisualRun struct {
	Model         string // known by name only
	ParamsB       hardware.Known[float64]
	Task          VisualTask
	Precision     string  // as the source puts it
	WeightBits    float64 // of one weight
	Width, Height int     // pixels
	Frames, Batch hardware.Known[int]
	Cards         int
	Card          string  // "" = not stated
	GiB           float64 // on one card
	Class         RunClass
	Conditions    string // as the source puts them
	Source        string
}

// Wanted is a job to look up; what is zero or empty is not stated.
type Wanted struct {
	Model                        string
	Task                         VisualTask
	Precision                    string
	Width, Height, Frames, Batch int
	Cards                        int
	Card                         string
	Stack                        hardware.Stack // the software that the job needs
}

// Found is the answer to a Wanted.
type Found struct {
	Wanted Wanted
	// Near are the runs of this model and task, the nearest first; the first
	// is the one whose figure is given. Empty: there is none.
	Near    []VisualRun
	Differs []reason.Because // how the nearest run differs from what is wanted

	// GiB on one card. An end that is not known stays so; all three are not
	// known when no run is near.
	Low, Likely, High hardware.Known[float64]
	Because           reason.Because
}

// Known reports whether a run is near enough to say anything.
func (f Found) Known() bool { return f.Likely.OK || f.High.OK || f.Low.OK }

// Smaller are the runs of the model and task on record that a card with so
// much usable memory holds with room to spare, the largest first, each format
// once.
func (f Found) Smaller(usable hardware.Known[float64]) []VisualRun {
	if !usable.OK {
		return nil
	}
	var list []VisualRun
	for _, r := range f.Near {
		again := slices.ContainsFunc(list, func(o VisualRun) bool { return o.Precision == r.Precision && o.Conditions == r.Conditions })
		if r.GiB*(1+runSpread) <= usable.Value && r.Class != RunUpperBound && !again {
			list = append(list, r)
		}
	}
	slices.SortStableFunc(list, func(a, b VisualRun) int { return cmp.Compare(b.GiB, a.GiB) })
	return list
}

// How far a run may be from what is wanted to count as near, and how much two
// runs of the same settings may lie apart.
const (
	nearWork  = 4.0  // times the pixels × frames × sequences
	nearBits  = 2.0  // times the bits of a weight
	sameBits  = 1.1  // int8 with and without scales
	runSpread = 0.10 // around a single run
	otherWord = 0.05 // distance of a run with another name for its precision; doublings
	otherCard = 0.1  // distance of a run on another card
	otherSize = 0.5  // distance of a run on another number of cards
	notStated = 0.5  // distance of a run that does not state its batch or frames
	weakClass = 0.2  // distance of a figure that was published, not measured
)

// LookUp finds the runs nearest to w and what they say of its memory. No
// formula is pretended: the ends hold as long as memory grows with pixels,
// frames, batch and bits, and no faster than in proportion to them.
func LookUp(runs []VisualRun, w Wanted) (Found, error) {
	if err := w.check(); err != nil {
		return Found{}, err
	}
	f := Found{Wanted: w}
	var models []string
	for _, r := range runs {
		if r.Task != w.Task {
			continue
		}
		if sameModel(r.Model, w.Model) {
			f.Near = append(f.Near, r)
		} else if !slices.Contains(models, r.Model) {
			models = append(models, r.Model)
		}
	}
	task, model := reason.Name("task", w.Task.Term()), reason.Word("model", w.Model)
	if len(f.Near) == 0 {
		f.Because = because("lookup_none", model, task, reason.Word("models", strings.Join(models, ", ")))
		return f, nil
	}
	slices.SortStableFunc(f.Near, func(a, b VisualRun) int { return cmp.Compare(w.against(a).distance, w.against(b).distance) })
	nearest := f.Near[0]
	d := w.against(nearest)
	f.Differs = d.differs
	if !d.near {
		f.Because = because("lookup_too_far", model, gib("gib", nearest.GiB))
		return f, nil
	}
	f.span(d)
	return f, nil
}

// span fills the ends from the runs that match, or else from all near ones.
func (f *Found) span(d difference) {
	nearest := f.Near[0]
	var same []float64
	for _, r := range f.Near {
		if other := f.Wanted.against(r); other.same && other.reworded == d.reworded && r.Class != RunUpperBound {
			same = append(same, r.GiB)
		}
	}
	switch {
	case len(same) > 0:
		likely := middle(same)
		f.Likely = hardware.Know(likely)
		f.Low = hardware.Know(min(slices.Min(same), likely*(1-runSpread)))
		f.High = hardware.Know(max(slices.Max(same), likely*(1+runSpread)))
		f.Because = because("lookup_same", reason.Int("runs", reason.Count, int64(len(same))))
	case nearest.Class == RunUpperBound:
		f.High = hardware.Know(nearest.GiB * d.high)
		f.Because = because("lookup_at_most", gib("gib", nearest.GiB))
	case d.open:
		f.Likely = hardware.Know(nearest.GiB)
		f.Because = because("lookup_not_stated", gib("gib", nearest.GiB))
	default:
		f.Likely = hardware.Know(nearest.GiB)
		f.Low, f.High = d.ends(nearest)
		f.narrow()
		f.Because = because("lookup_near", gib("gib", nearest.GiB))
	}
}

// narrow takes the ends of other near runs where they agree with the nearest.
func (f *Found) narrow() {
	for _, r := range f.Near[1:] {
		d := f.Wanted.against(r)
		if !d.near || d.open {
			continue
		}
		low, high := d.ends(r)
		if low.OK && low.Value > f.Low.Value && low.Value <= f.Likely.Value {
			f.Low = low
		}
		if high.Value < f.High.Value && high.Value >= f.Likely.Value {
			f.High = high
		}
	}
}

func (w Wanted) check() error {
	if !oneOf(w.Task, VisualTasks()) {
		return unknownChoice("task", string(w.Task))
	}
	for field, n := range map[string]int{"width": w.Width, "height": w.Height, "frames": w.Frames, "batch": w.Batch, "cards": w.Cards} {
		if n < 0 || n > maxBatch {
			return reason.Refuse(field, "number.out_of_range", reason.Int("min", reason.Count, 0),
				reason.Int("max", reason.Count, maxBatch))
		}
	}
	if w.Precision != "" && weightBits(w.Precision) == 0 {
		return unknownChoice("precision", w.Precision)
	}
	return nil
}

// difference is how a run lies to what is wanted.
type difference struct {
	distance  float64
	differs   []reason.Because
	near      bool
	same      bool    // in all that decides on memory
	reworded  bool    // its precision has another name
	open      bool    // something that decides is not stated by the run
	low, high float64 // what the run's figure is multiplied by for each end
}

func (d *difference) differ(distance float64, rule string, args ...reason.Arg) {
	d.distance += distance
	d.differs = append(d.differs, because(rule, args...))
}

// against compares a run with what is wanted.
func (w Wanted) against(r VisualRun) difference {
	d := difference{same: true}
	work := d.pixels(w, r) * d.number("lookup_batch", because("lookup_batch_open"), w.Batch, r.Batch) *
		d.number("lookup_frames", because("lookup_frames_open"), w.Frames, r.Frames)
	bits := 1.0
	if w.Precision != "" && !strings.EqualFold(w.Precision, r.Precision) {
		bits = weightBits(w.Precision) / r.WeightBits
		if bits < sameBits && bits > 1/sameBits {
			bits = 1
		}
		d.reworded = true
		d.differ(otherWord+math.Abs(math.Log2(bits)), "lookup_precision", reason.Word("wanted", w.Precision), reason.Word("taken", r.Precision))
	}
	spread := 1.0
	if cards := max(w.Cards, 1); cards != r.Cards {
		spread = float64(r.Cards) / float64(cards)
		d.differ(otherSize, "lookup_cards", reason.Int("wanted", reason.Count, int64(cards)), reason.Int("taken", reason.Count, int64(r.Cards)))
	}
	if w.Card != "" && r.Card != "" && !hardware.Same(w.Card, r.Card) {
		d.differ(otherCard, "lookup_card", reason.Word("taken", r.Card))
	}
	if r.Class != RunMeasured {
		d.distance += weakClass
	}
	d.low, d.high = 1, 1
	for _, ratio := range []float64{work, bits, spread} {
		d.same = d.same && ratio == 1
		d.low, d.high = d.low*min(1, ratio), d.high*max(1, ratio)
	}
	d.same = d.same && !d.open
	d.near = within2(work, nearWork) && within2(bits, nearBits) && within2(spread, nearWork)
	return d
}

// within2 reports whether a ratio lies between 1/limit and limit.
func within2(ratio, limit float64) bool { return ratio <= limit && ratio >= 1/limit }

func (d *difference) pixels(w Wanted, r VisualRun) float64 {
	if w.Width == 0 || w.Height == 0 || w.Width == r.Width && w.Height == r.Height || w.Width == r.Height && w.Height == r.Width {
		return 1
	}
	ratio := float64(w.Width) * float64(w.Height) / (float64(r.Width) * float64(r.Height))
	d.differ(math.Abs(math.Log2(ratio)), "lookup_resolution", reason.Word("taken", fmt.Sprintf("%d×%d", r.Width, r.Height)))
	return ratio
}

// number compares a count; rule is for another count, open for none.
func (d *difference) number(rule string, open reason.Because, wanted int, r hardware.Known[int]) float64 {
	switch {
	case wanted == 0 || r.OK && r.Value == wanted:
		return 1
	case !r.OK:
		d.open = true
		d.distance += notStated
		d.differs = append(d.differs, open)
		return 1
	}
	ratio := float64(wanted) / float64(r.Value)
	d.differ(math.Abs(math.Log2(ratio)), rule, reason.Int("wanted", reason.Count, int64(wanted)), reason.Int("taken", reason.Count, int64(r.Value)))
	return ratio
}

// ends are what a run says of both ends.
func (d difference) ends(r VisualRun) (low, high hardware.Known[float64]) {
	if r.Class == RunUpperBound {
		return low, hardware.Know(r.GiB * d.high)
	}
	return hardware.Know(r.GiB * d.low * (1 - runSpread)), hardware.Know(r.GiB * d.high * (1 + runSpread))
}

func middle(values []float64) float64 {
	v := slices.Sorted(slices.Values(values))
	return (v[(len(v)-1)/2] + v[len(v)/2]) / 2
}

// sameModel compares names; one may go on after a dash ("SDXL-base" and
// "SDXL-base-1.0").
func sameModel(a, b string) bool {
	a, b = strings.ToLower(strings.TrimSpace(a)), strings.ToLower(strings.TrimSpace(b))
	return hardware.Same(a, b) || b != "" && (strings.HasPrefix(a, b+"-") || strings.HasPrefix(b, a+"-"))
}

// weightBits reads the bits of a weight from the word for a precision; 0 when
// it names none.
func weightBits(word string) float64 {
	if p, ok := ParsePrecision(word); ok {
		return 8 * formats[p].bytes
	}
	word = strings.ToLower(word)
	for _, bits := range []struct {
		word string
		bits float64
	}{
		{"fp32", 32}, {"tf32", 32}, {"32bit", 32}, {"q8", 8.5}, {"q4_1", 5}, {"q4", 4.5}, {"fp8", 8}, {"int8", 8}, {"8bit", 8}, {"8-bit", 8},
		{"int4", 4}, {"nf4", 4}, {"4bit", 4}, {"4-bit", 4}, {"fp4", 4}, {"bf16", 16}, {"fp16", 16}, {"16bit", 16}, {"amp", 16},
	} {
		if strings.Contains(word, bits.word) {
			return bits.bits
		}
	}
	return 0
}

// Term is "visual_" + name.
func (t VisualTask) Term() string { return "visual_" + string(t) }

// Term is "run_" + name.
func (c RunClass) Term() string { return "run_" + string(c) }

// FitFound holds what was looked up against a share of a card. Without a high end no
// card is said to be large enough.
func FitFound(f Found, card hardware.Card, share float64) FitResult {
	sliced := share > 0 && share < 1
	if sliced {
		card.MemoryGiB.Value *= share
	}
	out := f.memory(card)
	out.stack(&Request{Stack: f.Wanted.Stack}, &card)
	if sliced {
		out.slice(card, share)
	}
	return out
}

func (f Found) memory(card hardware.Card) FitResult {
	var out FitResult
	if !card.MemoryGiB.OK {
		out.because("fit_memory_not_known", reason.Word("card", card.ID))
		out.Verdict = NotKnown
		return out
	}
	usable := usableShare * card.MemoryGiB.Value
	out.UsableGiB = hardware.Know(usable)
	if f.Likely.OK {
		out.HeadroomGiB = hardware.Know(usable - f.Likely.Value)
	}
	room := []reason.Arg{gib("usable", usable), gib("card", card.MemoryGiB.Value)}
	switch {
	case f.High.OK && f.High.Value <= usable:
		out.Verdict = Fits
		out.because("fit_lookup_enough", append(room, gib("high", f.High.Value))...)
	case f.Low.OK && f.Low.Value > card.MemoryGiB.Value:
		out.Verdict = DoesNotFit
		out.because("fit_memory_short", append(room, gib("low", f.Low.Value))...)
	case f.Low.OK && f.High.OK:
		out.Verdict = Tight
		out.because("fit_memory_tight", append(room, gib("low", f.Low.Value), gib("high", f.High.Value))...)
	case f.High.OK && f.High.Value <= card.MemoryGiB.Value:
		out.Verdict = Tight
		out.because("fit_lookup_ran", append(room, gib("high", f.High.Value))...)
	default:
		out.Verdict = NotKnown
		out.because("fit_lookup_not_known", room...)
	}
	return out
}
