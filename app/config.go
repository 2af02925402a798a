package app

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"cardhour/data/exchange"
	"cardhour/model/reason"
)

// config is what has to be known before a journal is open: which one. All
// other settings stand in the journal.
type config struct {
	Journal string `json:"journal,omitempty"` // "" for the usual place
}

// configPath is the file of the config.
func configPath() (string, error) {
	dir, err := os.UserConfigDir()
	if err != nil {
		return "", err
	}
	return filepath.Join(dir, "cardhour", "config.json"), nil
}

// readConfig reads what was chosen; one that was never written chooses
// nothing.
func readConfig() (c config, err error) {
	path, err := configPath()
	if err != nil {
		return config{}, nil // there is no place to keep a choice in
	}
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return config{}, nil
	}
	if err == nil {
		err = json.Unmarshal(data, &c)
	}
	if err == nil && c.Journal != "" && !filepath.IsAbs(c.Journal) {
		err = errors.New(c.Journal)
	}
	if err != nil {
		return config{}, reason.Refuse("", "config.unreadable", reason.Word("path", path), reason.Word("detail", err.Error()))
	}
	return c, nil
}

// write keeps the choice: the earlier one stays until the new one is whole,
// and one that could not be read stays beside it.
func (c config) write() error {
	path, err := configPath()
	if _, spoiled := readConfig(); err == nil && spoiled != nil {
		_ = os.Rename(path, path+".unreadable") // if it cannot be renamed, writing fails too
	}
	if err == nil {
		err = os.MkdirAll(filepath.Dir(path), 0o755)
	}
	if err == nil {
		var data []byte
		if data, err = json.MarshalIndent(c, "", "  "); err == nil {
			err = exchange.WriteBytes(path, append(data, '\n'))
		}
	}
	if err != nil {
		return reason.Refuse("", "config.cannot_write", reason.Word("path", path), reason.Word("detail", err.Error()))
	}
	return nil
}
