package journal

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"cardhour/model/reason"
)

// mostArchive is how many bytes the documents of an archive may have, packed
// or unpacked: more than a hundred thousand records, and little enough to hold
// in memory. The files of evidence are never in memory and may have
// mostFiles more.
const (
	mostArchive = 256 << 20
	mostFiles   = 4 << 30
)

// archive is what was read of one, every document found to be right.
type archive struct {
	records  []record // by kind, so that each comes after those it refers to
	settings []settingDoc
	files    map[string]*zip.File // of evidence, by the names that they have in the journal
}

func refuseArchive(rule string, args ...reason.Arg) error { return reason.Refuse("", rule, args...) }

// spoiled refuses an archive for what is wrong with one of its files.
func spoiled(name string, detail any) error {
	return refuseArchive("archive.damaged", reason.Word("name", name), reason.Word("detail", shorten(fmt.Sprint(detail))))
}

// readArchive reads and checks a whole archive. It trusts nothing in it and
// never uses a name in it as a path.
func readArchive(r io.ReaderAt, size int64, known int) (archive, error) {
	if size > mostArchive+mostFiles {
		return archive{}, refuseArchive("archive.too_big")
	}
	z, err := zip.NewReader(r, size)
	if err != nil {
		return archive{}, refuseArchive("archive.not_an_export")
	}
	files, err := unpack(z)
	if err != nil {
		return archive{}, err
	}
	m, version, err := readManifest(files[manifestName], known)
	if err != nil {
		return archive{}, err
	}
	var a archive
	if a.files, err = evidenceIn(z, m, size); err != nil {
		return archive{}, err
	}
	for _, kind := range archiveKinds(version) {
		if files[archiveName(kind)] == nil {
			return archive{}, spoiled(archiveName(kind), "missing")
		}
		if err := a.read(kind, files[archiveName(kind)], m.Counts[string(kind)]); err != nil {
			return archive{}, err
		}
	}
	for _, kind := range archiveKinds(archiveVersion) {
		if files[archiveName(kind)] != nil && !slices.Contains(archiveKinds(version), kind) {
			return archive{}, spoiled(archiveName(kind), "not part of this format")
		}
	}
	return a, errors.Join(a.whole(), a.wholeEvidence(m))
}

// unpack reads the documents that an archive may have; any other file that is
// not in the folder of evidence is refused.
func unpack(z *zip.Reader) (map[string][]byte, error) {
	wanted := []string{manifestName}
	for _, kind := range archiveKinds(archiveVersion) {
		wanted = append(wanted, archiveName(kind))
	}
	if !slices.ContainsFunc(z.File, func(f *zip.File) bool { return f.Name == manifestName }) {
		return nil, refuseArchive("archive.not_an_export")
	}
	files, room := map[string][]byte{}, int64(mostArchive)
	for _, f := range z.File {
		if strings.HasPrefix(f.Name, filesFolder) {
			continue
		}
		if !slices.Contains(wanted, f.Name) {
			return nil, spoiled(f.Name, "not part of an export")
		}
		if files[f.Name] != nil {
			return nil, spoiled(f.Name, "there twice")
		}
		if f.UncompressedSize64 > uint64(room) {
			return nil, refuseArchive("archive.too_big")
		}
		content, err := unpackOne(f, room)
		if err != nil {
			return nil, err
		}
		room -= int64(len(content))
		files[f.Name] = content
	}
	return files, nil
}

func unpackOne(f *zip.File, room int64) ([]byte, error) {
	r, err := f.Open()
	if err != nil {
		return nil, spoiled(f.Name, err)
	}
	defer func() { _ = r.Close() }()
	content := bytes.NewBuffer([]byte{}) // not nil, even when empty
	n, err := io.Copy(content, io.LimitReader(r, room+1))
	switch {
	case err != nil:
		return nil, spoiled(f.Name, err)
	case n > room:
		return nil, refuseArchive("archive.too_big")
	}
	return content.Bytes(), nil
}

// readManifest reads the manifest and the version of the format.
func readManifest(text []byte, known int) (m manifest, version int, err error) {
	var head struct{ Format string }
	if err := json.Unmarshal(text, &head); err != nil {
		return m, 0, spoiled(manifestName, err)
	}
	number, ours := strings.CutPrefix(head.Format, archiveFormat)
	version, err = strconv.Atoi(number)
	switch {
	case !ours || err != nil || version < 1:
		return m, 0, refuseArchive("archive.not_an_export")
	case version > archiveVersion:
		return m, 0, refuseArchive("archive.newer", reason.Word("format", head.Format))
	}
	if err := strictly(text, &m); err != nil {
		return m, 0, spoiled(manifestName, err)
	}
	if m.Schema > known {
		return m, 0, refuseArchive("archive.newer", reason.Word("format", fmt.Sprintf("%s, schema %d", head.Format, m.Schema)))
	}
	if m.Schema < 1 || version < 2 && len(m.Evidence)+len(m.Missing) > 0 || len(m.Counts) != len(archiveKinds(version)) {
		return m, 0, spoiled(manifestName, "does not fit this format")
	}
	return m, version, nil
}

// strictly reads one JSON value in which nothing is unknown.
func strictly(text []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		return err
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return errors.New("more than one value")
	}
	return nil
}

// read reads the documents of one kind.
func (a *archive) read(kind Kind, text []byte, count int) error {
	name := archiveName(kind)
	var documents []json.RawMessage
	if err := strictly(text, &documents); err != nil {
		return spoiled(name, err)
	}
	if len(documents) != count {
		return spoiled(name, fmt.Sprintf("%d records of %d", len(documents), count))
	}
	for i, d := range documents {
		if err := a.add(kind, d); err != nil {
			return spoiled(name, fmt.Sprintf("record %d: %v", i+1, err))
		}
	}
	return nil
}

func (a *archive) add(kind Kind, document []byte) error {
	if kind == settingsKind {
		var s settingDoc
		err := strictly(document, &s)
		if err == nil && s.Key == "" {
			err = errors.New("no key")
		}
		a.settings = append(a.settings, s)
		return err
	}
	r := forms[kind].blank()
	if err := strictly(document, r); err != nil {
		return err
	}
	if r.key().id == "" {
		return errors.New("no id")
	}
	a.records = append(a.records, r)
	return errors.Join(readable(r), dated(r))
}

// dated checks the times that no reader of a record looks at.
func dated(r record) error {
	for _, text := range []string{r.kept().Created, r.kept().Updated} {
		if _, err := time.Parse(timeText, text); err != nil {
			return err
		}
	}
	return nil
}

// whole finds out whether the records go together: each there once, and what
// each refers to there too.
func (a *archive) whole() error {
	there, places, settings := map[key]bool{}, map[[2]string]bool{}, map[string]bool{}
	for _, r := range a.records {
		k := r.key()
		if there[k] {
			return spoiled(archiveName(k.kind), "id "+k.id+" twice")
		}
		there[k] = true
		for _, ref := range references(r) {
			if !there[ref] {
				return spoiled(archiveName(k.kind), fmt.Sprintf("%s refers to %s in %s, which is not there", k.id, ref.id, ref.kind))
			}
		}
		if answer, ok := r.(*answerRow); ok {
			place := [2]string{answer.Platform, answer.Requirement}
			if places[place] {
				return spoiled(archiveName(k.kind), "two answers at one place")
			}
			places[place] = true
		}
	}
	for _, s := range a.settings {
		if settings[s.Key] {
			return spoiled(archiveName(settingsKind), s.Key+" twice")
		}
		settings[s.Key] = true
	}
	return nil
}

func references(r record) []key {
	switch r := r.(type) {
	case *quoteRow:
		return []key{{Decisions, r.Decision}}
	case *runRow:
		if r.Quote != "" {
			return []key{{Decisions, r.Decision}, {Quotes, r.Quote}}
		}
		return []key{{Decisions, r.Decision}}
	case *billRow:
		return []key{{Runs, r.Run}}
	case *evidenceRow:
		for kind, id := range map[Kind]string{Answers: r.Answer, Runs: r.Run, Bills: r.Bill} {
			if id != "" {
				return []key{{kind, id}}
			}
		}
	}
	return nil
}
