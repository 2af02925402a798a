// Package compare is the place of the pictures: what a useful card-hour costs
// by platform, estimated and billed side by side, and the same in figures.
//
// It owns this screen and its export. It must not know how a cost is computed
// or what stands in a picture: views/picture says that, for the command line
// too.
package compare

import (
	"bytes"
	"image"
	"image/png"
	"reflect"
	"slices"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/widget"

	"cardhour/model/billing"
	"cardhour/model/decision"
	"cardhour/views/chart"
	"cardhour/views/picture"
	"cardhour/views/text"
	"cardhour/views/theme"
	"cardhour/views/widgets"
)

// Session is what the screen needs of the open decision.
type Session interface {
	Current() (decision.Decision, bool)
	Result() decision.Result
	Now() time.Time
	NameOf(billing.Quote) string // of the quote's platform
	NewDecision()
	OpenExample()
}

// Compare is the screen.
type Compare struct {
	p        *text.Printer
	window   fyne.Window
	session  Session
	toQuotes func() // opens the place where quotes are entered

	root  *fyne.Container
	cards []string // that the choice was built for
	card  string   // shown
	by    string   // the decision that the person picked the card for, "" while it is not picked
	made  bool     // the screen is built, not the empty state

	shown   chart.FullRate
	problem *widgets.Label
	saved   *widgets.Label
	picture *widgets.Picture
	numbers *fyne.Container
	body    *fyne.Container
	pick    *widgets.Choice[string]
	look    *widgets.Choice[bool] // dark
}

// New builds the screen.
func New(p *text.Printer, window fyne.Window, session Session, toQuotes func()) *Compare {
	c := &Compare{p: p, window: window, session: session, toQuotes: toQuotes, root: container.NewStack()}
	c.Refresh()
	return c
}

// Content is the screen's object.
func (c *Compare) Content() fyne.CanvasObject { return c.root }

// Refresh shows the session's newest state.
func (c *Compare) Refresh() {
	d, ok := c.session.Current()
	r := c.session.Result()
	cards := picture.Cards(r)
	if !ok || len(cards) == 0 {
		c.made, c.cards = false, nil
		c.root.Objects = []fyne.CanvasObject{c.empty(ok)}
		c.root.Refresh()
		return
	}
	if c.by != d.ID || !slices.Contains(cards, c.card) {
		c.card, c.by = picture.Opening(r), ""
	}
	if !c.made || !slices.Equal(cards, c.cards) {
		c.cards = cards
		c.build()
	}
	c.pick.Fill(c.card)
	c.show(d, r)
}

func (c *Compare) empty(decided bool) fyne.CanvasObject {
	p := c.p
	said := widgets.Empty(p.T("compare.empty.head"), p.T("compare.empty.decision"),
		widgets.Primary(p.T("compare.begin"), c.session.NewDecision), widget.NewButton(p.T("example.open"), c.session.OpenExample))
	if decided {
		said = widgets.Empty(p.T("compare.empty.head"), p.T("compare.empty.quotes"), widgets.Primary(p.T("compare.to_quotes"), c.toQuotes))
	}
	return widgets.Inset(container.NewVBox(widgets.Title(p.T("compare.title")), said))
}

func (c *Compare) build() {
	p := c.p
	c.made, c.shown = true, chart.FullRate{}
	c.pick = widgets.NewChoice(widgets.ChoiceOf[string]{Label: p.T("compare.card"), Values: c.cards,
		Word: func(card string) string { return picture.CardName(p, card) },
		Picked: func(card string) {
			d, _ := c.session.Current()
			c.card, c.by = card, d.ID
			c.Refresh()
		}})
	c.look = widgets.NewChoice(widgets.ChoiceOf[bool]{Label: p.T("compare.look"), Values: []bool{false, true},
		Word: func(dark bool) string {
			if dark {
				return p.T("compare.look.dark")
			}
			return p.T("compare.look.light")
		},
		Picked: func(bool) {}})
	c.look.Fill(false) // a posted picture is mostly seen on white
	c.problem, c.saved = widgets.Body(""), widgets.Note("")
	c.problem.Importance = widget.DangerImportance
	c.problem.Hide()
	c.saved.Hide()
	c.picture = widgets.NewPicture(60 * theme.Unit)
	c.numbers = container.NewVBox()

	export := widgets.Row(
		widgets.Primary(p.T("compare.export_png"), func() { c.export("png") }),
		widget.NewButton(p.T("compare.export_svg"), func() { c.export("svg") }))
	filters := container.NewBorder(nil, nil,
		widgets.Row(widgets.Wide(28*theme.Unit, c.pick.Box), widgets.Spacer(theme.Unit, 0), widgets.Wide(18*theme.Unit, c.look.Box)),
		container.NewVBox(layout.NewSpacer(), export), nil)
	c.body = container.NewVBox(
		widgets.Tight(widgets.Title(p.T("compare.title")), widgets.Note(p.T("compare.note"))),
		filters, c.problem, c.saved, widgets.Gap(), c.picture, widgets.Gap(),
		widgets.Heading(p.T("compare.numbers")), c.numbers)
	c.root.Objects = []fyne.CanvasObject{container.NewScroll(widgets.Inset(c.body))}
	c.root.Refresh()
}

func (c *Compare) show(d decision.Decision, r decision.Result) {
	f, err := picture.FullRate(c.p, d, r, c.session.NameOf, c.card, c.session.Now(), false)
	if err == nil {
		_, err = f.Height(c.p, exportWidth)
	}
	c.fail(err)
	if err == nil && !reflect.DeepEqual(f, c.shown) {
		c.shown = f
		c.picture.Put(drawing(c.p, f))
	}
	c.fill(picture.Lines(c.p, d, r, c.session.NameOf, c.card))
	c.body.Refresh() // gives the wrapped texts their width,
	c.body.Refresh() // from which they know their height
}

// drawing is the picture for the screen.
func drawing(p *text.Printer, f chart.FullRate) widgets.Drawing {
	return widgets.Drawing{
		Height: func(width int) int {
			height, _ := f.Height(p, width) // an error was shown instead of the picture
			return height
		},
		Draw: func(width int, scale float64, dark bool) (image.Image, error) {
			shown := f
			shown.Dark = dark
			drawn, err := shown.PNG(p, width, scale)
			if err != nil {
				return nil, err
			}
			return png.Decode(bytes.NewReader(drawn))
		},
	}
}

func (c *Compare) fail(err error) {
	if err == nil {
		c.problem.Hide()
		c.picture.Show()
		return
	}
	c.problem.SetText(c.p.T("compare.draw.failed", "why", c.p.Problem(err)))
	c.problem.Show()
	c.picture.Hide()
}

// widths of the table of figures.
var widths = []float32{-2, -1.5, -1.4, -1.4}

// fill writes the table of figures.
func (c *Compare) fill(lines []picture.Line) {
	p := c.p
	head := func(key string) *widgets.Label {
		l := widgets.ShortNote(p.T("compare.column." + key))
		l.Alignment = fyne.TextAlignTrailing
		return l
	}
	name := head("name")
	name.Alignment = fyne.TextAlignLeading
	rows := []fyne.CanvasObject{widgets.Columns(widths, name, head("estimate"), head("billed"), head("difference")), widget.NewSeparator()}
	if len(c.shown.Rows) == 0 {
		rows = append([]fyne.CanvasObject{widgets.Note(p.T("compare.empty.all_out"))}, rows...)
	}
	for _, l := range lines {
		rows = append(rows, c.line(l), widget.NewSeparator())
	}
	c.numbers.Objects = rows
}

func (c *Compare) line(l picture.Line) fyne.CanvasObject {
	named := widgets.Tight(widgets.Body(l.Name), widgets.Note(l.Detail))
	if l.State != "" {
		state := widgets.Note(l.State)
		state.Importance = widget.WarningImportance
		named.Add(state)
	}
	figure := func(said string) *widgets.Label {
		f := widgets.Figure(said)
		f.Wrapping = fyne.TextWrapWord
		return f
	}
	return widgets.Columns(widths, named, figure(l.Estimate), figure(l.Billed), figure(l.Difference))
}
