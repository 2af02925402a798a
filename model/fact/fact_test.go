package fact

import (
	"testing"
	"time"
)

func day(s string) time.Time {
	t, err := time.Parse(time.DateOnly, s)
	if err != nil {
		panic(err)
	}
	return t
}

func TestZeroFactIsUnknown(t *testing.T) {
	if (Fact[int]{}).State() != Unknown {
		t.Error("the zero fact is not unknown")
	}
}

func TestStateFollowsFromDatesAndOwnership(t *testing.T) {
	cases := []struct {
		name   string
		claims []Claim[int]
		state  State
		first  int
	}{
		{"one claim is known", []Claim[int]{{Value: 0, Seen: day("2026-10-01")}}, Known, 0},
		{"two that agree are known", []Claim[int]{{Value: 5, Seen: day("2026-10-01")}, {Value: 5, Seen: day("2026-10-02")}}, Known, 5},
		{"two of one month that disagree conflict", []Claim[int]{{Value: 1, Seen: day("2026-10-01"), Confidence: Blog}, {Value: 60, Seen: day("2026-10-20"), Confidence: Official}}, Conflicting, 60},
		{"an older price is history", []Claim[int]{{Value: 1, Seen: day("2026-01-01"), Confidence: Official}, {Value: 60, Seen: day("2026-10-20"), Confidence: Blog}}, Known, 60},
		{"the user's own figure lies over shipped ones", []Claim[int]{{Value: 1, Seen: day("2026-10-01"), Confidence: Official}, {Value: 60, Seen: day("2026-01-01"), Own: true}}, Known, 60},
		{"the user's newer figure replaces the older", []Claim[int]{{Value: 7, Seen: day("2026-10-02"), Own: true}, {Value: 60, Seen: day("2026-10-01"), Own: true}}, Known, 7},
		{"undated claims stand alone", []Claim[int]{{Value: 1}, {Value: 2}}, Conflicting, 1},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			f := Fact[int]{c.claims}
			if f.State() != c.state || f.Values()[0] != c.first {
				t.Errorf("state %d, values %v", f.State(), f.Values())
			}
			if len(f.Claims) != len(c.claims) {
				t.Error("asking changed the claims")
			}
		})
	}
}

func TestClaimsGrowStale(t *testing.T) {
	now := day("2026-11-30")
	for date, want := range map[string]bool{"2026-09-05": false, "2026-08-01": true} {
		if (Claim[int]{Seen: day(date)}).Stale(now) != want {
			t.Errorf("%s: stale is not %v", date, want)
		}
	}
	if !(Claim[int]{}).Stale(now) {
		t.Error("an undated claim is fresh")
	}
}

func TestConfidenceNamesSurviveARoundTrip(t *testing.T) {
	for c := Unstated; c <= Official; c++ {
		if got, ok := ParseConfidence(c.String()); !ok || got != c {
			t.Errorf("%s came back as %s", c, got)
		}
	}
	if _, ok := ParseConfidence("rumour"); ok {
		t.Error("an unknown word was read as a confidence")
	}
}
