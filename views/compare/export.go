package compare

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"syscall"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/dialog"

	"cardhour/views/picture"
	"cardhour/views/widgets"
)

// Measures of an exported picture: wide enough for long names, twice as sharp
// as a plain screen.
const (
	exportWidth = 1200
	exportScale = 2
)

// Export asks where the shown picture is to go, as a menu does. Without a
// picture the screen already says what is missing.
func (c *Compare) Export() {
	if c.made {
		c.export("png")
	}
}

// export draws the picture and asks where it is to go. It is drawn before
// anything is asked: what cannot be drawn needs no place.
func (c *Compare) export(kind string) {
	f := c.shown
	f.Dark, _ = c.look.Value()
	var drawn []byte
	var err error
	if kind == "svg" {
		drawn, err = f.SVG(c.p, exportWidth)
	} else {
		drawn, err = f.PNG(c.p, exportWidth, exportScale)
	}
	c.saved.Hide()
	c.fail(err)
	if err != nil {
		return
	}
	ask := dialog.NewFileSave(func(to fyne.URIWriteCloser, err error) {
		if to == nil && err == nil {
			return // cancelled
		}
		path := ""
		if err == nil {
			path = to.URI().Path()
			err = errors.Join(to.Close(), write(path, drawn))
		}
		c.told(path, err)
	}, c.window)
	ask.SetFileName(picture.FileName(c.p, c.card, c.session.Now()) + "." + kind)
	widgets.ShowChooser(c.window, ask, c.p.T("compare.save.title"), "."+kind)
}

// told says how the saving went.
func (c *Compare) told(path string, err error) {
	c.problem.Hide()
	if err != nil {
		c.problem.SetText(c.sentence(err))
		c.problem.Show()
	} else {
		c.saved.SetText(c.p.T("compare.saved", "path", path))
		c.saved.Show()
	}
	c.body.Refresh()
}

// write puts a whole file in place or none. The save dialog has created an
// empty file by then; when nothing was written it is taken away again.
func write(path string, data []byte) (err error) {
	defer func() {
		if info, gone := os.Stat(path); err != nil && gone == nil && info.Size() == 0 {
			err = errors.Join(err, os.Remove(path))
		}
	}()
	part, err := os.CreateTemp(filepath.Dir(path), ".cardhour-*")
	if err != nil {
		return err
	}
	defer os.Remove(part.Name()) // in vain once it bears its own name
	_, err = part.Write(data)
	if err == nil {
		err = part.Chmod(0o644)
	}
	if err == nil {
		err = part.Sync()
	}
	if err = errors.Join(err, part.Close()); err != nil {
		return err
	}
	return os.Rename(part.Name(), path)
}

// sentence says what became of the picture and what can be done.
func (c *Compare) sentence(err error) string {
	switch {
	case full(err):
		return c.p.T("compare.save.full")
	case errors.Is(err, fs.ErrPermission), errors.Is(err, syscall.EROFS):
		return c.p.T("compare.save.denied")
	case errors.Is(err, fs.ErrNotExist):
		return c.p.T("compare.save.gone")
	}
	return c.p.T("compare.save.failed", "detail", err.Error())
}

// full reports whether there was no room left. Windows has numbers of its own
// for that, which mean something else elsewhere.
func full(err error) bool {
	var number syscall.Errno
	if runtime.GOOS == "windows" && errors.As(err, &number) && (number == 39 || number == 112) {
		return true
	}
	return errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT)
}
