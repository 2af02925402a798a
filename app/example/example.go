// Package example makes the example journal: the two worked cases, marked as
// example, in the language of the screen. It knows the records and the
// catalogue of texts; it must not know the journal or a screen.
package example

import (
	"time"

	"github.com/govalues/decimal"

	"cardhour/model/barrier"
	"cardhour/model/billing"
	"cardhour/model/decision"
	"cardhour/model/fact"
	"cardhour/model/hardware"
	"cardhour/model/money"
	"cardhour/model/sizing"
	"cardhour/model/task"
	"cardhour/model/trial"
	"cardhour/views/text"
)

// Records makes the example's records: the two worked cases that come from
// published articles about renting GPUs, an A100 at ¥12 that ends at ¥134.00
// and one at ¥14 that ends at ¥125.00, each with a trial run and its bill.
// For the second the article gives only the sum, of about ¥125: that ¥13.00
// of it is traffic, and at which price, is the example's own. The articles
// have no date, so the quotes have none either.
func Records(p *text.Printer) func(time.Time) (decision.Decision, decision.Records) {
	return func(now time.Time) (decision.Decision, decision.Records) {
		d := decision.Decision{
			Name: p.T("example.name"), Currency: "CNY", Example: true, Created: now, Updated: now,
			Task: task.Task{
				Kind: task.FineTuning, Model: "Llama-2-7B", Method: sizing.LoRA, Precision: sizing.BF16, Sequence: 2048, Batch: 1,
				AlwaysOn: hardware.No, Interruptible: hardware.Yes, Sensitive: hardware.No,
				Work: task.Work{Unit: task.WorkHours, Low: dec("6"), Likely: dec("8"), High: dec("12")},
				Plan: task.Plan{Sessions: 1, DataDays: 2, DataDisk: dec("30"), OutGB: dec("13")},
			},
			MustHaves: []barrier.Wanted{{ID: "jupyter"}},
		}
		a := exampleQuote(p, "A", "12", map[billing.Key]billing.Figure{
			billing.DataDiskPrice: perDay("0.3"), billing.DataDiskFree: figure("0"),
			billing.BandwidthPrice: perDay("10"), billing.TrafficOutPrice: figure("0"), billing.TrafficOutFree: figure("0"),
		})
		b := exampleQuote(p, "B", "14", map[billing.Key]billing.Figure{
			billing.DataDiskPrice: perDay("0.1"), billing.DataDiskFree: figure("50"),
			billing.BandwidthPrice: perDay("0"), billing.TrafficOutPrice: figure("1"), billing.TrafficOutFree: figure("0"),
		})
		runA, billA := exampleRun(a, now.AddDate(0, 0, -6), charge(billing.Useful, "96"), charge(billing.Storage, "18"), charge(billing.Traffic, "20"))
		runB, billB := exampleRun(b, now.AddDate(0, 0, -3), charge(billing.Useful, "112"), charge(billing.Traffic, "13"))
		return d, decision.Records{Quotes: []billing.Quote{a, b}, Runs: []trial.Run{runA, runB}, Bills: []trial.Bill{billA, billB}}
	}
}

func dec(s string) decimal.Decimal                 { return decimal.MustParse(s) }
func figure(v string) billing.Figure               { return billing.Figure{Value: dec(v)} }
func perDay(v string) billing.Figure               { return billing.Figure{Value: dec(v), Per: billing.PerDay} }
func charge(k billing.Kind, v string) trial.Charge { return trial.Charge{Kind: k, Amount: dec(v)} }

func exampleQuote(p *text.Printer, name, amount string, facts map[billing.Key]billing.Figure) billing.Quote {
	source := p.T("example.source")
	q := billing.Quote{
		ID: name, PlatformName: p.T("example.platform", "name", name), Category: string(hardware.Container), Card: "A100 SXM 80GB",
		Mode: billing.OnDemand, Rate: billing.NewRate(money.Of(amount, "CNY"), billing.PerHour),
		Facts: billing.Facts{}, Source: source, Note: p.T("example.note"), Example: true,
	}
	facts[billing.Granularity], facts[billing.MinSeconds] = figure("1"), figure("0")
	for key, f := range facts {
		q.Facts[key] = fact.Fact[billing.Figure]{Claims: []fact.Claim[billing.Figure]{{Value: f, Source: source, Confidence: fact.Blog}}}
	}
	return q
}

func exampleRun(q billing.Quote, day time.Time, charges ...trial.Charge) (trial.Run, trial.Bill) {
	at := func(hour, minute int) time.Time {
		return time.Date(day.Year(), day.Month(), day.Day(), hour, minute, 0, 0, day.Location())
	}
	run := trial.Run{
		ID: q.ID, QuoteID: q.ID, Platform: q.PlatformName, Card: q.Card, Cards: 1, Slice: decimal.One, Outcome: trial.Passed, Example: true,
		At: map[trial.Event]time.Time{
			trial.Ordered: at(9, 0), trial.PoweredOn: at(9, 0), trial.TaskStarted: at(9, 0), trial.FirstResult: at(9, 40),
			trial.TaskEnded: at(17, 0), trial.ShutDown: at(17, 0), trial.Released: at(17, 5),
		},
	}
	return run, trial.Bill{RunID: q.ID, Currency: "CNY", Issued: at(18, 0), Charges: charges, Example: true}
}
