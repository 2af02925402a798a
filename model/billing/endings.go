package billing

import (
	"regexp"
	"slices"

	"cardhour/model/fact"
)

// Arrears names, beside the verbs, what happens when the money runs out.
const Arrears Verb = "arrears"

// Said is what is claimed under one key about a verb.
type Said struct {
	Key  string
	Fact fact.Fact[string]
}

// Ending is what one verb ends, as far as anyone has told. What is empty is
// unknown.
type Ending struct {
	Verb    Verb
	Word    fact.Fact[string] // what the platform calls it
	Charged []Said            // what is still charged after it, or is not
	Kept    []Said            // what survives it, and for how long
}

// endings are the keys of facts about platforms that speak of a verb.
var endings = []struct {
	verb          Verb
	word          string
	charged, kept []string
}{
	{OSShutdown, "", []string{"os_shutdown_ends_bill"}, nil},
	{Stop, "stop_verb", []string{"stop_ends_compute_bill", "still_billed_when_stopped"},
		[]string{"stop_irreversible", "root_kept_after_stop", "card_reserved_when_stopped", "auto_release_days_after_stop"}},
	{NoChargeStop, "", []string{"stop_ends_compute_bill", "still_billed_when_stopped"}, []string{"stop_irreversible", "card_reserved_when_stopped"}},
	{Release, "release_verb", nil, []string{"data_kept_after_release", "release_irreversible"}},
	{Arrears, "", nil, []string{"arrears_rule", "arrears_purge_days"}},
}

// freeStop finds statements that are limited to the stop without charge of
// the large clouds, which is another verb than the ordinary one.
var freeStop = regexp.MustCompile(`(?i)no-charge|stop_?charging|节省停机|停机不收费`)

// Endings says what each verb ends on a platform, by its facts. A platform
// without a stop of its own free of charge has no line for it.
func Endings(facts func(key string) fact.Fact[string]) []Ending {
	var all []Ending
	for _, row := range endings {
		e := Ending{Verb: row.verb}
		if row.word != "" {
			e.Word = facts(row.word)
		}
		gather := func(keys []string) []Said {
			var said []Said
			for _, key := range keys {
				f := facts(key)
				if row.verb == Stop || row.verb == NoChargeStop {
					f.Claims = slices.DeleteFunc(slices.Clone(f.Claims), func(c fact.Claim[string]) bool {
						return freeStop.MatchString(c.Note) != (row.verb == NoChargeStop)
					})
				}
				if f.State() != fact.Unknown {
					said = append(said, Said{key, f})
				}
			}
			return said
		}
		e.Charged, e.Kept = gather(row.charged), gather(row.kept)
		if row.verb == NoChargeStop && len(e.Charged)+len(e.Kept) == 0 {
			continue
		}
		all = append(all, e)
	}
	return all
}
