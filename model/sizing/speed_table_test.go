package sizing

import (
	"encoding/json"
	"os"
	"regexp"
	"runtime"
	"runtime/debug"
	"sync"
	"testing"
	"time"

	"cardhour/model/hardware"
	"cardhour/model/reason"
)

// A sentence with a hole in it would reach a person.
func TestSpeedSentencesHaveWhatTheyName(t *testing.T) {
	models, all := speedShapes(t), cards(t)
	holes := regexp.MustCompile(`\{\{\.(\w+)\}\}`)
	for _, lang := range []string{"en", "zh-Hans"} {
		raw, err := os.ReadFile("../../assets/translations/" + lang + ".json")
		if err != nil {
			t.Fatal(err)
		}
		texts := map[string]any{}
		if err := json.Unmarshal(raw, &texts); err != nil {
			t.Fatal(err)
		}
		seen := map[string]bool{}
		check := func(b reason.Because) {
			seen[b.Rule] = true
			text, _ := texts["why."+b.Rule].(string)
			for _, hole := range holes.FindAllStringSubmatch(text, -1) {
				has := false
				for _, a := range b.Args {
					has = has || a.Name == hole[1]
				}
				if !has {
					t.Errorf("%s %s: nothing for %s", lang, b.Rule, hole[1])
				}
			}
		}
		for _, method := range Methods() {
			for _, name := range []string{"Qwen2.5-7B", "gpt-oss-120b", "MPT-7B", "Qwen3.5-9B"} {
				for _, cards := range []int{1, 2, 16} {
					for _, split := range []Split{SplitAuto, SplitData, SplitLayers} {
						for _, card := range []string{"RTX 4090 24GB", "A100 PCIe 80GB", "H20 96GB", "Ascend 950DT 96GB", "A100 SXM 80GB"} {
							j := Job{Request: Defaults(models[name], method)}
							j.Cards, j.Split, j.Checkpointing = cards, split, cards == 2
							if method == Inference {
								j.Batch, j.Prompt, j.Engine = cards, 100, []Engine{VLLM, LlamaCPP}[cards%2]
							} else if cards == 1 {
								j.Sequence = 256
							}
							for _, own := range [][]Measured{nil, {{Card: all["A100 SXM 80GB"], Unit: Tokens, PerSecond: 5}}} {
								j.Measured = own
								if s, err := SpeedOn(j, all[card]); err == nil {
									for _, b := range s.Why() {
										check(b)
									}
								}
							}
						}
					}
				}
			}
		}
		if len(seen) < 18 {
			t.Errorf("only %d sentences were seen: %v", len(seen), seen)
		}
	}
}

// table fits and times every model on every card in four counts and returns a
// number so that nothing is left out.
func sizeTable(models []hardware.Model, cards []hardware.Card) (n int) {
	for _, m := range models {
		for _, count := range []int{1, 2, 4, 8} {
			j := Job{Request: Defaults(m, Inference)}
			j.Cards = count
			e, err := Memory(j.Request)
			p, noPlan := Prepare(j)
			if err != nil || noPlan != nil {
				continue
			}
			for _, c := range cards {
				f := Fit(e, c)
				s, err := p.On(c)
				if err == nil && Binding(f, s) != "" {
					n++
				}
			}
		}
	}
	return n
}

func tableOf(t testing.TB, models int) ([]hardware.Model, []hardware.Card) {
	var list []hardware.Model
	all := speedShapes(t)
	names := []string{"Qwen2.5-7B", "Llama-3.1-70B", "Qwen3-30B-A3B", "Qwen2.5-0.5B", "Gemma-2-9b"}
	for len(list) < models {
		list = append(list, all[names[len(list)%len(names)]])
	}
	var on []hardware.Card
	for _, c := range cards(t) {
		on = append(on, c)
	}
	return list, on
}

// Both sizes take turns, so that other work on the machine meets both alike,
// and the shortest turn of each counts. The collector runs between turns: a
// short turn would never meet it, a long one always.
func TestSizingATableGrowsLinearly(t *testing.T) {
	few, on := tableOf(t, 5)
	many, _ := tableOf(t, 50)
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	one, ten := time.Hour, time.Hour
	turn := func(models []hardware.Model, least *time.Duration) {
		runtime.GC()
		start := time.Now()
		sizeTable(models, on)
		*least = min(*least, time.Since(start))
	}
	for n := range 200 {
		turn(few, &one)
		turn(many, &ten)
		if n >= 20 && ten <= 13*one {
			break
		}
	}
	t.Logf("%d models × %d cards × 4 counts: %.2f ms, ten times as many: %.2f ms", len(few), len(on), one.Seconds()*1000, ten.Seconds()*1000)
	if ten > 13*one {
		t.Errorf("ten times the models took %.1f times as long", float64(ten)/float64(one))
	}
}

func BenchmarkTableOf100ModelsOn60Cards(b *testing.B) {
	models, on := tableOf(b, 100)
	b.ReportAllocs()
	for b.Loop() {
		var both sync.WaitGroup
		for _, half := range [][]hardware.Model{models[:50], models[50:]} {
			both.Go(func() { sizeTable(half, on) })
		}
		both.Wait()
	}
	b.ReportMetric(b.Elapsed().Seconds()*1000/float64(b.N), "ms/table")
}
