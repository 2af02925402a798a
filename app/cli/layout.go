package cli

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"golang.org/x/text/width"
)

// columns is the number of cells that s takes in a terminal: Chinese
// characters and full-width signs take two.
func columns(s string) int {
	n := 0
	for _, r := range s {
		switch width.LookupRune(r).Kind() {
		case width.EastAsianWide, width.EastAsianFullwidth:
			n += 2
		default:
			n++
		}
	}
	return n
}

// table lays out rows of cells. The last column is not padded, so that its
// sentences may be long.
type table struct {
	right map[int]bool // columns that are aligned to the right
	rows  [][]string
}

func (t *table) add(cells ...string) { t.rows = append(t.rows, cells) }

func (t *table) write(w io.Writer, indent string) {
	var widths []int
	for _, row := range t.rows {
		for i, cell := range row {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], columns(cell))
		}
	}
	for _, row := range t.rows {
		var b strings.Builder
		for i, cell := range row {
			pad := strings.Repeat(" ", widths[i]-columns(cell))
			if t.right[i] {
				b.WriteString(pad + cell)
			} else {
				b.WriteString(cell + pad)
			}
			b.WriteString("  ")
		}
		_, _ = fmt.Fprintln(w, strings.TrimRight(indent+b.String(), " "))
	}
}

func writeJSON(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false) // the sentences are for people
	e.SetIndent("", "  ")
	return e.Encode(v)
}
