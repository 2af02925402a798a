package wizard

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
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
	"cardhour/views/theme"

	"image/png"
)

var dec = decimal.MustParse

// fake is a session in memory: edits take effect at once.
type fake struct {
	d       *decision.Decision
	records decision.Records
	answers []barrier.Answer
	files   map[string][]fact.Evidence // by platform and requirement
	refused error                      // of attaching
	know    decision.Knowledge
	changed func()
	ids     int
	forms   map[string]string

	settings map[string]string
	rates    []money.Exchange
}

func (f *fake) Current() (decision.Decision, bool) {
	if f.d == nil {
		return decision.Decision{}, false
	}
	return *f.d, true
}
func (f *fake) Records() decision.Records { return f.records }
func (f *fake) Result() decision.Result {
	if f.d == nil {
		return decision.Result{}
	}
	know := f.know
	know.Cards = shelf{f}.Cards()
	know.Stability = decision.Stabilities(f.records.Runs, f.records.Quotes, f.answers, nil)
	return decision.Evaluate(*f.d, f.records, know)
}
func (f *fake) Now() time.Time {
	return time.Date(2026, 11, 30, 15, 4, 0, 0, time.FixedZone("", 8*3600))
}
func (f *fake) EditTask(_ string, edit func(*task.Task)) { edit(&f.d.Task); f.tell() }
func (f *fake) SetMustHaves(w []barrier.Wanted)          { f.d.MustHaves = w; f.tell() }
func (f *fake) PutQuote(q billing.Quote) {
	put(&f.records.Quotes, q, func(q *billing.Quote) *string { return &q.ID }, f)
}
func (f *fake) PutQuotes(all []billing.Quote) {
	for _, q := range all {
		f.PutQuote(q)
	}
}
func (f *fake) ReadQuotes(text string) []billing.Pasted { return read(text) }
func (f *fake) ReadSoon(text string, found func([]billing.Pasted)) {
	found(f.ReadQuotes(text))
}
func (f *fake) Rates() []money.Exchange { return f.rates }
func (f *fake) PutRate(x money.Exchange) error {
	f.RemoveRate(x.From, x.To)
	f.rates = append(f.rates, x)
	return nil
}
func (f *fake) RemoveRate(from, to money.Currency) {
	f.rates = slices.DeleteFunc(f.rates, func(x money.Exchange) bool { return x.From == from && x.To == to })
}
func (f *fake) Revalue(id string) error {
	f.revalue(func(q billing.Quote) bool { return q.ID == id })
	return nil
}
func (f *fake) RevalueAll(string) error {
	f.revalue(func(billing.Quote) bool { return true })
	return nil
}
func (f *fake) revalue(of func(billing.Quote) bool) {
	for i, q := range f.records.Quotes {
		for _, x := range f.rates {
			if of(q) && x.From == q.Rate.Amount.Currency {
				f.records.Quotes[i].Exchange = x
			}
		}
	}
	f.tell()
}
func (f *fake) DeleteQuote(id string) {
	drop(&f.records.Quotes, func(q billing.Quote) bool { return q.ID == id })
	f.tell()
}
func (f *fake) DuplicateQuote(id string) {
	for _, q := range f.records.Quotes {
		if q.ID == id {
			q.ID = ""
			f.PutQuote(q)
			return
		}
	}
}
func (f *fake) BarrierFact(platform, key string) fact.Fact[string] {
	return f.know.Facts(platform, key)
}
func (f *fake) PutAnswer(a barrier.Answer) { f.answers = append(f.answers, a); f.tell() }
func (f *fake) SetStability(q billing.Quote, factor decimal.Decimal) {
	drop(&f.answers, func(a barrier.Answer) bool {
		return a.Platform == q.PlatformKey() && a.Requirement == decision.HandKey(q)
	})
	if a, err := decision.HandFactor(q, factor); err == nil {
		f.answers = append(f.answers, a)
	}
	f.tell()
}
func (f *fake) EvidenceOf(platform, requirement string) []fact.Evidence {
	return f.files[platform+"/"+requirement]
}
func (f *fake) Attach(platform, requirement, path string, done func(error)) {
	if f.refused == nil {
		if f.files == nil {
			f.files = map[string][]fact.Evidence{}
		}
		f.ids++
		key := platform + "/" + requirement
		f.files[key] = append(f.files[key], fact.Evidence{ID: strconv.Itoa(f.ids), Name: filepath.Base(path)})
		f.tell()
	}
	done(f.refused)
}
func (f *fake) RemoveEvidence(id string) {
	for key, list := range f.files {
		drop(&list, func(e fact.Evidence) bool { return e.ID == id })
		f.files[key] = list
	}
	f.tell()
}
func (f *fake) EvidencePath(e fact.Evidence) string { return "/kept/" + e.Name }
func (f *fake) PutRun(r trial.Run) string {
	return put(&f.records.Runs, r, func(r *trial.Run) *string { return &r.ID }, f)
}
func (f *fake) DeleteRun(id string) {
	drop(&f.records.Runs, func(r trial.Run) bool { return r.ID == id })
	f.tell()
}
func (f *fake) PutBill(b trial.Bill) string {
	return put(&f.records.Bills, b, func(b *trial.Bill) *string { return &b.ID }, f)
}
func (f *fake) DeleteBill(id string) {
	drop(&f.records.Bills, func(b trial.Bill) bool { return b.ID == id })
	f.tell()
}
func (f *fake) AllRuns() []trial.Run   { return f.records.Runs }
func (f *fake) AllBills() []trial.Bill { return f.records.Bills }
func (f *fake) Form(key string) string { return f.forms[key] }
func (f *fake) KeepForm(key, text string) {
	if f.forms == nil {
		f.forms = map[string]string{}
	}
	f.forms[key] = text
}
func (f *fake) Setting(key string) string { return f.settings[key] }
func (f *fake) SetSetting(key, value string) {
	if f.settings == nil {
		f.settings = map[string]string{}
	}
	f.settings[key] = value
}
func (f *fake) NewDecision() {
	f.d = &decision.Decision{ID: "d", Currency: "CNY", Task: task.Defaults("")}
	f.tell()
}
func (f *fake) OpenExample() { f.NewDecision() }

func (f *fake) tell() {
	if f.changed != nil {
		f.changed()
	}
}

func put[T any](list *[]T, v T, id func(*T) *string, f *fake) string {
	if *id(&v) == "" {
		f.ids++
		*id(&v) = strconv.Itoa(f.ids)
	}
	for i := range *list {
		if *id(&(*list)[i]) == *id(&v) {
			(*list)[i] = v
			f.tell()
			return *id(&v)
		}
	}
	*list = append(*list, v)
	f.tell()
	return *id(&v)
}

func drop[T any](list *[]T, gone func(T) bool) {
	var kept []T
	for _, v := range *list {
		if !gone(v) {
			kept = append(kept, v)
		}
	}
	*list = kept
}

// shelf is a small catalogue.
type shelf struct{ f *fake }

func (s shelf) FindCards(query string) []string {
	var found []string
	for _, c := range hardware.FindCards([]hardware.Card{{ID: "A100 80GB"}, {ID: "RTX 4090 24GB"}, {ID: "RTX 3060 12GB"}}, query) {
		found = append(found, c.ID)
	}
	return found
}
func (s shelf) FindModels(string) []string { return []string{"Qwen2.5-7B", "Llama-3.1-8B"} }
func (s shelf) FindPlatforms(string) []string {
	return []string{"AutoDL", "恒源云"}
}
func (s shelf) PlatformNamed(name string) (hardware.Platform, bool) {
	if name == "AutoDL" {
		return hardware.Platform{ID: "autodl", NameZH: name, NameEN: name, Category: hardware.Container, Currency: "CNY"}, true
	}
	return hardware.Platform{}, false
}
func (s shelf) PlatformName(id string) string {
	if id == "autodl" {
		return "AutoDL"
	}
	return id
}
func (s shelf) Cards() []hardware.Card {
	var all []hardware.Card
	for _, id := range s.FindCards("") {
		if c, ok := s.f.know.Card(id); ok {
			all = append(all, c)
		}
	}
	return all
}
func (s shelf) Models() []hardware.Model {
	known, _ := s.f.know.Model("Qwen2.5-7B")
	return []hardware.Model{known, {ID: "Llama-3.1-8B", Kind: hardware.LLM}}
}
func (s shelf) BillingFacts(platform string) billing.Facts {
	if platform != "autodl" {
		return nil
	}
	seen := time.Date(2026, 10, 3, 0, 0, 0, 0, time.UTC)
	claim := func(v string, per billing.Period) fact.Fact[billing.Figure] {
		return fact.Fact[billing.Figure]{Claims: []fact.Claim[billing.Figure]{{Value: billing.Figure{Value: dec(v), Per: per}, Source: "console text", Seen: seen, Confidence: fact.ConsoleText}}}
	}
	return billing.Facts{billing.DataDiskPrice: claim("0.0066", billing.PerDay), billing.DataDiskFree: claim("50", "")}
}
func (s shelf) Ranges(category string, c money.Currency) billing.Ranges {
	return s.f.know.Ranges(category, c)
}

// worked is a decision with the two worked cases and a third quote of which
// little is known.
func worked() *fake {
	f := &fake{}
	f.know = decision.Knowledge{
		Card: func(id string) (hardware.Card, bool) {
			card := hardware.Card{ID: id, Vendor: "NVIDIA", BF16: hardware.Yes, FP8: hardware.No, ComputeCapability: hardware.Know(8.6)}
			switch id {
			case "A100 80GB":
				card.MemoryGiB, card.BandwidthGBs = hardware.Know(80.0), hardware.Know(2039.0)
			case "RTX 4090 24GB":
				card.MemoryGiB, card.BandwidthGBs = hardware.Know(24.0), hardware.Know(1008.0)
			case "RTX 3060 12GB":
				card.MemoryGiB = hardware.Know(12.0)
			default:
				return hardware.Card{}, false
			}
			return card, true
		},
		Model: func(id string) (hardware.Model, bool) {
			n := hardware.Know[int]
			return hardware.Model{ID: "Qwen2.5-7B", Kind: hardware.LLM, ParamsB: hardware.Know(7.616), Layers: n(28), Hidden: n(3584), Heads: n(28),
				KVHeads: n(4), HeadDim: n(128), Intermediate: n(18944), Vocab: n(152064), MaxContext: n(131072), Tied: hardware.No}, id == "Qwen2.5-7B"
		},
		Ranges: func(category string, _ money.Currency) billing.Ranges {
			return func(k billing.Key) (billing.Range, bool) {
				if category == "container" && k == billing.DataDiskPrice {
					return billing.Range{Low: billing.Figure{Value: dec("0.0053"), Per: billing.PerDay}, High: billing.Figure{Value: dec("0.5"), Per: billing.PerDay}, Basis: "range seen"}, true
				}
				return billing.Range{}, false
			}
		},
		Facts: func(platform, key string) fact.Fact[string] {
			if platform == "autodl" && key == "docker_inside" {
				return fact.Fact[string]{Claims: []fact.Claim[string]{{Value: "no", Source: "AutoDL docs", Confidence: fact.Blog}}}
			}
			if platform == "autodl" && key == "jupyter" {
				return fact.Fact[string]{Claims: []fact.Claim[string]{{Value: "yes", Source: "profile", Confidence: fact.Secondary}}}
			}
			return fact.Fact[string]{}
		},
	}
	f.d = &decision.Decision{ID: "d", Name: "LoRA", Currency: "CNY", Task: task.Task{Kind: task.FineTuning, Model: "Qwen2.5-7B",
		Method: sizing.LoRA, Precision: sizing.BF16, Sequence: 2048, Batch: 1, AlwaysOn: hardware.No, Interruptible: hardware.Yes,
		Work: task.Work{Unit: task.WorkHours, Likely: dec("8"), Low: dec("6"), High: dec("12")},
		Plan: task.Plan{Sessions: 1, DataDays: 2, DataDisk: dec("30"), OutGB: dec("13")}}}
	quote := func(name, card, amount string, facts map[billing.Key]billing.Figure) billing.Quote {
		q := billing.Quote{PlatformName: name, Category: "container", Card: card, Mode: billing.OnDemand, Rate: billing.NewRate(money.Of(amount, "CNY"), billing.PerHour), Facts: billing.Facts{}, Source: "price page", Seen: time.Date(2026, 11, 20, 0, 0, 0, 0, time.UTC)}
		for k, v := range facts {
			q.Facts[k] = fact.Own(v, "price page", q.Seen)
		}
		return q
	}
	day := func(v string) billing.Figure { return billing.Figure{Value: dec(v), Per: billing.PerDay} }
	num := func(v string) billing.Figure { return billing.Figure{Value: dec(v)} }
	f.PutQuote(quote("平台 A", "A100 80GB", "12", map[billing.Key]billing.Figure{billing.Granularity: num("1"), billing.MinSeconds: num("0"), billing.DataDiskPrice: day("0.3"), billing.DataDiskFree: num("0"), billing.BandwidthPrice: day("10"), billing.TrafficOutPrice: num("0"), billing.TrafficOutFree: num("0")}))
	f.PutQuote(quote("平台 B", "A100 80GB", "14", map[billing.Key]billing.Figure{billing.Granularity: num("1"), billing.MinSeconds: num("0"), billing.DataDiskPrice: day("0.1"), billing.DataDiskFree: num("50"), billing.BandwidthPrice: day("0"), billing.TrafficOutPrice: num("1"), billing.TrafficOutFree: num("0")}))
	c := quote("", "RTX 4090 24GB", "1.98", nil)
	c.Platform = "autodl"
	f.PutQuote(c)
	f.PutQuote(quote("平台 D", "RTX 3060 12GB", "0.8", nil))
	f.d.MustHaves = []barrier.Wanted{{ID: "jupyter"}, {ID: "ticket_hours"}}
	at := func(h int) time.Time { return time.Date(2026, 11, 2, h, 0, 0, 0, time.FixedZone("", 8*3600)) }
	f.records.Runs = []trial.Run{{ID: "r1", QuoteID: "1", Platform: "平台 A", Card: "A100 80GB", Cards: 1, Outcome: trial.Passed,
		At: map[trial.Event]time.Time{trial.PoweredOn: at(8), trial.TaskStarted: at(9), trial.TaskEnded: at(17), trial.ShutDown: at(18)}}}
	f.records.Bills = []trial.Bill{{ID: "b1", RunID: "r1", Currency: "CNY", Issued: at(19), Charges: []trial.Charge{
		{Kind: billing.Useful, Amount: dec("96")}, {Kind: billing.Storage, Amount: dec("18")}, {Kind: billing.Traffic, Amount: dec("20")}}}}
	return f
}

// show builds the wizard on the test driver at the window's minimum size.
func show(t *testing.T, f *fake, lang text.Language, variant theme.Variant) (*Wizard, fyne.Window) {
	t.Helper()
	app := test.NewTempApp(t)
	app.Settings().SetTheme(theme.New(variant, 1))
	window := app.NewWindow("")
	w := New(text.New(lang), window, f, shelf{f})
	f.changed = w.Refresh
	window.SetContent(w.Content())
	window.Resize(fyne.NewSize(936, 700)) // the window less its rail
	return w, window
}

// draw writes the window to a PNG for looking at, when CARDHOUR_DRAW names a
// folder.
func draw(t *testing.T, window fyne.Window, name string) {
	t.Helper()
	dir := os.Getenv("CARDHOUR_DRAW")
	if dir == "" {
		return
	}
	file, err := os.Create(filepath.Join(dir, name+".png"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if err := png.Encode(file, window.Canvas().Capture()); err != nil {
		t.Fatal(err)
	}
}

func TestDrawEveryStep(t *testing.T) {
	for _, lang := range text.Languages {
		for _, variant := range []theme.Variant{theme.Light, theme.Dark} {
			w, window := show(t, worked(), lang, variant)
			for _, s := range decision.Steps {
				w.Show(s)
				draw(t, window, "step"+strconv.Itoa(int(s))+"-"+string(lang)+"-"+string(variant))
			}
		}
	}
	if missing := text.Missing(); len(missing) > 0 {
		t.Errorf("texts that are missing: %v", missing)
	}
}
