package widgets

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"
)

// PasteBox is a field for text that was copied elsewhere, of several lines.
// The toolkit lays out all that a field holds at each key, so that a whole
// page's source would stop the window: what is pasted beyond the limit is cut
// at the end of a line, and Cut is told. The key that goes on to the next
// field does so here too.
type PasteBox struct {
	widget.Entry

	Limit int        // characters
	Cut   func(bool) // whether the last text had to be cut
	Keys  Keys       // Escape and Focused are used
	typed func(string)
}

// NewPasteBox makes a box.
func NewPasteBox(limit int, typed func(string)) *PasteBox {
	b := &PasteBox{Limit: limit, typed: typed}
	b.ExtendBaseWidget(b)
	b.MultiLine, b.Wrapping = true, fyne.TextWrapWord
	b.OnChanged = b.changed
	return b
}

func (b *PasteBox) changed(text string) {
	if b.typed != nil {
		b.typed(text)
	}
}

// Put replaces what the box holds, cut to the limit.
func (b *PasteBox) Put(text string) {
	kept, cut := cutText(text, b.Limit)
	b.tell(cut)
	b.SetText(kept)
}

func (b *PasteBox) tell(cut bool) {
	if b.Cut != nil {
		b.Cut(cut)
	}
}

// TypedShortcut cuts what is pasted by the keys.
func (b *PasteBox) TypedShortcut(s fyne.Shortcut) {
	paste, ok := s.(*fyne.ShortcutPaste)
	if !ok {
		b.Entry.TypedShortcut(s)
		return
	}
	room := b.Limit - len([]rune(b.Text)) + len([]rune(b.SelectedText()))
	kept, cut := cutText(paste.Clipboard.Content(), max(0, room))
	b.tell(cut)
	b.Entry.TypedShortcut(&fyne.ShortcutPaste{Clipboard: held(kept)})
}

// TypedKey lets the form have its keys.
func (b *PasteBox) TypedKey(k *fyne.KeyEvent) {
	if k.Name == fyne.KeyEscape && b.Keys.take(k) {
		return
	}
	b.Entry.TypedKey(k)
}

// AcceptsTab leaves the key to the window: the keyboard would not come out.
func (b *PasteBox) AcceptsTab() bool { return false }

// FocusGained tells the form.
func (b *PasteBox) FocusGained() { b.Entry.FocusGained(); b.Keys.focused(b) }

// held is a clipboard with a text of its own.
type held string

// Content is the text.
func (h held) Content() string { return string(h) }

// SetContent is for a clipboard that can be written.
func (held) SetContent(string) {}

// cutText keeps the beginning of a text, whole lines where there are several.
func cutText(text string, limit int) (kept string, cut bool) {
	if len(text) <= limit { // bytes are at least as many as characters
		return text, false
	}
	n := 0
	for at := range text {
		if n == limit {
			kept = text[:at]
			if end := strings.LastIndexByte(kept, '\n'); end > 0 {
				kept = kept[:end]
			}
			return kept, true
		}
		n++
	}
	return text, false
}
