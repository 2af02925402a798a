package wizard

import (
	"strconv"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"
	"github.com/govalues/decimal"

	"cardhour/model/decision"
	"cardhour/model/hardware"
	"cardhour/model/money"
	"cardhour/model/sizing"
	"cardhour/model/task"
	"cardhour/views/widgets"
)

// jobOptions asks how the job is run, as far as it decides on memory and
// speed. What is left alone is as most people would start it.
type jobOptions struct {
	s     *cardStep
	box   *fyne.Container
	fold  *widget.Accordion
	form  *fyne.Container
	shown sizing.Method // that the pickers are for
	fills []func(sizing.Options)
}

func newJobOptions(s *cardStep) *jobOptions {
	o := &jobOptions{s: s, form: container.NewVBox()}
	o.fold = widget.NewAccordion(widget.NewAccordionItem(s.w.p.T("card.options"), container.NewVBox(widgets.Note(s.w.p.T("card.options.note")), widgets.Narrow(o.form))))
	o.box = container.NewVBox(o.fold)
	return o
}

// show offers the choices of the task's method. A job that is looked up has
// none.
func (o *jobOptions) show(t task.Task, r decision.Result) {
	o.box.Hidden = r.Memory == nil
	if o.box.Hidden {
		return
	}
	if o.shown != t.Method {
		o.shown, o.fills = t.Method, nil
		o.form.Objects = o.inference()
		if t.Method.Training() {
			o.form.Objects = o.training(t.Method)
		}
		o.form.Refresh()
	}
	for _, fill := range o.fills {
		fill(t.Options)
	}
}

func (o *jobOptions) inference() []fyne.CanvasObject {
	engines := []sizing.Engine{sizing.EngineAuto, sizing.VLLM, sizing.LlamaCPP}
	return []fyne.CanvasObject{
		widgets.Pair(
			option(o, "engine", engines, termed(o, sizing.Engine.Term), func(c *sizing.Options) *sizing.Engine { return &c.Engine }),
			option(o, "kv", append([]sizing.KVType{""}, sizing.KVTypes()...), orDefault(o, sizing.KVBF16, sizing.KVType.Term), func(c *sizing.Options) *sizing.KVType { return &c.KV })),
		widgets.Pair(
			option(o, "prefill", sizing.Prefills(), termed(o, sizing.Prefill.Term), func(c *sizing.Options) *sizing.Prefill { return &c.Prefill }),
			o.number("prompt", "token", "", func(c *sizing.Options) *int { return &c.Prompt })),
		widgets.Pair(
			option(o, "split", []sizing.Split{sizing.SplitAuto, sizing.SplitTensor, sizing.SplitLayers, sizing.SplitData}, termed(o, sizing.Split.Term), func(c *sizing.Options) *sizing.Split { return &c.Split }),
			option(o, "offload", []sizing.Offload{sizing.OffloadNone, sizing.OffloadWeights}, termed(o, sizing.Offload.Term), func(c *sizing.Options) *sizing.Offload { return &c.Offload })),
	}
}

func (o *jobOptions) training(m sizing.Method) []fyne.CanvasObject {
	rows := []fyne.CanvasObject{
		widgets.Pair(
			o.answer("checkpointing", hardware.Yes, func(c *sizing.Options) *hardware.Answer { return &c.Checkpointing }),
			o.answer("fused_ce", hardware.No, func(c *sizing.Options) *hardware.Answer { return &c.FusedCE })),
		widgets.Pair(
			option(o, "optimizer", append([]sizing.Optimizer{""}, sizing.Optimizers()...), orDefault(o, sizing.AdamW, sizing.Optimizer.Term), func(c *sizing.Options) *sizing.Optimizer { return &c.Optimizer }),
			option(o, "offload", sizing.Offloads(), termed(o, sizing.Offload.Term), func(c *sizing.Options) *sizing.Offload { return &c.Offload })),
	}
	split := option(o, "split", sizing.Splits(), termed(o, sizing.Split.Term), func(c *sizing.Options) *sizing.Split { return &c.Split })
	if !m.Adapts() {
		return append(rows, widgets.Pair(split, widgets.Spacer(0, 0)))
	}
	rank := sizing.Defaults(hardware.Model{}, m).LoRARank
	return append(rows, widgets.Pair(split, o.number("lora_rank", "", strconv.Itoa(rank), func(c *sizing.Options) *int { return &c.LoRARank })))
}

// orDefault words the choice that leaves it to the program, with what that is.
func orDefault[T ~string](o *jobOptions, usual T, term func(T) string) func(T) string {
	p := o.s.w.p
	return func(v T) string {
		if v == "" {
			return p.T("card.option.default", "what", p.Term(term(usual)))
		}
		return p.Label(term(v))
	}
}

// termed words choices by their names in the catalogue of texts.
func termed[T ~string](o *jobOptions, term func(T) string) func(T) string {
	return func(v T) string { return o.s.w.p.Label(term(v)) }
}

// option is a picker of one option.
func option[T ~string](o *jobOptions, name string, values []T, word func(T) string, at func(*sizing.Options) *T) fyne.CanvasObject {
	p := o.s.w.p
	choice := widgets.NewChoice(widgets.ChoiceOf[T]{Label: p.T("card.option." + name), Help: widgets.NewHelp(p.T("card.option." + name + ".help")), Values: values,
		Word:   word,
		Picked: func(v T) { o.edit(name, func(c *sizing.Options) { *at(c) = v }) }})
	o.fills = append(o.fills, func(c sizing.Options) { choice.Fill(*at(&c)) })
	return choice.Box
}

func (o *jobOptions) edit(name string, edit func(*sizing.Options)) {
	o.s.w.session.EditTask("option."+name, func(t *task.Task) { edit(&t.Options) })
}

// answer asks yes or no, with the program's own answer as a third.
func (o *jobOptions) answer(name string, usual hardware.Answer, at func(*sizing.Options) *hardware.Answer) fyne.CanvasObject {
	p := o.s.w.p
	choice := widgets.NewChoice(widgets.ChoiceOf[hardware.Answer]{Label: p.T("card.option." + name), Help: widgets.NewHelp(p.T("card.option." + name + ".help")),
		Values: []hardware.Answer{hardware.NotKnown, hardware.Yes, hardware.No},
		Word: func(a hardware.Answer) string {
			if a == hardware.NotKnown {
				return p.T("card.option.default", "what", p.Term(usual.String()))
			}
			return p.Term(a.String())
		},
		Picked: func(a hardware.Answer) { o.edit(name, func(c *sizing.Options) { *at(c) = a }) }})
	o.fills = append(o.fills, func(c sizing.Options) { choice.Fill(*at(&c)) })
	return choice.Box
}

// number asks for a count; empty leaves it to the program.
func (o *jobOptions) number(name, unit, usual string, at func(*sizing.Options) *int) fyne.CanvasObject {
	w := o.s.w
	f := widgets.NewField(widgets.FieldOf{Label: w.p.T("card.option." + name), Help: widgets.NewHelp(w.p.T("card.option." + name + ".help")), Unit: unit, Placeholder: usual, Problem: w.p.Problem,
		Read: readNumber(money.Parse, func(v decimal.Decimal) error {
			n, err := wholeNumber(v)
			if err == nil {
				o.edit(name, func(c *sizing.Options) { *at(c) = n })
			}
			return err
		})})
	o.fills = append(o.fills, func(c sizing.Options) {
		shown := ""
		if n := *at(&c); n != 0 {
			shown = strconv.Itoa(n)
		}
		f.Fill(shown, func(text string) bool { return text == shown })
	})
	return f.Box
}
