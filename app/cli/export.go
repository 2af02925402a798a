package cli

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"cardhour/app/session"
	"cardhour/data/catalog"
	"cardhour/data/exchange"
	"cardhour/data/journal"
	"cardhour/model/billing"
	"cardhour/model/decision"
	"cardhour/model/hardware"
	"cardhour/model/reason"
	"cardhour/views/picture"
	"cardhour/views/text"
)

// exportCmd groups what is written to files.
type exportCmd struct {
	Chart chartCmd      `cmd:""`
	Data  exportDataCmd `cmd:""`
}

// chartCmd writes a picture of a decision.
type chartCmd struct {
	Kind     string  `enum:"full-rate" default:"full-rate"`
	Out      string  `required:"" placeholder:"FILE" type:"path"`
	Scale    float64 `default:"2"`
	Width    int     `default:"1200"`
	Dark     bool
	Card     string `placeholder:"NAME"`
	Decision string `placeholder:"NAME"`
}

// Run draws the picture and writes it whole or not at all.
func (c *chartCmd) Run(env *Env) error {
	kind := strings.ToLower(filepath.Ext(c.Out))
	if kind != ".png" && kind != ".svg" {
		return reason.Refuse("", "chart.ending", reason.Word("path", c.Out))
	}
	cat, err := catalog.Load()
	if err != nil {
		return err
	}
	there, err := env.there()
	if err == nil && !there {
		err = reason.Refuse("", "chart.no_decision")
	}
	if err != nil {
		return err
	}
	j, err := journal.Open(env.Journal, journal.Options{Now: env.Now, ReadOnly: true})
	if err != nil {
		return err
	}
	defer j.Close()
	s, err := session.Open(j, cat, session.Options{Now: env.Now, Post: func(func()) {}})
	if err != nil {
		return err
	}
	defer s.Close()
	if err := c.open(s); err != nil {
		return err
	}
	drawn, err := c.draw(env, cat, s, kind)
	if err != nil {
		return err
	}
	if err := exchange.WriteBytes(c.Out, drawn); err != nil {
		return err
	}
	_, err = fmt.Fprintln(env.Stdout, env.Say.T("cli.export.done", "path", c.Out))
	return err
}

// open turns to the decision asked for.
func (c *chartCmd) open(s *session.Session) error {
	all := s.Decisions()
	if len(all) == 0 {
		return reason.Refuse("", "chart.no_decision")
	}
	if c.Decision == "" {
		return nil
	}
	i := slices.IndexFunc(all, func(d decision.Decision) bool { return d.Name == c.Decision || d.ID == c.Decision })
	if i < 0 {
		return reason.Refuse("", "chart.no_such_decision", reason.Word("name", c.Decision))
	}
	return s.Show(all[i].ID)
}

func (c *chartCmd) draw(env *Env, cat *catalog.Catalog, s *session.Session, kind string) ([]byte, error) {
	d, _ := s.Current()
	r := s.Result()
	card := c.Card
	if card == "" {
		card = picture.Opening(r)
	}
	if named, ok := hardware.CardNamed(s.Cards(), card); ok {
		card = named.ID
	}
	if !slices.Contains(picture.Cards(r), card) {
		return nil, reason.Refuse("", "chart.nothing")
	}
	f, err := picture.FullRate(env.Say, d, r, platformNames(cat, env.Say), card, env.Now(), c.Dark)
	if err != nil {
		return nil, err
	}
	if kind == ".svg" {
		return f.SVG(env.Say, c.Width)
	}
	return f.PNG(env.Say, c.Width, c.Scale)
}

// platformNames calls a quote's platform by its name in the language spoken.
func platformNames(cat *catalog.Catalog, p *text.Printer) picture.Names {
	return func(q billing.Quote) string {
		platform, ok := cat.Platform(q.Platform)
		switch {
		case !ok:
			return q.PlatformName
		case p.Language() == text.Chinese:
			return platform.NameZH
		}
		return platform.NameEN
	}
}
