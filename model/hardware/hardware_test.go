package hardware

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestUnknownIsNeverZero(t *testing.T) {
	var c Card
	if c.MemoryGiB.OK || c.BF16 != NotKnown {
		t.Fatal("an empty card claims to know something")
	}
	if Know(0.0) == c.LinkGBs {
		t.Fatal("a known zero must differ from not known")
	}
	if got := c.MemoryGiB.Or(7); got != 7 {
		t.Fatalf("Or of an unknown = %v", got)
	}
}

func TestStackFollowsVendor(t *testing.T) {
	for vendor, want := range map[string]Stack{"NVIDIA": CUDA, "AMD": ROCm, "Huawei": CANN, "Moore": ""} {
		if got := (Card{Vendor: vendor}).Stack(); got != want {
			t.Errorf("%s: %q, want %q", vendor, got, want)
		}
	}
}

func cards(ids ...string) []Card {
	list := make([]Card, len(ids))
	for i, id := range ids {
		list[i] = Card{ID: id, Vendor: "NVIDIA"}
	}
	return list
}

func ids(list []Card) []string {
	var out []string
	for _, c := range list {
		out = append(out, c.ID)
	}
	return out
}

func TestFindCards(t *testing.T) {
	all := cards("RTX 4090D 24GB", "RTX 4090 48GB (modded)", "RTX 4090 24GB", "H200 SXM 141GB", "H20 96GB",
		"A100 SXM 80GB", "A100 PCIe 40GB", "A10 24GB", "V100 SXM2 16/32GB")
	for query, want := range map[string][]string{
		"4090":          {"RTX 4090 24GB", "RTX 4090 48GB (modded)", "RTX 4090D 24GB"},
		"rtx4090 24gb":  {"RTX 4090 24GB", "RTX 4090D 24GB"},
		"ＲＴＸ　４０９０":      {"RTX 4090 24GB", "RTX 4090 48GB (modded)", "RTX 4090D 24GB"},
		"h20":           {"H20 96GB", "H200 SXM 141GB"},
		"a100-80":       {"A100 SXM 80GB"},
		"a10":           {"A10 24GB", "A100 SXM 80GB", "A100 PCIe 40GB"},
		"rtx 4090 24gb": {"RTX 4090 24GB"},
		"no such card":  nil,
	} {
		got := ids(FindCards(all, query))
		if query == "rtx 4090 24gb" {
			got = got[:1] // the exact name comes first, whatever follows
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%q (-want +got):\n%s", query, diff)
		}
	}
	if len(FindCards(all, " ")) != len(all) {
		t.Error("an empty query must match all")
	}
	if len(FindCards(all, "nvidia")) != len(all) {
		t.Error("the vendor's name must find its cards")
	}
}

func TestFindModelsPrefersTheWholeWord(t *testing.T) {
	var list []Model
	for _, id := range []string{"R1-Distill-Qwen-14B", "Qwen2.5-72B", "Qwen2.5-7B", "Qwen3-4B"} {
		list = append(list, Model{ID: id, Kind: LLM})
	}
	for query, want := range map[string]string{"qwen2.5 7b": "Qwen2.5-7B", "qwen 4b": "Qwen3-4B", "QWEN2.5-72b": "Qwen2.5-72B", "qwen257b": ""} {
		got := ""
		if f := FindModels(list, query); len(f) > 0 {
			got = f[0].ID
		}
		if got != want {
			t.Errorf("%q finds %q, want %q", query, got, want)
		}
	}
}

func TestEveryNameFindsItselfFirst(t *testing.T) {
	all := cards("RTX 4090D 24GB", "RTX 4090 24GB", "A10 24GB", "A100 SXM 80GB", "Ascend 310 / 310P")
	rapid.Check(t, func(t *rapid.T) {
		c := rapid.SampledFrom(all).Draw(t, "card")
		if got := FindCards(all, c.ID); len(got) == 0 || got[0].ID != c.ID {
			t.Fatalf("%q found %v", c.ID, ids(got))
		}
	})
	rapid.Check(t, func(t *rapid.T) { FindCards(all, rapid.String().Draw(t, "query")) })
}

func TestFullLayers(t *testing.T) {
	for name, c := range map[string]struct {
		a            Attention
		layers, want int
	}{
		"plain":             {Attention{}, 28, 28},
		"alternate sliding": {Attention{Window: 4096, FullEvery: 2}, 42, 21},
		"five local to one": {Attention{Window: 1024, FullEvery: 6}, 62, 10},
		"all slide":         {Attention{Window: 2048}, 32, 0},
		"three recurrent":   {Attention{Recurrent: true, FullEvery: 4}, 40, 10},
		"pattern not known": {Attention{Recurrent: true}, 48, 0},
		"counted":           {Attention{Window: 4096, FullEvery: 6, FullCount: Know(11)}, 62, 11},
		"counted beyond":    {Attention{Recurrent: true, FullCount: Know(99)}, 32, 32},
	} {
		if got := c.a.FullLayers(c.layers); got != c.want {
			t.Errorf("%s: %d, want %d", name, got, c.want)
		}
	}
}

func TestShapedNeedsTheCacheOfOneToken(t *testing.T) {
	m := Model{Layers: Know(28), Hidden: Know(3584), Heads: Know(28)}
	if m.Shaped() {
		t.Error("heads alone do not give the cache: head_dim must not be guessed")
	}
	m.KVHeads, m.HeadDim = Know(4), Know(128)
	if !m.Shaped() {
		t.Error("layers, width, kv heads and head_dim are enough")
	}
	m.Attention = Attention{Latent: true}
	if m.Shaped() {
		t.Error("latent attention needs its ranks")
	}
}

func TestNearestDropsTheLastWords(t *testing.T) {
	models := []Model{{ID: "Qwen2.5-7B"}, {ID: "Qwen2.5-14B"}, {ID: "Llama-3.1-8B"}}
	for query, want := range map[string]string{"Qwen2.5-7B-Instruct": "Qwen2.5-7B", "qwen2.5 7b chat int4": "Qwen2.5-7B", "llama-3.1-8b": "Llama-3.1-8B"} {
		if found := NearestModels(models, query); len(found) != 1 || found[0].ID != want {
			t.Errorf("%q: %v", query, found)
		}
	}
	if found := NearestModels(models, "yolo"); len(found) != 0 {
		t.Errorf("nothing is near, got %v", found)
	}
	if found := NearestModels(models, ""); len(found) != len(models) {
		t.Errorf("an empty query lists %d", len(found))
	}
}
