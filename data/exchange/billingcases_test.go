package exchange

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/govalues/decimal"

	"cardhour/model/billing"
	"cardhour/model/money"
	"cardhour/model/reason"
)

// billingCase is a bill that somebody published, as a cost file.
type billingCase struct {
	Name, Note string
	Usage      json.RawMessage
	Quotes     json.RawMessage
	Want       []struct {
		Total           string
		To              *int // decimals that the source gives; all where it is left out
		High            string
		FullRate        string            `json:"full_rate"`
		BareRate        string            `json:"bare_rate"`
		RateTo          *int              `json:"rate_to"`
		Lines           map[string]string // "kind item"
		RefusedDiscount string            `json:"refused_discount"`
		Converted       string
		Refused         string // the rule that refuses the quote
	}
}

// Bills that others have published come out to the cent; where the source is
// wrong, the right figure does.
func TestPublishedBills(t *testing.T) {
	files, err := filepath.Glob("testdata/billing_cases/*.json")
	if err != nil || len(files) == 0 {
		t.Fatal(err)
	}
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		var file struct {
			ID, Source string
			Cases      []billingCase
		}
		d := json.NewDecoder(bytes.NewReader(data))
		d.DisallowUnknownFields()
		if err := d.Decode(&file); err != nil || file.Source == "" {
			t.Fatal(name, err)
		}
		for _, c := range file.Cases {
			t.Run(file.ID+" "+c.Name, func(t *testing.T) { c.check(t) })
		}
	}
}

func (c billingCase) check(t *testing.T) {
	file, err := json.Marshal(map[string]any{"format": CostFormat, "usage": c.Usage, "quotes": c.Quotes})
	if err != nil {
		t.Fatal(err)
	}
	parsed, err := ParseCostFile(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	if len(parsed.Offers) != len(c.Want) {
		t.Fatalf("%d quotes, %d results", len(parsed.Offers), len(c.Want))
	}
	for i, o := range parsed.Offers {
		want := c.Want[i]
		e, err := billing.EstimateCost(o.Quote, o.Usage, billing.NoRanges)
		var p *reason.Problem
		if errors.As(err, &p) && p.Rule == want.Refused {
			continue
		}
		if err != nil || want.Refused != "" {
			t.Errorf("%s: %v", o.Name, err)
			continue
		}
		same := func(what string, got decimal.Decimal, want string, to *int) {
			if to != nil {
				got = money.HalfUp(got, *to)
			}
			if want != "" && !got.Equal(dec(want)) {
				t.Errorf("%s: %s %s, want %s; unknown %v, lines %v", o.Name, what, got, want, e.Unknown, e.Lines)
			}
		}
		same("total", e.Low.Value, want.Total, want.To)
		if want.High == "" && !e.Exact() {
			t.Errorf("%s: not known: %v", o.Name, e.Unknown)
		}
		same("high", e.High.Value, want.High, want.To)
		if want.FullRate != "" && (want.FullRate == "undefined") == e.FullDefined {
			t.Errorf("%s: full rate defined: %t", o.Name, e.FullDefined)
		}
		if e.FullDefined {
			same("full rate", e.FullLow.Value, want.FullRate, want.RateTo)
		}
		if want.BareRate != "" && (want.BareRate == "none") == e.HasBare {
			t.Errorf("%s: bare rate: %t", o.Name, e.HasBare)
		}
		if e.HasBare {
			same("bare rate", e.Bare.Value, want.BareRate, want.RateTo)
		}
		var sum decimal.Decimal
		lines := map[string]decimal.Decimal{}
		for _, l := range e.Lines {
			sum, _ = sum.Add(l.Low)
			lines[string(l.Kind)+" "+l.Item] = l.Low
		}
		if !sum.Equal(e.Low.Value) {
			t.Errorf("%s: the lines sum to %s, the total is %s", o.Name, sum, e.Low)
		}
		for key, amount := range want.Lines {
			same(key, lines[key], amount, nil)
		}
		if want.RefusedDiscount != "" && (len(e.Refused) != 1 || e.Refused[0].Why.Rule != want.RefusedDiscount) {
			t.Errorf("%s: refused %v", o.Name, e.Refused)
		}
		if want.Converted != "" {
			worth, err := o.Quote.Exchange.Convert(e.Low)
			if err != nil || !worth.Value.Equal(dec(want.Converted)) {
				t.Errorf("%s: worth %s, %v", o.Name, worth, err)
			}
		}
	}
}

// Where nobody says how often a spot machine is taken back, the rate up to
// which it pays is told: at a third of the price, without checkpoints.
func TestSpotPaysUpToARateOfReclaims(t *testing.T) {
	for hours, want := range map[string]string{"8": "0.234", "24": "0.079"} {
		f, err := ParseCostFile(bytes.NewReader([]byte(`{"format":"cardhour.cost/1","usage":{"useful_hours":` + hours + `,"restart_minutes":5},"quotes":[
			{"mode":"spot","currency":"USD","rate":{"amount":1,"per":"hour"}},{"currency":"USD","rate":{"amount":3,"per":"hour"}}]}`)))
		if err != nil {
			t.Fatal(err)
		}
		if rate, ok := billing.SpotPaysBelow(f.Offers[0].Quote, f.Offers[1].Quote, f.Offers[0].Usage); !ok || !rate.Equal(dec(want)) {
			t.Errorf("%s h: %s, want %s", hours, rate, want)
		}
	}
}
