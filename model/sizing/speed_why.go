package sizing

import "cardhour/model/reason"

// Why says how the speed came about, what it was assumed from and what to
// mind, the most important first. Sentences are made only when asked for: a
// table of cards needs the numbers alone.
func (s Speed) Why() []reason.Because {
	switch {
	case s.anywhere:
		return []reason.Because{because("speed_stated", count("speed", s.PerSecond.Likely), reason.Name("unit", s.Unit.Term()))}
	case s.Basis == Own:
		return []reason.Because{because("speed_own", reason.Word("card", s.Card), count("speed", s.PerSecond.Likely),
			reason.Name("unit", s.Unit.Term()))}
	case s.Basis == LookedUp:
		return []reason.Because{because("speed_looked_up", reason.Word("card", s.Card), reason.Word("source", s.source))}
	case s.plan == nil && s.source == "":
		return []reason.Because{because("speed_scaled_own", reason.Word("card", s.Card), reason.Word("from", s.from))}
	case s.plan == nil:
		return []reason.Because{because("speed_scaled_by_peak", reason.Word("card", s.Card), reason.Word("from", s.from), reason.Word("source", s.source))}
	}
	var why []reason.Because
	if s.Basis == Scaled {
		why = append(why, because("speed_scaled", reason.Word("card", s.Card), reason.Word("from", s.from)))
	}
	if s.plan.job.Method == Inference {
		why = append(why, s.whyDecode()...)
	} else {
		why = append(why, s.whyTraining()...)
	}
	why = append(why, s.whyScaling()...)
	if disputed(s.card) {
		why = append(why, because("speed_disputed", reason.Word("card", s.Card)))
	}
	return append(why, s.Assumed()...)
}

// Assumed lists the facts that were not known and what was taken instead.
func (s Speed) Assumed() []reason.Because {
	if s.plan == nil {
		return nil
	}
	all := append([]reason.Because{}, s.plan.assumed...)
	if s.why.guessedMemory {
		all = append(all, because("assumed_memory_kind", reason.Word("card", s.Card)))
	}
	if s.Basis != Own && s.plan.job.Method.Training() && !s.card.BandwidthGBs.OK {
		all = append(all, because("assumed_balance", reason.Word("card", s.Card)))
	}
	if s.Basis != Own && s.Cards > 1 && !s.Scaling.LinkKnown {
		all = append(all, because("assumed_pcie", reason.Word("card", s.Card)))
	}
	return all
}

func (s Speed) whyDecode() []reason.Because {
	p, d := s.plan, s.why
	gb := func(name string, bytes float64) reason.Arg { return reason.Num(name, reason.GB, rounded(bytes/1e9, 2)) }
	cache := p.cacheBytes
	why := []reason.Because{because("speed_decode", gb("weights", p.stepBytes), gb("cache", cache),
		reason.Num("share", reason.Fraction, rounded(d.cost.bandwidthShare, 2)), count("bandwidth", s.card.BandwidthGBs.Value),
		count("ms", d.cost.layerSeconds*1000), count("layers", p.layers))}
	if p.job.Batch > 1 {
		why = append(why, because("speed_batch", reason.Int("batch", reason.Count, int64(p.job.Batch)),
			count("read", d.readSeconds*1000), count("compute", d.opSeconds*1000)))
	}
	if s.Prefill.OK {
		why = append(why, because("speed_prefill", count("tokens", s.Prefill.Value.Likely), reason.Num("share", reason.Fraction, rounded(d.utilised, 2)),
			count("peak", d.peak/1e12)))
	}
	if p.job.Engine == VLLM && s.card.ComputeCapability.Or(0) != 8.0 {
		why = append(why, because("speed_engine_elsewhere", reason.Word("card", s.Card)))
	}
	return why
}

func (s Speed) whyTraining() []reason.Because {
	p, d := s.plan, s.why
	rule := "speed_training"
	if p.job.Checkpointing {
		rule = "speed_training_checkpointed"
	}
	why := []reason.Because{because(rule, count("flops", p.tokenFLOPs/1e9), count("peak", d.peak/1e12),
		reason.Num("share", reason.Fraction, rounded(d.utilised, 3)))}
	if float64(p.job.Batch)*float64(p.job.Sequence) < shortTokens {
		why = append(why, because("speed_short", count("tokens", shortTokens)))
	}
	return why
}

func (s Speed) whyScaling() []reason.Because {
	if s.Cards == 1 {
		return nil
	}
	p := s.plan
	cards := reason.Int("cards", reason.Count, int64(s.Cards))
	factor := reason.Num("factor", reason.Fraction, rounded(s.Scaling.Factor, 3))
	link := reason.Name("link", s.Scaling.Link.Term())
	var why []reason.Because
	switch {
	case p.job.Split == SplitLayers:
		why = append(why, because("speed_layer_split", cards))
	case p.job.Split == SplitData && p.job.Method == Inference:
		why = append(why, because("speed_copies", cards))
	case s.Scaling.Counted:
		why = append(why, because("speed_scaling_counted", cards, factor, link,
			count("ms", s.Scaling.LinkSeconds*1000), count("bus", s.Scaling.BusGBs)))
	default:
		why = append(why, because("speed_scaling_default", cards, factor, link))
	}
	if s.Cards > 8 {
		why = append(why, because("speed_several_machines", cards))
	}
	return why
}
