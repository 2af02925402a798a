package sizing

// The numbers of the speed formulas: all of them, 19. What a pass through the
// network costs (2 operations a parameter) and how many passes a method makes
// is counting, not fitting, and stands where it is used.
//
//	name               value   unit            origin
//	llamaGDDR          0.88    of bandwidth    SPEC §5.2; llama.cpp rows of 3080 … L40S
//	                   0.082   ms a layer
//	llamaHBM           0.63    of bandwidth    SPEC §5.2; llama.cpp rows of A100 and H100
//	                   0.108   ms a layer
//	engineDecode       0.93    of bandwidth    SPEC §5.2; vLLM rows of A100
//	                   0.142   ms a layer
//	mfuFull            0.45    of peak         SPEC §5.2; torchtune on A100 and 4090
//	balance            3.8     GB/s a TFLOPS   SPEC §5.2: 0.40 on H100 SXM (3.4) where others reach 0.45
//	mfuLoRA            0.30    of peak         SPEC §5.2; Qwen's LoRA table on A100
//	mfuQLoRA           0.25    of peak         SPEC §5.2; Qwen's and LLaMA-Factory's tables on A100
//	mfuLlamaPrefill    0.34    of peak         median of the llama.cpp prefill rows
//	shortTokens        512     tokens          SPEC §5.2
//	shortShare         0.5     of the MFU      SPEC §5.2
//	linkBusShare       0.40    of the link     SPEC §5.2: 235 of 600 GB/s (A100), 368 of 900 (H200)
//	pcieBusGBs         30      GB/s            SPEC §5.2: 28–35
//	scaleDDP           0.95    of n cards      SPEC §5.2
//	scaleNVLink        0.85    of n cards      SPEC §5.2, ZeRO-3 and tensor parallel
//	scalePCIe          0.50    of n cards      SPEC §5.2, ZeRO-3 and tensor parallel
//	lookUpSpan         2       times           a choice: a row of another card, scaled by the peaks
var (
	llamaGDDR    = decodeCost{bandwidthShare: 0.88, layerSeconds: 0.082e-3}
	llamaHBM     = decodeCost{bandwidthShare: 0.63, layerSeconds: 0.108e-3}
	engineDecode = decodeCost{bandwidthShare: 0.93, layerSeconds: 0.142e-3}
)

const (
	mfuFull         = 0.45
	balance         = 3.8
	mfuLoRA         = 0.30
	mfuQLoRA        = 0.25
	mfuLlamaPrefill = 0.34
	shortTokens     = 512
	shortShare      = 0.5

	linkBusShare = 0.40
	pcieBusGBs   = 30
	scaleDDP     = 0.95
	scaleNVLink  = 0.85
	scalePCIe    = 0.50
	lookUpSpan   = 2
)

// decodeCost is what one step of generation costs beside the bytes it reads.
type decodeCost struct {
	bandwidthShare float64 // of the card's bandwidth that reading reaches
	layerSeconds   float64 // seconds a layer: launches and what does not scale
}

// speedClass groups jobs whose speed estimates err alike.
type speedClass string

const (
	classLlamaGDDR  speedClass = "llama.cpp decode GDDR"
	classLlamaHBM   speedClass = "llama.cpp decode HBM"
	classEngine     speedClass = "vLLM A100 decode"
	classPrefill    speedClass = "prefill"
	classServing    speedClass = "batch serving"
	classTrainFull  speedClass = "training full"
	classTrainLoRA  speedClass = "training LoRA"
	classTrainQLoRA speedClass = "training QLoRA"
	classScaling    speedClass = "scaling"
	classWide       speedClass = "H20 decode"
)

// speedBands is measured ÷ estimated speed at the 10th and 90th percentile of
// the measured rows in testdata; TestSpeedBandsMatchTheMeasuredRows recomputes
// them. They are errors, not parts of a formula.
var speedBands = map[speedClass]spread{
	classLlamaGDDR:  {0.92, 1.06},
	classLlamaHBM:   {0.86, 1.05},
	classEngine:     {0.93, 1.05},
	classPrefill:    {0.67, 1.31},
	classServing:    {0.74, 1.07},
	classTrainFull:  {0.85, 1.38},
	classTrainLoRA:  {1.00, 1.67},
	classTrainQLoRA: {0.83, 1.55},
	classScaling:    {0.85, 1.05},
	classWide:       {0.23, 1.52},
}

// narrowest is the least that a band leaves to either side: a handful of rows
// that were all faster does not show that no job is ever slower.
var narrowest = spread{0.95, 1.05}

// band returns the class's spread, widened by the one of the cards that the
// sources disagree about.
func (c speedClass) band(wide bool) spread {
	s, ok := speedBands[c]
	if !ok {
		s = spread{1, 1}
	}
	s = spread{min(s.low, narrowest.low), max(s.high, narrowest.high)}
	if wide {
		w := speedBands[classWide]
		s = spread{min(s.low, w.low), max(s.high, w.high)}
	}
	return s
}
