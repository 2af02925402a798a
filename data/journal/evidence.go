package journal

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"cardhour/model/fact"
	"cardhour/model/reason"
)

// Evidence lies beside the journal in a folder of its own, each file under
// its digest: equal ones are kept once, and one that was changed is found out.
// A file is on disk before a row speaks of it. None is ever deleted: undo and
// the snapshots bring rows back.

const evidenceFolder = ".evidence"

// mostEvidence is how many bytes a file may have: a long screenshot has two or
// three million.
const mostEvidence = 20 << 20

// evidenceEndings are the kinds of file that are kept. All of them are looked
// at; none is run.
var evidenceEndings = []string{".png", ".jpg", ".jpeg", ".webp", ".gif", ".pdf", ".txt", ".csv", ".xlsx"}

func (j *Journal) evidenceFolder() string { return beside(j.path, evidenceFolder) }

// EvidencePath is where the file of a piece of evidence lies.
func (j *Journal) EvidencePath(e fact.Evidence) string {
	return filepath.Join(j.evidenceFolder(), keptName(e.SHA256, e.Name))
}

// KeepFile copies a file into the folder of evidence, where it is on disk when
// this returns, and says what it is. It becomes evidence of a record with
// PutEvidence.
func (j *Journal) KeepFile(ctx context.Context, from string) (fact.Evidence, error) {
	e, err := j.keepFile(ctx, from)
	if err != nil {
		return fact.Evidence{}, fmt.Errorf("keep a file as evidence: %w", err)
	}
	return e, nil
}

func (j *Journal) keepFile(ctx context.Context, from string) (fact.Evidence, error) {
	info, err := os.Stat(from) // before it is opened: a pipe would keep us waiting
	if err == nil && !info.Mode().IsRegular() {
		err = errors.New("not a file")
	}
	if err != nil {
		return fact.Evidence{}, refuseEvidence("evidence.cannot_read", from, err)
	}
	f, err := os.Open(from)
	if err != nil {
		return fact.Evidence{}, refuseEvidence("evidence.cannot_read", from, err)
	}
	defer func() { _ = f.Close() }()
	return j.keep(ctx, filepath.Base(from), f)
}

// keep copies what r gives into the folder of evidence.
func (j *Journal) keep(ctx context.Context, name string, r io.Reader) (fact.Evidence, error) {
	name = tidyName(name)
	if endingOf(name) == "" {
		return fact.Evidence{}, reason.Refuse("", "evidence.kind", reason.Word("name", name),
			reason.Word("kinds", strings.ReplaceAll(strings.Join(evidenceEndings, " "), ".", "")))
	}
	dir := j.evidenceFolder()
	if err := makeFolder(dir); err != nil {
		return fact.Evidence{}, notKept(j.path, dir, err)
	}
	sweep(dir)
	temp, err := os.CreateTemp(dir, unfinished)
	if err != nil {
		return fact.Evidence{}, notKept(j.path, dir, err)
	}
	defer discard(temp.Name()) // does nothing once it has its name
	sum := sha256.New()
	size, err := copyHashing(ctx, temp, r, sum)
	var reading readError
	switch {
	case errors.As(err, &reading):
		err = refuseEvidence("evidence.cannot_read", name, reading.error)
	case err != nil:
		err = notKept(j.path, dir, err)
	case size > mostEvidence:
		err = reason.Refuse("", "evidence.too_big", reason.Word("name", name), reason.Int("most", reason.Count, mostEvidence>>20))
	}
	if err != nil {
		return fact.Evidence{}, errors.Join(err, temp.Close())
	}
	j.pause()
	e := fact.Evidence{Name: name, Bytes: size, SHA256: hex.EncodeToString(sum.Sum(nil)), Added: j.now()}
	// Read-only, so that nobody edits it by mistake.
	if err := errors.Join(temp.Sync(), temp.Chmod(0o444), temp.Close()); err != nil {
		return fact.Evidence{}, notKept(j.path, dir, err)
	}
	j.pause()
	if err := place(temp.Name(), j.EvidencePath(e), e.SHA256); err != nil {
		return fact.Evidence{}, notKept(j.path, dir, err)
	}
	j.pause()
	return e, ctx.Err()
}

// place gives a finished file its name. One that is there already has the
// same bytes, or was spoiled and is put right.
func place(temp, path, digest string) error {
	if same, err := digestOf(context.Background(), path); err != nil || same != digest {
		if err := os.Chmod(path, 0o644); err != nil && !errors.Is(err, fs.ErrNotExist) { // Windows replaces no read-only file
			return err
		}
		if err := os.Rename(temp, path); err != nil {
			return err
		}
	}
	return syncFolder(filepath.Dir(path))
}

// makeFolder makes a folder whose name is on disk when it returns.
func makeFolder(dir string) error {
	if exists(dir) {
		return nil
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	return syncFolder(filepath.Dir(dir))
}

// readError is an error of what is copied from, not of the copy.
type readError struct{ error }

// copyHashing copies no more than shows that a file is too long, and returns
// how much that was.
func copyHashing(ctx context.Context, to io.Writer, from io.Reader, sum hash.Hash) (size int64, err error) {
	piece := make([]byte, 256<<10)
	for size <= mostEvidence {
		n, err := from.Read(piece)
		size += int64(n)
		if _, err := io.MultiWriter(sum, to).Write(piece[:n]); err != nil {
			return size, err
		}
		switch {
		case errors.Is(err, io.EOF):
			return size, nil
		case err != nil:
			return size, readError{err}
		case ctx.Err() != nil:
			return size, ctx.Err()
		}
	}
	return size, nil
}

// digestOf reads a file through. One that is longer than any has no digest.
func digestOf(ctx context.Context, path string) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer func() { _ = f.Close() }()
	sum := sha256.New()
	if size, err := copyHashing(ctx, io.Discard, f, sum); err != nil || size > mostEvidence {
		return "", err
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}

// pause lets a test end the process between two steps.
func (j *Journal) pause() {
	if j.between != nil {
		j.between()
	}
}

func refuseEvidence(rule, name string, cause error) error {
	return fmt.Errorf("%w (%w)", reason.Refuse("", rule, reason.Word("name", name), reason.Word("detail", shorten(cause.Error()))), cause)
}

// notKept says that a file could not be written into the folder of evidence.
func notKept(path, dir string, cause error) error {
	if isFull(cause) {
		return refuse("journal.full", path, cause)
	}
	if errors.Is(cause, context.Canceled) {
		return cause
	}
	return refuse("evidence.cannot_write", dir, cause, reason.Word("detail", shorten(cause.Error())))
}

// keptName is the name of a file in the folder of evidence: no part of it is
// the user's.
func keptName(digest, name string) string {
	ending := endingOf(name)
	if ending == ".jpeg" {
		ending = ".jpg"
	}
	return digest + ending
}

// endingOf returns the ending of a name in small letters if files with it are
// kept, "" otherwise.
func endingOf(name string) string {
	ending := strings.ToLower(filepath.Ext(name))
	if slices.Contains(evidenceEndings, ending) {
		return ending
	}
	return ""
}

// longestShown is how many characters of a name are kept.
const longestShown = 120

// tidyName makes of any text a name that can be shown and stored: its last
// part, without what cannot be seen, and not too long. It keeps the ending.
func tidyName(name string) string {
	name = strings.ToValidUTF8(name[strings.LastIndexAny(name, `/\`)+1:], "")
	name = strings.Map(func(r rune) rune {
		if !unicode.IsGraphic(r) || strings.ContainsRune(`<>:"|?*`, r) {
			return -1 // control characters, and those that turn the order of letters round
		}
		return r
	}, name)
	name = strings.TrimSpace(name)
	ending := filepath.Ext(name)
	stem := strings.TrimSpace(strings.TrimSuffix(name, ending))
	if len([]rune(ending)) > 10 {
		stem, ending = name, ""
	}
	if letters := []rune(stem); len(letters) > longestShown {
		stem = strings.TrimSpace(string(letters[:longestShown]))
	}
	if stem == "" {
		stem = nameless
	}
	return stem + ending
}

// evidence finds out whether every file is there and what it was.
func (r *Report) evidence(ctx context.Context, j *Journal) error {
	rows, err := evidenceRows(ctx, j.db, `ORDER BY id`)
	if err != nil {
		return explain(err, j.path)
	}
	found := map[string]string{} // what is wrong with a file
	for _, row := range rows {
		if row.right() != nil {
			continue // told with the records
		}
		path := filepath.Join(j.evidenceFolder(), row.file())
		wrong, known := found[path]
		if !known {
			if wrong, err = wrongWith(ctx, path, row.SHA256); err != nil {
				return err
			}
			found[path] = wrong
		}
		if wrong != "" {
			r.Problems = append(r.Problems, reason.Refuse("", wrong, reason.Word("name", row.Name), reason.Word("path", path)))
		}
	}
	return nil
}

// wrongWith returns the rule that a kept file breaks; "" for none.
func wrongWith(ctx context.Context, path, digest string) (rule string, err error) {
	got, err := digestOf(ctx, path)
	switch {
	case ctx.Err() != nil:
		return "", ctx.Err()
	case errors.Is(err, fs.ErrNotExist):
		return "evidence.missing", nil
	case err != nil || got != digest:
		return "evidence.changed", nil
	}
	return "", nil
}

// CopyEvidence copies the files of evidence to where a copy of the journal
// looks for them. None is replaced there.
func (j *Journal) CopyEvidence(ctx context.Context, to string) error {
	to, err := filepath.Abs(to)
	if err == nil {
		err = bringEvidence(ctx, j.path, to)
	}
	if err != nil {
		return fmt.Errorf("copy the evidence: %w", err)
	}
	return nil
}

// bringEvidence copies the files of one journal to another.
func bringEvidence(ctx context.Context, from, to string) error {
	dir := beside(to, evidenceFolder)
	if err := copyEvidence(ctx, beside(from, evidenceFolder), dir); err != nil {
		return notKept(to, dir, err)
	}
	return nil
}

// copyEvidence takes every kept file from one folder to another, one that was
// changed as it is. What is not ours stays.
func copyEvidence(ctx context.Context, from, to string) error {
	list, err := os.ReadDir(from)
	if errors.Is(err, fs.ErrNotExist) || from == to {
		return nil
	}
	if err != nil {
		return err
	}
	for _, f := range list {
		digest, _, _ := strings.Cut(f.Name(), ".")
		path := filepath.Join(to, f.Name())
		if len(digest) != 2*sha256.Size || f.Name() != keptName(digest, f.Name()) || !f.Type().IsRegular() || exists(path) {
			continue
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err := makeFolder(to); err != nil {
			return err
		}
		if err := takeAlong(filepath.Join(from, f.Name()), path); err != nil {
			return err
		}
	}
	return nil
}

// takeAlong gives a file that never changes a second place, on another disk by
// copying it.
func takeAlong(from, to string) error {
	if os.Link(from, to) == nil {
		return syncFolder(filepath.Dir(to))
	}
	temp, err := tempIn(filepath.Dir(to))
	if err != nil {
		return err
	}
	defer discard(temp) // does nothing once it has its name
	if err := errors.Join(copyFile(from, temp), os.Chmod(temp, 0o444)); err != nil {
		return err
	}
	return settle(temp, to)
}
