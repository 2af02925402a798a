package journal

import (
	"context"
	"encoding/binary"
	"errors"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
)

// openReader opens a journal to be read beside whoever has it.
func openReader(path string, o Options) (*Journal, error) {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return nil, refuse("journal.cannot_open", path, err)
	case !info.Mode().IsRegular():
		return nil, refuse("journal.not_a_database", path, nil)
	}
	steps, err := shippedMigrations()
	if err != nil {
		return nil, err
	}
	ctx := context.Background()
	read, err := examine(ctx, path, len(steps))
	if err != nil {
		return nil, err
	}
	if !read || olderThan(path, len(steps)) {
		// What has to be written first is written by opening it as usual,
		// unless another process is about to.
		o.ReadOnly = false
		j, err := open(path, o)
		if err != nil {
			return nil, err
		}
		if err := j.Close(); err != nil {
			return nil, err
		}
	}
	j := newOf(path, o)
	// Not mode=ro: SQLite needs files beside the journal even to read it, and
	// such a connection would leave them there.
	options := url.Values{"mode": {"rw"}, "_query_only": {"1"}, "_foreign_keys": {"1"}, "_synchronous": {"FULL"}, "_busy_timeout": {"5000"}}
	if !exists(path+sidecarOfWAL) && !writableFolder(path) {
		options = atRest // they cannot be made, and nobody can write to the journal either
	}
	if j.db, err = connect(path, options); err != nil {
		return nil, err
	}
	if err := readThrough(ctx, j.db, path, len(steps)); err != nil {
		return nil, errors.Join(err, j.db.Close())
	}
	return j, nil
}

// olderThan reports whether the header gives an older schema. The log beside
// the file may know better, in which case opening it changes nothing.
func olderThan(path string, known int) bool {
	header, err := readHeader(path)
	return err == nil && (header == nil || int(binary.BigEndian.Uint32(header[atSchemaVersion:])) < known)
}

func writableFolder(path string) bool {
	f, err := os.CreateTemp(filepath.Dir(path), unfinished)
	if err != nil {
		return !errors.Is(err, fs.ErrPermission) && !isReadOnly(err)
	}
	_ = f.Close()
	_ = os.Remove(f.Name())
	return true
}
