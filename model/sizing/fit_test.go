package sizing

import (
	"testing"

	"cardhour/model/hardware"
)

func card(gib float64) hardware.Card {
	return hardware.Card{ID: "test card", Vendor: "NVIDIA", MemoryGiB: hardware.Know(gib), BF16: hardware.Yes, FP8: hardware.Yes}
}

func rules(f FitResult) map[string]bool {
	m := map[string]bool{}
	for _, r := range f.Reasons {
		m[r.Rule] = true
	}
	return m
}

func TestVerdicts(t *testing.T) {
	e := Estimate{Low: 20, Likely: 21, High: 22, Request: Request{Method: LoRA, Precision: BF16, Cards: 1}}
	for gib, want := range map[float64]Verdict{24: Fits, 22 / 0.92: Fits, 23.5: Tight, 20: Tight, 19.9: DoesNotFit} {
		if got := Fit(e, card(gib)).Verdict; got != want {
			t.Errorf("%.2f GiB: %s, want %s", gib, got, want)
		}
	}
	f := Fit(e, card(24))
	within(t, "headroom", f.HeadroomGiB.Value, 24*0.92-21-1e-9, 24*0.92-21+1e-9)
	e.Request.Method, e.Request.Prefill = Inference, PrefillChunked
	if got := Fit(e, card(24)).Verdict; got != Tight { // 0.90 × 24 = 21.6 < 22
		t.Errorf("vLLM's share: %s", got)
	}
}

func TestWhatACardLacks(t *testing.T) {
	e := Estimate{Low: 1, Likely: 1, High: 1, Request: Request{Method: Inference, Precision: BF16, Cards: 1}}
	old := card(48)
	old.BF16 = hardware.No
	if f := Fit(e, old); f.Verdict != DoesNotFit || !rules(f)["fit_no_bf16"] {
		t.Errorf("%+v", f)
	}
	old.BF16 = hardware.NotKnown
	if f := Fit(e, old); f.Verdict != Tight || !rules(f)["fit_precision_not_known"] {
		t.Errorf("%+v", f)
	}
	e.Request.Precision = FP8
	old.FP8 = hardware.No
	if f := Fit(e, old); f.Verdict != DoesNotFit || !rules(f)["fit_no_fp8"] {
		t.Errorf("%+v", f)
	}
	e.Request.Precision = AWQInt4
	npu := card(64)
	npu.Vendor = "Huawei"
	if f := Fit(e, npu); f.Verdict != Fits || !rules(f)["fit_not_cuda"] {
		t.Errorf("%+v", f)
	}
	e.Request.Stack = hardware.CUDA
	if f := Fit(e, npu); f.Verdict != DoesNotFit || !rules(f)["fit_other_stack"] {
		t.Errorf("%+v", f)
	}
	blank := hardware.Card{ID: "blank", Vendor: "NVIDIA"}
	if f := Fit(e, blank); f.Verdict != NotKnown || f.HeadroomGiB.OK {
		t.Errorf("memory not known must not count as none: %+v", f)
	}
	e.Request.Split, e.Request.Cards, e.Request.Model.Heads = SplitTensor, 8, know(28)
	if f := Fit(e, card(24)); f.Verdict != DoesNotFit || !rules(f)["fit_heads_not_divisible"] {
		t.Errorf("%+v", f)
	}
}

func kinds(list []Change) []ChangeKind {
	var k []ChangeKind
	for _, c := range list {
		k = append(k, c.Kind)
	}
	return k
}

func TestChangesThatFit(t *testing.T) {
	m := shapes(t)
	r := Defaults(m["Qwen2.5-7B"], LoRA) // 21.6 GiB, high 23.8: tight on 24
	got := kinds(ChangesThatFit(r, card(24)))
	if len(got) == 0 || got[0] != ChangeFusedCE {
		t.Errorf("7B LoRA on 24 GiB: %v, want fused cross-entropy first", got)
	}
	if c := ChangesThatFit(r, card(80)); c != nil {
		t.Errorf("it fits 80 GiB as it is, yet %v", kinds(c))
	}
	full := Defaults(m["Qwen2.5-7B"], Full)
	for _, c := range ChangesThatFit(full, card(80)) {
		if c.Kind == ChangeCards && c.Estimate.Request.Split != SplitZeRO3 {
			t.Errorf("more cards for training share by ZeRO-3, got %q", c.Estimate.Request.Split)
		}
		if Fit(c.Estimate, card(80)).Verdict != Fits {
			t.Errorf("%s does not fit", c.Kind)
		}
	}
	t4 := card(24)
	t4.BF16 = hardware.No
	serve := Defaults(m["Qwen2.5-7B"], Inference)
	if got := kinds(ChangesThatFit(serve, t4)); len(got) != 1 || got[0] != ChangePrecision {
		t.Errorf("a card without bf16 needs another precision, got %v", got)
	}
}

func TestNumberFormatsFollowFromTheComputeCapability(t *testing.T) {
	for _, c := range []struct {
		capability float64
		precision  Precision
		want       string
	}{
		{7.5, BF16, "fit_no_bf16"}, {8.0, BF16, ""}, {8.6, FP8, "fit_no_fp8"}, {8.9, FP8, ""}, {7.0, FP16, ""},
	} {
		own := card(80)
		own.BF16, own.FP8, own.ComputeCapability = hardware.NotKnown, hardware.NotKnown, hardware.Know(c.capability)
		e := Estimate{Low: 1, Likely: 1, High: 1, Request: Request{Method: Inference, Precision: c.precision, Cards: 1}}
		f := Fit(e, own)
		if (f.Verdict == Fits) != (c.want == "") || c.want != "" && !rules(f)[c.want] {
			t.Errorf("%.1f %s: %+v", c.capability, c.precision, f)
		}
	}
}

func TestOtherStacksAreNamed(t *testing.T) {
	for vendor, needs := range map[string]hardware.Stack{"AMD": hardware.CUDA, "Huawei": hardware.ROCm, "NVIDIA": hardware.CANN} {
		other := card(80)
		other.Vendor = vendor
		e := Estimate{Low: 1, Likely: 1, High: 1, Request: Request{Method: Inference, Precision: FP16, Cards: 1, Stack: needs}}
		if f := Fit(e, other); f.Verdict != DoesNotFit || f.Reasons[0].Rule != "fit_other_stack" {
			t.Errorf("%s for %s: %+v", vendor, needs, f)
		}
	}
}

func TestASliceHasItsShareOfTheCard(t *testing.T) {
	e := Estimate{Low: 9, Likely: 10, High: 11, Request: Request{Method: Inference, Precision: FP16, Cards: 1}}
	f := FitSlice(e, card(80), 0.25)
	if f.Verdict != Fits || !rules(f)["fit_slice"] {
		t.Errorf("%+v", f)
	}
	within(t, "headroom", f.HeadroomGiB.Value, 0.92*20-10-1e-9, 0.92*20-10+1e-9)
	if f := FitSlice(e, card(80), 0.1); f.Verdict != DoesNotFit || f.Reasons[0].Rule != "fit_memory_short" {
		t.Errorf("%+v", f)
	}
	if f := FitSlice(e, card(80), 1); rules(f)["fit_slice"] {
		t.Errorf("a whole card is no slice: %+v", f)
	}
	e.Request.Cards, e.Request.Split = 2, SplitTensor
	e.Request.Model.Heads = know(32)
	if f := FitSlice(e, card(80), 0.5); f.Verdict != Tight || !rules(f)["fit_slices_together"] {
		t.Errorf("%+v", f)
	}
}
