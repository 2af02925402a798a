package theme

import (
	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"

	"cardhour/assets"
)

// AppIcon is the program's icon, in its own colours.
func AppIcon() fyne.Resource { return appIcon }

// IconDecide, IconJournal, IconCompare and IconLibrary are the rail's own icons. Like the toolkit's (its SettingsIcon is
// the fifth) they take the text colour of the theme.
func IconDecide() fyne.Resource  { return iconDecide }
func IconJournal() fyne.Resource { return iconJournal }
func IconCompare() fyne.Resource { return iconCompare }
func IconLibrary() fyne.Resource { return iconLibrary }

var (
	appIcon     = fyne.NewStaticResource("icon.png", assets.Icon)
	iconDecide  = themed("decide.svg", assets.IconDecide)
	iconJournal = themed("journal.svg", assets.IconJournal)
	iconCompare = themed("compare.svg", assets.IconCompare)
	iconLibrary = themed("library.svg", assets.IconLibrary)
)

func themed(name string, svg []byte) fyne.Resource {
	return fynetheme.NewThemedResource(fyne.NewStaticResource(name, svg))
}
