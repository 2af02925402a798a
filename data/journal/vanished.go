package journal

import (
	"errors"
	"io/fs"
	"os"
)

// stillThere refuses to write when the file that is open is no longer the one
// at its path: its folder was removed, its drive was let go of, or a program
// that keeps folders alike put another in its place. The system would go on
// taking what is written to a file that nobody can find any more.
func (j *Journal) stillThere() error {
	now, err := os.Stat(j.path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return refuse("journal.cannot_open", j.path, err)
	case err != nil || j.file == nil:
		return nil // the write itself says what is wrong
	case !os.SameFile(now, j.file):
		return refuse("journal.replaced", j.path, nil)
	}
	return nil
}
