package barrier

import (
	"testing"
	"time"

	"github.com/govalues/decimal"

	"cardhour/model/fact"
)

func claims(values ...string) Facts {
	return func(_, _ string) fact.Fact[string] {
		var f fact.Fact[string]
		for _, v := range values {
			f.Claims = append(f.Claims, fact.Claim[string]{Value: v, Seen: time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC)})
		}
		return f
	}
}

func TestJudge(t *testing.T) {
	for _, c := range []struct {
		name   string
		wanted Wanted
		facts  Facts
		want   Verdict
	}{
		{"nobody has told", Wanted{ID: "jupyter"}, claims(), Unknown},
		{"offered", Wanted{ID: "jupyter"}, claims("yes"), Pass},
		{"not offered", Wanted{ID: "docker_inside"}, claims("no"), Fail},
		{"the wanted answer is no", Wanted{ID: "disk_free_when_stopped"}, claims("yes"), Fail},
		{"sources disagree", Wanted{ID: "no_gpu_mode"}, claims("yes", "no"), Unknown},
		{"partly", Wanted{ID: "data_survives_stop"}, claims("partial"), Unknown},
		{"enough by the proposed limit", Wanted{ID: "data_disk"}, claims("50"), Pass},
		{"too small for the user's limit", Wanted{ID: "data_disk", Limit: decimal.MustParse("100")}, claims("50"), Fail},
		{"all answers are too slow", Wanted{ID: "ticket_hours"}, claims("24", "29"), Fail},
		{"one answer is fast enough", Wanted{ID: "ticket_hours"}, claims("0.27", "29"), Unknown},
		{"a requirement that is gone", Wanted{ID: "gone"}, claims("yes"), Unknown},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := Judge(c.wanted, "p", c.facts); got.Verdict != c.want {
				t.Errorf("verdict %s, want %s", got.Verdict, c.want)
			}
		})
	}
}

func TestRequirementsAreUniqueAndComplete(t *testing.T) {
	seen := map[string]bool{}
	for _, r := range Requirements {
		if seen[r.ID] || r.Key == "" {
			t.Errorf("%s is listed twice or has no fact", r.ID)
		}
		seen[r.ID] = true
		if (r.Compare == Is) != (r.Want != "") {
			t.Errorf("%s: what is wanted does not fit the comparison", r.ID)
		}
	}
}
