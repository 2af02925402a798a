package text

import (
	"maps"
	"regexp"
	"slices"
	"testing"
)

// A name may be Chinese or Latin; the text that is told of it is one.
func TestChineseArgumentsLeaveNoGapInChinese(t *testing.T) {
	p := New(Chinese)
	texts := catalogue(t, Chinese)
	gap := regexp.MustCompile(`[\p{Han}，。；：？！、（）“”～] [\p{Han}，。；：？！、（）“”～]`)
	checked := 0
	for _, key := range slices.Sorted(maps.Keys(texts)) {
		names := placeholders(t, key, texts[key])
		if len(names) == 0 {
			continue
		}
		checked++
		for _, given := range []string{"恒源云", "“大模型”"} {
			args := map[string]any{}
			for _, name := range names {
				args[name] = given
			}
			if said := p.T(key, args); gap.MatchString(said) {
				t.Errorf("%s: a gap in %q", key, said)
			}
		}
	}
	if checked < 300 {
		t.Errorf("only %d texts were looked at", checked)
	}
}

func TestLatinArgumentsKeepTheirSpacesInChinese(t *testing.T) {
	p := New(Chinese)
	texts := catalogue(t, Chinese)
	for _, key := range slices.Sorted(maps.Keys(texts)) {
		args := map[string]any{}
		for _, name := range placeholders(t, key, texts[key]) {
			args[name] = "H20 GPU 2"
		}
		if said, want := p.T(key, args), action.ReplaceAllString(texts[key], "H20 GPU 2"); said != want {
			t.Errorf("%s reads %q, want %q", key, said, want)
		}
	}
}

func TestOnlySpacesAtTheEdgeOfAnArgumentClose(t *testing.T) {
	p := New(Chinese)
	for _, c := range []struct {
		key  string
		args []any
		want string
	}{
		{"card.plan.two_phases", []any{"first", "AutoDL", "hours", "3 小时", "main", "恒源云"}, "先在 AutoDL 准备 3 小时，再到恒源云干活"},
		{"card.plan.two_phases", []any{"first", "恒源云 北京", "hours", "3 小时", "main", "RunPod 社区 云"}, "先在恒源云 北京准备 3 小时，再到 RunPod 社区 云干活"},
		{"billing.worth.rate.undated", []any{"from", "USD", "rate", "7.1", "to", "CNY"}, "按 1 USD = 7.1 CNY，汇率没写日期"},
		{"card.plan.saves", []any{"name", "", "amount", "¥3.00"}, "比全程用  省 ¥3.00。"}, // nothing was said
		{"card.plan.saves", []any{"name", " 恒源云", "amount", "¥3.00"}, "比全程用  恒源云省 ¥3.00。"},
		{"menu.undo.what", []any{"what", p.T("card.plan.moves.near", "gb", "两 三")}, "撤销：有两 三 GB 在平台内搬动。"},
	} {
		if got := p.T(c.key, c.args...); got != c.want {
			t.Errorf("%s %v reads %q, want %q", c.key, c.args, got, c.want)
		}
	}
}
