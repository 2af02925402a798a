package exchange

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"

	"cardhour/model/reason"
)

func TestAFileIsWrittenWholeOrNotAtAll(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "账本 #1.json")
	if err := WriteBytes(path, []byte("first")); err != nil {
		t.Fatal(err)
	}
	own := reason.Refuse("", "journal.damaged")
	for rule, broken := range map[string]error{"file.cannot_write": errors.New("disk full"), "journal.damaged": own} {
		err := WriteFile(path, func(w io.Writer) error {
			_, _ = io.WriteString(w, "half of the sec")
			return broken
		})
		var p *reason.Problem
		if !errors.As(err, &p) || p.Rule != rule {
			t.Errorf("%v is told as %v", broken, err)
		}
	}
	if data, err := os.ReadFile(path); err != nil || string(data) != "first" {
		t.Errorf("the earlier file is %q, %v", data, err)
	}
	if left, _ := os.ReadDir(dir); len(left) != 1 {
		t.Errorf("%d files are left", len(left))
	}
	if err := WriteBytes(filepath.Join(dir, "no such", "f"), nil); err == nil {
		t.Error("a file was written into a folder that is not there")
	}
}
