package app

import (
	"encoding/json"

	"fyne.io/fyne/v2/lang"

	"cardhour/views/text"
)

// toolkitWords are the words that the toolkit puts on its own dialogs and
// menus. It speaks the system's language; we have it speak the chosen one.
var toolkitWords = []string{"Advanced", "Cancel", "Confirm", "Copy", "Create Folder", "Cut", "Enter filename", "Error",
	"Favourites", "File", "Folder", "New Folder", "No", "OK", "Open", "Paste", "Quit", "Redo", "Save", "Select all",
	"Show Hidden Files", "Undo", "Yes", "file.name", "file.parent"}

// translateToolkit gives the toolkit our words under the system's language,
// which is the one that it looks them up in.
func translateToolkit(p *text.Printer) error {
	words := map[string]string{}
	for _, word := range toolkitWords {
		words[word] = p.T("toolkit." + word)
	}
	data, err := json.Marshal(words)
	if err != nil {
		return err
	}
	return lang.AddTranslationsForLocale(data, lang.SystemLocale())
}
