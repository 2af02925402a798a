package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"cardhour/app/example"
	"cardhour/app/session"
	"cardhour/data/catalog"
	"cardhour/data/journal"
	"cardhour/views/text"
	"cardhour/views/theme"
)

// writeExample makes a journal with the example open and the light look.
func writeExample(path string) (err error) {
	ids := 0
	newID := func() string { ids++; return fmt.Sprintf("bench%04d", ids) }
	j, err := journal.Open(path, journal.Options{Now: time.Now, NewID: newID})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, j.Close()) }()
	for key, value := range map[string]string{"language": string(text.English), "theme": string(theme.Light)} {
		if err := j.SetSetting(context.Background(), key, value); err != nil {
			return err
		}
	}
	cat, err := catalog.Load()
	if err != nil {
		return err
	}
	s, err := session.Open(j, cat, session.Options{Now: time.Now, NewID: newID, Post: func(func()) {}, Example: example.Records(text.New(text.English))})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	s.OpenExample()
	s.Flush()
	return s.Problem()
}
