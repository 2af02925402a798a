// Package hardware holds the things that every other rule names: cards,
// model shapes and rental platforms.
//
// It owns their fields, their units and the search over them. It must not
// know prices, memory estimates, where the facts were read from disk, or any
// language: it imports nothing of this program.
package hardware

import "strings"

// Known is a value that may be absent. The zero value is "not known", which
// is never the same as zero.
type Known[T any] struct {
	Value T
	OK    bool
}

// Know makes a known value.
func Know[T any](v T) Known[T] { return Known[T]{v, true} }

// Or returns the value, or fallback when it is not known. A caller that
// falls back has to say so in its result.
func (k Known[T]) Or(fallback T) T {
	if k.OK {
		return k.Value
	}
	return fallback
}

// Answer is yes, no or not known.
type Answer uint8

// The zero value is not known.
const (
	NotKnown Answer = iota
	No
	Yes
)

// String gives the name used in files; not known is "".
func (a Answer) String() string { return [...]string{"", "no", "yes"}[a] }

// ParseAnswer reads "yes", "no" or "".
func ParseAnswer(s string) (Answer, bool) {
	switch s {
	case "":
		return NotKnown, true
	case "no":
		return No, true
	case "yes":
		return Yes, true
	}
	return NotKnown, false
}

// Stack is the software that drives a card. Programs for one do not run on
// another unchanged.
type Stack string

// The stacks; the zero value is not known.
const (
	CUDA Stack = "cuda"
	ROCm Stack = "rocm"
	CANN Stack = "cann"
)

// Card is one model of graphics or accelerator card.
type Card struct {
	ID                string // the name in the catalogue, "RTX 4090 24GB"
	Vendor            string
	Arch              string
	ComputeCapability Known[float64] // NVIDIA's number, 8.9; absent elsewhere
	// MemoryGiB is the nominal memory in GiB. Makers print "24 GB" and mean
	// 24 GiB of memory chips, so the number is taken as GiB; the driver keeps
	// a few hundred MiB of it.
	MemoryGiB       Known[float64]
	BandwidthGBs    Known[float64] // memory, 10⁹ bytes/s
	FP16TFLOPS      Known[float64] // dense, FP32 accumulation
	FP16Basis       string         // documented or derived, and how
	FP16AccumTFLOPS Known[float64] // dense, FP16 accumulation
	FP8TFLOPS       Known[float64] // dense
	FP32TFLOPS      Known[float64]
	LinkGBs         Known[float64] // card to card, both ways together; 0 = none
	LinkNote        string
	TDPWatts        Known[float64]
	BF16, FP8       Answer
	Source, Notes   string
}

// Stack is derived from the vendor.
func (c Card) Stack() Stack {
	switch {
	case strings.EqualFold(c.Vendor, "nvidia"):
		return CUDA
	case strings.EqualFold(c.Vendor, "amd"):
		return ROCm
	case strings.EqualFold(c.Vendor, "huawei"):
		return CANN
	}
	return ""
}

// Category is the kind of a rental platform.
type Category string

// The categories.
const (
	Cloud     Category = "cloud"     // large cloud or virtual-machine cloud
	Container Category = "container" // container or machine by the second or hour
	Hosted    Category = "hosted"    // whole machine by the month
	P2P       Category = "p2p"       // other people's machines
)

// ParseCategory reads the name used in files.
func ParseCategory(s string) (Category, bool) {
	switch c := Category(s); c {
	case Cloud, Container, Hosted, P2P:
		return c, true
	}
	return "", false
}

// Platform is a rental platform, or a whole type of them.
type Platform struct {
	ID, NameZH, NameEN string
	Category           Category
	Currency           string // ISO 4217 code of its prices
	Generic            bool   // stands for a type of platform, not for one
}

// Term is the stack's name in the catalogue of texts, after "term.".
func (s Stack) Term() string {
	if s == "" {
		return "stack_not_known"
	}
	return "stack_" + string(s)
}

// MemoryKind is how a card's memory is built. It decides what share of the
// bandwidth a program reaches.
type MemoryKind string

// The kinds; the zero value is not known.
const (
	GDDR MemoryKind = "gddr"
	HBM  MemoryKind = "hbm"
)

// MemoryKind is derived from the chip: NVIDIA gives its HBM chips a compute
// capability of their own (6.0, 7.0, 8.0, 9.0, 10.0, 10.3), and every CDNA
// chip has HBM.
func (c Card) MemoryKind() MemoryKind {
	switch {
	case strings.HasPrefix(c.Arch, "CDNA"):
		return HBM
	case !c.ComputeCapability.OK:
		return ""
	}
	switch c.ComputeCapability.Value {
	case 6, 7, 8, 9, 10, 10.3:
		return HBM
	}
	return GDDR
}

// bridgeGBs is the speed of the NVLink bridge that joins two cards of the
// RTX 3090, A6000 and A40 kind; chips made for machines of eight have more.
const bridgeGBs = 112.5

// Bridged reports whether the card's link joins two cards only.
func (c Card) Bridged() bool {
	return c.LinkGBs.OK && c.LinkGBs.Value > 0 && c.LinkGBs.Value <= bridgeGBs
}
