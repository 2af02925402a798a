package exchange

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"cardhour/data/catalog"
	"cardhour/model/billing"
)

func pasteNames(tb testing.TB) PasteNames {
	tb.Helper()
	c, err := catalog.Load()
	if err != nil {
		tb.Fatal(err)
	}
	return PasteNames{c.Cards(), c.Platforms()}
}

// reading is a Pasted written short: ends of a range and alternatives are
// joined, a note is field:standing:rule.
type reading struct {
	card, alt               string
	cards, gib              int
	amount, currency        string
	per, scope, mode, label string
	more                    string // from, part, slice, platform
	notes, refused, unread  string
}

var standings = map[billing.Standing]string{billing.Inferred: "inferred", billing.Doubtful: "doubtful", billing.LeftOpen: "open"}

func readingOf(p billing.Pasted) reading {
	g := reading{card: p.Card, alt: strings.Join(p.Alternatives, "; "), cards: p.Cards, gib: p.MemoryGiB, currency: string(p.Currency),
		per: string(p.Per), scope: string(p.Scope), mode: string(p.Mode), label: string(p.Label), unread: strings.Join(p.Unread, "|")}
	var amounts, more, notes, refused []string
	for _, a := range p.Amounts {
		amounts = append(amounts, a.Value.String())
	}
	if p.From {
		more = append(more, "from")
	}
	if p.Part {
		more = append(more, "part")
	}
	if !p.Slice.IsZero() {
		more = append(more, "slice "+p.Slice.String())
	}
	if p.Platform != "" {
		more = append(more, p.Platform)
	}
	for _, n := range p.Notes {
		notes = append(notes, fmt.Sprintf("%s:%s:%s", n.Field, standings[n.Standing], strings.TrimPrefix(n.Why.Rule, "pasted.")))
	}
	for _, n := range p.Refused {
		refused = append(refused, n.Text+":"+strings.TrimPrefix(n.Why.Rule, "pasted."))
	}
	g.amount, g.more, g.notes, g.refused = strings.Join(amounts, " "), strings.Join(more, " "), strings.Join(notes, " "), strings.Join(refused, " ")
	return g
}

func TestPricesAreReadAsTheyStand(t *testing.T) {
	known := pasteNames(t)
	for _, c := range pasted {
		var got []reading
		for _, p := range ReadQuotes(c.text, known) {
			got = append(got, readingOf(p))
		}
		if diff := cmp.Diff(c.want, got, cmp.AllowUnexported(reading{})); diff != "" {
			t.Errorf("%q (-want +got):\n%s", c.text, diff)
		}
	}
}

func TestAPriceBesideACardIsNeverThatOfACard(t *testing.T) {
	known := pasteNames(t)
	for _, c := range beside {
		read := ReadQuotes(c.text, known)
		if len(read) != 1 || len(read[0].Amounts) > 0 || readingOf(read[0]).refused != c.refused {
			t.Errorf("%q: %+v", c.text, read)
		}
	}
}
