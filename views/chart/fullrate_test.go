package chart

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"image/png"
	"io"
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"cardhour/model/billing"
	"cardhour/model/money"
	"cardhour/model/reason"
	"cardhour/views/text"
)

// laid lays a picture out and fails the test when a text leaves the page,
// lies on another text or on a bar, or is not given in the language.
func laid(t interface {
	Helper()
	Fatalf(string, ...any)
	Errorf(string, ...any)
}, f FullRate, lang text.Language, width int) *scene {
	t.Helper()
	s, err := f.layout(text.New(lang), width)
	if err != nil {
		t.Fatalf("%v", err)
	}
	page := box{margin - 0.5, 0, s.width - 2*margin + 1, s.height}
	var texts []*textItem
	var bars []segment
	for _, it := range s.items {
		switch it := it.(type) {
		case *textItem:
			texts = append(texts, it)
		case segment:
			bars = append(bars, it)
			if !inside(it.box, page) {
				t.Errorf("%s %d: a part of %s at %v leaves the page", lang, width, it.kind, it.box)
			}
		case whisker, arrow, area:
		}
	}
	for i, a := range texts {
		if !inside(a.box, page) || a.body == "" {
			t.Errorf("%s %d: %q at %v leaves the page of %v", lang, width, a.body, a.box, page)
		}
		if math.Abs(a.w-widthOf(a.body, a.size, a.bold)) > 0.01 {
			t.Errorf("%q is not as wide as its box", a.body)
		}
		if strings.Contains(a.body, "⟦") {
			t.Errorf("%s lacks the text %s", lang, a.body)
		}
		for _, b := range texts[i+1:] {
			if overlap(a.box, b.box) {
				t.Errorf("%s %d: %q lies on %q", lang, width, a.body, b.body)
			}
		}
		for _, b := range bars {
			if overlap(a.box, b.box) {
				t.Errorf("%s %d: %q lies on a part of %s", lang, width, a.body, b.kind)
			}
		}
	}
	return s
}

func inside(a, b box) bool {
	return a.x >= b.x && a.y >= b.y && a.right() <= b.right() && a.bottom() <= b.bottom()
}

func overlap(a, b box) bool {
	const touch = 0.5
	return a.x+touch < b.right() && b.x+touch < a.right() && a.y+touch < b.bottom() && b.y+touch < a.bottom()
}

func TestNothingIsCutOrLiesOnAnything(t *testing.T) {
	for name, f := range pictures(t) {
		for _, lang := range text.Languages {
			for _, width := range []int{480, 720, 960, 1600} {
				t.Run(fmt.Sprint(name, lang, width), func(t *testing.T) { laid(t, f, lang, width) })
			}
		}
	}
	for _, key := range text.Missing() {
		t.Errorf("no text: %s", key)
	}
}

func TestNothingIsCutWhateverTheAmounts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := FullRate{Currency: rapid.SampledFrom([]money.Currency{"CNY", "USD", "CAD"}).Draw(t, "currency")}
		for range rapid.IntRange(0, 5).Draw(t, "rows") {
			bar := func(name string) *Bar {
				if !rapid.Bool().Draw(t, name) {
					return nil
				}
				b := &Bar{Open: rapid.Bool().Draw(t, "open")}
				for _, kind := range billing.Kinds {
					amount := amounts.Draw(t, "amount")
					if kind == billing.Discount {
						amount = amount.Neg()
					}
					part := Part{Kind: kind, Amount: amount}
					if kind == billing.Storage {
						part.Extra, part.Open = amounts.Draw(t, "extra"), b.Open
					}
					b.Parts = append(b.Parts, part)
					b.Low, _ = b.Low.Add(part.Amount)
					b.High, _ = b.High.Add(part.Amount)
					b.High, _ = b.High.Add(part.Extra)
				}
				return b
			}
			f.Rows = append(f.Rows, Row{
				Label: rapid.String().Draw(t, "label"), Detail: rapid.StringOf(rapid.SampledFrom([]rune("卡时 A100（），·"))).Draw(t, "detail"),
				Estimate: bar("estimate"), Billed: bar("billed"),
			})
		}
		for _, lang := range text.Languages {
			laid(t, f, lang, rapid.IntRange(minWidth, 2000).Draw(t, "width"))
		}
	})
}

func TestBarsAreTrueToTheirAmounts(t *testing.T) {
	f := pictures(t)["two"]
	s := laid(t, f, text.Chinese, 960)
	var bars [][]segment
	for _, it := range s.items {
		part, ok := it.(segment)
		if !ok || part.h == 12 { // of the legend
			continue
		}
		if last := len(bars) - 1; last >= 0 && bars[last][0].y == part.y {
			bars[last] = append(bars[last], part)
		} else {
			bars = append(bars, []segment{part})
		}
	}
	if len(bars) != 3 {
		t.Fatalf("%d bars, want two estimates and a bill", len(bars))
	}
	perUnit := bars[0][0].w / 12
	for i, want := range [][]float64{{12, 2.25, 2.5}, {14, 0.75}, {14, 1.9, 0.4, 1.625, 2.5}} {
		if len(bars[i]) != len(want) {
			t.Fatalf("bar %d has %d parts, want %v", i, len(bars[i]), want)
		}
		for j, amount := range want {
			if got := bars[i][j].w / perUnit; math.Abs(got-amount) > 1e-6 {
				t.Errorf("bar %d, part %d is %g long, want %g", i, j, got, amount)
			}
		}
	}
	discount := bars[2][4]
	if discount.style != outlined || math.Abs(discount.right()-bars[2][3].right()) > 1e-6 {
		t.Errorf("the discount is not taken off the end: %+v", discount)
	}
}

func TestWhatIsNotSettledIsHatchedAndSaid(t *testing.T) {
	s := laid(t, pictures(t)["open"], text.English, 960)
	var said []string
	hatch, arrows := 0, 0
	for _, it := range s.items {
		switch it := it.(type) {
		case *textItem:
			said = append(said, it.body)
		case segment:
			if it.style == hatched && it.h != 12 {
				hatch++
			}
		case arrow:
			arrows++
		}
	}
	all := strings.Join(said, "\n")
	if hatch != 1 || arrows != 1 || !strings.Contains(all, "≥ ¥9.50") || !strings.Contains(all, "not settled") {
		t.Errorf("%d hatched parts, %d arrows, texts:\n%s", hatch, arrows, all)
	}
	if strings.Contains(all, "lowest") {
		t.Error("what nothing bounds is called the lowest")
	}
}

func TestTheLeadComparesLikeWithLike(t *testing.T) {
	cheap := Bar{Parts: []Part{{Kind: billing.Useful, Amount: dec("1")}}, Low: dec("1"), High: dec("1")}
	dear := Bar{Parts: []Part{{Kind: billing.Useful, Amount: dec("2")}}, Low: dec("2"), High: dec("2")}
	wide := Bar{Parts: []Part{{Kind: billing.Useful, Amount: dec("1"), Extra: dec("2")}}, Low: dec("1"), High: dec("3")}
	for _, c := range []struct {
		name string
		rows []Row
		want string
	}{
		{"a bill never beats an estimate", []Row{{Label: "A", Billed: &cheap}, {Label: "B", Estimate: &dear}}, "¥2.00 /card-hour est. · B"},
		{"bills alone are compared", []Row{{Label: "A", Billed: &cheap}, {Label: "B", Billed: &dear}}, "¥1.00 /card-hour bill · lowest: A"},
		{"an overlap is said", []Row{{Label: "A", Estimate: &wide}, {Label: "B", Estimate: &dear}}, "¥2.00 /card-hour est. · lowest: B The ranges overlap, so this is not settled yet."},
	} {
		s := laid(t, FullRate{Title: "t", Subtitle: "s", Currency: "CNY", Rows: c.rows}, text.English, 960)
		var said []string
		for _, it := range s.items {
			if _, legend := it.(segment); legend {
				break
			}
			if line, ok := it.(*textItem); ok {
				said = append(said, line.body)
			}
		}
		if got := strings.Join(said[2:], " "); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

func TestPartsOfAnEstimateMakeItsFullRate(t *testing.T) {
	row := estimated(t, "", "", "12", "0.3", "10")
	if !row.Estimate.Low.Equal(dec("16.75")) || len(row.Estimate.Parts) != 3 {
		t.Errorf("%+v", row.Estimate)
	}
	if err := row.Estimate.check(); err != nil {
		t.Error(err)
	}
	bill := billing.Bill{Total: cny("11"), Lines: []billing.Line{{Kind: billing.Useful, Amount: dec("10")}, {Kind: billing.Traffic, Item: "in", Amount: dec("2")},
		{Kind: billing.Traffic, Item: "out", Amount: dec("1")}, {Kind: billing.Discount, Amount: dec("-2")}}}
	bar, err := BilledBar(bill, 3*billing.Hour, billing.NewRate(cny("1"), billing.PerHour))
	if err != nil || len(bar.Parts) != 3 || bar.check() != nil {
		t.Errorf("%+v %v", bar, err)
	}
	if _, err := BilledBar(bill, 0, billing.NewRate(cny("1"), billing.PerHour)); err == nil {
		t.Error("a bill without a useful hour has a full rate")
	}
}

// In the dearer bill rounding is less and the rebate is gone.
func TestALineThatShrinksIsDrawnAtTheDearEnd(t *testing.T) {
	bar := &Bar{Low: dec("9"), High: dec("14"), Parts: []Part{
		{Kind: billing.Useful, Amount: dec("10")}, {Kind: billing.SetUp, Extra: dec("4")}, {Kind: billing.Rounded, Amount: dec("3"), Extra: dec("-2")},
		{Kind: billing.Fees, Amount: dec("1")}, {Kind: billing.Discount, Amount: dec("-5"), Extra: dec("3")},
	}}
	s := laid(t, FullRate{Currency: "CNY", Rows: []Row{{Label: "A", Estimate: bar}}}, text.English, 960)
	var parts []segment
	for _, it := range s.items {
		if part, ok := it.(segment); ok && part.h != 12 {
			parts = append(parts, part)
		}
	}
	want := []struct {
		kind   string
		amount float64
		style  segmentStyle
	}{{"useful", 10, solid}, {"rounding", 1, solid}, {"fees", 1, solid}, {"setup", 4, hatched}, {"discount", 2, outlined}}
	if len(parts) != len(want) {
		t.Fatalf("%d parts: %+v", len(parts), parts)
	}
	perUnit := parts[0].w / 10
	for i, w := range want {
		if got := parts[i]; got.kind != w.kind || got.style != w.style || math.Abs(got.w/perUnit-w.amount) > 1e-6 {
			t.Errorf("part %d is %s, %g long, style %d; want %+v", i, got.kind, got.w/perUnit, got.style, w)
		}
	}
}

func TestRoundingDownIsTakenOffAndSaid(t *testing.T) {
	bar := &Bar{Low: dec("9.5"), High: dec("9.5"), Parts: []Part{{Kind: billing.Useful, Amount: dec("10")}, {Kind: billing.Rounded, Amount: dec("-0.5")}}}
	s := laid(t, FullRate{Currency: "CNY", Rows: []Row{{Label: "A", Estimate: bar}}}, text.English, 960)
	legend, said := map[segmentStyle]int{}, ""
	for _, it := range s.items {
		switch it := it.(type) {
		case segment:
			if it.h == 12 {
				legend[it.style]++
			}
		case *textItem:
			said += it.body + "\n"
		}
	}
	if legend[solid] != 1 || legend[outlined] != 1 || !strings.Contains(said, "rounding") || !strings.Contains(said, "Outlined") {
		t.Errorf("legend %v, texts:\n%s", legend, said)
	}
}

func TestABarCountsTheCardsThatRanWhenTheyChange(t *testing.T) {
	q := billing.Quote{Mode: billing.OnDemand, Rate: billing.NewRate(cny("1"), billing.PerHour)}
	u := billing.Usage{Useful: 2 * billing.Hour, Sessions: 1, Course: []billing.Stretch{{Length: billing.Hour, Cards: 1}, {Length: billing.Hour, Cards: 3}}}
	e, err := billing.EstimateCost(q, u, billing.NoRanges)
	if err != nil {
		t.Fatal(err)
	}
	row, err := RowOf("", "", e, u, q.Rate)
	if err != nil || row.Estimate.check() != nil || !row.Estimate.Low.Equal(dec("1")) {
		t.Errorf("%+v, %v, %v", row.Estimate, err, row.Estimate.check())
	}
}

const hostile = `<&"'> ]]> </svg><script>alert(1)</script> ` + "\x00\x1b\uffff 卡\n时\t\u200b"

func TestSVGIsWellFormedWhateverIsTyped(t *testing.T) {
	f := pictures(t)["two"]
	f.Title, f.Subtitle, f.Footer = hostile, hostile, []string{hostile}
	f.Rows[0].Label, f.Rows[0].Detail = hostile, hostile
	for _, dark := range []bool{false, true} {
		f.Dark = dark
		drawn, err := f.SVG(text.New(text.Chinese), 960)
		if err != nil {
			t.Fatal(err)
		}
		d := xml.NewDecoder(bytes.NewReader(drawn))
		title, elements := "", map[string]int{}
		for {
			token, err := d.Token()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Fatalf("%v in %s", err, drawn)
			}
			switch token := token.(type) {
			case xml.StartElement:
				elements[token.Name.Local]++
				if token.Name.Local == "title" {
					if err := d.DecodeElement(&title, &token); err != nil {
						t.Fatal(err)
					}
				}
			case xml.CharData:
			}
		}
		if elements["script"] > 0 || elements["svg"] != 1 || elements["text"] < 20 || elements["path"] < 10 {
			t.Errorf("elements %v", elements)
		}
		if want := `<&"'> ]]> </svg><script>alert(1)</script> 卡 时`; title != want {
			t.Errorf("the title is %q, want %q", title, want)
		}
	}
	if _, err := f.PNG(text.New(text.Chinese), 960, 1); err != nil {
		t.Error(err)
	}
}

func TestPNGIsScaleTimesItsSize(t *testing.T) {
	p := text.New(text.Chinese)
	for name, f := range pictures(t) {
		s, err := f.layout(p, 720)
		if err != nil {
			t.Fatal(err)
		}
		for _, scale := range []float64{1, 1.5, 2} {
			drawn, err := f.PNG(p, 720, scale)
			if err != nil {
				t.Fatal(err)
			}
			got, err := png.DecodeConfig(bytes.NewReader(drawn))
			if err != nil {
				t.Fatal(err)
			}
			if got.Width != int(math.Round(720*scale)) || got.Height != int(math.Round(s.height*scale)) {
				t.Errorf("%s at %g: %d × %d, laid out as 720 × %g", name, scale, got.Width, got.Height, s.height)
			}
		}
	}
}

func TestTheSamePictureIsTheSameBytes(t *testing.T) {
	f := pictures(t)["eight"]
	p := text.New(text.Chinese)
	a, err := f.PNG(p, 960, 1)
	if err != nil {
		t.Fatal(err)
	}
	if b, _ := f.PNG(p, 960, 1); !bytes.Equal(a, b) {
		t.Error("two drawings differ")
	}
}

func TestWhatCannotBeDrawnIsRefused(t *testing.T) {
	good := pictures(t)["one"]
	bar := func(parts, low, high string) FullRate {
		b := &Bar{Parts: []Part{{Kind: billing.Useful, Amount: dec(parts)}}, Low: dec(low), High: dec(high)}
		return FullRate{Currency: "CNY", Rows: []Row{{Estimate: b}}}
	}
	foreign := FullRate{Currency: "USD", Rows: []Row{{Undefined: &billing.Estimate{Low: cny("1"), High: cny("1")}}}}
	for _, c := range []struct {
		name  string
		f     FullRate
		width int
		scale float64
		rule  string
	}{
		{"too narrow", good, 100, 1, "chart.size"},
		{"too wide", good, 40000, 1, "chart.size"},
		{"no scale", good, 960, 0, "chart.size"},
		{"negative scale", good, 960, -2, "chart.size"},
		{"scale is no number", good, 960, math.NaN(), "chart.size"},
		{"endless scale", good, 960, math.Inf(1), "chart.size"},
		{"too many pixels", good, 960, 100, "chart.size"},
		{"too much money", bar("99999999999", "99999999999", "99999999999"), 960, 1, "chart.too_large"},
		{"another currency", foreign, 960, 1, "chart.currency"},
		{"parts that do not make the sum", bar("1", "2", "2"), 960, 1, ""},
	} {
		drawn, err := c.f.PNG(text.New(text.English), c.width, c.scale)
		var refused *reason.Problem
		if drawn != nil || err == nil || (c.rule != "" && (!errors.As(err, &refused) || refused.Rule != c.rule)) {
			t.Errorf("%s: %d bytes, error %v", c.name, len(drawn), err)
			continue
		}
		if c.rule != "" {
			for _, lang := range text.Languages {
				if said := text.New(lang).Problem(err); strings.Contains(said, "⟦") {
					t.Errorf("%s: %s", c.name, said)
				}
			}
		}
	}
}
