package trial

import (
	"github.com/govalues/decimal"

	"cardhour/model/billing"
	"cardhour/model/money"
	"cardhour/model/reason"
)

// Plan is a first, small run on one platform and what it will cost.
type Plan struct {
	Usage billing.Usage
	Cost  billing.Estimate
	TopUp money.Amount // the smallest whole sum that covers the run at the dear end of what is known
}

// MakePlan prices the task under q after it is cut down to some hours of work.
func MakePlan(q billing.Quote, whole billing.Usage, hours billing.Seconds, ranges billing.Ranges) (Plan, error) {
	if hours <= 0 {
		return Plan{}, reason.Refuse("hours", "number.not_positive")
	}
	plan := Plan{Usage: Cut(whole, hours)}
	var err error
	if plan.Cost, err = billing.EstimateCost(q, plan.Usage, ranges); err != nil {
		return Plan{}, err
	}
	plan.TopUp = plan.Cost.High
	plan.TopUp.Value = plan.TopUp.Value.Ceil(0).Trim(0)
	return plan, nil
}

// Cut makes a small run of a task: one start and fewer hours, but the same
// set-up, the same disks and all of the data going in, since what does not
// work in these would not work in the whole task either. Results shrink with
// the hours, and data stays one day at a time.
func Cut(whole billing.Usage, hours billing.Seconds) billing.Usage {
	u := whole
	u.Sessions, u.KeepDays = 1, 0
	u.Useful = hours
	if whole.Useful > 0 {
		u.Useful = min(hours, whole.Useful)
		var c money.Calc
		u.OutGB = c.MulQuo(whole.Useful.Decimal(), whole.OutGB, u.Useful.Decimal())
		if c.Err() != nil { // the usage was checked against far smaller bounds
			u.OutGB = whole.OutGB
		}
	}
	if whole.CPUSessions > 1 {
		u.CPUMode, u.CPUSessions = whole.CPUMode/billing.Seconds(whole.CPUSessions), 1
	}
	if whole.DataStay > 0 {
		u.DataStay = min(whole.DataStay, (u.Metered()+billing.Day-1)/billing.Day*billing.Day)
	}
	return u
}

// Gap is how far a real full rate lies from the estimated ones.
type Gap struct {
	Within bool         // it lies inside the estimate
	By     money.Amount // else: above the dear end, or negative below the cheap end
}

// Against compares what a run has shown with what its quote was estimated at.
// There is no answer where one of the two is missing or the currencies differ.
func Against(real Real, e billing.Estimate) (Gap, bool) {
	if !real.Defined || !e.FullDefined || real.FullRate.Currency != e.FullLow.Currency {
		return Gap{}, false
	}
	var c money.Calc
	by := money.Zero(real.FullRate.Currency)
	switch rate := real.FullRate.Value; {
	case rate.Cmp(e.FullLow.Value) < 0:
		by.Value = c.Sub(rate, e.FullLow.Value)
	case !e.Open && rate.Cmp(e.FullHigh.Value) > 0:
		by.Value = c.Sub(rate, e.FullHigh.Value)
	}
	return Gap{Within: by.IsZero(), By: by}, c.Err() == nil
}

// Spent sums bills, which must be in one currency. No bill is not nothing
// spent: it is refused.
func Spent(bills []Bill) (sum money.Amount, provisional bool, err error) {
	if len(bills) == 0 {
		return sum, false, reason.Refuse("", "bill.empty")
	}
	sum = money.Zero(bills[0].Currency)
	var c money.Calc
	for _, b := range bills {
		if b.Currency != sum.Currency {
			return money.Amount{}, false, reason.Refuse("currency", "bill.currencies")
		}
		total, err := b.Total()
		if err != nil {
			return money.Amount{}, false, err
		}
		sum.Value, provisional = c.Add(sum.Value, total.Value), provisional || b.Provisional
	}
	return sum, provisional, c.Err()
}

// NewCharge makes a line of a bill. A discount takes money away whichever
// sign it is written with: platforms print both.
func NewCharge(kind billing.Kind, amount decimal.Decimal, note string) Charge {
	if kind == billing.Discount {
		amount = amount.Abs().Neg()
	}
	return Charge{Kind: kind, Amount: amount, Note: note}
}
