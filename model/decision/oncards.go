package decision

import (
	"cardhour/model/hardware"
	"cardhour/model/sizing"
)

// OnCards is a task held against so many of one card.
type OnCards struct {
	// Memory is what the task needs on them, Found what was looked up for a
	// task that no formula covers; both are nil where neither is known.
	Memory *sizing.Estimate
	Found  *sizing.Found

	Fit     *sizing.FitResult // nil when card or need is not known
	Speed   *sizing.Speed     // nil when not known, with the reason in NoSpeed
	NoSpeed error
	Hours   *Hours       // nil where the time on these cards is not known
	Limit   sizing.Limit // "" where nothing says what holds the job back

	seen  bool           // the speed was measured on these very cards
	asked sizing.Request // as it was asked for: what is left open is settled anew by each change
}

// Changes are the single changes after which the task fits card, the least
// harmful first; none where it fits, or where no formula covers it.
func (o OnCards) Changes(card hardware.Card) []sizing.Change {
	if o.Memory == nil {
		return nil
	}
	return sizing.ChangesThatFit(o.asked, card)
}

// MostSequences is how many sequences the cards hold at once; 0 where not even
// one fits, or where that is no question.
func (o OnCards) MostSequences(card hardware.Card) int {
	if o.Memory == nil {
		return 0
	}
	return sizing.MostSequences(o.asked, card)
}

// Counts are the numbers of cards that every card is tried in.
var Counts = []int{1, 2, 4, 8}

// CardRow is a card of the catalogue held against the task, alone and
// together with others of its kind.
type CardRow struct {
	Card hardware.Card
	On   []OnCards // one for each of Counts

	// Best is the place in Counts of the fewest cards on which the task fits;
	// where it fits on none, the fewest on which it is tight; else the first.
	Best int
}
