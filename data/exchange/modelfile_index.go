package exchange

import (
	"errors"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"cardhour/model/hardware"
	"cardhour/model/reason"
)

var shardName = regexp.MustCompile(`^(.{1,200})-(\d{5})-of-(\d{5})(\.[a-z]+)$`)

// shardOf splits the name of one file of several: the whole's name, which one
// it is and of how many. Of a file that is all it is 1 of 1.
func shardOf(name string) (set string, part, of int) {
	m := shardName.FindStringSubmatch(name)
	if m == nil {
		return name, 1, 1
	}
	part, _ = strconv.Atoi(m[2])
	of, _ = strconv.Atoi(m[3])
	return m[1] + m[4] + "/" + m[3], part, of
}

// folderTensors reads the headers of a folder's .safetensors files, nil where
// there are none.
func folderTensors(dir string, names []string, bits int) (*tally, error) {
	const index, single = "model.safetensors.index.json", "model.safetensors"
	if slices.Contains(names, index) {
		file, size, err := openRegular(filepath.Join(dir, index))
		if err != nil {
			return nil, err
		}
		defer func() { _ = file.Close() }()
		root, err := readJSON(file, size)
		if err != nil {
			return nil, err
		}
		return readIndexBits(source{dir, index}, root, bits)
	}
	var parts []string
	for _, name := range names {
		if strings.HasSuffix(name, ".safetensors") {
			parts = append(parts, name)
		}
	}
	if slices.Contains(parts, single) {
		parts = []string{single}
	}
	if len(parts) == 0 {
		return nil, nil
	}
	sets := map[string]string{}
	for _, name := range parts {
		set, _, _ := shardOf(name)
		sets[set] = name
	}
	if len(sets) > 1 {
		return nil, severalModels(sets)
	}
	t := newTally(bits)
	_, _, of := shardOf(parts[0])
	t.missing = max(of-len(parts), 0)
	for _, name := range parts[:min(len(parts), maxModelFiles)] {
		if err := t.shard(dir, name); err != nil {
			return nil, err
		}
	}
	return t, nil
}

// shard reads one file of the folder.
func (t *tally) shard(dir, name string) error {
	file, size, err := openRegular(filepath.Join(dir, name))
	if err != nil {
		return err
	}
	defer func() { _ = file.Close() }()
	if err := t.read(file, size); err != nil {
		var p *reason.Problem
		if errors.As(err, &p) {
			return p.In(shown(name))
		}
		return err
	}
	t.files = append(t.files, shown(name))
	return nil
}

func readIndex(at source, root *node) (*tally, error) { return readIndexBits(at, root, 0) }

// readIndexBits reads an index and the headers of those files named in it that
// lie beside it.
func readIndexBits(at source, root *node, bits int) (*tally, error) {
	var bad error
	c := cursor{node: root, bad: &bad}
	t := newTally(bits)
	t.files = []string{shown(at.name)}
	if total := c.get("metadata").get("total_size"); total.given() {
		// Some programs write 1.5e10.
		if f, err := strconv.ParseFloat(total.node.text, 64); total.is(number) && (err != nil || !(f > 0 && f < 1e18)) {
			total.refuse("model_file.not_whole", reason.Word("text", shown(total.node.text)))
		} else if f > 0 {
			t.indexed = hardware.Know(int64(f))
		}
	}
	weights := c.need("weight_map")
	if !weights.is(object) {
		return nil, bad
	}
	shards := map[string]bool{}
	for _, tensor := range weights.node.keys {
		file := weights.get(tensor)
		if !file.is(text) {
			return nil, bad
		}
		name := file.node.text
		if name != filepath.Base(name) || !filepath.IsLocal(name) || strings.ContainsAny(name, `/\:`) || !strings.HasSuffix(name, ".safetensors") {
			file.refuse("model_file.outside", reason.Word("name", shown(name)))
			return nil, bad
		}
		if shards[name] = true; len(shards) > maxModelFiles {
			weights.refuse("model_file.too_many_files", reason.Int("max", reason.Count, maxModelFiles))
			return nil, bad
		}
	}
	if bad != nil {
		return nil, bad
	}
	return t, t.shards(at, shards)
}

// shards reads those that are there.
func (t *tally) shards(at source, named map[string]bool) error {
	var here []string
	if at.dir != "" {
		var err error
		if here, err = folderNames(at.dir); err != nil {
			return err
		}
	}
	for _, name := range slices.Sorted(maps.Keys(named)) {
		if !slices.Contains(here, name) {
			t.missing++
			continue
		}
		if err := t.shard(at.dir, name); err != nil {
			return err
		}
	}
	return nil
}
