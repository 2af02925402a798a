package sizing

import "cardhour/model/hardware"

// Link is what joins the cards of one machine.
type Link string

// The links. LinkOfCard takes what the card's facts say.
const (
	LinkOfCard Link = ""
	NVLink     Link = "nvlink"
	PCIe       Link = "pcie"
)

// Scaling is how much of n cards' speed is left when they work together.
type Scaling struct {
	// Factor is the share of n times one card. Splitting by layers and single
	// cards have 1 and no gain beyond one card's speed is claimed for layers.
	Factor float64
	Link   Link
	// LinkKnown is false where the card's facts do not name its link; PCIe is
	// then taken.
	LinkKnown bool
	// Counted is true where the factor comes from bytes ÷ bus bandwidth, false
	// for a default.
	Counted     bool
	LinkSeconds float64 // Counted: on the link per step (ZeRO-3: per micro-step)
	BusGBs      float64 // Counted: 10⁹ bytes/s that a collective reaches
}

// linkBinds: more time goes to the link than to the work.
func (s Scaling) linkBinds() bool { return s.Factor <= 0.5 }

// bus finds the link of n cards and its bandwidth in bytes a second, 0 where
// it is not known. A bridge joins two cards only.
func (j Job) bus(card hardware.Card) (link Link, known bool, bytes float64) {
	link, known = j.Link, j.Link != LinkOfCard
	switch {
	case known:
	case card.Bridged() && j.Cards > 2:
		link, known = PCIe, true
	case card.LinkGBs.OK && card.LinkGBs.Value > 0:
		link, known = NVLink, true
	default:
		link, known = PCIe, card.LinkGBs.OK
	}
	switch {
	case !known:
		return link, known, 0
	case link == PCIe:
		return link, known, pcieBusGBs * 1e9
	}
	return link, known, linkBusShare * card.LinkGBs.Or(0) * 1e9
}

// scaling of the job on its cards. micro is the seconds that one card
// computes on a micro-batch.
//
//	data parallel, ZeRO-1, -2   2(n−1)/n · gradient bytes per optimizer step, after the work
//	ZeRO-3                      3(n−1)/n · parameter bytes per micro-step, while the work goes on
//	tensor parallel             0.85 on NVLink, 0.50 on PCIe
//	by layers                   1: the cards work one after another
//
// ZeRO-3 fetches ahead: measured on 8 to 512 H100 and on 8 A100, runs lose
// nothing that a card alone would have. For gradients no row shows it.
func (p *Plan) scaling(card hardware.Card, micro float64) Scaling {
	j := p.job
	s := Scaling{Factor: 1}
	if j.Cards == 1 {
		return s
	}
	var bus float64
	s.Link, s.LinkKnown, bus = j.bus(card)
	n := float64(j.Cards)
	linked := scalePCIe
	if s.Link == NVLink {
		linked = scaleNVLink
	}
	switch {
	case j.Split == SplitLayers || j.Split == SplitData && j.Method == Inference:
	case j.Split == SplitTensor:
		s.Factor = linked
	case j.Split == SplitZeRO3 && bus > 0:
		s.Counted, s.BusGBs = true, bus/1e9
		s.LinkSeconds = 3 * (n - 1) / n * p.parameters / bus
		s.Factor = micro / max(micro, s.LinkSeconds)
	case j.Split == SplitZeRO3:
		s.Factor = linked
	case bus > 0 && p.gradients > 0:
		s.Counted, s.BusGBs = true, bus/1e9
		s.LinkSeconds = 2 * (n - 1) / n * p.gradients / bus
		work := micro * float64(j.Accumulate)
		s.Factor = work / (work + s.LinkSeconds)
	default:
		s.Factor = scaleDDP
	}
	return s
}
