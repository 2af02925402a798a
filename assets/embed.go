// Package assets owns the bytes that are shipped with the program: fonts, pictures, translations.
// It knows nothing: what the bytes mean is for its readers to say.
package assets

import (
	"embed"
	"io/fs"
)

// FontRegular and FontBold are Noto Sans SC, cut to the characters that packaging/fonts.sh lists.
// Both are TrueType outlines in a single-font file, readable by the window and by the chart renderer alike.
var (
	//go:embed fonts/NotoSansSC-Regular.ttf
	FontRegular []byte
	//go:embed fonts/NotoSansSC-Bold.ttf
	FontBold []byte
	//go:embed fonts/OFL.txt
	FontLicence string
)

// Icon is the program's icon, 512 × 512 PNG; IconSVG is the drawing that it comes from.
var (
	//go:embed icon.png
	Icon []byte
	//go:embed icon.svg
	IconSVG []byte
)

// Icons are single-colour SVGs of 24 × 24, in the manner of the toolkit's own set.
var (
	//go:embed icons/decide.svg
	IconDecide []byte
	//go:embed icons/journal.svg
	IconJournal []byte
	//go:embed icons/compare.svg
	IconCompare []byte
	//go:embed icons/library.svg
	IconLibrary []byte
)

// Languages that have a catalogue, as BCP 47 tags. The first is the one that the others fall back to.
var Languages = []string{"en", "zh-Hans"}

//go:embed translations/*.json
var translations embed.FS

// Translations holds one catalogue a language, named TAG.json.
func Translations() fs.FS {
	sub, err := fs.Sub(translations, "translations")
	if err != nil {
		panic(err) // the name is a constant above
	}
	return sub
}

// Translation is the catalogue of one language of Languages.
func Translation(tag string) ([]byte, error) {
	return translations.ReadFile("translations/" + tag + ".json")
}
