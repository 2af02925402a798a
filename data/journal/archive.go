package journal

import (
	"archive/zip"
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"
)

// A whole journal as one file for other programs, other machines and later
// years: a zip of JSON files, one for each kind of record, in the form in
// which undo keeps records (migrations/README.md). What can be undone is not
// part of it.

// archiveFormat is raised when the form of a document changes.
const archiveFormat, archiveVersion = "cardhour.journal/", 1

const (
	manifestName = "manifest.json"
	settingsKind = Kind("settings") // in archives alone
)

// manifest says what an archive holds.
type manifest struct {
	Format   string         `json:"format"`
	Schema   int            `json:"schema"`
	Counts   map[string]int `json:"counts"`
	Evidence []string       `json:"evidence"` // files; none yet
}

// settingDoc is a setting as an archive holds it.
type settingDoc struct {
	Key   string `json:"key"`
	Value string `json:"value"`
}

// archiveKinds are the files of an archive beside its manifest.
func archiveKinds() []Kind { return append(slices.Clone(Kinds), settingsKind) }

func archiveName(kind Kind) string { return string(kind) + ".json" }

// Export writes the whole journal as it is at one moment. Equal contents give
// equal bytes.
func (j *Journal) Export(ctx context.Context, w io.Writer) error {
	m := manifest{Format: fmt.Sprint(archiveFormat, archiveVersion), Counts: map[string]int{}, Evidence: []string{}}
	documents := map[Kind][]json.RawMessage{}
	err := j.view(ctx, func(q querier) (err error) {
		if m.Schema, err = pragma(ctx, q, "PRAGMA user_version"); err != nil {
			return err
		}
		for _, kind := range archiveKinds() {
			if documents[kind], err = exported(ctx, q, kind); err != nil {
				return err
			}
			m.Counts[string(kind)] = len(documents[kind])
		}
		return nil
	})
	if err == nil {
		err = writeArchive(w, m, documents)
	}
	if err != nil {
		return fmt.Errorf("export the journal: %w", err)
	}
	return nil
}

// exported reads all documents of a kind, by id.
func exported(ctx context.Context, q querier, kind Kind) ([]json.RawMessage, error) {
	var documents []json.RawMessage
	if kind == settingsKind {
		settings, err := allSettings(ctx, q)
		for _, s := range settings {
			text, err := json.Marshal(s)
			if err != nil {
				return nil, err
			}
			documents = append(documents, text)
		}
		return documents, err
	}
	records, err := forms[kind].list(ctx, q, `ORDER BY id`)
	for _, r := range records {
		text, err := encode(r)
		if err != nil {
			return nil, unreadable(r.key(), err)
		}
		documents = append(documents, json.RawMessage(text))
	}
	return documents, err
}

func allSettings(ctx context.Context, q querier) ([]settingDoc, error) {
	return all(ctx, q, func(rows *sql.Rows) (s settingDoc, err error) {
		return s, rows.Scan(&s.Key, &s.Value)
	}, `SELECT key, value FROM settings ORDER BY key`)
}

func writeArchive(w io.Writer, m manifest, documents map[Kind][]json.RawMessage) error {
	z := zip.NewWriter(w)
	text, err := json.MarshalIndent(m, "", "  ")
	if err != nil {
		return err
	}
	if err := addFile(z, manifestName, string(text)+"\n"); err != nil {
		return err
	}
	for _, kind := range archiveKinds() {
		var list strings.Builder // a document a line, for those who compare
		list.WriteString("[")
		for i, d := range documents[kind] {
			if i > 0 {
				list.WriteString(",")
			}
			list.WriteString("\n")
			list.Write(d)
		}
		list.WriteString("\n]\n")
		if err := addFile(z, archiveName(kind), list.String()); err != nil {
			return err
		}
	}
	return z.Close()
}

// addFile adds a file whose time is always the same.
func addFile(z *zip.Writer, name, content string) error {
	w, err := z.CreateHeader(&zip.FileHeader{
		Name: name, Method: zip.Deflate, Modified: time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC),
	})
	if err != nil {
		return err
	}
	_, err = io.WriteString(w, content)
	return err
}
