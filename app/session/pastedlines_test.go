package session

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"cardhour/model/billing"
)

// The tests of the screens know no recogniser. They read lines of this file,
// which is written anew with CARDHOUR_UPDATE=1.
const pastedLines = "../../views/wizard/testdata/pasted.json"

func TestTheScreensAreTestedWithWhatIsReallyRead(t *testing.T) {
	b := open(t, filepath.Join(t.TempDir(), "j.cardhour"))
	kept, err := os.ReadFile(pastedLines)
	if err != nil {
		t.Fatal(err)
	}
	var lines map[string][]billing.Pasted
	if err := json.Unmarshal(kept, &lines); err != nil {
		t.Fatal(err)
	}
	for line := range lines {
		lines[line] = b.ReadQuotes(line)
	}
	now, err := json.MarshalIndent(lines, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	now = append(now, '\n')
	if os.Getenv("CARDHOUR_UPDATE") != "" {
		if err := os.WriteFile(pastedLines, now, 0o644); err != nil {
			t.Fatal(err)
		}
	} else if d := cmp.Diff(string(kept), string(now)); d != "" {
		t.Error(d)
	}
}
