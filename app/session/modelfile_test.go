package session

import (
	"path/filepath"
	"testing"

	"cardhour/data/exchange"
)

func TestTheFilesOfAModelAreReadAside(t *testing.T) {
	b := open(t, filepath.Join(t.TempDir(), "j.cardhour"))
	read := func(path string) (exchange.ModelFile, error) {
		var found exchange.ModelFile
		var wrong error
		done := make(chan struct{})
		b.ReadModel(path, func(f exchange.ModelFile, err error) { found, wrong = f, err; close(done) })
		<-done
		return found, wrong
	}
	found, err := read(filepath.Join("..", "..", "data", "exchange", "testdata", "models", "Qwen3-8B.json"))
	if err != nil || !found.Model.Shaped() {
		t.Errorf("%+v, %v", found, err)
	}
	if _, err := read(filepath.Join(t.TempDir(), "config.json")); err == nil {
		t.Error("a file that is not there was read")
	}
}
