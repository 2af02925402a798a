package catalog

import (
	"slices"

	"cardhour/model/hardware"
	"cardhour/model/sizing"
)

var visualColumns = []string{"model", "params_b", "task", "precision", "weight_bits", "width", "height", "frames", "batch",
	"cards", "card", "vram_gb", "class", "conditions", "source"}

func (c *Catalog) readVisual(l *line) {
	r := sizing.VisualRun{
		Model: l.word("model"), ParamsB: l.positive("params_b"), Task: sizing.VisualTask(l.word("task")),
		Precision: l.word("precision"), WeightBits: l.needed("weight_bits"),
		Width: int(l.needed("width")), Height: int(l.needed("height")), Frames: l.whole("frames"), Batch: l.whole("batch"),
		Cards: int(l.needed("cards")), Card: l.text("card"), GiB: l.needed("vram_gb"),
		Class: sizing.RunClass(l.word("class")), Conditions: l.word("conditions"), Source: l.word("source"),
	}
	if !slices.Contains(sizing.VisualTasks(), r.Task) {
		l.refuse("task", "%q is no task", r.Task)
	}
	if !slices.Contains(sizing.RunClasses(), r.Class) {
		l.refuse("class", "%q is no class", r.Class)
	}
	if r.Frames.OK != (r.Task == sizing.VideoGen) {
		l.refuse("frames", "a video has frames, and nothing else has")
	}
	for column, n := range map[string]int{"width": r.Width, "height": r.Height, "cards": r.Cards} {
		if l.positive(column) != hardware.Know(float64(n)) {
			l.refuse(column, "%q is not whole", l.text(column))
		}
	}
	c.visual = append(c.visual, r)
}

// needed is a number above zero that may not be left out.
func (l *line) needed(column string) float64 {
	if l.word(column) == "" {
		return 0
	}
	return l.positive(column).Value
}

// VisualRuns returns the measured and published runs of image, video and
// detection models.
func (c *Catalog) VisualRuns() []sizing.VisualRun { return slices.Clone(c.visual) }
