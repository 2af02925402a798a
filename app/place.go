package app

import (
	"os"
	"path/filepath"
	"runtime"

	"cardhour/model/reason"
)

// journalPath is where the journal lives unless another file is named: in the
// folder that the system keeps for programs' data.
func journalPath() (string, error) {
	dir := os.Getenv("XDG_DATA_HOME")
	if runtime.GOOS != "linux" || !filepath.IsAbs(dir) {
		dir = ""
	}
	if dir == "" {
		home, err := os.UserHomeDir()
		if err == nil && runtime.GOOS == "linux" {
			dir = filepath.Join(home, ".local", "share")
		} else if dir, err = os.UserConfigDir(); err != nil {
			return "", reason.Refuse("", "journal.no_home", reason.Word("detail", err.Error()))
		}
	}
	return filepath.Join(dir, "cardhour", "journal.cardhour"), nil
}
