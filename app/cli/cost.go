package cli

import (
	"errors"
	"io/fs"
	"maps"
	"os"
	"reflect"
	"slices"
	"time"

	"github.com/govalues/decimal"

	"cardhour/data/catalog"
	"cardhour/data/exchange"
	"cardhour/model/billing"
	"cardhour/model/hardware"
	"cardhour/model/money"
	"cardhour/model/reason"
)

// costCmd prices the quotes of a file for the usage in it.
type costCmd struct {
	File    string `arg:"" optional:"" placeholder:"FILE"`
	JSON    bool   `name:"json"`
	Example bool
}

// priced is a quote with its estimate.
type priced struct {
	exchange.Offer
	billing.Estimate
	Taken     []billing.Key // facts that the file leaves out and the catalogue has
	Converted *converted    // nil where the file gives no rate of exchange
	Below     []below       // of a spot price
	Warned    []reason.Because
}

// below is the rate of reclaims up to which a spot price is expected to cost
// no more than another quote of the file.
type below struct {
	than    string
	perHour decimal.Decimal
}

// lookAround holds each quote against the others of the file.
func lookAround(quotes []priced) {
	others := make([]billing.Quote, len(quotes))
	for i := range quotes {
		quotes[i].Quote.ID = quotes[i].Path
		others[i] = quotes[i].Quote
	}
	for i := range quotes {
		q := &quotes[i]
		q.Warned = billing.Warnings(q.Quote, billing.Around{Now: q.Usage.On, Usage: &q.Usage, Others: others})
		if !q.Quote.Mode.Reclaimed() {
			continue
		}
		for _, o := range quotes {
			if o.Quote.Mode != billing.OnDemand || o.Low.Currency != q.Low.Currency || !hardware.Same(o.Quote.Card, q.Quote.Card) ||
				o.Quote.Rate.Cards != q.Quote.Rate.Cards || !reflect.DeepEqual(o.Usage, q.Usage) {
				continue
			}
			if perHour, ok := billing.SpotPaysBelow(q.Quote, o.Quote, q.Usage); ok {
				q.Below = append(q.Below, below{o.Name, perHour})
			}
		}
	}
}

// converted is a cost in another currency, by the rate frozen into the quote.
type converted struct{ low, high money.Amount }

func worth(e billing.Estimate, x money.Exchange) (*converted, error) {
	low, err := x.Convert(e.Low)
	if err != nil {
		return nil, err
	}
	high, err := x.Convert(e.High)
	return &converted{low, high}, err
}

// Run prints the cost of every quote, or nothing where one cannot be priced.
func (c costCmd) Run(env *Env) error {
	if c.Example {
		_, err := env.Stdout.Write(exchange.Example())
		return err
	}
	if c.File == "" {
		return wrongUsage{reason.Refuse("", "cli.no_file")}
	}
	file, err := c.read(env)
	if err != nil {
		return err
	}
	shipped, err := catalog.Load()
	if err != nil {
		return err
	}
	quotes := make([]priced, len(file.Offers))
	now := env.Now()
	today := time.Date(now.Year(), now.Month(), now.Day(), 0, 0, 0, 0, time.UTC)
	for i, offer := range file.Offers {
		if offer.Usage.On.IsZero() {
			offer.Usage.On = today // what has expired is not taken off
		}
		var taken []billing.Key
		offer.Quote, taken = known(offer.Quote, shipped)
		ranges := shipped.Ranges(offer.Quote.Category, offer.Quote.Rate.Amount.Currency)
		e, err := billing.EstimateCost(offer.Quote, offer.Usage, ranges)
		if err != nil {
			return inFile(c.named(), place(err, offer.Path+" "+offer.Name))
		}
		touched := billing.Touched(offer.Quote, offer.Usage)
		taken = slices.DeleteFunc(taken, func(k billing.Key) bool { return !slices.Contains(touched, k) })
		quotes[i] = priced{Offer: offer, Estimate: e, Taken: taken}
		if x := offer.Quote.Exchange; x.Known() {
			if quotes[i].Converted, err = worth(e, x); err != nil {
				return inFile(c.named(), place(err, offer.Path+" "+offer.Name))
			}
		}
	}
	lookAround(quotes)
	if c.JSON {
		return writeJSON(env.Stdout, costResult(env.Say, quotes))
	}
	env.printCosts(quotes)
	return nil
}

// named is the file as sentences call it.
func (c costCmd) named() string {
	if c.File == "-" {
		return "stdin"
	}
	return c.File
}

func (c costCmd) read(env *Env) (exchange.CostFile, error) {
	if c.File == "-" {
		file, err := exchange.ParseCostFile(env.Stdin)
		return file, inFile(c.named(), err)
	}
	f, err := os.Open(c.File)
	if err != nil {
		return exchange.CostFile{}, inFile(c.named(), cannotOpen(err))
	}
	defer func() { _ = f.Close() }() // it was only read
	file, err := exchange.ParseCostFile(f)
	return file, inFile(c.named(), err)
}

func cannotOpen(err error) error {
	var path *fs.PathError
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return reason.Refuse("", "file.not_found")
	case errors.As(err, &path):
		err = path.Err // the sentence names the file anyway
	}
	return reason.Refuse("", "file.unreadable", reason.Word("detail", err.Error()))
}

// known ties a quote to the catalogue: to its card, so that the same one is
// compared under two names, and to its platform where the file names one by its
// id or name. It takes over what the file leaves out: its category and,
// in its currency, its billing facts, as the window does. It returns the facts
// taken over.
func known(q billing.Quote, shipped *catalog.Catalog) (billing.Quote, []billing.Key) {
	var taken []billing.Key
	q = q.OnCards(func(name string) string {
		if card, ok := hardware.CardNamed(shipped.Cards(), name); ok {
			return card.ID
		}
		return name
	})
	for _, p := range shipped.Platforms() {
		if q.PlatformName == "" || p.Generic ||
			!hardware.Same(p.ID, q.PlatformName) && !hardware.Same(p.NameZH, q.PlatformName) && !hardware.Same(p.NameEN, q.PlatformName) {
			continue
		}
		q.Platform = p.ID
		if q.Category == "" {
			q.Category = string(p.Category)
		}
		if string(q.Rate.Amount.Currency) != p.Currency {
			continue
		}
		q.Facts = maps.Clone(q.Facts)
		facts := shipped.BillingFacts(p.ID)
		for _, key := range billing.Keys() {
			if _, said := q.Facts[key]; !said && len(facts[key].Claims) > 0 {
				q.Facts[key] = facts[key]
				taken = append(taken, key)
			}
		}
	}
	return q, taken
}

// place puts a Problem under a place that encloses it.
func place(err error, outer string) error {
	var p *reason.Problem
	if errors.As(err, &p) {
		return p.In(outer)
	}
	return err
}

// inFile names the file before the place in it.
func inFile(name string, err error) error {
	var p *reason.Problem
	if err == nil || !errors.As(err, &p) {
		return err
	}
	told := *p
	told.Field = oneLine(name + " " + p.Field)
	return &told
}
