package journal

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"
	"unicode"

	"github.com/gofrs/flock"

	"cardhour/model/reason"
)

// hold is a journal held by this process: another one is refused it. The
// system lets go when the process ends, however it ends.
//
// The lock is on a file beside the journal, because SQLite locks the journal
// itself and, on some systems, would lose its own locks to ours.
type hold struct {
	path  string
	file  *flock.Flock
	users int
}

// holder is what the file says of who has the lock.
type holder struct {
	PID   int    `json:"pid"`
	Host  string `json:"host"`
	Since string `json:"since"`
}

func (h holder) String() string {
	at, err := time.Parse(timeText, h.Since)
	if h.PID == 0 || err != nil {
		return "?"
	}
	return fmt.Sprintf("%s, pid %d, %s", printable(h.Host), h.PID, at.Local().Format("2006-01-02 15:04"))
}

// printable is what may be shown of a text that anybody can have written.
func printable(text string) string {
	return shorten(strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return -1
		}
		return r
	}, text))
}

// held are the journals that this process has; within it a journal may be
// opened several times.
var held = struct {
	sync.Mutex
	by map[string]*hold
}{by: map[string]*hold{}}

// take holds the journal at path or refuses it because another process has it.
func take(path string, now time.Time) (*hold, error) {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real // one journal, whatever name it is opened by
	} else if dir, err := filepath.EvalSymlinks(filepath.Dir(path)); err == nil {
		path = filepath.Join(dir, filepath.Base(path))
	}
	lock := beside(path, ".lock")
	held.Lock()
	defer held.Unlock()
	if h := held.by[lock]; h != nil {
		h.users++
		return h, nil
	}
	file, err := lockFile(path, lock)
	if err != nil {
		return nil, err
	}
	if file != nil {
		sign(lock, now)
	}
	h := &hold{path: lock, file: file, users: 1}
	held.by[lock] = h
	return h, nil
}

// lockFile locks; nil without an error where files cannot be locked, as on
// some network drives: a journal that opens is worth more than a lock.
func lockFile(path, lock string) (*flock.Flock, error) {
	var opening *fs.PathError
	for {
		// The lock of ours is a file. Through a link, another file would be
		// signed.
		if info, err := os.Lstat(lock); err == nil && !info.Mode().IsRegular() {
			return nil, refuse("journal.cannot_lock", path, nil, reason.Word("lock", lock))
		}
		file := flock.New(lock, flock.SetPermissions(0o644), flock.SetFlag(os.O_CREATE|os.O_RDWR))
		got, err := file.TryLock()
		switch {
		case errors.Is(err, fs.ErrPermission) || err != nil && isReadOnly(err):
			return nil, refuse("journal.readonly", path, err)
		case err != nil && isFull(err):
			return nil, refuse("journal.full", path, err)
		case errors.As(err, &opening):
			return nil, refuse("journal.cannot_open", path, err)
		case err != nil:
			return nil, nil
		case !got:
			return nil, refuse("journal.in_use", path, nil, reason.Word("who", signed(lock).String()))
		}
		// Who had it may have removed the file between our opening and our
		// locking it; a lock on a file without a name keeps nobody out.
		ours, err := file.Stat()
		named, gone := os.Lstat(lock)
		if err == nil && gone == nil && os.SameFile(ours, named) {
			return file, nil
		}
		_ = file.Close()
	}
}

// release lets go of the journal once for each take.
func (h *hold) release() {
	if h == nil {
		return
	}
	held.Lock()
	defer held.Unlock()
	if h.users--; h.users > 0 {
		return
	}
	delete(held.by, h.path)
	if h.file != nil {
		// Removed while it is still ours. Windows keeps it, which does no harm.
		_ = os.Remove(h.path)
		_ = h.file.Close()
	}
}

// The signature begins after the first byte: on Windows the lock is on that
// byte and nobody else may read it. It is filled up with blanks instead of
// cutting off what stood there, which a lock may forbid too.
const (
	signatureAt   = 1
	signatureSize = 512
)

// sign writes who has the lock. It is for people to read; a disk without room
// for it does not matter.
func sign(lock string, now time.Time) {
	host, err := os.Hostname()
	if err != nil {
		host = "?"
	}
	text, err := json.Marshal(holder{PID: os.Getpid(), Host: host, Since: utc(now)})
	if err != nil || len(text) > signatureSize {
		return
	}
	f, err := os.OpenFile(lock, os.O_WRONLY, 0)
	if err != nil {
		return
	}
	defer func() { _ = f.Close() }()
	_, _ = fmt.Fprintf(io.NewOffsetWriter(f, signatureAt), "%-*s\n", signatureSize, text)
}

func signed(lock string) holder {
	var h holder
	f, err := os.Open(lock)
	if err != nil {
		return h
	}
	defer func() { _ = f.Close() }()
	_ = json.NewDecoder(io.NewSectionReader(f, signatureAt, signatureSize)).Decode(&h)
	return h
}
