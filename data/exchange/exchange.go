// Package exchange is what comes in from files and goes out to them. Files are
// hostile until parsed: a file is measured before it is read, read before it
// is believed, and refused as a whole with the place of the first thing wrong.
//
// It owns the formats, their limits and their strict reading. It must not know
// the journal, the catalogue, any rule of billing beyond the checks that model
// offers, or any language: what it refuses is a *reason.Problem whose Field is
// a path in the file, such as quotes[0].rate.amount.
package exchange

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"unicode/utf8"

	"cardhour/model/reason"
)

// Limits of a file. They are far beyond real ones and keep a hostile file
// from filling the memory.
const (
	MaxFileMB = 16
	maxBytes  = MaxFileMB << 20
	maxDepth  = 16
	maxValues = 1_000_000
)

// read takes in a whole file. A reader that can tell its size, such as an open
// file, is refused before a byte of it is read.
func read(r io.Reader) ([]byte, error) {
	tooLarge := reason.Refuse("", "file.too_large", reason.Int("max", reason.Count, MaxFileMB))
	if f, ok := r.(interface{ Stat() (fs.FileInfo, error) }); ok {
		if info, err := f.Stat(); err == nil && info.Mode().IsRegular() && info.Size() > maxBytes {
			return nil, tooLarge
		}
	}
	data, err := io.ReadAll(io.LimitReader(r, maxBytes+1))
	switch {
	case err != nil:
		return nil, unreadable(err)
	case len(data) > maxBytes:
		return nil, tooLarge
	}
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	if i := invalidUTF8(data); i >= 0 {
		return nil, reason.Refuse("", "file.not_utf8", position(data, i)...)
	}
	return data, nil
}

// unreadable says why a file could not be opened or read.
func unreadable(err error) error {
	var path *fs.PathError
	detail := err
	if errors.As(err, &path) {
		detail = path.Err // the sentence names the file anyway
	}
	return reason.Refuse("", "file.unreadable", reason.Word("detail", detail.Error()))
}

func invalidUTF8(data []byte) int {
	for i := 0; i < len(data); {
		r, size := utf8.DecodeRune(data[i:])
		if r == utf8.RuneError && size <= 1 {
			return i
		}
		i += size
	}
	return -1
}

// position gives the line and column, in characters, of a byte in data.
func position(data []byte, offset int) []reason.Arg {
	before := data[:min(max(offset, 0), len(data))]
	line := bytes.Count(before, []byte("\n"))
	column := utf8.RuneCount(before[bytes.LastIndexByte(before, '\n')+1:])
	return []reason.Arg{reason.Int("line", reason.Count, int64(line)+1), reason.Int("column", reason.Count, int64(column)+1)}
}
