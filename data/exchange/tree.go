package exchange

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"strconv"

	"cardhour/model/reason"
)

// kind of a JSON value, by the name that sentences call it.
type kind string

const (
	object  kind = "json_object"
	array   kind = "json_array"
	text    kind = "json_text"
	number  kind = "json_number"
	boolean kind = "json_boolean"
	null    kind = "json_null"
)

// node is a JSON value as it was written: a number keeps its digits.
type node struct {
	kind    kind
	text    string // of a text, number or boolean
	keys    []string
	members map[string]*node
	items   []*node
}

// parse reads JSON into a tree. It refuses what the standard library lets
// pass: a key that stands twice, of which the first would be lost unseen, and
// nesting or numbers of values that no file of ours has.
func parse(data []byte) (*node, error) {
	if len(bytes.TrimSpace(data)) == 0 {
		return nil, reason.Refuse("", "file.empty")
	}
	if i := tooDeep(data); i >= 0 {
		return nil, reason.Refuse("", "file.too_deep", append(position(data, i), reason.Int("max", reason.Count, maxDepth))...)
	}
	b := builder{decoder: json.NewDecoder(bytes.NewReader(data))}
	b.decoder.UseNumber()
	if wrong := syntax(data); wrong != nil {
		_, _ = b.value("") // walks up to the place, to name it
		wrong.Field = b.at
		return nil, wrong
	}
	return b.value("")
}

// syntax finds the first place where data stops being JSON.
func syntax(data []byte) *reason.Problem {
	decoder := json.NewDecoder(bytes.NewReader(data))
	var whole json.RawMessage
	err := decoder.Decode(&whole)
	var wrong *json.SyntaxError
	switch {
	case errors.As(err, &wrong):
		return reason.Refuse("", "file.not_json", position(data, int(wrong.Offset)-1)...)
	case err != nil: // an end where something was still to come
		return reason.Refuse("", "file.truncated", position(data, len(data))...)
	}
	end := int(decoder.InputOffset())
	if rest := bytes.TrimLeft(data[end:], " \t\r\n"); len(rest) > 0 {
		return reason.Refuse("", "file.not_json", position(data, len(data)-len(rest))...)
	}
	return nil
}

// tooDeep returns where data nests deeper than maxDepth, -1 if nowhere. It
// looks before the decoder does, which would follow 10,000 levels.
func tooDeep(data []byte) int {
	depth, quoted := 0, false
	for i := 0; i < len(data); i++ {
		switch c := data[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '{' || c == '[':
			if depth++; depth > maxDepth {
				return i
			}
		case c == '}' || c == ']':
			depth--
		}
	}
	return -1
}

type builder struct {
	decoder *json.Decoder
	at      string // the place being read
	values  int
}

func (b *builder) value(path string) (*node, error) {
	b.at = path
	if b.values++; b.values > maxValues {
		return nil, reason.Refuse("", "file.too_many_values", reason.Int("max", reason.Count, maxValues))
	}
	token, err := b.decoder.Token()
	if err != nil {
		return nil, err
	}
	switch t := token.(type) {
	case json.Delim:
		if t == '{' {
			return b.object(path)
		}
		return b.array(path)
	case string:
		return &node{kind: text, text: t}, nil
	case json.Number:
		return &node{kind: number, text: string(t)}, nil
	case bool:
		return &node{kind: boolean, text: strconv.FormatBool(t)}, nil
	}
	return &node{kind: null}, nil
}

func (b *builder) object(path string) (*node, error) {
	n := &node{kind: object, members: map[string]*node{}}
	for b.decoder.More() {
		b.at = path
		token, err := b.decoder.Token()
		if err != nil {
			return nil, err
		}
		key, ok := token.(string)
		if !ok {
			return nil, io.ErrUnexpectedEOF // syntax has refused it already
		}
		if n.members[key] != nil {
			return nil, reason.Refuse(path, "file.duplicate_key", reason.Word("key", shown(key)))
		}
		if n.members[key], err = b.value(under(path, shown(key))); err != nil {
			return nil, err
		}
		n.keys = append(n.keys, key)
	}
	b.at = path
	_, err := b.decoder.Token()
	return n, err
}

func (b *builder) array(path string) (*node, error) {
	n := &node{kind: array}
	for b.decoder.More() {
		item, err := b.value(indexed(path, len(n.items)))
		if err != nil {
			return nil, err
		}
		n.items = append(n.items, item)
	}
	b.at = path
	_, err := b.decoder.Token()
	return n, err
}

func under(path, key string) string {
	if path == "" {
		return key
	}
	return path + "." + key
}

func indexed(path string, i int) string { return path + "[" + strconv.Itoa(i) + "]" }
