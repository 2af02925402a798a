package cli

import (
	"math"

	"cardhour/model/hardware"
	"cardhour/model/reason"
	"cardhour/model/sizing"
	"cardhour/views/text"
)

type sizeJSON struct {
	Format      string             `json:"format"`
	Low         float64            `json:"low_gib"` // on the fullest card, as the next three
	Likely      float64            `json:"likely_gib"`
	High        float64            `json:"high_gib"`
	Parts       map[string]float64 `json:"parts"`
	Total       float64            `json:"total_gib"` // likely, over all cards
	RuleOfThumb float64            `json:"rule_of_thumb_gib"`
	RuleLow     float64            `json:"rule_of_thumb_low_gib"`
	RuleHigh    float64            `json:"rule_of_thumb_high_gib"`
	RuleOnly    bool               `json:"rule_of_thumb_only"`
	Assumed     []string           `json:"assumed"`
	Notes       []string           `json:"notes"`
	Method      string             `json:"method"`
	Split       string             `json:"split"`
	RAM         float64            `json:"ram_gib"` // offloaded, over all cards
	Fits        []fitJSON          `json:"fits"`
	ModelFile   *modelFileJSON     `json:"model_file,omitempty"`
}

type fitJSON struct {
	GPU      string       `json:"gpu"`
	Count    int          `json:"count"`
	Verdict  string       `json:"verdict"`
	Headroom *float64     `json:"headroom_gib"`
	Reasons  []string     `json:"reasons"`
	Changes  []changeJSON `json:"changes,omitempty"`
	speedJSON
}

type changeJSON struct {
	Kind        string  `json:"kind"`
	Saves       float64 `json:"saves_gib"`
	Likely      float64 `json:"likely_gib"`
	Verdict     string  `json:"verdict"`
	Explanation string  `json:"explanation"`
}

func sizeResult(say *text.Printer, e sizing.Estimate, fits []cardFit) sizeJSON {
	out := sizeJSON{
		Format: "cardhour.size-result/1", Low: round(e.Low), Likely: round(e.Likely), High: round(e.High), Total: round(e.TotalGiB),
		RuleOfThumb: round(e.RuleOfThumb.Likely), RuleLow: round(e.RuleOfThumb.Low), RuleHigh: round(e.RuleOfThumb.High),
		RuleOnly: e.RuleOnly, Parts: map[string]float64{}, Assumed: sentences(say, e.Assumed), Notes: sentences(say, e.Notes), Fits: []fitJSON{},
		Method: string(e.Request.Method), Split: string(e.Request.Split), RAM: round(e.HostGiB),
	}
	for _, p := range e.Parts {
		out.Parts[string(p.Kind)] = round(p.GiB)
	}
	for _, f := range fits {
		fit := fitOf(say, f, e.Request.Cards)
		for _, c := range f.changes {
			fit.Changes = append(fit.Changes, changeJSON{string(c.Kind), round(c.SavesGiB), round(c.Estimate.Likely),
				string(c.Fit.Verdict), say.Change(c)})
		}
		out.Fits = append(out.Fits, fit)
	}
	return out
}

func fitOf(say *text.Printer, f cardFit, count int) fitJSON {
	return fitJSON{GPU: f.ID, Count: count, Verdict: string(f.Verdict), Headroom: gibOrNull(f.HeadroomGiB), Reasons: sentences(say, f.Reasons), speedJSON: speedOf(say, f)}
}

// gibOrNull is null for what is not known.
func gibOrNull(gib hardware.Known[float64]) *float64 {
	if !gib.OK {
		return nil
	}
	v := round(gib.Value)
	return &v
}

// round keeps a MiB: the estimates are not that good.
func round(gib float64) float64 { return math.Round(gib*1000) / 1000 }

func sentences(say *text.Printer, list []reason.Because) []string {
	out := make([]string, len(list))
	for i, b := range list {
		out[i] = say.Because(b)
	}
	return out
}
