package task

import (
	"github.com/govalues/decimal"

	"cardhour/model/billing"
	"cardhour/model/hardware"
	"cardhour/model/sizing"
)

// Defaults returns what a kind of task usually asks for. The figures are
// starting points for a form, not facts: a set-up of a quarter to half an
// hour assumes a ready-made image (the guides behind the catalogue report
// 5–10 minutes with one and 1–2 hours without), and 30 GB is a 7B model with
// its data set. Nor are a checkpoint every half hour that takes a minute to
// write, for kinds that train, and five minutes until work goes on after a
// reclaim: who knows better types it in. Boot, queue and everything else start
// at nothing.
func Defaults(k Kind) Task {
	gb := func(n int64) decimal.Decimal { return decimal.MustNew(n, 0) }
	minutes := func(n int64) billing.Seconds { return billing.Seconds(n) * billing.Minute }
	base := Task{Kind: k, Method: sizing.Inference, Precision: sizing.BF16, Sequence: 2048, Batch: 1, Work: Work{Unit: WorkHours}}
	switch k {
	case Experiment:
		base.AlwaysOn, base.Interruptible = hardware.No, hardware.Yes
		base.Plan = Plan{Sessions: 1, SetUp: minutes(15), Idle: minutes(10), DataDays: 1, DataDisk: gb(20), InGB: gb(15)}
	case FineTuning:
		base.Method = sizing.LoRA
		base.AlwaysOn, base.Interruptible = hardware.No, hardware.Yes
		base.Plan = Plan{Sessions: 1, SetUp: minutes(30), Idle: minutes(15), DataDays: 2, DataDisk: gb(30), InGB: gb(20), OutGB: gb(1)}
	case Training:
		base.Method = sizing.Full
		base.AlwaysOn, base.Interruptible = hardware.No, hardware.Yes
		base.Plan = Plan{Sessions: 1, SetUp: minutes(60), Idle: minutes(30), DataDays: 7, KeepDays: 7, DataDisk: gb(200), InGB: gb(100), OutGB: gb(10)}
	case Service:
		base.AlwaysOn, base.Interruptible = hardware.Yes, hardware.No
		base.Sequence, base.Batch = 8192, 8
		base.Plan = Plan{Sessions: 1, SetUp: minutes(30), DataDays: 30, DataDisk: gb(50), InGB: gb(30), OutGB: gb(20)}
	case Batch:
		base.AlwaysOn, base.Interruptible = hardware.No, hardware.Yes
		base.Batch = 8
		base.Plan = Plan{Sessions: 1, SetUp: minutes(20), Idle: minutes(10), DataDays: 1, DataDisk: gb(30), InGB: gb(20), OutGB: gb(5)}
	case Generation:
		base.AlwaysOn, base.Interruptible = hardware.No, hardware.Yes
		base.Precision, base.Sequence = "", 0 // looked up, and the nearest run says in what
		base.Plan = Plan{Sessions: 5, SetUp: minutes(10), Idle: minutes(20), DataDays: 30, DataDisk: gb(80), InGB: gb(60), OutGB: gb(5)}
	case Detection:
		base.Method, base.Precision, base.Sequence = sizing.Full, "", 0
		base.AlwaysOn, base.Interruptible = hardware.No, hardware.Yes
		base.Plan = Plan{Sessions: 2, SetUp: minutes(20), Idle: minutes(15), DataDays: 3, DataDisk: gb(50), InGB: gb(30), OutGB: gb(1)}
	case LocalChat:
		base.Precision = "Q4_K_M"
		base.AlwaysOn, base.Interruptible = hardware.No, hardware.Yes
		base.Plan = Plan{Sessions: 5, SetUp: minutes(10), Idle: minutes(20), DataDays: 7, DataDisk: gb(20), InGB: gb(10)}
	case CPUToGPU:
		base.AlwaysOn, base.Interruptible = hardware.No, hardware.Yes
		base.Plan = Plan{Sessions: 1, SetUp: minutes(30), Idle: minutes(10), DataDays: 1, DataDisk: gb(10), InGB: gb(5)}
	default:
		return Task{Work: Work{Unit: WorkHours}}
	}
	base.Plan.Restart = minutes(5)
	if base.Method != sizing.Inference {
		base.Plan.Checkpoint, base.Plan.CheckpointWrite = minutes(30), minutes(1)
	}
	return base
}
