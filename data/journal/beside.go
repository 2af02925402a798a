package journal

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"
	"unicode/utf8"
)

// What belongs to a journal and is no part of it lies beside it, under its
// name with an ending.

// located returns the absolute path of a journal's own file: SQLite keeps the
// log beside that one, whatever link it is opened by. A link to nothing is
// refused, since a new journal would be made at its end.
func located(path string) (string, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	if info, err := os.Lstat(path); err == nil && info.Mode()&fs.ModeSymlink != 0 {
		real, err := filepath.EvalSymlinks(path)
		if err != nil {
			return "", refuse("journal.cannot_open", path, err)
		}
		path = real
	}
	_, err = os.Lstat(path + sidecarOfRollback) // the longest name that SQLite gives
	if len(path) > longest || len(filepath.Dir(path)) > longestDir || errors.Is(err, syscall.ENAMETOOLONG) {
		return "", refuse("journal.path_too_long", path, err)
	}
	return path, nil
}

// SQLite reaches no path of more than 512 bytes.
const (
	longestName = 255 - 10         // a file's name nearly everywhere, less what SQLite and we append
	longestPath = 440              // a folder of snapshots
	longestDir  = longestPath - 24 // a journal's folder: the shortest name of a folder of snapshots
	longest     = 512 - 12         // a journal, less what SQLite appends
)

// nameTime is a UTC time as it stands in names: no colons, which Windows
// refuses, and the order of the text is the order of the times.
const nameTime = "2006-01-02T15-04-05.000Z"

// beside returns path with an ending. A name that would get too long is cut,
// with a digest in place of the rest so that it stays the journal's own.
func beside(path, ending string) string {
	dir, name := filepath.Split(path)
	if most := min(longestName, longestPath-len(dir)); len(name)+len(ending) > most {
		sum := sha256.Sum256([]byte(name))
		digest := "~" + hex.EncodeToString(sum[:6])
		name = name[:min(len(name), max(0, most-len(ending)-len(digest)))]
		for !utf8.ValidString(name) && len(name) > 0 {
			name = name[:len(name)-1]
		}
		name += digest
	}
	return dir + name + ending
}

// Beside lists the folders that belong to the journal at path, whether they
// are there or not: its snapshots and its evidence.
func Beside(path string) []string {
	return []string{shelf{path: path}.folder(), beside(path, evidenceFolder)}
}

// free returns the first name that is not taken of those that name gives for
// at and the milliseconds after it: two things may happen in one, and a clock
// may be set back. A log that is left of another file takes a name too.
func free(at time.Time, name func(time.Time) string) (string, time.Time) {
	for at = at.UTC().Truncate(time.Millisecond); ; at = at.Add(time.Millisecond) {
		path := name(at)
		if !slices.ContainsFunc(parts, func(part string) bool { return exists(path + part) }) {
			return path, at
		}
	}
}

// Unfinished files have names of their own, so that a process that was killed
// leaves nothing that looks like a snapshot, and that no file of the user's
// has: what is old is swept.
const unfinished = ".cardhour-unfinished-"

// unfinishedFor is how long a file may stay unfinished before its maker is
// taken for dead.
const unfinishedFor = time.Hour

// tempIn makes an empty file in dir for what is not finished yet.
func tempIn(dir string) (string, error) {
	f, err := os.CreateTemp(dir, unfinished)
	if err != nil {
		return "", err
	}
	return f.Name(), f.Close()
}

// discard removes a file that was not finished and what SQLite put beside it.
func discard(temp string) {
	if temp == "" {
		return // none was made
	}
	for _, part := range parts {
		_ = os.Remove(temp + part) // mostly not there; what stays is swept later
	}
}

// parts are the endings of the files that make up a database on disk. The
// logs among them hold changes that are not in the file itself.
var (
	parts = []string{"", sidecarOfWAL, "-shm", sidecarOfRollback}
	logs  = []string{sidecarOfWAL, sidecarOfRollback}
)

// sweep removes what killed processes left unfinished in dir.
func sweep(dir string) {
	list, err := os.ReadDir(dir)
	if err != nil {
		return // there is nothing to sweep, or the caller will see it too
	}
	for _, f := range list {
		info, err := f.Info()
		if err == nil && strings.HasPrefix(f.Name(), unfinished) && time.Since(info.ModTime()) > unfinishedFor {
			_ = os.Remove(filepath.Join(dir, f.Name()))
		}
	}
}

// settle gives a finished file its name, on disk when it returns. Nothing is
// ever overwritten.
func settle(temp, path string) error {
	if exists(path) {
		return fmt.Errorf("%s is there already", path)
	}
	if err := rename(temp, path); err != nil {
		return err
	}
	return syncFolder(filepath.Dir(path))
}

// rename is os.Rename, at which a test ends the process.
var rename = os.Rename

// syncFolder brings the names in a folder to disk.
func syncFolder(dir string) error {
	f, err := os.Open(dir)
	if err != nil {
		return err
	}
	_ = f.Sync() // not every system can do it for a folder
	return f.Close()
}

// copyFile copies bytes to a file that exists, on disk when it returns.
func copyFile(from, to string) (err error) {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer func() { _ = in.Close() }()
	out, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o644)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	if err == nil {
		err = out.Sync()
	}
	return errors.Join(err, out.Close())
}
