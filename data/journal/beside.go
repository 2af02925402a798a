package journal

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"
	"unicode/utf8"
)

// What belongs to a journal and is no part of it lies beside it, under its
// name with an ending.

// longestName is how many bytes a file's name may have nearly everywhere, less
// what SQLite and we append; longestPath how many a folder's path may have for SQLite, which stops at
// 512, to reach what is in it.
const (
	longestName = 255 - 10
	longestPath = 440
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

// free returns the first name that is not taken of those that name gives for
// at and the milliseconds after it: two things may happen in one, and a clock
// may be set back.
func free(at time.Time, name func(time.Time) string) (string, time.Time) {
	for at = at.UTC().Truncate(time.Millisecond); ; at = at.Add(time.Millisecond) {
		if path := name(at); !exists(path) {
			return path, at
		}
	}
}

// Unfinished files have names of their own, so that a process that was killed
// leaves nothing that looks like a snapshot.
const unfinished = "unfinished-"

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
	for _, part := range parts {
		_ = os.Remove(temp + part) // mostly not there; what stays is swept later
	}
}

// parts are the endings of the files that make up a database on disk.
var parts = []string{"", sidecarOfWAL, "-shm", sidecarOfRollback}

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
	if err := os.Rename(temp, path); err != nil {
		return err
	}
	return syncFolder(filepath.Dir(path))
}

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
