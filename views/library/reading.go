package library

import (
	"fmt"
	"path/filepath"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/widget"

	"cardhour/model/hardware"
	"cardhour/model/reason"
	"cardhour/views/widgets"
)

// FileNote says how a value was got that does not stand in a file as it is.
type FileNote struct {
	Field   string // a term, "" for what holds for the whole
	Because reason.Because
}

// FromFile is what files say of a model.
type FromFile struct {
	Model   hardware.Model
	Files   []string // that were read, by their names without a folder
	Notes   []FileNote
	Unknown []string // terms of what the files do not say and an estimate would use
	Stored  string   // the format of the weights in the files' own word
}

// chooser asks for a file of a model, or for a folder.
func (l *Library) chooser(folder bool, chosen func(path string, err error)) {
	p := l.p
	if !folder {
		widgets.ChooseFile(l.window, p.T("library.read.file"), []string{".json", ".safetensors", ".gguf"}, chosen)
		return
	}
	widgets.ShowChooser(l.window, dialog.NewFolderOpen(func(from fyne.ListableURI, err error) {
		switch {
		case err != nil:
			chosen("", err)
		case from != nil:
			chosen(from.Path(), nil)
		}
	}, l.window), p.T("library.read.folder"))
}

// ReadModel opens the page of files and reads those at a path, unless a form
// is half typed that did not ask for files.
func (l *Library) ReadModel(path string) {
	m := l.models
	l.Show(Models)
	switch {
	case m.page != nil:
		m.page(path, nil)
	case m.form.busy():
	case m.shown != nil && m.shown.fresh:
		m.readFiles(m.shown)(path, nil)
	default:
		m.readFiles(nil)(path, nil)
	}
}

// readFiles opens the page on which the files of a model are chosen, and
// returns what reads those that were. From is the form that asked for them, to
// which giving up leads back; nil for none.
func (m *modelList) readFiles(from *modelForm) (read func(path string, err error)) {
	l, p := m.l, m.l.p
	wrong := widgets.Warning()
	busy, bar := widgets.Note(""), widget.NewProgressBarInfinite()
	choices, page := widgets.Row(), container.NewVBox()
	waiting := func(on bool) {
		if on {
			busy.Show()
			bar.Show()
			bar.Start()
			choices.Hide()
		} else {
			busy.Hide()
			bar.Stop() // it is drawn for ever otherwise
			bar.Hide()
			choices.Show()
		}
		page.Refresh()
	}
	refuse := func(err error) {
		wrong.SetText(p.Problem(err))
		wrong.Show()
		page.Refresh()
	}
	read = func(path string, err error) {
		if err != nil {
			refuse(err)
			return
		}
		m.reading++
		this := m.reading
		wrong.Hide()
		busy.SetText(p.T("library.read.busy", "name", filepath.Base(path)))
		waiting(true)
		l.session.ReadModel(path, func(found FromFile, err error) {
			if m.reading != this {
				return // it was given up
			}
			waiting(false)
			if err != nil {
				refuse(err)
				return
			}
			m.take(from, found)
		})
	}
	m.page = read
	choices.Objects = []fyne.CanvasObject{widgets.Primary(p.T("library.read.file"), func() { l.choose(false, read) }),
		widget.NewButton(p.T("library.read.folder"), func() { l.choose(true, read) })}
	page.Objects = []fyne.CanvasObject{widgets.Tight(widgets.Title(p.T("library.read.title")), widgets.Note(p.T("library.read.note"))),
		choices, busy, bar, wrong,
		widgets.Row(widgets.Quiet(p.T("library.form.cancel"), func() {
			bar.Stop()
			m.giveUp(from)
		}))}
	waiting(false)
	m.open(widgets.Inset(widgets.Narrow(page)))
	return read
}

// take opens the form with what was read, in the place of the one that asked
// for it.
func (m *modelList) take(from *modelForm, found FromFile) {
	if from != nil {
		m.replace(from, found)
		return
	}
	m.describe(hardware.OwnModel{Model: found.Model}, &found, "")
}

// giveUp leaves the page of files for where it was asked for.
func (m *modelList) giveUp(from *modelForm) {
	m.reading++
	m.page = nil
	if from != nil {
		m.open(from.box)
		return
	}
	m.close()
}

// said is what was read as a whole.
func (f *modelForm) said(read FromFile) string {
	p := f.p
	const shown = 3
	files := read.Files
	said := p.T("library.read.from", "files", p.List(files[:min(shown, len(files))]...))
	if more := len(files) - shown; more > 0 {
		said = p.T("library.read.from_more", "files", p.List(files[:shown]...), "count", more)
	}
	all := []string{said}
	if read.Stored != "" {
		all = append(all, p.T("library.read.stored", "format", read.Stored))
	}
	for _, note := range read.Notes {
		if f.fields[fieldOf(note.Field)] == nil {
			all = append(all, p.T("library.read.sentence", "said", p.Because(note.Because)))
		}
	}
	return p.Paragraph(append(all, p.T("library.read.unsaved"))...)
}

// mark says under each field how its value was got, or that the files do not
// say it.
func (f *modelForm) mark(read FromFile) {
	said := map[string][]string{}
	for _, note := range read.Notes {
		name := fieldOf(note.Field)
		said[name] = append(said[name], f.p.Because(note.Because))
	}
	for _, term := range read.Unknown {
		name := fieldOf(term)
		said[name] = append(said[name], f.p.T("library.read.unknown"))
	}
	for name, sentences := range said {
		if in := f.fields[name]; in != nil {
			in.Hint(strings.Join(sentences, f.p.T("library.and")), false)
		}
	}
}

// fieldOf is the form's name for what a term of a model is about.
func fieldOf(term string) string { return strings.TrimPrefix(term, "model_") }

// describe names attention as those who publish models do, in any language.
func describe(kind attentionKind, a hardware.Attention, m hardware.Model) string {
	style := "attention"
	switch {
	case m.Heads.OK && m.KVHeads == m.Heads:
		style = "MHA"
	case m.Heads.OK && m.KVHeads.OK:
		style = "GQA"
	}
	full := ""
	switch {
	case a.FullCount.OK:
		full = fmt.Sprintf("%d layers full", a.FullCount.Value)
	case a.FullEvery > 0:
		full = fmt.Sprintf("1 in %d layers full", a.FullEvery)
	}
	switch kind {
	case plain:
		return style
	case sliding:
		return joined(fmt.Sprintf("%s; window %d", style, a.Window), full)
	case latent:
		if a.LatentRank.OK && a.RopeDim.OK {
			return fmt.Sprintf("MLA kv_lora %d + rope %d", a.LatentRank.Value, a.RopeDim.Value)
		}
		return "MLA"
	case hybrid:
		return joined("hybrid", full)
	}
	return ""
}

func joined(a, b string) string {
	if b == "" {
		return a
	}
	return a + "; " + b
}
