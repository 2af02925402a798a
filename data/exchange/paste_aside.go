package exchange

import "slices"

// Price pages set disks, traffic, images and addresses beside their cards, as
// what comes with a card and as what costs extra: "RTX 4090 数据盘 50G 1.98元/时",
// "数据盘 50G 0.33元/日". Only the words around the price tell the two apart.

// setAside notes that what follows may be the price of a disk or the like.
func (r *row) setAside(named bool) {
	r.pending.aside, r.aside = named, named
}

// included are words that say of a disk or the like that the price holds it.
var included = []string{"含", "包含", "附带", "附", "incl", "including", "includes", "with"}

// givenAway reports whether the disk or traffic at token i is said to be free,
// a gift or part of the price: "免费 50GB 数据盘", "含 50GB 数据盘".
func (r *row) givenAway(i int) bool {
	for i--; r.class(i) == sizeText || r.class(i) == dataUnit || r.class(i) == numeral || r.class(i) == specUnit; i-- {
	}
	return r.class(i) == freeWord || r.class(i) == bonusBefore || i >= 0 && slices.Contains(included, r.tokens[i].text)
}

// settleAsides takes out the prices of disks and the like. A line that says
// nothing of a machine speaks of them alone. In any other one the price of
// its card comes first, and what they cost stands behind their names.
func (r *row) settleAsides() {
	machine := r.saysMachine()
	trails := r.pending.aside && !r.under // the only thing that the line names stands at its end
	kept := r.offers[:0]
	for i, o := range r.offers {
		alone := !machine && (o.named || trails)
		extra := machine && i > 0 && o.aside && len(o.phrases)+len(o.modes)+len(o.counts) == 0 && o.label == ""
		column := o.cell < len(r.columns) && r.columns[o.cell].aside
		if alone || extra || column {
			r.refuse(o.start, o.end, "pasted.other_thing")
			continue
		}
		kept = append(kept, o)
	}
	r.offers = kept
}

// cores are the units that only a machine is counted in.
var cores = []string{"核", "核心", "vcpu", "vcpus", "core", "cores", "threads", "线程"}

// saysMachine reports whether a line names a card or describes the machine
// around one.
func (r *row) saysMachine() bool {
	return r.anyCard() || slices.ContainsFunc(r.tokens, func(t token) bool {
		switch t.class {
		case cardScope, cardHour, single, countWord, memoryWord, partWord:
			return true
		case specUnit:
			return slices.Contains(cores, t.text)
		}
		return false
	})
}
