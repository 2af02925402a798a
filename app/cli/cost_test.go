package cli

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/govalues/decimal"

	"cardhour/data/exchange"
	"cardhour/views/text"
)

func costJSON(t *testing.T, content string) resultJSON {
	t.Helper()
	r := run(text.English, content, "cost", "-", "--json")
	if r.code != 0 || r.stderr != "" {
		t.Fatalf("exit %d: %s", r.code, r.stderr)
	}
	var out resultJSON
	d := json.NewDecoder(strings.NewReader(r.stdout))
	d.DisallowUnknownFields()
	if err := d.Decode(&out); err != nil {
		t.Fatalf("%v\n%s", err, r.stdout)
	}
	return out
}

func TestExampleComesToTheTotalsOfTheDocuments(t *testing.T) {
	out := costJSON(t, string(exchange.Example()))
	for i, want := range []struct {
		total, full, bare string
		lines             []string
	}{
		{"134.00", "16.75", "12.00", []string{"useful 96.00", "storage data_disk 18.00", "traffic out 0.00", "traffic bandwidth 20.00"}},
		{"125.00", "15.625", "14.00", []string{"useful 112.00", "storage data_disk 0.00", "traffic out 13.00", "traffic bandwidth 0.00"}},
	} {
		q := out.Quotes[i]
		if q.Total != want.total || *q.FullRate != want.full || *q.BareRate != want.bare || q.Currency != "CNY" ||
			q.AtLeast || q.Low != want.total || *q.High != want.total || len(q.Unknown) != 0 {
			t.Errorf("%+v", q)
		}
		var lines []string
		for _, l := range q.Lines {
			lines = append(lines, strings.Join(strings.Fields(l.Kind+" "+l.Item+" "+l.Amount), " "))
			if l.Explanation == "" {
				t.Errorf("%s is not explained", l.Kind)
			}
		}
		if !slices.Equal(lines, want.lines) {
			t.Errorf("%v, want %v", lines, want.lines)
		}
	}
}

func TestLedgerOfTheExample(t *testing.T) {
	name := file(t, string(exchange.Example()))
	for lang, parts := range map[text.Language][]string{
		text.Chinese: {"¥134.00", "¥16.75/卡时", "30 GB × ¥0.3/GB/天 × 2 天", "  1  示例 B", "  2  示例 A", "少花 ¥9.00"},
		text.English: {"¥134.00", "¥16.75/card-hour", "30 GB × ¥0.3/GB/day × 2 days", "  1  示例 B", "  2  示例 A", "¥9.00 less than"},
	} {
		r := run(lang, "", "cost", name)
		if r.code != 0 || strings.ContainsAny(r.stdout, "⟦⟧") {
			t.Errorf("exit %d: %s", r.code, r.stderr)
		}
		for _, part := range parts {
			if !strings.Contains(r.stdout, part) {
				t.Errorf("%s: no %q in\n%s", lang, part, r.stdout)
			}
		}
	}
}

const partlyKnown = `{"format":"cardhour.cost/1","usage":{"useful_hours":8,"sessions":1,"storage_gb":{"data_disk":30,"image":10},"data_days":2,"traffic_in_gb":5},
"quotes":[{"name":"half","platform":"AutoDL","currency":"CNY","rate":{"amount":12,"per":"hour"},"facts":{
"billing_granularity_seconds":1,"min_charge_seconds":0,"data_disk_price":[{"value":"0.3"},{"value":"15","per":"month"}],"data_disk_free_gb":0,
"image_price":null,"image_free_gb":0,"bandwidth_price":0,"traffic_in_price":null}},
{"name":"sure","currency":"CNY","rate":{"amount":20,"per":"hour"},"facts":{"billing_granularity_seconds":1,"min_charge_seconds":0,"data_disk_price":0,
"data_disk_free_gb":0,"image_price":0,"image_free_gb":0,"bandwidth_price":0,"traffic_in_price":0}}]}`

func TestUnknownFactsMakeALowerBoundWithTheQuestionToAsk(t *testing.T) {
	q := costJSON(t, partlyKnown).Quotes[0]
	if !q.AtLeast || q.Total != "114.00" || q.Low != q.Total || q.High == nil || *q.High != "126.20" {
		t.Errorf("%+v", q)
	}
	type row struct{ key, state, low, high, per, highPer string }
	var got []row
	or := func(s *string) string {
		if s == nil {
			return "null"
		}
		return *s
	}
	for _, u := range q.Unknown {
		got = append(got, row{u.Key, u.State, or(u.Low), or(u.High), or(u.Per), or(u.HighPer)})
		if !strings.HasSuffix(u.Question, "?") || (u.State == "unknown" && u.Low != nil) != (u.Basis != "") {
			t.Errorf("%+v", u)
		}
	}
	want := []row{
		{"data_disk_price", "conflicting", "0.3", "15", "day", "month"}, // 15 a month is 0.5 a day
		{"image_price", "unknown", "0", "0.01", "day", "null"},          // the range of AutoDL's category
		{"traffic_in_price", "unknown", "0", "0", "null", "null"},
	}
	if !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	var sum decimal.Decimal
	for _, l := range q.Lines {
		sum, _ = sum.Add(decimal.MustParse(l.Amount))
		if l.Kind == "storage" && (l.Low != "18.00" || *l.High != "30.00") {
			t.Errorf("%+v", l)
		}
		if l.Item == "in" && (l.High == nil || *l.High != "0.00" || l.Low != "0.00") {
			t.Errorf("%+v", l)
		}
	}
	if !sum.Equal(decimal.MustParse(q.Total)) {
		t.Errorf("the lines sum to %s, the total is %s", sum, q.Total)
	}
	for lang, parts := range map[text.Language][]string{
		text.English: {"≥ ¥114.00", "sources disagree, ¥0.3/GB/day, ¥15/GB/month", "assumed from ¥0/GB/day to ¥0.01/GB/day", "Ask: "},
		text.Chinese: {"≥ ¥114.00", "说法不一，¥0.3/GB/天、¥15/GB/月", "假定在 ¥0/GB/天到 ¥0.01/GB/天之间", "要问："},
	} {
		r := run(lang, partlyKnown, "cost", "-")
		for _, part := range parts {
			if !strings.Contains(r.stdout, part) {
				t.Errorf("no %q in\n%s", part, r.stdout)
			}
		}
	}
}

func TestANamedPlatformBringsWhatTheLibraryKnows(t *testing.T) {
	const file = `{"format":"cardhour.cost/1","usage":{"useful_hours":20,"storage_gb":{"data_disk":60},"data_days":2},
"quotes":[{"name":"a","platform":"autodl","currency":"CNY","rate":{"amount":"1.98","per":"hour"}}]}`
	var result struct {
		Quotes []struct {
			Taken []string `json:"from_catalogue"`
			High  string
		}
	}
	r := run(text.English, file, "cost", "-", "--json")
	if err := json.Unmarshal([]byte(r.stdout), &result); err != nil {
		t.Fatal(err, r.stderr)
	}
	if q := result.Quotes[0]; !slices.Contains(q.Taken, "data_disk_free_gb") || q.High == "" {
		t.Errorf("%+v", q)
	}
	inDollars := strings.Replace(file, `"CNY"`, `"USD"`, 1)
	if r := run(text.English, inDollars, "cost", "-", "--json"); !strings.Contains(r.stdout, `"from_catalogue": []`) {
		t.Errorf("prices in yuan were taken for dollars: %s", r.stdout)
	}
	if r := run(text.English, strings.Replace(file, `,"data_days":2`, "", 1), "cost", "-"); r.code != 1 || !strings.Contains(r.stderr, "usage.data_days") {
		t.Errorf("60 GB for no time: exit %d, %s", r.code, r.stderr)
	}
}

// A quote that names neither platform nor category is given no ranges.
func TestWhatNothingBoundsIsNotCompared(t *testing.T) {
	const open = `{"format":"cardhour.cost/1","usage":{"useful_hours":8,"traffic_in_gb":5},"quotes":[
{"name":"open","currency":"CNY","rate":{"amount":12,"per":"hour"},"facts":{"billing_granularity_seconds":1,"min_charge_seconds":0,"bandwidth_price":0}},
{"name":"also","currency":"CNY","rate":{"amount":13,"per":"hour"},"facts":{"billing_granularity_seconds":1,"min_charge_seconds":0,"bandwidth_price":0}}]}`
	if q := costJSON(t, open).Quotes[0]; !q.AtLeast || q.Total != "96.00" || q.High != nil || q.FullRateHigh != nil || len(q.Unknown) != 1 || q.Unknown[0].Low != nil {
		t.Errorf("%+v", q)
	}
	for lang, part := range map[text.Language]string{text.English: "not comparable yet: traffic in price", text.Chinese: "还缺：流入流量价格"} {
		if r := run(lang, open, "cost", "-"); !strings.Contains(r.stdout, part) {
			t.Errorf("no %q in\n%s", part, r.stdout)
		}
	}
}

func TestWithoutUsefulHoursThereIsNoFullRate(t *testing.T) {
	q := costJSON(t, strings.Replace(string(exchange.Example()), `"useful_hours": 8`, `"useful_hours": 0`, 1)).Quotes[0]
	if q.FullRate != nil || q.Total != "38.00" {
		t.Errorf("%+v", q)
	}
}

func TestQuotesInOtherCurrenciesOrForOtherUsagesAreNotRankedTogether(t *testing.T) {
	example := string(exchange.Example())
	for _, changed := range []string{
		strings.Replace(example, `"CNY"`, `"USD"`, 1),
		strings.Replace(example, `"category"`, `"usage":{"useful_hours":9},"category"`, 1),
	} {
		if r := run(text.English, changed, "cost", "-"); r.code != 0 || strings.Contains(r.stdout, "less than") {
			t.Errorf("exit %d\n%s", r.code, r.stdout)
		}
	}
}

func TestAQuoteThatCannotBePricedIsNamedAndNothingPrinted(t *testing.T) {
	huge := strings.ReplaceAll(string(exchange.Example()), "示例 ", "")
	huge = strings.Replace(strings.Replace(huge, `"amount": 14`, `"amount": 999999999`, 1), `"useful_hours": 8`, `"useful_hours": 8000`, 1)
	for _, lang := range text.Languages {
		for _, args := range [][]string{{"cost", "-", "--json"}, {"cost", "-"}} {
			run(lang, huge, args...).refused(t, "stdin", "quotes[1]", "Example B")
		}
	}
}

// The bad input that people and scripts really give: each is answered by one
// sentence that names the file and the place, in the language chosen.
func TestBadInput(t *testing.T) {
	example := string(exchange.Example())
	swap := func(old, new string) string {
		if !strings.Contains(example, old) {
			t.Fatalf("the example has no %q", old)
		}
		return strings.Replace(example, old, new, 1)
	}
	huge := filepath.Join(t.TempDir(), "huge.json")
	if err := os.WriteFile(huge, []byte(example), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(huge, 200<<20); err != nil {
		t.Fatal(err)
	}
	for _, lang := range text.Languages {
		run(lang, "", "cost", huge, "--json").refused(t, "huge.json", "16 MB")
		for name, c := range map[string]struct{ content, place string }{
			"letters in a price":          {swap(`"amount": 12`, `"amount": "twelve"`), "quotes[0].rate.amount"},
			"negative hours":              {swap(`"useful_hours": 8`, `"useful_hours": -8`), "usage.useful_hours"},
			"granularity 0":               {swap(`"billing_granularity_seconds": 1`, `"billing_granularity_seconds": 0`), "quotes[0].facts.billing_granularity_seconds"},
			"a month of 0 days":           {swap(`"per": "hour"`, `"per": "hour", "month_hours": 0`), "quotes[0].rate.month_hours"},
			"bare full-width digits":      {swap(`"amount": 12`, `"amount": １２`), "quotes[0].rate.amount"},
			"1e99":                        {swap(`"amount": 12`, `"amount": 1e99`), "quotes[0].rate.amount"},
			"1e-30":                       {swap(`"amount": 12`, `"amount": 1e-30`), "quotes[0].rate.amount"},
			"40 digits":                   {swap(`"amount": 12`, `"amount": 1234567890123456789012345678901234567890`), "quotes[0].rate.amount"},
			"NaN":                         {swap(`"amount": 12`, `"amount": NaN`), "quotes[0].rate.amount"},
			"empty name":                  {swap(`"name": "示例 A · Example A"`, `"name": ""`), "quotes[0].name"},
			"truncated":                   {example[:len(example)/2], "quotes["},
			"not JSON":                    {"price,hours\n12,8\n", "quotes.json"},
			"empty":                       {"", "quotes.json"},
			"misspelt key":                {swap(`"category"`, `"catgeory"`), "catgeory"},
			"escape codes in an odd key":  {swap(`"category"`, `"\u001b[2Jx"`), "quotes[0]"},
			"line breaks inside a number": {swap(`"amount": 12`, `"amount": "1\n2"`), "quotes[0].rate.amount"},
		} {
			t.Run(string(lang)+" "+name, func(t *testing.T) {
				r := run(lang, "", "cost", "--json", file(t, c.content))
				r.refused(t, "quotes.json", c.place)
				if strings.ContainsRune(r.stderr, '\x1b') {
					t.Errorf("escape codes reach the terminal: %q", r.stderr)
				}
			})
		}
	}
	if r := run(text.English, swap(`"amount": 12`, `"amount": "１２"`), "cost", "-"); r.code != 0 {
		t.Errorf("full-width digits in quotation marks are numbers: %s", r.stderr)
	}
}

const besides = `{"format":"cardhour.cost/1","usage":{"useful_hours":8,"restart_minutes":5,"setup_hours_per_session":1,"my_time":{"per_hour":100},"date":"2026-10-03"},"quotes":[
{"name":"spot","card":"NC6","mode":"spot","currency":"USD","rate":{"amount":1,"per":"hour"},"discounts":[{"name":"gift","kind":"credit","value":5,"not_for_gpu":true}],
 "seen":"2026-10-01","exchange":{"to":"CNY","rate":"7.1","on":"2026-10-03"},"facts":{"billing_granularity_seconds":1,"min_charge_seconds":0,"interruptions_per_hour":0}},
{"name":"steady","card":"NC6","currency":"USD","rate":{"amount":3,"per":"hour"},"valid_until":"2026-10-02","facts":{"billing_granularity_seconds":1,"min_charge_seconds":0}},
{"name":"odd","card":"NC6","currency":"USD","rate":{"amount":"37.50","per":"hour"},"facts":{"billing_granularity_seconds":1,"min_charge_seconds":0}},
{"name":"api","mode":"per_token","currency":"USD","tokens":{"in":2,"out":8},"usage":{"tokens_in":1000000}}]}`

func TestWhatStandsBesideTheCost(t *testing.T) {
	out := costJSON(t, besides).Quotes
	spot, steady, odd, api := out[0], out[1], out[2], out[3]
	if spot.Total != "9.00" || spot.MyTime == nil || *spot.MyTime != (moneyJSON{"100.00", "USD"}) {
		t.Errorf("%+v", spot)
	}
	if len(spot.Refused) != 1 || spot.Refused[0].Name != "gift" || spot.Refused[0].Reason == "" {
		t.Errorf("refused: %+v", spot.Refused)
	}
	if c := spot.Converted; c == nil || c.Currency != "CNY" || c.Low != "63.90" || *c.High != "63.90" || c.Rate != "7.1" || *c.On != "2026-10-03" {
		t.Errorf("converted: %+v", c)
	}
	if len(spot.SpotPays) != 2 || spot.SpotPays[0] != (belowJSON{"steady", "0.234"}) {
		t.Errorf("spot pays below %+v", spot.SpotPays)
	}
	warned := func(q quoteJSON, words string) bool {
		return slices.ContainsFunc(q.Warnings, func(w string) bool { return strings.Contains(w, words) })
	}
	if !warned(spot, "Save checkpoints") || !warned(steady, "held until") || !warned(odd, "times what is usual") {
		t.Errorf("warned of %q, %q, %q", spot.Warnings, steady.Warnings, odd.Warnings)
	}
	if api.Total != "2.00" || api.BareRate != nil || api.FullRate != nil || api.MyTime != nil || api.Converted != nil {
		t.Errorf("%+v", api)
	}
	for _, lang := range text.Languages {
		r := run(lang, besides, "cost", "-")
		if r.code != 0 || strings.ContainsAny(r.stdout, "⟦⟧") {
			t.Errorf("exit %d: %s%s", r.code, r.stderr, r.stdout)
		}
		for _, part := range []string{"63.90", "0.234", "$100.00"} {
			if !strings.Contains(r.stdout, part) {
				t.Errorf("no %q in\n%s", part, r.stdout)
			}
		}
	}
}

func TestAnExpiredDiscountIsRefusedByTodaysDate(t *testing.T) {
	const file = `{"format":"cardhour.cost/1","usage":{"useful_hours":8},"quotes":[{"currency":"USD","rate":{"amount":1,"per":"hour"},
"discounts":[{"name":"old","kind":"percent","value":10,"expires":"2026-11-30"}],"facts":{"billing_granularity_seconds":1,"min_charge_seconds":0}}]}`
	if q := costJSON(t, file).Quotes[0]; q.Total != "8.00" || len(q.Refused) != 1 {
		t.Errorf("%+v", q)
	}
	if q := costJSON(t, strings.Replace(file, `"useful_hours":8`, `"useful_hours":8,"date":"2026-11-30"`, 1)).Quotes[0]; q.Total != "7.20" {
		t.Errorf("%+v", q)
	}
}

func TestQuotesOfACardUnderTwoNamesAreHeldAgainstEachOther(t *testing.T) {
	two := strings.NewReplacer(`"steady","card":"NC6"`, `"steady","card":"RTX 4090D"`, `"NC6"`, `"RTX 4090D 24GB"`).Replace(besides)
	spot := costJSON(t, two).Quotes[0]
	if len(spot.SpotPays) != 2 || spot.SpotPays[0] != (belowJSON{"steady", "0.234"}) {
		t.Errorf("spot pays below %+v", spot.SpotPays)
	}
}
