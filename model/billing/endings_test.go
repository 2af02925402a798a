package billing

import (
	"testing"
	"time"

	"cardhour/model/fact"
)

func TestEachVerbHasWhatIsToldOfItAndNoMore(t *testing.T) {
	said := func(value, note string) fact.Claim[string] {
		return fact.Claim[string]{Value: value, Note: note, Source: "docs", Seen: time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC)}
	}
	known := map[string][]fact.Claim[string]{
		"stop_verb":                  {said("StopInstance", "")},
		"stop_ends_compute_bill":     {said("no", "ordinary stop; "), said("yes", "ECS 节省停机 (StopCharging); ")},
		"still_billed_when_stopped":  {said("disk; EIP", "ECS 节省停机 (StopCharging); ")},
		"card_reserved_when_stopped": {said("no", "ECS 节省停机 (StopCharging); ")},
		"arrears_rule":               {said("stopped at once", "")},
	}
	got := map[Verb]Ending{}
	for _, e := range Endings(func(key string) fact.Fact[string] { return fact.Fact[string]{Claims: known[key]} }) {
		got[e.Verb] = e
	}
	value := func(list []Said, key string) string {
		for _, s := range list {
			if s.Key == key {
				return s.Fact.Standing()[0].Value
			}
		}
		return ""
	}
	if e := got[Stop]; value(e.Charged, "stop_ends_compute_bill") != "no" || len(e.Charged) != 1 || len(e.Kept) != 0 || e.Word.Standing()[0].Value != "StopInstance" {
		t.Errorf("an ordinary stop: %+v", e)
	}
	if e := got[NoChargeStop]; value(e.Charged, "stop_ends_compute_bill") != "yes" || value(e.Charged, "still_billed_when_stopped") != "disk; EIP" || value(e.Kept, "card_reserved_when_stopped") != "no" {
		t.Errorf("a stop without charge: %+v", e)
	}
	if e := got[OSShutdown]; e.Verb != OSShutdown || len(e.Charged)+len(e.Kept) != 0 {
		t.Errorf("a shutdown of which nothing is told: %+v", e)
	}
	if e := got[Arrears]; value(e.Kept, "arrears_rule") != "stopped at once" {
		t.Errorf("arrears: %+v", e)
	}

	plain := Endings(func(string) fact.Fact[string] { return fact.Fact[string]{} })
	if len(plain) != 4 {
		t.Errorf("of a platform of which nothing is known: %+v", plain)
	}
}
