package widgets

import (
	"fmt"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/widget"

	"cardhour/views/theme"
)

const sentence = "请问选“停机不收费”（节省停机）以后，A100-80GB 每 GB 每天 ¥1.98/时 的费用还会收一部分吗，卡会为我保留吗？"

// drawn lists the lines that a label draws.
func drawn(t *testing.T, o fyne.CanvasObject) []*canvas.Text {
	t.Helper()
	var lines []*canvas.Text
	for _, inside := range test.WidgetRenderer(o.(fyne.Widget)).Objects() {
		if text, ok := inside.(*widget.RichText); ok {
			for _, line := range test.WidgetRenderer(text).Objects() {
				lines = append(lines, line.(*canvas.Text))
			}
		}
	}
	return lines
}

func said(lines []*canvas.Text) string {
	var all []string
	for _, l := range lines {
		all = append(all, l.Text)
	}
	return strings.Join(all, "\n")
}

func TestALabelDrawsItsLinesAndKeepsItsText(t *testing.T) {
	app := test.NewTempApp(t)
	for _, scale := range []float32{1, 1.5, 2} {
		app.Settings().SetTheme(theme.New(theme.Light, scale))
		l := Note(sentence)
		window := test.NewTempWindow(t, l)
		window.SetPadded(false)
		for _, width := range []float32{220 * scale, 330 * scale, 701.5 * scale} {
			window.Resize(fyne.NewSize(width, 400))
			lines := drawn(t, l)
			if got := strings.ReplaceAll(said(lines), "\n", ""); strings.ReplaceAll(got, " ", "") != strings.ReplaceAll(sentence, " ", "") || l.Text != sentence {
				t.Errorf("at %v draws %q of %q", width, said(lines), l.Text)
			}
			for i, line := range lines {
				if i > 0 && strings.ContainsAny(line.Text[:len("。")], neverFirst) {
					t.Errorf("at %v a line begins %q", width, line.Text)
				}
				if room, need := width-l.MinSize().Width, line.MinSize().Width; need > room || i+1 < len(lines) && need < room*2/3 {
					t.Errorf("at %v of %v the line is %v wide: %q", width, room, need, line.Text)
				}
			}
			if need := float32(len(lines)) * lines[0].MinSize().Height; l.MinSize().Height < need || l.MinSize().Height > need+l.MinSize().Width {
				t.Errorf("at %v it takes %v for %d lines", width, l.MinSize(), len(lines))
			}
		}
	}
}

func TestALabelBreaksAnewWhatChanges(t *testing.T) {
	app := test.NewTempApp(t)
	app.Settings().SetTheme(theme.New(theme.Light, 1))
	l := Body(sentence)
	window := test.NewTempWindow(t, l)
	window.Resize(fyne.NewSize(300, 400))
	before := said(drawn(t, l))
	app.Settings().SetTheme(theme.New(theme.Light, 2))
	if now := drawn(t, l); len(now) <= strings.Count(before, "\n")+1 {
		t.Errorf("larger text stays on %d lines", len(now))
	}
	app.Settings().SetTheme(theme.New(theme.Light, 1))
	if now := said(drawn(t, l)); now != before {
		t.Errorf("back to the usual size it draws %q, was %q", now, before)
	}
	l.SetText("第一段\n\nA second one.")
	if now := said(drawn(t, l)); now != l.Text {
		t.Errorf("draws %q", now)
	}
	l.SetText(sentence)
	l.Wrapping = fyne.TextWrapOff
	l.Refresh()
	if now := said(drawn(t, l)); now != sentence {
		t.Errorf("not wrapped it draws %q", now)
	}
}

// TestWhatIsSelectedIsTheTextItself: the toolkit copies what is drawn.
func TestWhatIsSelectedIsTheTextItself(t *testing.T) {
	test.NewTempApp(t)
	l := Body(sentence)
	l.Selectable = true
	window := test.NewTempWindow(t, l)
	window.Resize(fyne.NewSize(300, 400))
	for _, o := range test.WidgetRenderer(l).Objects() {
		if text, ok := o.(*widget.RichText); ok && text.String() != sentence {
			t.Errorf("copied would be %q", text.String())
		}
	}
}

func TestAMessageIsAsWideAsItsTextAndNoWiderThanAForm(t *testing.T) {
	app := test.NewTempApp(t)
	for _, scale := range []float32{1, 1.5, 2} {
		app.Settings().SetTheme(theme.New(theme.Light, scale))
		window := test.NewTempWindow(t, NewLabel(""))
		window.Resize(fyne.NewSize(theme.MinimumWidth, theme.MinimumHeight))
		line := NewLabel("").MinSize().Height
		short, long := Message("打不开。", window).MinSize(), Message(sentence, window).MinSize()
		if short.Height != line || short.Width > NewLabel("打不开。").MinSize().Width+2 {
			t.Errorf("text at %v: a word takes %v", scale, short)
		}
		if most := min(theme.FormWidth*scale, theme.MinimumWidth*3/4); long.Height < line*3/2 || long.Width > most+1 {
			t.Errorf("text at %v: a sentence takes %v", scale, long)
		}
	}
}

// BenchmarkScreen lays 200 wrapped labels out at ever other widths, and sets
// their texts, with the toolkit's label and with this one.
func BenchmarkScreen(b *testing.B) {
	plain := func(text string) (fyne.CanvasObject, func(string)) {
		l := widget.NewLabel(text)
		l.Wrapping = fyne.TextWrapWord
		return l, l.SetText
	}
	ours := func(text string) (fyne.CanvasObject, func(string)) { l := Body(text); return l, l.SetText }
	english := "Which charges go on after the instance was stopped from within, and is the card kept for me until I start it again?"
	for name, label := range map[string]func(string) (fyne.CanvasObject, func(string)){"toolkit": plain, "ours": ours} {
		for lang, text := range map[string]string{"zh": sentence, "en": english} {
			b.Run(fmt.Sprintf("%s-%s", lang, name), func(b *testing.B) {
				app := test.NewTempApp(b)
				app.Settings().SetTheme(theme.New(theme.Light, 1))
				var all []fyne.CanvasObject
				var set []func(string)
				for i := range 200 {
					l, s := label(fmt.Sprint(text, i))
					all, set = append(all, l), append(set, s)
				}
				b.Run("resize", func(b *testing.B) {
					for n := 0; b.Loop(); n++ {
						for _, l := range all {
							l.Resize(fyne.NewSize(200+float32(n%400), 100))
						}
					}
				})
				b.Run("set", func(b *testing.B) {
					for _, l := range all {
						l.Resize(fyne.NewSize(300, 100))
					}
					for n := 0; b.Loop(); n++ {
						for i, s := range set {
							s(fmt.Sprint(text, i, n))
						}
					}
				})
			})
		}
	}
}
