package exchange

import (
	"errors"
	"io"
	"os"
	"path/filepath"

	"cardhour/model/reason"
)

// WriteFile puts a whole file in place or none: what was there before stays
// until the new one is on disk. A *reason.Problem of write is handed on; all
// else is a file that cannot be written.
func WriteFile(path string, write func(io.Writer) error) error {
	err := writeWhole(path, write)
	var p *reason.Problem
	if err == nil || errors.As(err, &p) {
		return err
	}
	return reason.Refuse("", "file.cannot_write", reason.Word("path", path), reason.Word("detail", err.Error()))
}

func writeWhole(path string, write func(io.Writer) error) (err error) {
	part, err := os.CreateTemp(filepath.Dir(path), ".cardhour-*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_ = os.Remove(part.Name())
		}
	}()
	if err = write(part); err == nil {
		err = errors.Join(part.Chmod(0o644), part.Sync())
	}
	if err = errors.Join(err, part.Close()); err != nil {
		return err
	}
	return os.Rename(part.Name(), path)
}

// WriteBytes is WriteFile for what is in memory already.
func WriteBytes(path string, data []byte) error {
	return WriteFile(path, func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	})
}
