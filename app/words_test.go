package app

import (
	"testing"

	"fyne.io/fyne/v2/lang"

	"cardhour/views/text"
)

func TestTheToolkitSpeaksTheChosenLanguage(t *testing.T) {
	for _, c := range []struct {
		language text.Language
		cancel   string
	}{{text.Chinese, "取消"}, {text.English, "Cancel"}, {text.Chinese, "取消"}} {
		if err := translateToolkit(text.New(c.language)); err != nil {
			t.Fatal(err)
		}
		if got := lang.L("Cancel"); got != c.cancel {
			t.Errorf("in %s the toolkit says %q", c.language, got)
		}
	}
	if missing := text.Missing(); len(missing) > 0 {
		t.Error(missing)
	}
}
