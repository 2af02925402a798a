package text_test

import (
	"slices"
	"testing"

	"cardhour/views/text"
)

func TestChineseNamesAreOrderedByPinyin(t *testing.T) {
	names := []string{"智星云", "恒源云", "阿里云", "矩池云", "腾讯云", "极智算"}
	slices.SortStableFunc(names, text.ByName())
	if want := []string{"阿里云", "恒源云", "极智算", "矩池云", "腾讯云", "智星云"}; !slices.Equal(names, want) {
		t.Errorf("got %v", names)
	}
	cards := []string{"RTX 4090 24GB", "rtx 3090 24GB", "A100 80GB", "A100 9GB"}
	slices.SortStableFunc(cards, text.ByName())
	if want := []string{"A100 9GB", "A100 80GB", "rtx 3090 24GB", "RTX 4090 24GB"}; !slices.Equal(cards, want) {
		t.Errorf("got %v", cards)
	}
}
