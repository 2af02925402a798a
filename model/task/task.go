// Package task is step 1: what the person wants done, in one sentence, and
// the usage that follows from it.
//
// It owns the kinds of task, the amount of work, the defaults of usage per
// kind, and which answers the sentence needs. It must not know prices,
// platforms, memory formulas or languages.
package task

import (
	"github.com/govalues/decimal"

	"cardhour/model/billing"
	"cardhour/model/hardware"
	"cardhour/model/money"
	"cardhour/model/reason"
	"cardhour/model/sizing"
)

// Kind is a kind of task.
type Kind string

// The kinds. The zero value is "not said yet".
const (
	Experiment Kind = "experiment"
	FineTuning Kind = "fine_tuning"
	Training   Kind = "pre_training"
	Service    Kind = "inference_service"
	Batch      Kind = "batch_inference"
	Generation Kind = "generation"
	Detection  Kind = "detection"
	LocalChat  Kind = "local_chat"
	CPUToGPU   Kind = "cpu_to_gpu"
)

// Kinds lists all of them in the order they are offered.
var Kinds = []Kind{Experiment, FineTuning, Training, Service, Batch, Generation, Detection, LocalChat, CPUToGPU}

// WorkUnit is what an amount of work is counted in.
type WorkUnit string

// The units. Hours are hours that the card works on the task; the others need
// a speed to become hours.
const (
	WorkHours    WorkUnit = "hours"
	WorkTokens   WorkUnit = "tokens"
	WorkSteps    WorkUnit = "steps"
	WorkImages   WorkUnit = "images"
	WorkRequests WorkUnit = "requests"
)

// WorkUnits lists all of them.
var WorkUnits = []WorkUnit{WorkHours, WorkTokens, WorkSteps, WorkImages, WorkRequests}

// Work is an amount of work with its spread. Likely decides; Low and High are
// optional and stand for Likely when zero.
type Work struct {
	Unit              WorkUnit
	Low, Likely, High decimal.Decimal
	PerSecond         decimal.Decimal // measured speed, for units other than hours
	Card              string          // the card that hours or speed are for; empty: any, taken as equally fast
	Cards             int             // how many of Card; 0 is one
}

// InHours reports whether the amount is the time itself.
func (w Work) InHours() bool { return w.Unit == WorkHours || w.Unit == "" }

// HoldsOn reports whether the stated hours or speed hold as they are on so
// many of a card.
func (w Work) HoldsOn(card string, cards int) bool {
	return w.Card == "" || hardware.Same(w.Card, card) && max(w.Cards, 1) == max(cards, 1)
}

// Check refuses amounts that are out of order.
func (w Work) Check() error {
	if low, high := w.At(Low), w.At(High); low.Cmp(w.Likely) > 0 || w.Likely.Cmp(high) > 0 {
		return reason.Refuse("", "work.order")
	}
	return nil
}

// Task is step 1 as far as it is filled in.
type Task struct {
	Kind          Kind
	Model         string // id in the catalogue, or the user's own words
	Method        sizing.Method
	Precision     sizing.Precision
	Sequence      int // tokens
	Batch         int // sequences at once; images at once
	Picture       Picture
	Options       sizing.Options // how it is run, as far as that is chosen
	Work          Work
	AlwaysOn      hardware.Answer
	Interruptible hardware.Answer
	Sensitive     hardware.Answer // data may not leave a trusted platform
	Stack         hardware.Stack  // that the programs are made for; "" where it does not matter
	Plan          Plan
}

// Picture is the size of what is generated or trained on, in pixels; Frames of
// a video. Zero is not stated.
type Picture struct {
	Width, Height, Frames int
}

// Plan is the part of usage beside the work itself: pre-filled per kind of
// task, all of it editable. Two plans can be compared.
type Plan struct {
	Sessions    int
	StartsAt    billing.Clock   // when a session starts, if that is told
	Queue       billing.Seconds // from the order to power-on, per session
	Boot        billing.Seconds // from power-on to usable, per session
	SetUp       billing.Seconds // per session, card running
	Idle        billing.Seconds // per session
	CPUMode     billing.Seconds // over all starts without card
	CPUSessions int
	Prepare     billing.Seconds // trying out and cleaning data, before the work: as long on any card
	PrepareDays int             // calendar days that this takes
	DataDays    int             // calendar days that data stays while the work goes on
	KeepDays    int             // days it is kept afterwards, everything stopped
	Between     billing.Verb    // what is done between sessions and after the last

	SystemDisk, DataDisk, FileStorage, ObjectStorage, Image, Snapshot decimal.Decimal // GB

	OutGB, InGB decimal.Decimal // public traffic
	InternalGB  decimal.Decimal // between services of the platform
	FixedIPs    int

	Checkpoint      billing.Seconds // between two checkpoints; 0: none are written
	CheckpointWrite billing.Seconds // time to write one
	Restart         billing.Seconds // from a reclaim until work goes on

	MyTime billing.MyTime
}

func (p *Plan) gb(item billing.Item) decimal.Decimal {
	switch item {
	case billing.SystemDisk:
		return p.SystemDisk
	case billing.DataDisk:
		return p.DataDisk
	case billing.FileStorage:
		return p.FileStorage
	case billing.ObjectStorage:
		return p.ObjectStorage
	case billing.Image:
		return p.Image
	case billing.Snapshot:
		return p.Snapshot
	}
	return decimal.Zero
}

// Point is one of the three amounts of work.
type Point uint8

// Low, Likely and High amounts.
const (
	Low Point = iota
	Likely
	High
)

// At returns the amount of work at a point.
func (w Work) At(p Point) decimal.Decimal {
	switch {
	case p == Low && w.Low.IsPos():
		return w.Low
	case p == High && w.High.IsPos():
		return w.High
	}
	return w.Likely
}

// Time returns the hours of work at a point as whole seconds. It refuses work
// that is not stated and units without a measured speed.
func (w Work) Time(p Point) (billing.Seconds, error) {
	amount := w.At(p)
	if !amount.IsPos() {
		return 0, reason.Refuse("work", "work.missing")
	}
	if err := w.Check(); err != nil {
		return 0, err
	}
	switch {
	case w.InHours():
		seconds, err := billing.SecondsOf(amount)
		if err != nil {
			return 0, reason.Refuse("work", "time.too_long")
		}
		return seconds, nil
	case !w.PerSecond.IsPos():
		return 0, reason.Refuse("work.speed", "work.speed_missing", reason.Name("unit", "work_"+string(w.Unit)))
	}
	var c money.Calc
	whole, _, ok := c.MulQuo(w.PerSecond, amount, decimal.One).Ceil(0).Int64(0)
	if c.Err() != nil || !ok {
		return 0, reason.Refuse("work", "time.too_long")
	}
	return billing.Seconds(whole), nil
}

// Usage returns what the task asks of a platform at a point. The day that the
// work is done is left open: the task does not know it.
func (t Task) Usage(p Point) (billing.Usage, error) {
	useful, err := t.Work.Time(p)
	if err != nil {
		return billing.Usage{}, err
	}
	return t.UsageOf(useful)
}

// UsageOf is Usage for work that takes so long. Its preparation comes on top:
// where all is done on one card, that is as useful as the work.
func (t Task) UsageOf(useful billing.Seconds) (billing.Usage, error) {
	plan := t.Plan
	u := billing.Usage{
		Useful: useful + plan.Prepare, Sessions: max(plan.Sessions, 1), Starts: plan.StartsAt,
		Queue: plan.Queue, Boot: plan.Boot, SetUp: plan.SetUp, Idle: plan.Idle,
		CPUMode: plan.CPUMode, CPUSessions: plan.CPUSessions,
		DataStay: billing.Seconds(plan.DataDays+plan.PrepareDays) * billing.Day, KeepDays: plan.KeepDays, Between: plan.Between,
		OutGB: plan.OutGB, InGB: plan.InGB, InternalGB: plan.InternalGB, FixedIPs: plan.FixedIPs,
		Checkpoint: plan.Checkpoint, CheckpointWrite: plan.CheckpointWrite, Restart: plan.Restart,
		MyTime: plan.MyTime,
	}
	for _, item := range billing.Items {
		if gb := plan.gb(item); gb.IsPos() {
			u.Stored = append(u.Stored, billing.Stored{Item: item, GB: gb})
		}
	}
	if u.CPUMode > 0 {
		u.CPUSessions = max(u.CPUSessions, 1)
	}
	if found := u.Check(); len(found) > 0 {
		return billing.Usage{}, found[0]
	}
	return u, u.CheckStay()
}

// Missing lists the answers without which there is no sentence, in the order
// they are asked.
func (t Task) Missing() []string {
	var missing []string
	if t.Kind == "" {
		missing = append(missing, "kind")
	}
	if t.Model == "" {
		missing = append(missing, "model")
	}
	if !t.Work.Likely.IsPos() {
		missing = append(missing, "work")
	}
	if t.AlwaysOn == hardware.NotKnown {
		missing = append(missing, "always_on")
	}
	return missing
}

// Sentence returns the task in one sentence; false while an answer is missing.
func (t Task) Sentence() (reason.Because, bool) {
	if len(t.Missing()) > 0 {
		return reason.Because{}, false
	}
	rule := "sentence." + string(t.Kind)
	if t.AlwaysOn == hardware.Yes {
		rule += ".on"
	}
	unit := t.Work.Unit
	if unit == "" {
		unit = WorkHours
	}
	return reason.Because{Rule: rule, Args: []reason.Arg{
		reason.Word("model", t.Model), reason.Name("method", "method_"+string(t.Method)),
		reason.Num("amount", reason.Count, t.Work.Likely), reason.Name("unit", "work_"+string(unit)),
	}}, true
}

// WithKind returns t as another kind of task. What the user has not changed
// from the old kind's defaults becomes the new kind's.
func (t Task) WithKind(k Kind) Task {
	before, after := Defaults(t.Kind), Defaults(k)
	untouched := t.Plan == before.Plan || t.Plan == Plan{}
	if untouched {
		t.Plan = after.Plan
	}
	if t.Method == before.Method || t.Method == "" {
		t.Method = after.Method
	}
	if t.AlwaysOn == before.AlwaysOn {
		t.AlwaysOn = after.AlwaysOn
	}
	if t.Interruptible == before.Interruptible {
		t.Interruptible = after.Interruptible
	}
	if t.Sequence == before.Sequence || t.Sequence == 0 {
		t.Sequence = after.Sequence
	}
	if t.Batch == before.Batch || t.Batch == 0 {
		t.Batch = after.Batch
	}
	if t.Precision == before.Precision || t.Precision == "" {
		t.Precision = after.Precision
	}
	t.Kind = k
	return t
}
