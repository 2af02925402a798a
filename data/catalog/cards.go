package catalog

import (
	"strings"

	"cardhour/model/hardware"
)

var cardColumns = []string{"gpu", "vendor", "arch", "compute_capability", "vram_gb", "mem_bw_gbs", "fp16_dense_tflops",
	"fp16_basis", "fp16_fp16acc_dense_tflops", "fp8_dense_tflops", "fp32_tflops", "nvlink_gbs", "tdp_w", "bf16", "fp8",
	"source", "notes"}

func (c *Catalog) readCard(l *line) {
	card := hardware.Card{
		ID: l.word("gpu"), Vendor: l.word("vendor"), Arch: l.word("arch"),
		ComputeCapability: l.positive("compute_capability"),
		MemoryGiB:         l.positive("vram_gb"), BandwidthGBs: l.positive("mem_bw_gbs"),
		FP16TFLOPS: l.positive("fp16_dense_tflops"), FP16Basis: l.text("fp16_basis"),
		FP16AccumTFLOPS: l.positive("fp16_fp16acc_dense_tflops"), FP8TFLOPS: l.positive("fp8_dense_tflops"),
		FP32TFLOPS: l.positive("fp32_tflops"), TDPWatts: l.positive("tdp_w"),
		BF16: l.answer("bf16"), FP8: l.answer("fp8"), Source: l.word("source"), Notes: l.text("notes"),
	}
	card.LinkGBs, card.LinkNote = l.link("nvlink_gbs")
	if card.Stack() == "" {
		l.refuse("vendor", "%q has no software stack", card.Vendor)
	}
	if _, twice := c.Card(card.ID); twice {
		l.refuse("gpu", "%q stands twice", card.ID)
	}
	c.cards = append(c.cards, card)
}

// link reads "none", "600" or "392 (what it is)".
func (l *line) link(column string) (hardware.Known[float64], string) {
	cell := l.cells[column]
	if cell == "none" {
		return hardware.Know(0.0), ""
	}
	speed, note, has := strings.Cut(cell, " (")
	if has && !strings.HasSuffix(note, ")") {
		l.refuse(column, "%q has an open bracket", cell)
	}
	return l.number(column, speed), strings.TrimSuffix(note, ")")
}
