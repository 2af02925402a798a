package journal

import (
	"archive/zip"
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// A whole journal as one file for other programs, other machines and later
// years: a zip of JSON files, one for each kind of record, in the form in
// which undo keeps records (migrations/README.md), and of the files of
// evidence. What can be undone is not part of it.

// archiveFormat is raised when the form of a document changes. Version 2 has
// evidence, version 3 the rules, tier and rate of exchange of quotes and more
// of what a task asks for, version 4 the user's own cards and models, the
// speed of runs and how a task is run; what an older one lacks is not said.
const archiveFormat, archiveVersion = "cardhour.journal/", 4

const (
	manifestName = "manifest.json"
	settingsKind = Kind("settings") // in archives alone
	filesFolder  = "evidence/"
)

// manifest says what an archive holds.
type manifest struct {
	Format   string         `json:"format"`
	Schema   int            `json:"schema"`
	Counts   map[string]int `json:"counts"`
	Evidence []fileDoc      `json:"evidence"`
	// Missing are files that evidence speaks of and the journal does not have
	// as they were.
	Missing []string `json:"missing,omitempty"`
}

// fileDoc is a file of evidence in an archive.
type fileDoc struct {
	File   string `json:"file"` // in the folder of evidence
	Bytes  int64  `json:"bytes"`
	SHA256 string `json:"sha256"`
}

// settingDoc is a setting as an archive holds it.
type settingDoc struct {
	Key   string `json:"key"`
	Value string `json:"value"`
}

// archiveKinds are the documents of an archive of a version beside its
// manifest.
func archiveKinds(version int) []Kind {
	since := map[Kind]int{Evidence: 2, Cards: 4, Models: 4}
	return slices.DeleteFunc(append(slices.Clone(Kinds), settingsKind), func(k Kind) bool { return version < since[k] })
}

func archiveName(kind Kind) string { return string(kind) + ".json" }

// Export writes the whole journal as it is at one moment. Equal contents give
// equal bytes.
func (j *Journal) Export(ctx context.Context, w io.Writer) error {
	m := manifest{Format: fmt.Sprint(archiveFormat, archiveVersion), Counts: map[string]int{}}
	documents := map[Kind][]json.RawMessage{}
	var rows []*evidenceRow
	err := j.view(ctx, func(q querier) (err error) {
		if m.Schema, err = pragma(ctx, q, "PRAGMA user_version"); err != nil {
			return err
		}
		if rows, err = evidenceRows(ctx, q, `ORDER BY sha256, name, id`); err != nil {
			return err
		}
		for _, kind := range archiveKinds(archiveVersion) {
			if documents[kind], err = exported(ctx, q, kind); err != nil {
				return err
			}
			m.Counts[string(kind)] = len(documents[kind])
		}
		return nil
	})
	if err == nil {
		err = j.listFiles(ctx, &m, rows)
	}
	if err == nil {
		err = j.writeArchive(ctx, w, m, documents)
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
			return nil, err
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

// listFiles lists the files of evidence, each once.
func (j *Journal) listFiles(ctx context.Context, m *manifest, rows []*evidenceRow) error {
	m.Evidence = []fileDoc{}
	seen := map[string]bool{}
	for _, r := range rows {
		if err := r.right(); err != nil {
			return unreadable(r.key(), err)
		}
		if seen[r.file()] {
			continue
		}
		seen[r.file()] = true
		wrong, err := wrongWith(ctx, filepath.Join(j.evidenceFolder(), r.file()), r.SHA256)
		if err != nil {
			return err
		}
		if wrong != "" {
			m.Missing = append(m.Missing, r.file())
			continue
		}
		m.Evidence = append(m.Evidence, fileDoc{r.file(), r.Bytes, r.SHA256})
	}
	return nil
}

func (j *Journal) writeArchive(ctx context.Context, w io.Writer, m manifest, documents map[Kind][]json.RawMessage) error {
	z := zip.NewWriter(w)
	text, err := json.MarshalIndent(m, "", "  ")
	if err != nil {
		return err
	}
	if err := addFile(z, manifestName, string(text)+"\n"); err != nil {
		return err
	}
	for _, kind := range archiveKinds(archiveVersion) {
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
	for _, f := range m.Evidence {
		if err := j.addEvidence(ctx, z, f); err != nil {
			return err
		}
	}
	return z.Close()
}

// addEvidence adds a file as it is: pictures do not get smaller, and what is
// not packed is as long as it says.
func (j *Journal) addEvidence(ctx context.Context, z *zip.Writer, f fileDoc) error {
	from, err := os.Open(filepath.Join(j.evidenceFolder(), f.File))
	if err != nil {
		return err
	}
	defer func() { _ = from.Close() }()
	w, err := z.CreateHeader(&zip.FileHeader{Name: filesFolder + f.File, Method: zip.Store, Modified: archiveTime})
	if err != nil {
		return err
	}
	sum := sha256.New()
	if _, err := copyHashing(ctx, w, from, sum); err != nil {
		return err
	}
	if hex.EncodeToString(sum.Sum(nil)) != f.SHA256 {
		return fmt.Errorf("%s was changed meanwhile", f.File)
	}
	return nil
}

// archiveTime is when all files of an archive were made, as they say.
var archiveTime = time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)

// addFile adds a file whose time is always the same.
func addFile(z *zip.Writer, name, content string) error {
	w, err := z.CreateHeader(&zip.FileHeader{
		Name: name, Method: zip.Deflate, Modified: archiveTime,
	})
	if err != nil {
		return err
	}
	_, err = io.WriteString(w, content)
	return err
}
