package trial

import (
	"testing"
	"time"

	"github.com/govalues/decimal"

	"cardhour/model/billing"
)

var dec = decimal.MustParse

func at(hour, minute int) time.Time {
	return time.Date(2026, 11, 2, hour, minute, 0, 0, time.FixedZone("", 8*3600))
}

func caseA() (Run, []Bill) {
	run := Run{Platform: "A", Card: "A100 80GB", Cards: 1, Slice: decimal.One, Outcome: Passed, At: map[Event]time.Time{
		Ordered: at(8, 50), PoweredOn: at(8, 55), TaskStarted: at(9, 0), TaskEnded: at(17, 0), ShutDown: at(17, 5)}}
	bill := Bill{Currency: "CNY", Charges: []Charge{{Kind: billing.Useful, Amount: dec("96")},
		{Kind: billing.Storage, Amount: dec("18")}, {Kind: billing.Traffic, Amount: dec("20")}}}
	return run, []Bill{bill}
}

func TestRealFullRateOfCaseA(t *testing.T) {
	run, bills := caseA()
	real, err := RealCost(run, bills)
	if err != nil {
		t.Fatal(err)
	}
	if real.Spent.String() != "CNY 134.00" || real.FullRate.String() != "CNY 16.75" || !real.Defined {
		t.Errorf("spent %s, full rate %s", real.Spent, real.FullRate)
	}
}

func TestNothingKeptHasNoFullRate(t *testing.T) {
	run, bills := caseA()
	run.Outcome = Failed
	real, err := RealCost(run, bills)
	if err != nil || real.Defined || real.Spent.IsZero() {
		t.Errorf("a failed run gives %+v, %v", real, err)
	}
}

func TestLostHoursRaiseTheFullRate(t *testing.T) {
	run, bills := caseA()
	run.Lost = 4 * billing.Hour
	real, err := RealCost(run, bills)
	if err != nil || real.FullRate.String() != "CNY 33.50" {
		t.Errorf("full rate %s, %v", real.FullRate, err)
	}
}

func TestAnEmptyBillIsNotYetABill(t *testing.T) {
	run, _ := caseA()
	if _, err := RealCost(run, nil); err == nil {
		t.Error("no bill was taken as nothing paid")
	}
	if len((Bill{Currency: "CNY"}).Check()) == 0 {
		t.Error("a bill without charges passed")
	}
}

func TestBillsOfTwoCurrenciesAreNotAdded(t *testing.T) {
	run, bills := caseA()
	other := bills[0]
	other.Currency = "USD"
	if _, err := RealCost(run, append(bills, other)); err == nil {
		t.Error("yuan and dollars were added")
	}
}

func TestRunRefusesTimesOutOfOrder(t *testing.T) {
	run, _ := caseA()
	run.At[TaskEnded] = at(8, 0)
	if len(run.Check()) == 0 {
		t.Error("a task that ends before it starts passed")
	}
}

func TestEventsKeepTheirZone(t *testing.T) {
	run, _ := caseA()
	if _, offset := run.Begin().Zone(); offset != 8*3600 {
		t.Errorf("offset %d", offset)
	}
}
