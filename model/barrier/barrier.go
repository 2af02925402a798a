// Package barrier is step 4: what the person needs of a platform before any
// price matters, and whether a platform is known to give it.
//
// It owns the requirements and how a fact is judged against one. It must not
// know where facts come from, prices, or any language.
package barrier

import (
	"slices"
	"time"

	"github.com/govalues/decimal"

	"cardhour/model/fact"
	"cardhour/model/money"
	"cardhour/model/reason"
)

// Verdict on one requirement at one platform.
type Verdict string

// The verdicts.
const (
	Pass    Verdict = "pass"
	Fail    Verdict = "fail"
	Unknown Verdict = "unknown" // nobody has told, or sources disagree
)

// Compare says how a fact's value meets a requirement.
type Compare uint8

// The ways to compare.
const (
	Is      Compare = iota // the value is the wanted word
	AtLeast                // the number is not below the limit
	AtMost                 // the number is not above the limit
)

// Requirement is something a platform gives or not.
type Requirement struct {
	ID      string
	Key     string // of the platform fact that answers it
	Compare Compare
	Want    string          // for Is: yes or no
	Limit   decimal.Decimal // the proposed limit, for AtLeast and AtMost
	Kind    reason.Kind     // unit of the limit
	InMoney bool            // the number is an amount of the platform's currency
}

// Requirements lists what can be asked of a platform, in the order of the
// screen: what stopping does, how one works on it, then numbers.
var Requirements = []Requirement{
	{ID: "stop_ends_bill", Key: "stop_ends_compute_bill", Want: "yes"},
	{ID: "disk_free_when_stopped", Key: "disk_billed_when_stopped", Want: "no"},
	{ID: "data_survives_stop", Key: "root_kept_after_stop", Want: "yes"},
	{ID: "card_kept", Key: "card_reserved_when_stopped", Want: "yes"},
	{ID: "no_gpu_mode", Key: "no_gpu_mode", Want: "yes"},
	{ID: "web_terminal", Key: "web_terminal", Want: "yes"},
	{ID: "jupyter", Key: "jupyter", Want: "yes"},
	{ID: "docker_inside", Key: "docker_inside", Want: "yes"},
	{ID: "academic_proxy", Key: "academic_proxy", Want: "yes"},
	{ID: "public_ip", Key: "public_ip", Want: "yes"},
	{ID: "no_real_name", Key: "real_name_required", Want: "no"},
	{ID: "system_disk", Key: "system_disk_free_gb", Compare: AtLeast, Limit: decimal.MustParse("40"), Kind: reason.GB},
	{ID: "data_disk", Key: "data_disk_free_gb", Compare: AtLeast, Limit: decimal.MustParse("50"), Kind: reason.GB},
	{ID: "auto_release", Key: "auto_release_days_after_stop", Compare: AtLeast, Limit: decimal.MustParse("7"), Kind: reason.Days},
	{ID: "ticket_hours", Key: "ticket_response_hours", Compare: AtMost, Limit: decimal.MustParse("4"), Kind: reason.Hours},
	{ID: "min_topup", Key: "min_topup", Compare: AtMost, Limit: decimal.MustParse("50"), Kind: reason.Count, InMoney: true},
}

// ByID finds a requirement.
func ByID(id string) (Requirement, bool) {
	i := slices.IndexFunc(Requirements, func(r Requirement) bool { return r.ID == id })
	if i < 0 {
		return Requirement{}, false
	}
	return Requirements[i], true
}

// Wanted is a requirement the user has made a must-have. A zero Limit stands
// for the proposed one.
type Wanted struct {
	ID    string
	Limit decimal.Decimal
}

// Answer is what the user found out about a platform, with where and when.
type Answer struct {
	ID          string // of the record
	Platform    string
	Requirement string
	Value       string // yes, no or a number
	Note        string // who said so
	Asked       time.Time
}

// Facts gives what is claimed about a platform under a fact key.
type Facts func(platform, key string) fact.Fact[string]

// Check is the verdict on one must-have and what it rests on.
type Check struct {
	Wanted   Wanted
	Verdict  Verdict
	Values   []string // what is claimed, the most trusted first
	Standing []fact.Claim[string]
}

// Judge holds a platform against one must-have. Sources that disagree leave
// it unknown unless every one of them passes, or every one fails.
func Judge(w Wanted, platform string, facts Facts) Check {
	req, ok := ByID(w.ID)
	if !ok || platform == "" {
		return Check{Wanted: w, Verdict: Unknown}
	}
	f := facts(platform, req.Key)
	c := Check{Wanted: w, Verdict: Unknown, Values: f.Values(), Standing: f.Standing()}
	passed, failed := 0, 0
	for _, v := range c.Values {
		switch req.meets(v, w.Limit) {
		case Pass:
			passed++
		case Fail:
			failed++
		}
	}
	switch {
	case passed > 0 && passed == len(c.Values):
		c.Verdict = Pass
	case failed > 0 && failed == len(c.Values):
		c.Verdict = Fail
	}
	return c
}

func (r Requirement) meets(value string, limit decimal.Decimal) Verdict {
	if r.Compare == Is {
		switch value {
		case r.Want:
			return Pass
		case "yes", "no":
			return Fail
		}
		return Unknown // "partial" and free text need a look
	}
	n, err := money.Parse(value)
	if err != nil {
		return Unknown
	}
	if limit.IsZero() {
		limit = r.Limit
	}
	enough := n.Cmp(limit) >= 0
	if r.Compare == AtMost {
		enough = n.Cmp(limit) <= 0
	}
	if enough {
		return Pass
	}
	return Fail
}
