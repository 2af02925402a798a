package journal

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"

	"cardhour/model/hardware"
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
	return besideOthers(ctx, path, o, len(steps))
}

// besideOthers opens a journal that was examined, as it is.
func besideOthers(ctx context.Context, path string, o Options, known int) (*Journal, error) {
	j := newOf(path, o)
	var err error
	// Not mode=ro: SQLite needs files beside the journal even to read it, and
	// such a connection would leave them there.
	options := url.Values{"mode": {"rw"}, "_query_only": {"1"}, "_foreign_keys": {"1"}, "_synchronous": {"FULL"}, "_busy_timeout": {"5000"}}
	if !exists(path+sidecarOfWAL) && !writableFolder(path) {
		options = atRest // they cannot be made, and nobody can write to the journal either
	}
	if j.db, err = connect(path, options); err != nil {
		return nil, err
	}
	if err := readThrough(ctx, j.db, path, known); err != nil {
		return nil, errors.Join(err, j.db.Close())
	}
	return j, nil
}

// ownSince is the schema that the user's own cards and models came with.
const ownSince = 4

// OwnedIn reads the user's own cards and models of a journal beside whoever
// has it. Unlike opening it, this leaves a journal of an older schema, which
// has none, as it is.
func OwnedIn(ctx context.Context, path string, o Options) (cards []hardware.OwnCard, own []hardware.OwnModel, err error) {
	if cards, own, err = ownedIn(ctx, path, o); err != nil {
		return nil, nil, fmt.Errorf("read the user's own cards and models: %w", explain(err, path))
	}
	return cards, own, nil
}

func ownedIn(ctx context.Context, path string, o Options) (cards []hardware.OwnCard, own []hardware.OwnModel, err error) {
	if path, err = located(path); err != nil {
		return nil, nil, err
	}
	steps, err := shippedMigrations()
	if err != nil {
		return nil, nil, err
	}
	read, err := examine(ctx, path, len(steps))
	if err != nil || !read { // missing, empty, or not finished when its maker died
		return nil, nil, err
	}
	j, err := besideOthers(ctx, path, o, len(steps))
	if err != nil {
		return nil, nil, err
	}
	defer func() { err = errors.Join(err, j.db.Close()) }()
	version, err := pragma(ctx, j.db, "PRAGMA user_version")
	if err != nil || version < ownSince {
		return nil, nil, err
	}
	return j.Owned(ctx)
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
