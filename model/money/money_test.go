package money

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/govalues/decimal"
	"pgregory.net/rapid"

	"cardhour/model/reason"
)

func TestParseReadsWhatPeopleType(t *testing.T) {
	for text, want := range map[string]string{
		"12": "12", " 12.50 ": "12.5", "１２．５": "12.5", "12。5": "12.5", "1,234.5": "1234.5",
		"１，２３４": "1234", "-3": "-3", "0": "0", "000.000": "0", "0.00055": "0.00055",
		"0.5709989242022857": "0.5709989242022857", "+7": "7", ".5": "0.5", "7.": "7",
	} {
		got, err := Parse(text)
		if err != nil || got.String() != want {
			t.Errorf("Parse(%q) = %v, %v; want %s", text, got, err, want)
		}
	}
}

func TestParseRefusesWithTheRuleThatIsBroken(t *testing.T) {
	for text, rule := range map[string]string{
		"": "number.empty", "  ": "number.empty", "abc": "number.malformed", "1e99": "number.malformed",
		"1e-30": "number.malformed", strings.Repeat("9", 40): "number.too_large",
		"0." + strings.Repeat("1", 17): "number.too_many_digits", "12,34": "number.malformed",
		"1.2.3": "number.malformed", "1.2.": "number.malformed", ".": "number.malformed", "NaN": "number.malformed",
		"--1": "number.malformed", "+-1": "number.malformed", "0,300": "number.malformed", "00,500": "number.malformed", "0x10": "number.malformed", "123456789.12345678901": "number.too_many_digits",
	} {
		_, err := Parse(text)
		var p *reason.Problem
		if !errors.As(err, &p) || p.Rule != rule {
			t.Errorf("Parse(%q) gives %v, want rule %s", text, err, rule)
		}
	}
}

func TestParseAmountKeepsCurrenciesApart(t *testing.T) {
	for _, ok := range []struct {
		text string
		c    Currency
	}{{"￥12", "CNY"}, {"¥12", "JPY"}, {"12元", "CNY"}, {"$12", "USD"}, {"12", "EUR"}, {"€12", "EUR"}} {
		if got, err := ParseAmount(ok.text, ok.c); err != nil || got.String() != string(ok.c)+" 12.00" {
			t.Errorf("ParseAmount(%q, %s) = %v, %v", ok.text, ok.c, got, err)
		}
	}
	if _, err := ParseAmount("$12", "CNY"); err == nil {
		t.Error("a dollar sign was read as yuan")
	}
}

func TestCalcLatchesTheFirstError(t *testing.T) {
	var c Calc
	big := decimal.MustParse("9999999999")
	c.Mul(big, big, big)
	if c.Err() == nil {
		t.Fatal("a product that is too large passed")
	}
	if got := c.Add(decimal.One, decimal.One); !got.IsZero() {
		t.Errorf("after an error Add gave %s", got)
	}
}

func TestHalfUpRoundsHalvesAwayFromZero(t *testing.T) {
	for text, want := range map[string]string{"0.165": "0.17", "0.155": "0.16", "0.1549999": "0.15", "-0.165": "-0.17", "2": "2", "0.995": "1.00"} {
		if got := HalfUp(decimal.MustParse(text), 2); got.String() != want {
			t.Errorf("HalfUp(%s) = %s, want %s", text, got, want)
		}
	}
}

func TestPlainSurvivesARoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := decimal.MustNew(rapid.Int64Range(-999_999_999_999_999, 999_999_999_999_999).Draw(t, "coefficient"), rapid.IntRange(6, 16).Draw(t, "scale"))
		got, err := Parse(Plain(d))
		if err != nil || !got.Equal(d) {
			t.Fatalf("%s came back as %s, %v", d, got, err)
		}
	})
}

func TestTheReverseOfARateKeepsAllDigits(t *testing.T) {
	day := time.Date(2026, 5, 1, 0, 0, 0, 0, time.UTC)
	x := Exchange{From: "USD", To: "CNY", Rate: decimal.MustParse("7.1"), On: day, Source: "bank"}
	back, ok := x.Inverse()
	if want := (Exchange{From: "CNY", To: "USD", Rate: decimal.MustParse("0.1408450704225352113"), On: day, Source: "bank"}); !ok || back != want {
		t.Errorf("%+v", back)
	}
	if got, err := back.Convert(Of("71", "CNY")); err != nil || !got.Equal(Of("10", "USD")) {
		t.Errorf("71 yuan are %v, %v", got, err)
	}
	if _, ok := (Exchange{From: "USD", To: "CNY"}).Inverse(); ok {
		t.Error("no rate has a reverse")
	}
}
