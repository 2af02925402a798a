package exchange

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/govalues/decimal"

	"cardhour/model/billing"
	"cardhour/model/money"
	"cardhour/model/reason"
)

func ruled(rules string) string { return with(`"name":"q"`, `"name":"q",`+rules) }

func TestEveryRuleOfAQuoteIsRead(t *testing.T) {
	cached := dec("0.5")
	day := time.Date(2026, 10, 3, 0, 0, 0, 0, time.UTC)
	for rules, want := range map[string]billing.Rules{
		`"settles":"hour","minimum_per_row":true,"meter_starts":"power-on","bills_requested_time":true`: {
			Settles: billing.EachHour, MinimumPerRow: true, Starts: billing.StartsRunning, Requested: true},
		`"settles":"stop","daily_fee_days":"Crossed","calendar_months":true,"stop_wipes_data":true,"unused_refund":"none"`: {
			Days: billing.DaysCrossed, CalendarMonths: true, WipesOnStop: true},
		`"price_series":[{"after_hours":0,"amount":12},{"after_hours":8,"amount":"0.37"},{"after_seconds":36000,"amount":1}]`: {
			Series: []billing.PriceStep{{After: 8 * billing.Hour, Amount: dec("0.37")}, {After: 10 * billing.Hour, Amount: dec("1")}}},
		`"prices_by_cards":{"2":"¥3.40"}`: {ByCards: []billing.CardPrice{{Cards: 2, Amount: dec("3.4")}}},
		`"pack":{"units":500,"units_per_hour":"2.56","valid_days":30}`: {
			Pack: &billing.Pack{Units: dec("500"), PerHour: dec("2.56"), ValidDays: 30}},
		`"packages":{"amount":"60.48","per":"daily"}`:   {Packages: []billing.Package{{Amount: dec("60.48"), Per: billing.PerDay, Count: 1}}},
		`"caps":[{"per":"month","amount":672}]`:         {Caps: []billing.Cap{{Per: billing.PerMonth, Amount: dec("672")}}},
		`"meters":[{"name":"VM","amount":1,"per":"h"}]`: {Meters: []billing.Meter{{Name: "VM", Amount: dec("1"), Per: billing.PerHour, While: billing.WhileRunning}}},
		`"tiers":{"item":"traffic_out","from_gb":10,"price":1}`: {
			Tiers: []billing.Tier{{Item: billing.TierTraffic, From: dec("10"), Price: dec("1")}}},
		`"shared_free":{"items":["data_disk","image"],"gb":30}`: {
			Shared: []billing.SharedFree{{Items: []billing.Item{billing.DataDisk, billing.Image}, GB: dec("30")}}},
		`"reclaim":{"notice_minutes":2,"protection_hours":1}`: {Reclaim: billing.Reclaim{Notice: 120, Protection: billing.Hour}},
		`"price_is_reduced":true,"discounts":[{"kind":"percent","value":"5%","modes":"spot","cards":["A100"],"lines":["useful"],"not_for_gpu":true,
			"list_price_only":true,"alone":true,"expires":"2026-10-03","most":10,"threshold":"20"}]`: {Reduced: true, Discounts: []billing.Reduction{{
			Name: "percent", Kind: billing.Percent, Value: dec("5"), Most: dec("10"), Threshold: dec("20"), Modes: []billing.Mode{billing.Spot},
			Cards: []string{"A100"}, Lines: []billing.Kind{billing.Useful}, NotGPU: true, ListPrice: true, Alone: true, Expires: day}}},
		`"top_up":{"pay":500,"bonus":200,"bonus_first":true,"refundable":true,"used_up":true}`: {
			TopUp: &billing.TopUp{Pay: dec("500"), Bonus: dec("200"), BonusFirst: true, Refundable: true, UsedUp: true}},
		`"tax_percent_on_top":8.1,"valid_from":"2026-10","valid_until":"2026-10-03"`: {
			TaxOnTop: dec("8.1"), From: time.Date(2026, 10, 1, 0, 0, 0, 0, time.UTC), Until: day},
	} {
		if diff := cmp.Diff(want, parsed(t, ruled(rules)).Quote.Rules, cmp.Comparer(decimal.Decimal.Equal)); diff != "" {
			t.Errorf("%s: %s", rules, diff)
		}
	}
	q := parsed(t, with(`"mode":"on_demand","currency":"CNY","rate":{"amount":12,"per":"hour","cards":1}`,
		`"mode":"Per token","currency":"CNY","tier":"pro","tokens":{"in":2,"out":8,"cached":"0.5"},"exchange":{"to":"USD","rate":"0.14","on":"2026-10-03","source":"bank"}`)).Quote
	if diff := cmp.Diff(&billing.TokenPrice{In: dec("2"), Out: dec("8"), Cached: &cached}, q.Rules.Tokens, cmp.Comparer(decimal.Decimal.Equal)); diff != "" {
		t.Error(diff)
	}
	if x := q.Exchange; q.Tier != "pro" || x.From != "CNY" || x.To != "USD" || !x.Rate.Equal(dec("0.14")) || !x.On.Equal(day) || x.Source != "bank" {
		t.Errorf("%+v", q)
	}
}

func TestEverythingOfAUsageIsRead(t *testing.T) {
	u := parsed(t, with(`{"useful_hours":8,"sessions":1}`, `{"setup_minutes_per_session":6,"boot_seconds_per_session":85,"queue_hours_per_session":1,
		"requested_hours_per_session":4,"starts_at":"09:30","course":[{"minutes":36,"cards":4},{"hours":1,"cards":1}],"stop_verb":"terminate","iops":200,
		"data_hours":5,"traffic_internal_gb":3,"fixed_ips":1,"line_mbps":5,"checkpoint_hours":0.5,"checkpoint_write_seconds":60,"restart_minutes":5,
		"machines":2,"tokens_in":50000000000,"tokens_out":1,"tokens_cached":2,"date":"2026-10-03","my_time":{"per_hour":"100","support_hours":1},
		"storage_gb":{"object_storage":1,"snapshot":2}}`)).Usage
	want := billing.Usage{Useful: 90 * billing.Minute, Sessions: 1, SetUp: 360, Boot: 85, Queue: billing.Hour, Requested: 4 * billing.Hour,
		Starts: billing.Clock{Second: 34_200, Told: true}, Course: []billing.Stretch{{Length: 2160, Cards: 4}, {Length: 3600, Cards: 1}},
		Between: billing.Release, IOPS: 200, DataStay: 5 * billing.Hour, InternalGB: dec("3"), FixedIPs: 1, LineMbps: dec("5"),
		Checkpoint: 1800, CheckpointWrite: 60, Restart: 300, Machines: 2, TokensIn: dec("50000000000"), TokensOut: dec("1"), TokensCached: dec("2"),
		On: time.Date(2026, 10, 3, 0, 0, 0, 0, time.UTC), MyTime: billing.MyTime{PerHour: money.Of("100", "CNY"), Support: billing.Hour},
		Stored: []billing.Stored{{Item: billing.ObjectStorage, GB: dec("1")}, {Item: billing.Snapshot, GB: dec("2")}}}
	if diff := cmp.Diff(want, u, cmp.Comparer(decimal.Decimal.Equal)); diff != "" {
		t.Error(diff)
	}
}

func TestBadRulesAreRefusedWithTheirPlace(t *testing.T) {
	usage := func(s string) string { return with(`"sessions":1`, s) }
	for _, c := range []struct{ file, rule, field string }{
		{ruled(`"price_series":[{"after_hours":8,"amount":1},{"after_hours":2,"amount":1}]`), "series.order", "quotes[0].price_series[1].after_hours"},
		{ruled(`"price_series":[{"after_hours":0,"amount":1}]`), "series.first", "quotes[0].price_series[0].amount"},
		{ruled(`"price_series":[{"amount":1}]`), "file.missing_key", "quotes[0].price_series[0]"},
		{ruled(`"packages":[{"amount":-1,"per":"day"}]`), "number.negative", "quotes[0].packages[0].amount"},
		{ruled(`"packages":[{"amount":1,"per":"fortnight"}]`), "file.choice", "quotes[0].packages[0].per"},
		{ruled(`"caps":[{"amount":1,"per":"week"}]`), "file.choice", "quotes[0].caps[0].per"},
		{ruled(`"discounts":[{"kind":"percent","value":101}]`), "number.out_of_range", "quotes[0].discounts[0].value"},
		{ruled(`"meters":[{"name":"x","amount":1,"while":"once","per":"hour"}]`), "meter.no_period", "quotes[0].meters[0].per"},
		{ruled(`"minimum_per_row":"yes"`), "file.wrong_type", "quotes[0].minimum_per_row"},
		{ruled(`"tokens":{"in":1,"out":2}`), "tokens.other_mode", "quotes[0].tokens"},
		{ruled(`"exchange":{"to":"CNY","rate":7}`), "exchange.same", "quotes[0].exchange.to"},
		{ruled(`"exchange":{"to":"USD","rate":0}`), "number.not_positive", "quotes[0].exchange.rate"},
		{ruled(`"reclaim":{"notice_seconds":-1}`), "number.negative", "quotes[0].reclaim.notice_seconds"},
		{ruled(`"vm_prize_list":1`), "file.unknown_key_of", "quotes[0]"},
		{with(`"data_disk_price":null`, `"fixed_ip_price":1`), "fact.write_period", "quotes[0].facts.fixed_ip_price"},
		{usage(`"iops":200`), "usage.no_days", "usage.data_days"},
		{ruled(`"boot_billed":1`), "file.key_elsewhere", "quotes[0]"},
		{ruled(`"sessions":1`), "file.key_elsewhere", "quotes[0]"},
		{with(`"amount":12`, `"amount":"$12"`), "currency.mismatch", "quotes[0].rate.amount"},
		{usage(`"starts_at":"25:00"`), "clock.malformed", "usage.starts_at"},
		{usage(`"stop_verb":"sleep"`), "file.choice", "usage.stop_verb"},
		{usage(`"checkpoint_seconds":-1`), "number.negative", "usage.checkpoint_seconds"},
		{usage(`"course":[{"hours":1,"cards":0}],"useful_days":0`), "file.both_keys", "usage"},
		{usage(`"course":[{"hours":8,"cards":0}]`), "number.out_of_range", "usage.course[0].cards"},
		{usage(`"my_time":{"per_hour":-1}`), "number.negative", "usage.my_time.per_hour"},
	} {
		_, err := ParseCostFile(strings.NewReader(c.file))
		var p *reason.Problem
		if !errors.As(err, &p) || p.Rule != c.rule || p.Field != c.field {
			t.Errorf("%v, want %s at %s", err, c.rule, c.field)
		}
	}
}

func TestAMisspeltKeyIsToldTheNearestOne(t *testing.T) {
	for key, near := range map[string]string{"nmae": "name", "pakages": "packages", "discount": "discounts", "settle": "settles"} {
		_, err := ParseCostFile(strings.NewReader(ruled(`"` + key + `":1`)))
		if err == nil || !strings.Contains(err.Error(), "near="+near) {
			t.Errorf("%s: %v", key, err)
		}
	}
}
