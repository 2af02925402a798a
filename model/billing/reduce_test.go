package billing

import (
	"testing"
	"time"

	"github.com/govalues/decimal"
)

func TestTopUpBonus(t *testing.T) {
	a := plain("134", "CNY", PerHour, nil)
	for _, c := range []struct {
		name  string
		topUp TopUp
		want  string
	}{
		{"all of it will be used", TopUp{Pay: dec("500"), Bonus: dec("200"), UsedUp: true}, "95.71428571"},
		{"the rest is lost", TopUp{Pay: dec("500"), Bonus: dec("200")}, "500"},
		{"what is left of the cash comes back, bonus last", TopUp{Pay: dec("500"), Bonus: dec("200"), Refundable: true}, "134"},
		{"what is left of the cash comes back, bonus first", TopUp{Pay: dec("500"), Bonus: dec("200"), Refundable: true, BonusFirst: true}, "0"},
		{"no bonus, no refund", TopUp{Pay: dec("100")}, "200"},
	} {
		q := a
		q.Rules.TopUp = &c.topUp
		t.Run(c.name, func(t *testing.T) { wantTotal(t, cost(t, q, hours(1)), c.want) })
	}
	// The balance is topped up again when it is used up: 700, then one more.
	for _, c := range []struct {
		price, last, first string // what is paid when the bonus is spent last, or first
	}{{"500", "500", "300"}, {"700", "500", "500"}, {"701", "501", "500"}, {"950", "750", "550"}} {
		q := plain(c.price, "CNY", PerHour, nil)
		q.Rules.TopUp = &TopUp{Pay: dec("500"), Bonus: dec("200"), Refundable: true}
		wantTotal(t, cost(t, q, hours(1)), c.last)
		q.Rules.TopUp = &TopUp{Pay: dec("500"), Bonus: dec("200"), Refundable: true, BonusFirst: true}
		wantTotal(t, cost(t, q, hours(1)), c.first)
	}
	// The public case: 25 paid in, 16.35 used, nothing comes back.
	q := plain("16.35", "USD", PerHour, nil)
	q.Rules.TopUp = &TopUp{Pay: dec("25")}
	e := cost(t, q, hours(1))
	wantTotal(t, e, "25")
	if left := lineOf(e, Unused, "balance"); !left.Equal(dec("8.65")) {
		t.Errorf("left %s", left)
	}
}

func TestDiscountsAndWhyOneMayNotBeUsed(t *testing.T) {
	on := time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)
	q := plain("10", "CNY", PerHour, map[Key]Figure{DataDiskPrice: fig("0.1", PerDay), DataDiskFree: fig("0")})
	q.Card = "RTX 4090 24GB"
	u := hours(10)
	u.On, u.DataStay, u.Stored = on, Day, []Stored{{DataDisk, dec("200")}}
	for _, c := range []struct {
		name      string
		discounts []Reduction
		total     string
		refused   string // rule of the first refusal
	}{
		{"member, compute only", []Reduction{{Kind: Percent, Value: dec("5"), Lines: []Kind{Useful, SetUp, Idle, Rounded}}}, "115", ""},
		{"percent on everything", []Reduction{{Kind: Percent, Value: dec("5")}}, "114", ""},
		{"at most so much", []Reduction{{Kind: Percent, Value: dec("50"), Most: dec("20")}}, "100", ""},
		{"coupon over its threshold", []Reduction{{Kind: Coupon, Value: dec("20"), Threshold: dec("100")}}, "100", ""},
		{"coupon under its threshold", []Reduction{{Kind: Coupon, Value: dec("20"), Threshold: dec("200")}}, "120", "discount.threshold"},
		{"not for GPU: the disk alone", []Reduction{{Kind: Credit, Value: dec("300"), NotGPU: true}}, "100", ""},
		{"expired", []Reduction{{Kind: Credit, Value: dec("30"), Expires: on.AddDate(0, 0, -2)}}, "120", "discount.expired"},
		{"on its last day", []Reduction{{Kind: Credit, Value: dec("30"), Expires: time.Date(2026, 11, 30, 0, 0, 0, 0, time.UTC)}}, "90", ""},
		{"other mode", []Reduction{{Kind: Credit, Value: dec("30"), Modes: []Mode{Prepaid}}}, "120", "discount.mode"},
		{"other card", []Reduction{{Kind: Credit, Value: dec("30"), Cards: []string{"A100 80GB"}}}, "120", "discount.card"},
		{"in order", []Reduction{{Kind: Percent, Value: dec("10")}, {Kind: Coupon, Value: dec("8")}}, "100", ""},
		{"in the other order", []Reduction{{Kind: Coupon, Value: dec("8")}, {Kind: Percent, Value: dec("10")}}, "100.8", ""},
		{"alone and better", []Reduction{{Name: "a", Kind: Coupon, Value: dec("30"), Alone: true}, {Name: "b", Kind: Percent, Value: dec("10")}}, "90", "discount.not_together"},
		{"alone and worse", []Reduction{{Name: "a", Kind: Coupon, Value: dec("10"), Alone: true}, {Name: "b", Kind: Percent, Value: dec("10")}}, "108", "discount.not_together"},
		{"never below nothing", []Reduction{{Kind: Credit, Value: dec("500")}}, "0", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			q := q
			q.Rules.Discounts = c.discounts
			e := cost(t, q, u)
			wantTotal(t, e, c.total)
			got := ""
			if len(e.Refused) > 0 {
				got = e.Refused[0].Why.Rule
			}
			if got != c.refused {
				t.Errorf("refused %q, want %q", got, c.refused)
			}
		})
	}
	reduced := q
	reduced.Rules.Reduced = true
	reduced.Rules.Discounts = []Reduction{{Kind: Percent, Value: dec("5"), ListPrice: true}}
	if e := cost(t, reduced, u); len(e.Refused) != 1 || e.Refused[0].Why.Rule != "discount.list_price" {
		t.Errorf("a discount off the list price was used on a reduced one: %+v", e.Refused)
	}
	// A credit that is no good for what is rented is worth nothing.
	bare := plain("10", "USD", PerHour, nil)
	bare.Rules.Discounts = []Reduction{{Kind: Credit, Value: dec("300"), NotGPU: true}}
	if e := cost(t, bare, hours(1)); e.Low.String() != "USD 10.00" || e.Refused[0].Why.Rule != "discount.not_gpu" {
		t.Errorf("%s, %+v", e.Low, e.Refused)
	}
}

// A coupon that only the dear end earns may be had or not.
func TestACouponThatIsInDoubtLowersTheLowEndOnly(t *testing.T) {
	q := plain("90", "CNY", PerHour, map[Key]Figure{TrafficOutFree: fig("0"), BandwidthPrice: fig("0", PerDay)})
	q.Rules.Discounts = []Reduction{{Name: "c", Kind: Coupon, Value: dec("20"), Threshold: dec("100")}}
	u := hours(1)
	u.OutGB = dec("20")
	ranges := func(k Key) (Range, bool) { return Range{Low: fig("0"), High: fig("1")}, k == TrafficOutPrice }
	e, err := EstimateCost(q, u, ranges)
	if err != nil || e.Low.String() != "CNY 70.00" || e.High.String() != "CNY 110.00" {
		t.Errorf("%s to %s, %v", e.Low, e.High, err)
	}
	var low, high decimal.Decimal
	for _, l := range e.Lines {
		low, _ = low.Add(l.Low)
		high, _ = high.Add(l.High)
	}
	if !low.Equal(e.Low.Value) || !high.Equal(e.High.Value) {
		t.Error("the lines do not sum")
	}
}

func TestTaxComesOnTopOfWhatIsLeft(t *testing.T) {
	q := plain("100", "CHF", PerHour, nil)
	q.Rules.TaxOnTop = dec("8.1")
	wantTotal(t, cost(t, q, hours(1)), "108.10")
	q.Rules.Discounts = []Reduction{{Kind: Percent, Value: dec("10")}}
	wantTotal(t, cost(t, q, hours(1)), "97.29")
}

func TestUnusedPrepaidTimeMayComeBack(t *testing.T) {
	q := Quote{Mode: Prepaid, Rate: NewRate(plain("720", "CNY", PerMonth, nil).Rate.Amount, PerMonth)}
	wantTotal(t, cost(t, q, hours(10)), "720")
	q.Rules.Refund = CashRefund
	wantTotal(t, cost(t, q, hours(10)), "10")
	q.Rules.Refund = VoucherRefund
	wantTotal(t, cost(t, q, hours(10)), "720")
}

// What a cap or a refund has taken off already is not there to be discounted.
func TestADiscountLowersOnlyWhatIsCharged(t *testing.T) {
	q := plain("5", "CNY", PerHour, nil)
	q.Rules.Caps = []Cap{{PerDay, dec("60")}}
	q.Rules.Discounts = []Reduction{{Kind: Percent, Value: dec("10")}}
	wantTotal(t, cost(t, q, hours(20)), "54") // not 60 less a tenth of 100
	q.Rules.Discounts = []Reduction{{Kind: Coupon, Value: dec("10"), Threshold: dec("80")}}
	e := cost(t, q, hours(20))
	wantTotal(t, e, "60")
	if len(e.Refused) != 1 || e.Refused[0].Why.Rule != "discount.threshold" {
		t.Errorf("60 charged reach a threshold of 80: %+v", e.Refused)
	}

	q = Quote{Mode: Prepaid, Rate: NewRate(plain("720", "CNY", PerMonth, nil).Rate.Amount, PerMonth)}
	q.Rules.Refund = CashRefund
	q.Rules.Discounts = []Reduction{{Kind: Percent, Value: dec("10")}}
	wantTotal(t, cost(t, q, hours(10)), "9") // not 10 less a tenth of 720
	q.Rules.Discounts = []Reduction{{Kind: Credit, Value: dec("100")}}
	wantTotal(t, cost(t, q, hours(10)), "0")
}

// Neither end earns the coupon that goes alone: at 90 it is below its
// threshold, at 400 a tenth is more. At 100 it is used.
func TestABillBetweenTheEndsMayEarnADiscount(t *testing.T) {
	q := plain("90", "CNY", PerHour, map[Key]Figure{TrafficOutFree: fig("0"), BandwidthPrice: fig("0", PerDay)})
	q.Rules.Discounts = []Reduction{{Name: "a", Kind: Percent, Value: dec("10")}, {Name: "b", Kind: Coupon, Value: dec("20"), Threshold: dec("100"), Alone: true}}
	u := hours(1)
	u.OutGB = dec("310")
	ranges := func(k Key) (Range, bool) { return Range{Low: fig("0"), High: fig("1")}, k == TrafficOutPrice }
	e, err := EstimateCost(q, u, ranges)
	if err != nil || e.Low.String() != "CNY 70.00" || e.High.String() != "CNY 360.00" || len(e.Refused) != 0 {
		t.Errorf("%s to %s, refused %+v, %v", e.Low, e.High, e.Refused, err)
	}
}
