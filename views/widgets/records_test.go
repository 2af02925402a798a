package widgets

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
)

func TestRecordsReportTheRowThatWasPicked(t *testing.T) {
	test.NewTempApp(t)
	rows := []Record{{Heading: "fruit"}, {Cells: []string{"apple", "1"}}, {Cells: []string{"pear", "2"}}, {Cells: []string{"plum", "3"}}}
	picked := -1
	r := NewRecords([]Column{{Head: "name", Share: 1}, {Head: "n", Number: true}}, rows, func(row int) { picked = row })
	window := test.NewTempWindow(t, r.Box)
	window.Resize(fyne.NewSize(300, 300))
	r.Select(0)
	if picked != -1 {
		t.Errorf("the heading was picked as %d", picked)
	}
	r.Select(2)
	if picked != 2 {
		t.Errorf("row %d was picked", picked)
	}
	r.Show([]int{3, 1}) // filtered and in another order
	r.list.Select(0)
	if picked != 3 {
		t.Errorf("the first that is left is row %d", picked)
	}
	r.Show([]int{})
	if r.list.Length() != 0 {
		t.Error("nothing matches and something is shown")
	}
}
