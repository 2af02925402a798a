package sizing

import (
	"cardhour/model/hardware"
	"cardhour/model/reason"
)

// passes is how often a method goes through the weights, 2 operations a
// parameter each time: forward, backward to the inputs, and in full training
// backward to the weights. Checkpointing adds another forward pass.
func (m Method) passes() float64 {
	if m.TrainsAll() {
		return 3
	}
	return 2
}

// countTraining counts one token: k·active + 6·layers·hidden·sequence, k being
// 6 in full training and 4 with adapters.
func (p *Plan) countTraining(b *builder) {
	r := b.req
	p.tokenFLOPs = 2*r.Method.passes()*p.active + 6*b.shape.hidden*b.attended(r.Sequence)
	if !r.Model.Layers.OK || !r.Model.Hidden.OK {
		p.tokenFLOPs = 2 * r.Method.passes() * p.active
		b.assume("assumed_no_attention_time", reason.Word("model", r.Model.ID))
	}
	p.perStep = float64(r.Batch) * float64(r.Sequence) * float64(p.job.Accumulate)
	if r.Split != SplitTensor && r.Split != SplitLayers {
		p.perStep *= float64(r.Cards)
	}
	p.parameters = b.shape.params * 2
	if r.Method == QLoRA {
		p.parameters = b.weightBytes()
	}
	if r.Method.TrainsAll() || r.Model.Shaped() {
		p.gradients, _ = b.stateBytes()
	}
}

// train: the MFUs are model operations per second over the peak, measured in
// runs that mostly recompute; recomputing is not in the count but in the
// time. So a checkpointed run takes the count ÷ MFU, and one without is
// faster by passes ÷ (passes + 1): k + 2 with checkpointing against the same
// use of the chip. Charging the recomputation on top of these MFUs would put
// LoRA at a median error of 72 % and QLoRA at 88 %.
func (p *Plan) train(s *Speed, card hardware.Card) error {
	ops, err := peak(card, p.job.Precision, true)
	if err != nil {
		return err
	}
	mfu, class := mfuFull, classTrainFull
	switch p.job.Method {
	case LoRA:
		mfu, class = mfuLoRA, classTrainLoRA
	case QLoRA:
		mfu, class = mfuQLoRA, classTrainQLoRA
	}
	mfu = utilisation(mfu, card)
	tokens := float64(p.job.Batch) * float64(p.job.Sequence)
	if tokens < shortTokens {
		mfu *= shortShare
	}
	work := p.tokenFLOPs
	if !p.job.Checkpointing {
		passes := p.job.Method.passes()
		work *= passes / (passes + 1)
	}
	micro := work * tokens / (mfu * ops)
	s.why = speedDetail{opSeconds: micro, utilised: mfu, peak: ops}
	s.Scaling = p.scaling(card, micro)
	copies := float64(p.job.Cards)
	if p.job.Split == SplitLayers {
		copies = 1
	}
	s.PerSecond = rate(tokens/micro*copies*s.Scaling.Factor, class.band(disputed(card)))
	s.Binds = LimitCompute
	if s.Scaling.linkBinds() {
		s.Binds = LimitLink
	}
	return nil
}
