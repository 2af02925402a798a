package catalog

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/govalues/decimal"

	"cardhour/model/hardware"
)

// line is one row under reading. The first bad cell latches; what is read
// after it is thrown away with the file.
type line struct {
	cells map[string]string
	bad   error
}

func (l *line) refuse(column, format string, args ...any) {
	if l.bad == nil {
		l.bad = fmt.Errorf("column %s: %s", column, fmt.Sprintf(format, args...))
	}
}

// eachLine reads a CSV file whose header must be exactly columns.
func eachLine(name string, content []byte, columns []string, row func(*line)) error {
	if !utf8.Valid(content) {
		return fmt.Errorf("%s: not UTF-8", name)
	}
	r := csv.NewReader(bytes.NewReader(content))
	header, err := r.Read()
	if err != nil {
		return fmt.Errorf("%s: read header: %w", name, err)
	}
	if !slices.Equal(header, columns) {
		return fmt.Errorf("%s line 1: columns are %v, want %v", name, header, columns)
	}
	for {
		cells, err := r.Read()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil { // csv's errors carry the line
			return fmt.Errorf("%s: %w", name, err)
		}
		l := &line{cells: make(map[string]string, len(columns))}
		for i, cell := range cells {
			l.cells[columns[i]] = cell
			if cell != strings.TrimSpace(cell) {
				l.refuse(columns[i], "%q has spaces around it", cell)
			}
		}
		row(l)
		if l.bad != nil {
			n, _ := r.FieldPos(0)
			return fmt.Errorf("%s line %d: %w", name, n, l.bad)
		}
	}
}

// text may be empty.
func (l *line) text(column string) string { return l.cells[column] }

// word may not be empty.
func (l *line) word(column string) string {
	if l.cells[column] == "" {
		l.refuse(column, "is empty")
	}
	return l.cells[column]
}

// positive is a number above zero, or not known when empty.
func (l *line) positive(column string) hardware.Known[float64] {
	return l.number(column, l.cells[column])
}

func (l *line) number(column, cell string) hardware.Known[float64] {
	if cell == "" {
		return hardware.Known[float64]{}
	}
	v, err := strconv.ParseFloat(cell, 64)
	if err != nil || !(v > 0) || math.IsInf(v, 0) {
		l.refuse(column, "%q is not a number above zero", cell)
	}
	return hardware.Know(v)
}

// whole is a whole number above zero, or not known when empty. "32+32", an
// encoder's and a decoder's layers, is their sum.
func (l *line) whole(column string) hardware.Known[int] {
	cell := l.cells[column]
	if cell == "" {
		return hardware.Known[int]{}
	}
	sum := 0
	for _, part := range strings.Split(cell, "+") {
		n, err := strconv.Atoi(part)
		if err != nil || n <= 0 {
			l.refuse(column, "%q is not a whole number above zero", cell)
		}
		sum += n
	}
	return hardware.Know(sum)
}

func (l *line) answer(column string) hardware.Answer {
	a, ok := hardware.ParseAnswer(l.cells[column])
	if !ok {
		l.refuse(column, "%q is neither yes nor no", l.cells[column])
	}
	return a
}

// exact is a decimal number in its shortest form, so that equal numbers are
// the same value.
func (l *line) exact(column, cell string) decimal.Decimal {
	d, err := decimal.Parse(cell)
	if err != nil || strings.ContainsAny(cell, "eE+") {
		l.refuse(column, "%q is not a decimal number", cell)
	}
	return d.Trim(0)
}
