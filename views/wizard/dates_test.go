package wizard

import (
	"regexp"
	"testing"
	"time"

	"cardhour/model/billing"
	"cardhour/views/text"
)

// Fields and files hold days as 2026-11-30; a person reads them in the form of
// the language.
func TestNoDayStandsRawInASentenceOfStep2(t *testing.T) {
	raw := regexp.MustCompile(`\d{4}-\d{2}-\d{2}`)
	inBothLanguages(t, func(t *testing.T, lang text.Language) {
		f := manyQuotes()
		f.know.Today = f.Now()
		day := func(month, day int) time.Time { return time.Date(2026, time.Month(month), day, 0, 0, 0, 0, time.UTC) }
		over, ahead := &f.records.Quotes[0], &f.records.Quotes[1]
		over.Rules.Until, over.Note = day(11, 12), ""
		over.Rules.Discounts = []billing.Reduction{{Name: "coupon", Kind: billing.Coupon, Value: dec("20"), Expires: day(11, 13)}}
		ahead.Rules.From = day(12, 14)
		w, _, p := showBilling(t, f, lang)
		for i := range shownQuotes(w) {
			openQuote(t, w, i)
		}
		shown := wordsOf(w)
		if found := raw.FindAllString(shown, -1); len(found) > 0 {
			t.Errorf("%v stand in\n%s", found, shown)
		}
		reads(t, w.body, p.Date(day(11, 12)), p.Date(day(11, 13)), p.Date(day(12, 14)))

		tapWord(t, w, p.T("billing.add"))
		openAll(billingOf(w).form)
		typeQuote(t, w, "seen", "2026-11-15")
		typeQuote(t, w, "valid_from", "2026-11-16")
		typeQuote(t, w, "valid_until", "2026-12") // a whole month
		reads(t, w.body, p.Date(day(11, 15)), p.T("billing.sum.from", "a", day(11, 16)), p.T("billing.sum.until", "a", "2026-12"))
		if found := raw.FindAllString(wordsOf(w), -1); len(found) > 0 {
			t.Errorf("%v stand in\n%s", found, wordsOf(w))
		}
	})
	noMissingText(t)
}
