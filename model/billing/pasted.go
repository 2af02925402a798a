package billing

import (
	"github.com/govalues/decimal"

	"cardhour/model/money"
	"cardhour/model/reason"
)

// Pasted is what was recognised in a line copied from a price page. What the
// line does not say stays empty: nothing is filled in that a person would have
// to discover later. A line with several prices gives several of them.
type Pasted struct {
	Line   int      // place in the pasted text, the first line being 1
	Source string   // that line as pasted
	Above  []string // earlier lines that something was taken from

	Platform     string   // id in the catalogue
	Card         string   // id in the catalogue
	CardText     string   // the words that name a card
	Alternatives []string // ids in the catalogue that CardText can mean, where more than one can
	MemoryGiB    int      // memory said beside the card; 0 = not said
	Cards        int      // 0 = not said

	// Part says that a fraction of a card is offered. Slice is that fraction;
	// zero where the line does not say it.
	Part  bool
	Slice decimal.Decimal

	// Amounts is empty without a price, one price, or the two ends of a range.
	Amounts  []PastedAmount
	Currency money.Currency
	Per      Period
	Scope    Scope
	Mode     Mode
	Label    PriceLabel
	From     bool // the price is the lowest of several: "from", 起

	Notes   []Note
	Refused []Refusal // figures that are no price of a card, with the reason
	Unread  []string  // words that were not understood
}

// PastedAmount is a figure and the words that it was read from, full-width
// characters folded.
type PastedAmount struct {
	Value decimal.Decimal
	Text  string
}

// PriceLabel says which of several prices of one thing it is.
type PriceLabel string

// The labels that a price page sets beside its prices; empty = none.
const (
	ListPrice    PriceLabel = "list" // struck through or called the original one
	NowPrice     PriceLabel = "now"
	MemberPrice  PriceLabel = "member"
	StudentPrice PriceLabel = "student"
	NewUserPrice PriceLabel = "new_user"
)

// Standing says what a Note means for its field.
type Standing uint8

// A field is inferred when its value stands in no word of its line, doubtful
// when it was read and may mean something else, and left open when the line
// allows several values or none.
const (
	Inferred Standing = iota + 1
	Doubtful
	LeftOpen
)

// The fields that a Note can be about, as Quote.Check names them.
const (
	PastedLine     = ""
	PastedPlatform = "platform"
	PastedCard     = "card"
	PastedCards    = "rate.cards"
	PastedSlice    = "rate.slice"
	PastedPrice    = "rate.amount"
	PastedCurrency = "currency"
	PastedPer      = "rate.per"
	PastedScope    = "rate.scope"
	PastedMode     = "mode"
)

// Note is a remark about one field that a person has to see.
type Note struct {
	Field    string
	Standing Standing
	Why      reason.Because
}

// Refusal is a piece of the line that was understood as something else than
// the price of a card.
type Refusal struct {
	Text string
	Why  reason.Because
}

// Amount returns the one price that was read; false without one, and for a
// range, of which neither end is picked.
func (p Pasted) Amount() (decimal.Decimal, bool) {
	if len(p.Amounts) != 1 {
		return decimal.Zero, false
	}
	return p.Amounts[0].Value, true
}

// Range returns the two ends of a price given as a range.
func (p Pasted) Range() (low, high decimal.Decimal, ok bool) {
	if len(p.Amounts) != 2 {
		return decimal.Zero, decimal.Zero, false
	}
	return p.Amounts[0].Value, p.Amounts[1].Value, true
}

// Ignored reports whether the line gave neither a price nor a card.
func (p Pasted) Ignored() bool { return len(p.Amounts) == 0 && p.CardText == "" }

// Asks returns the notes about a field, so that a screen can set them beside it.
func (p Pasted) Asks(field string) []Note {
	var about []Note
	for _, n := range p.Notes {
		if n.Field == field {
			about = append(about, n)
		}
	}
	return about
}
