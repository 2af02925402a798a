package screens

import (
	"cardhour/data/exchange"
	"cardhour/views/library"
)

// describing is the session as the library keeps what a person has described
// in it.
type describing struct {
	deleting
}

// ReadModel reads the files of a model and tells done what stands in them.
func (d describing) ReadModel(path string, done func(library.FromFile, error)) {
	d.Session.ReadModel(path, func(found exchange.ModelFile, err error) { done(fromFile(found), err) })
}

func fromFile(found exchange.ModelFile) library.FromFile {
	read := library.FromFile{Model: found.Model, Files: found.Files, Stored: found.Stored}
	for _, note := range found.Notes {
		said := library.FileNote{Because: note.Because}
		if note.Field != "" {
			said.Field = note.Field.Term()
		}
		read.Notes = append(read.Notes, said)
	}
	for _, field := range found.Unknown() {
		read.Unknown = append(read.Unknown, field.Term())
	}
	return read
}
