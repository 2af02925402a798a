package catalog

import (
	"testing"

	"github.com/govalues/decimal"

	"cardhour/model/billing"
	"cardhour/model/hardware"
	"cardhour/model/money"
	"cardhour/model/task"
)

// TestATypedPriceIsComparable holds law 1's normal case: of a price alone,
// with all else unknown, the span is bounded for every kind of task.
func TestATypedPriceIsComparable(t *testing.T) {
	c := load(t)
	for _, currency := range []money.Currency{"CNY", "USD"} {
		for _, category := range []hardware.Category{hardware.Cloud, hardware.Container, hardware.Hosted, hardware.P2P} {
			for _, kind := range task.Kinds {
				k := task.Defaults(kind)
				k.Work.Likely = decimal.MustParse("8")
				if currency == "CNY" { // no platform priced in dollars is known to have a mode without card
					k.Plan.CPUMode = billing.Hour
				}
				k.Plan.KeepDays, k.Plan.Image, k.Plan.FileStorage, k.Plan.SystemDisk = 3, decimal.Ten, decimal.Ten, decimal.Ten
				u, err := k.Usage(task.Likely)
				if err != nil {
					t.Fatal(err)
				}
				q := billing.Quote{Mode: billing.OnDemand, Category: string(category), Rate: billing.NewRate(money.Of("2", currency), billing.PerHour)}
				e, err := billing.EstimateCost(q, u, c.Ranges(string(category), currency))
				if err != nil {
					t.Fatal(err)
				}
				for _, unknown := range e.Unknown {
					if unknown.Open() {
						t.Errorf("%s %s %s: nothing bounds %s", category, currency, kind, unknown.Key)
					}
					if unknown.Assume && unknown.Basis == "" {
						t.Errorf("%s %s: the range of %s has no basis", category, currency, unknown.Key)
					}
				}
			}
		}
	}
}
