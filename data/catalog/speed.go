package catalog

import (
	"slices"

	"cardhour/model/hardware"
	"cardhour/model/sizing"
)

var speedColumns = []string{"model", "task", "method", "precision", "card", "cards", "unit", "per_second", "source"}

// readSpeed reads a published speed of a model that no formula covers. The
// cards are read before it.
func (c *Catalog) readSpeed(l *line) {
	r := sizing.Reference{
		Model: l.word("model"), Task: l.word("task") + " " + l.word("precision"), Cards: int(l.needed("cards")),
		Method: sizing.Method(l.word("method")), Unit: sizing.Unit(l.word("unit")), PerSecond: l.needed("per_second"), Source: l.word("source"),
	}
	var known bool
	if r.Card, known = c.Card(l.word("card")); !known {
		l.refuse("card", "%q is no card of the catalogue", l.text("card"))
	}
	if !slices.Contains([]sizing.Unit{sizing.Steps, sizing.Images, sizing.Requests}, r.Unit) {
		l.refuse("unit", "%q is no unit of such work", r.Unit)
	}
	if !slices.Contains(sizing.Methods(), r.Method) {
		l.refuse("method", "%q is no method", r.Method)
	}
	if l.positive("cards") != hardware.Know(float64(r.Cards)) {
		l.refuse("cards", "%q is not whole", l.text("cards"))
	}
	c.speeds = append(c.speeds, r)
}

// References returns the published speeds of image, video and detection
// models.
func (c *Catalog) References() []sizing.Reference { return slices.Clone(c.speeds) }
