package widgets

import "encoding/json"

// Forms keeps half-typed forms for the screens that they stand on, over the
// end of the program too.
type Forms interface {
	Form(key string) string // "" when there is none
	KeepForm(key, text string)
}

// Kept is the place of one half-typed form. T holds the texts as they were
// typed, wrong ones too: they are read when the form is saved, not here.
type Kept[T any] struct {
	Forms Forms
	Key   string
}

// Keep stores the form as it stands.
func (k Kept[T]) Keep(form T) {
	if text, err := json.Marshal(form); err == nil {
		k.Forms.KeepForm(k.Key, string(text))
	}
}

// Forget is for a form that was saved or given up.
func (k Kept[T]) Forget() { k.Forms.KeepForm(k.Key, "") }

// Read returns the form that was kept; false when there is none, or one that
// another version of the program wrote and this one cannot read.
func (k Kept[T]) Read() (T, bool) {
	var form, none T
	text := k.Forms.Form(k.Key)
	if text == "" || json.Unmarshal([]byte(text), &form) != nil {
		return none, false
	}
	return form, true
}
