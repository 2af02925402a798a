package sizing

// The names of these words in the catalogue of texts, after "term.".

// Term is "method_" + name.
func (m Method) Term() string { return "method_" + string(m) }

// Term is "precision_" + name.
func (p Precision) Term() string { return "precision_" + string(p) }

// Term is "prefill_" + name, "prefill_unstated" for the zero value.
func (p Prefill) Term() string { return "prefill_" + orWord(string(p), "unstated") }

// Term is "kv_" + name.
func (k KVType) Term() string { return "kv_" + string(k) }

// Term is "optimizer_" + name.
func (o Optimizer) Term() string { return "optimizer_" + string(o) }

// Term is "split_" + name, "split_auto" for the zero value.
func (s Split) Term() string { return "split_" + orWord(string(s), "auto") }

// Term is "offload_" + name, "offload_none" for the zero value.
func (o Offload) Term() string { return "offload_" + orWord(string(o), "none") }

// Term is "part_" + name.
func (k PartKind) Term() string { return "part_" + string(k) }

// Term is the verdict's own name.
func (v Verdict) Term() string { return string(v) }

// Term is "change_" + name.
func (k ChangeKind) Term() string { return "change_" + string(k) }

func orWord(s, empty string) string {
	if s == "" {
		return empty
	}
	return s
}

// Term is "engine_" + name, "engine_auto" for the zero value.
func (e Engine) Term() string { return "engine_" + orWord(string(e), "auto") }

// Term is "speed_unit_" + name.
func (u Unit) Term() string { return "speed_unit_" + string(u) }

// Term is "limit_" + name, "limit_not_known" for the zero value.
func (l Limit) Term() string { return "limit_" + orWord(string(l), "not_known") }

// Term is "basis_" + name.
func (b Basis) Term() string { return "basis_" + string(b) }

// Term is "link_" + name, "link_of_card" for the zero value.
func (l Link) Term() string { return "link_" + orWord(string(l), "of_card") }
