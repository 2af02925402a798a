package exchange

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/govalues/decimal"

	"cardhour/model/billing"
	"cardhour/model/fact"
	"cardhour/model/reason"
)

func dec(s string) decimal.Decimal { return decimal.MustParse(s).Trim(0) }

// with is a minimal good file in which one thing is replaced.
func with(old, new string) string {
	good := `{"format":"cardhour.cost/1","usage":{"useful_hours":8,"sessions":1},"quotes":[{"name":"q","mode":"on_demand","currency":"CNY",` +
		`"rate":{"amount":12,"per":"hour","cards":1},"facts":{"billing_granularity_seconds":1,"data_disk_price":null}}]}`
	if !strings.Contains(good, old) {
		panic(old)
	}
	return strings.Replace(good, old, new, 1)
}

func parsed(t *testing.T, file string) Offer {
	t.Helper()
	f, err := ParseCostFile(strings.NewReader(file))
	if err != nil {
		t.Fatalf("%v\n%s", err, file)
	}
	return f.Offers[0]
}

func TestExampleGivesTheWorkedCases(t *testing.T) {
	f, err := ParseCostFile(bytes.NewReader(Example()))
	if err != nil {
		t.Fatal(err)
	}
	want := []struct{ total, full, bare string }{{"134", "16.75", "12"}, {"125", "15.625", "14"}, {"117.5", "14.6875", "15"}}
	if len(f.Offers) != len(want) {
		t.Fatalf("%d quotes", len(f.Offers))
	}
	for i, o := range f.Offers {
		e, err := billing.EstimateCost(o.Quote, o.Usage, billing.NoRanges)
		if err != nil {
			t.Fatal(err)
		}
		w := want[i]
		if !e.Exact() || !e.Low.Value.Equal(dec(w.total)) || !e.FullLow.Value.Equal(dec(w.full)) || !e.Bare.Value.Equal(dec(w.bare)) {
			t.Errorf("%s: %s, full rate %s, bare %s, unknown %v; want %+v", o.Name, e.Low, e.FullLow, e.Bare, e.Unknown, w)
		}
	}
}

func TestUsageIsReadInEveryUnit(t *testing.T) {
	o := parsed(t, with(`{"useful_hours":8,"sessions":1}`, `{"useful_seconds":61,"sessions":"2","setup_hours_per_session":0.25,
		"idle_seconds_per_session":90,"cpu_mode_hours":"0.3333","data_days":"1.5","keep_days":15,
		"storage_gb":{"data_disk":"１００","image":2.5},"traffic_out_gb":13,"traffic_in_gb":0}`))
	want := billing.Usage{Useful: 61, Sessions: 2, SetUp: 900, Idle: 90, CPUMode: 1200, CPUSessions: 1,
		DataStay: 36 * billing.Hour, KeepDays: 15, OutGB: dec("13"), InGB: decimal.Zero,
		Stored: []billing.Stored{{Item: billing.DataDisk, GB: dec("100")}, {Item: billing.Image, GB: dec("2.5")}}}
	if diff := cmp.Diff(want, o.Usage, cmp.Comparer(decimal.Decimal.Equal)); diff != "" {
		t.Error(diff)
	}
}

func TestQuoteKeepsEverythingItWasGiven(t *testing.T) {
	o := parsed(t, with(`"name":"q"`, `"platform":"AutoDL","category":"container","card":"RTX 4090","source":"页面","seen":"2026-10","note":"a\nb",
		"row_rounding":{"mode":"nearest","unit":"0.01"},"daily_fee_rounding":{"mode":"none"}`))
	q := o.Quote
	if o.Name != "AutoDL RTX 4090" || q.PlatformName != "AutoDL" || q.Category != "container" || q.Note != "a\nb" ||
		!q.Seen.Equal(time.Date(2026, 10, 1, 0, 0, 0, 0, time.UTC)) || q.Rounding.Mode != billing.RoundNearest ||
		!q.Rounding.Unit.Equal(dec("0.01")) || q.DailyFee.Mode != billing.RoundNot || q.Rate.Month != billing.Month {
		t.Errorf("%+v", o)
	}
	r := parsed(t, with(`"rate":{"amount":12,"per":"hour","cards":1}`,
		`"rate":{"amount":"0.00055","per":"second","scope":"instance","cards":8,"slice":0.5,"month_hours":730}`)).Quote.Rate
	if !r.Amount.Value.Equal(dec("0.00055")) || r.Per != billing.PerSecond || r.Scope != billing.PerInstance || r.Cards != 8 ||
		!r.Slice.Equal(dec("0.5")) || r.Month != 730*billing.Hour {
		t.Errorf("%+v", r)
	}
}

func TestFactsInEveryForm(t *testing.T) {
	facts := parsed(t, with(`"data_disk_price":null`, `"data_disk_price":{"value":"0.2","per":"month","source":"s","seen":"2026-10-03","confidence":"official"},
		"image_price":"0.01","no_gpu_mode_price":0.1,"bandwidth_price":10,"min_charge_amount":null,"image_free_gb":{"value":null,"source":"asked"},
		"data_disk_free_gb":[{"value":30,"seen":"2026-09-01"},{"value":50,"seen":"2026-09-20"}],
		"traffic_out_price":[{"value":1,"seen":"2026-01-01"},{"value":"0.8","seen":"2026-09-01"}]`)).Quote.Facts
	want := map[billing.Key][]billing.Figure{
		billing.Granularity:     {{Value: dec("1")}},
		billing.DataDiskPrice:   {{Value: dec("0.2"), Per: billing.PerMonth}},
		billing.ImagePrice:      {{Value: dec("0.01"), Per: billing.PerDay}},
		billing.CPUModePrice:    {{Value: dec("0.1"), Per: billing.PerHour}},
		billing.BandwidthPrice:  {{Value: dec("10"), Per: billing.PerDay}},
		billing.DataDiskFree:    {{Value: dec("50")}, {Value: dec("30")}}, // about the same date: a conflict
		billing.TrafficOutPrice: {{Value: dec("0.8")}},                    // the older one is history
	}
	for _, k := range billing.Keys() {
		if diff := cmp.Diff(want[k], facts[k].Values(), cmp.Comparer(decimal.Decimal.Equal)); diff != "" {
			t.Errorf("%s: %s", k, diff)
		}
	}
	if c := facts[billing.DataDiskPrice].Claims[0]; c.Confidence != fact.Official || c.Source != "s" || c.Seen.Day() != 3 {
		t.Errorf("%+v", c)
	}
}

func TestBadFilesAreRefusedWithTheirPlace(t *testing.T) {
	amount := func(v string) string { return with(`"amount":12`, `"amount":`+v) }
	fact := func(v string) string { return with(`"data_disk_price":null`, v) }
	for _, c := range []struct{ name, file, rule, field string }{
		{"empty file", " \n", "file.empty", ""},
		{"not JSON", "name,price\n4090,2.2", "file.not_json", ""},
		{"a list", `[]`, "file.wrong_type", ""},
		{"truncated", with(`,"cards":1}`, "")[:150], "file.truncated", "quotes[0].rate"},
		{"something after the end", with(`{"format"`, `{"format"`) + "}", "file.not_json", ""},
		{"bare NaN", amount("NaN"), "file.not_json", "quotes[0].rate.amount"},
		{"full-width digits outside quotes", amount("１２"), "file.not_json", "quotes[0].rate.amount"},
		{"NaN", amount(`"NaN"`), "number.malformed", "quotes[0].rate.amount"},
		{"letters in a price", amount(`"12元x"`), "number.malformed", "quotes[0].rate.amount"},
		{"nothing in a price", amount(`""`), "number.empty", "quotes[0].rate.amount"},
		{"1e99", amount(`1e99`), "number.exponent", "quotes[0].rate.amount"},
		{"1e-30", amount(`1e-30`), "number.exponent", "quotes[0].rate.amount"},
		{"1e-30 as text", amount(`"1E-30"`), "number.exponent", "quotes[0].rate.amount"},
		{"40 digits", amount(strings.Repeat("1", 40)), "number.too_large", "quotes[0].rate.amount"},
		{"40 decimals", amount("0." + strings.Repeat("1", 40)), "number.too_many_digits", "quotes[0].rate.amount"},
		{"negative price", amount(`-1`), "number.negative", "quotes[0].rate.amount"},
		{"price as a boolean", amount(`true`), "file.wrong_type", "quotes[0].rate.amount"},
		{"price without amount", with(`"amount":12,`, ``), "file.missing_key", "quotes[0].rate"},
		{"negative hours", with(`"useful_hours":8`, `"useful_hours":-8`), "number.negative", "usage.useful_hours"},
		{"negative seconds", with(`"useful_hours":8`, `"useful_seconds":-8`), "number.negative", "usage.useful_seconds"},
		{"hours and seconds", with(`"useful_hours":8`, `"useful_hours":8,"useful_seconds":1`), "file.both_keys", "usage"},
		{"a million years", with(`"useful_hours":8`, `"useful_hours":999999999`), "time.too_long", "usage.useful_hours"},
		{"half a session", with(`"sessions":1`, `"sessions":1.5`), "number.not_whole", "usage.sessions"},
		{"no session", with(`"sessions":1`, `"sessions":0`), "sessions.none", "usage.sessions"},
		{"negative sessions", with(`"sessions":1`, `"sessions":-1`), "number.out_of_range", "usage.sessions"},
		{"negative GB", with(`"sessions":1`, `"storage_gb":{"image":-1}`), "number.negative", "usage.storage_gb.image"},
		{"granularity 0", with(`"billing_granularity_seconds":1`, `"billing_granularity_seconds":0`), "number.not_positive", "quotes[0].facts.billing_granularity_seconds"},
		{"a month of 0 days", with(`"cards":1`, `"month_hours":0`), "number.out_of_range", "quotes[0].rate.month_hours"},
		{"0 cards", with(`"cards":1`, `"cards":0`), "number.out_of_range", "quotes[0].rate.cards"},
		{"a slice of 0", with(`"cards":1`, `"slice":0`), "slice.out_of_range", "quotes[0].rate.slice"},
		{"empty name", with(`"name":"q"`, `"name":"  "`), "name.empty", "quotes[0].name"},
		{"name with an escape code", with(`"name":"q"`, `"name":"\u001b[31m"`), "text.control", "quotes[0].name"},
		{"unknown key", with(`"name":"q"`, `"nmae":"q"`), "file.unknown_key", "quotes[0]"},
		{"unknown fact", fact(`"data_disk_prize":1`), "file.unknown_key", "quotes[0].facts"},
		{"key twice", with(`"name":"q"`, `"name":"q","name":"r"`), "file.duplicate_key", "quotes[0]"},
		{"unknown mode", with(`"on_demand"`, `"bidding"`), "file.choice", "quotes[0].mode"},
		{"unknown currency", with(`"CNY"`, `"RMB"`), "currency.unknown", "quotes[0].currency"},
		{"no currency", with(`"currency":"CNY",`, ``), "file.missing_key", "quotes[0]"},
		{"unknown period", fact(`"data_disk_price":{"value":1,"per":"fortnight"}`), "file.choice", "quotes[0].facts.data_disk_price.per"},
		{"period where none belongs", fact(`"traffic_out_price":{"value":1,"per":"day"}`), "fact.no_period", "quotes[0].facts.traffic_out_price.per"},
		{"second of several", fact(`"data_disk_price":[1,"x"]`), "number.malformed", "quotes[0].facts.data_disk_price[1]"},
		{"share above 1", fact(`"share_charged_after_stop":20`), "share.out_of_range", "quotes[0].facts.share_charged_after_stop"},
		{"bad date", fact(`"data_disk_price":{"value":1,"seen":"last week"}`), "date.malformed", "quotes[0].facts.data_disk_price.seen"},
		{"no quotes", `{"format":"cardhour.cost/1","usage":{},"quotes":[]}`, "file.no_quotes", "quotes"},
		{"no usage", with(`"usage":{"useful_hours":8,"sessions":1},`, ``), "file.no_usage", "quotes[0]"},
		{"no format", with(`"format":"cardhour.cost/1",`, ``), "file.missing_key", ""},
		{"a later format with more keys", with(`"cardhour.cost/1"`, `"cardhour.cost/2","more":1`), "file.format", "format"},
		{"rounding without unit", with(`"name":"q"`, `"row_rounding":{"mode":"up"}`), "file.missing_key", "quotes[0].row_rounding"},
		{"nested for ever", strings.Repeat("[", 1<<20), "file.too_deep", ""},
		{"nested inside", with(`"name":"q"`, `"note":`+strings.Repeat("[", 40)), "file.too_deep", ""},
		{"broken UTF-8", with(`"name":"q"`, "\"name\":\"\xff\""), "file.not_utf8", ""},
		{"UTF-16", "\xff\xfe{\x00", "file.not_utf8", ""},
		{"millions of values", `{"format":"cardhour.cost/1","quotes":[` + strings.Repeat("0,", maxValues+1) + `0]}`, "file.too_many_values", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := ParseCostFile(strings.NewReader(c.file))
			var p *reason.Problem
			if !errors.As(err, &p) {
				t.Fatalf("got %v", err)
			}
			if p.Rule != c.rule || p.Field != c.field {
				t.Errorf("refused as %s at %q, want %s at %q", p.Rule, p.Field, c.rule, c.field)
			}
		})
	}
}

func TestSyntaxErrorsTellLineAndColumn(t *testing.T) {
	for file, want := range map[string]string{
		"{\n  \"卡\": x}":                        "file.not_json line=2 column=8",
		"{\n  \"format\": \"cardhour.cost/1\",": "file.truncated line=2 column=31",
	} {
		_, err := ParseCostFile(strings.NewReader(file))
		if err == nil || !strings.HasSuffix(err.Error(), want) {
			t.Errorf("%q: %v, want %s", file, err, want)
		}
	}
}

func TestByteOrderMarkIsNoError(t *testing.T) {
	if _, err := ParseCostFile(io.MultiReader(strings.NewReader("\ufeff"), bytes.NewReader(Example()))); err != nil {
		t.Error(err)
	}
}

type endless struct{ read int64 }

func (e *endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = ' '
	}
	e.read += int64(len(p))
	return len(p), nil
}

func TestHugeFilesAreRefusedUnread(t *testing.T) {
	name := filepath.Join(t.TempDir(), "huge.json")
	if err := os.WriteFile(name, []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(name, 200<<20); err != nil { // sparse: takes no space
		t.Fatal(err)
	}
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var p *reason.Problem
	if _, err := ParseCostFile(f); !errors.As(err, &p) || p.Rule != "file.too_large" {
		t.Errorf("file: %v", err)
	}
	if at, _ := f.Seek(0, io.SeekCurrent); at != 0 {
		t.Errorf("%d bytes were read", at)
	}
	pipe := &endless{}
	if _, err := ParseCostFile(pipe); !errors.As(err, &p) || p.Rule != "file.too_large" {
		t.Errorf("pipe: %v", err)
	}
	if pipe.read > 2*maxBytes {
		t.Errorf("%d bytes of an endless pipe were read", pipe.read)
	}
}

func FuzzParseCostFile(f *testing.F) {
	f.Add(Example())
	for _, s := range []string{with(`"name":"q"`, `"name":"q"`), with(`"facts"`, `"usage":{"data_hours":3},"facts"`), "", "{", "[[[", `{"format":1}`,
		with(`"data_disk_price":null`, `"data_disk_price":[{"value":1},2,"3"]`), with("12", "1e99"), "\ufeff{}", "{\"\xff\":0}", `{"a":1,"a":2}`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		file, err := ParseCostFile(bytes.NewReader(data))
		var p *reason.Problem
		switch {
		case err != nil && !errors.As(err, &p):
			t.Fatalf("not a sentence: %v", err)
		case err != nil:
			return
		case len(file.Offers) == 0:
			t.Fatal("nothing was read and nothing refused")
		}
		for _, o := range file.Offers {
			if _, err := billing.EstimateCost(o.Quote, o.Usage, billing.NoRanges); err != nil && !errors.As(err, &p) {
				t.Fatal(err)
			}
		}
	})
}

// The document promises a format: what it names must be what is read.
func TestTheDocumentIsTrue(t *testing.T) {
	source, err := os.ReadFile("../../docs/cost-file.md")
	if err != nil {
		t.Fatal(err)
	}
	document := string(source)
	var keys []string
	for _, k := range billing.Keys() {
		keys = append(keys, string(k))
	}
	keys = slices.Concat(keys, topKeys, quoteKeys, ruleKeys, rateKeys, itemNames, []string{CostFormat})
	documented := func(key string) bool {
		return strings.Contains(document, "`"+key+"`") || strings.Contains(document, `"`+key+`"`)
	}
	for _, key := range usageKeys {
		other := false // a time is documented in one unit
		for _, a := range units {
			for _, b := range units {
				other = other || (strings.Contains(key, a.name) && documented(strings.Replace(key, a.name, b.name, 1)))
			}
		}
		if !other {
			keys = append(keys, key)
		}
	}
	for _, key := range keys {
		if !documented(key) {
			t.Errorf("%s is not documented", key)
		}
	}
}

// Each example of the document is a file, and comes to what stands under it.
func TestTheExamplesOfTheDocumentComeToWhatItSays(t *testing.T) {
	source, err := os.ReadFile("../../docs/cost-file.md")
	if err != nil {
		t.Fatal(err)
	}
	shown := map[billing.Mode]bool{}
	bold := regexp.MustCompile(`\*\*([0-9.]+)\*\*`)
	for _, part := range strings.Split(string(source), "```json\n")[1:] {
		content, after, _ := strings.Cut(part, "\n```\n\nTotal ")
		said, _, _ := strings.Cut(after, "\n")
		totals := bold.FindAllStringSubmatch(said, -1)
		file, err := ParseCostFile(strings.NewReader(content))
		if err != nil || len(totals) != len(file.Offers) {
			t.Errorf("%v, %d totals for %d quotes in\n%s", err, len(totals), len(file.Offers), content)
			continue
		}
		for i, o := range file.Offers {
			shown[o.Quote.Mode] = true
			if e, err := billing.EstimateCost(o.Quote, o.Usage, billing.NoRanges); err != nil || !e.Exact() || !e.Low.Value.Equal(dec(totals[i][1])) {
				t.Errorf("%s comes to %s, %v; the document says %s", o.Name, e.Low, err, totals[i][1])
			}
		}
	}
	if len(shown) != len(billing.Modes) {
		t.Errorf("only %v are shown", shown)
	}
}
