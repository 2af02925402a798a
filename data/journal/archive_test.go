package journal

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"cardhour/model/barrier"
	"cardhour/model/trial"
)

func export(t failer, j *Journal) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := j.Export(bg, &b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func importOf(j *Journal, archive []byte) (Imported, error) {
	return j.Import(bg, bytes.NewReader(archive), int64(len(archive)))
}

func TestExportThenImportThenExportGivesTheSameBytes(t *testing.T) {
	dir, round := scratch(t), 0
	rapid.Check(t, func(t *rapid.T) {
		round++
		c := newClock()
		open := func(name string) *Journal {
			j, err := Open(filepath.Join(dir, fmt.Sprint(round), name), Options{Now: c.now})
			if err != nil {
				t.Fatal(err)
			}
			return j
		}
		j := open("a.db")
		defer func() { _ = j.Close() }()
		for range rapid.IntRange(0, 8).Draw(t, "actions") {
			c.pass(1234567)
			_ = j.Apply(bg, Action{Label: "action_edit_task", Changes: []Change{randomChange(t, j), randomChange(t, j), randomChange(t, j)}})
			if err := j.SetSetting(bg, rapid.StringN(1, 9, -1).Draw(t, "key"), rapid.String().Draw(t, "value")); err != nil {
				t.Fatal(err)
			}
		}
		first := export(t, j)
		c.pass(1e15)
		other := open("b.db")
		defer func() { _ = other.Close() }()
		if _, err := importOf(other, first); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(first, export(t, other)) {
			t.Fatal("the second export differs")
		}
		wantSame(t, "records", everything(t, j), everything(t, other))
		again, err := importOf(other, first)
		if err != nil || again.Added+again.Replaced != 0 {
			t.Fatalf("imported again: %+v %v", again, err)
		}
	})
}

// An archive replaces what it shares with a journal and leaves the rest; one
// undo brings back all of it, and redo all of the archive.
func TestAnImportIsOneStep(t *testing.T) {
	from, _ := populated(t)
	archive := export(t, from)

	j, _ := newJournal(t)
	q := someQuote("q", "e")
	apply(t, j, "action_add_decision", PutDecision(someDecision("e")), PutDecision(someDecision("d")), PutQuote(q), PutQuote(someQuote("mine", "d")),
		PutRun(trial.Run{ID: "r9", DecisionID: "e", QuoteID: "q", Cards: 1}),
		PutAnswer(barrier.Answer{ID: "other", Platform: "p", Requirement: "m", Value: "no"}))
	if err := j.SetSetting(bg, "language", "zh-Hans"); err != nil {
		t.Fatal(err)
	}
	before := dump(t, j)
	done, err := importOf(j, archive)
	if err != nil || done != (Imported{Added: 6, Replaced: 1, Same: 1}) {
		t.Fatalf("%+v %v", done, err)
	}
	after := dump(t, j)
	for _, text := range dump(t, from) {
		if !strings.Contains(strings.Join(after, "\n"), text) {
			t.Errorf("missing after the import: %.200s", text)
		}
	}
	if value, _, _ := j.Setting(bg, "language"); value != "zh-Hans" {
		t.Errorf("the import has changed the language to %s", value)
	}
	if r, err := j.Check(bg); err != nil || len(r.Problems) > 0 {
		t.Fatalf("check: %v %v", r.Problems, err)
	}
	if d := undo(t, j); d.Label != "action_import" {
		t.Fatalf("undone: %+v", d)
	}
	wantSame(t, "after undo", before, dump(t, j))
	redo(t, j)
	wantSame(t, "after redo", after, dump(t, j))
}

func TestAnswersThatSwapPlacesAreImported(t *testing.T) {
	answers := func(j *Journal, first, second string) {
		apply(t, j, "action_answer", PutAnswer(barrier.Answer{ID: "1", Platform: "p", Requirement: first}),
			PutAnswer(barrier.Answer{ID: "2", Platform: "p", Requirement: second}))
	}
	from, _ := newJournal(t)
	answers(from, "a", "b")
	j, _ := newJournal(t)
	answers(j, "b", "a")
	before := dump(t, j)
	if _, err := importOf(j, export(t, from)); err != nil {
		t.Fatal(err)
	}
	wantSame(t, "answers", dump(t, from), dump(t, j))
	undo(t, j)
	wantSame(t, "after undo", before, dump(t, j))
}

// entry is a file of an archive to be made.
type entry struct{ name, content string }

func entriesOf(t *testing.T, archive []byte) []entry {
	t.Helper()
	z, err := zip.NewReader(bytes.NewReader(archive), int64(len(archive)))
	if err != nil {
		t.Fatal(err)
	}
	var list []entry
	for _, f := range z.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		content, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, entry{f.Name, string(content)})
	}
	return list
}

func zipOf(t *testing.T, entries []entry) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, e := range entries {
		method := zip.Deflate
		if strings.HasPrefix(e.name, filesFolder) {
			method = zip.Store
		}
		if err := addTo(z, method, e); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func addTo(z *zip.Writer, method uint16, e entry) error {
	w, err := z.CreateHeader(&zip.FileHeader{Name: e.name, Method: method})
	if err == nil {
		_, err = io.WriteString(w, e.content)
	}
	return err
}

// packed is the archive with one of its files packed.
func packed(t *testing.T, archive []byte, name string) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, e := range entriesOf(t, archive) {
		method := zip.Store
		if e.name == name {
			method = zip.Deflate
		}
		if err := addTo(z, method, e); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// edited is the archive with a text in one of its files replaced.
func edited(t *testing.T, archive []byte, name, old, replacement string) []byte {
	t.Helper()
	entries := entriesOf(t, archive)
	for i, e := range entries {
		if e.name == name {
			entries[i].content = strings.Replace(e.content, old, replacement, 1)
			if entries[i].content == e.content {
				t.Fatalf("%s does not hold %s", name, old)
			}
		}
	}
	return zipOf(t, entries)
}

// bomb is an archive with a file that is said to have so many bytes and has
// so many.
func bomb(t *testing.T, said uint64, has int) []byte {
	t.Helper()
	var packed, b bytes.Buffer
	f, err := flate.NewWriter(&packed, flate.BestSpeed)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.Write(bytes.Repeat([]byte(" "), has)); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	z := zip.NewWriter(&b)
	w, err := z.CreateRaw(&zip.FileHeader{Name: manifestName, Method: zip.Deflate, UncompressedSize64: said,
		CompressedSize64: uint64(packed.Len())})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Write(packed.Bytes()); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestAnArchiveThatIsNotRightIsRefusedBeforeAnythingIsWritten(t *testing.T) {
	from, _ := populated(t)
	good := export(t, from)
	with := func(more ...entry) []byte { return zipOf(t, append(entriesOf(t, good), more...)) }
	edit := func(name, old, replacement string) []byte { return edited(t, good, name, old, replacement) }
	entries := entriesOf(t, good)
	file, evidenceList := entries[len(entries)-1].name, ""
	for _, e := range entries {
		if e.name == "evidence.json" {
			evidenceList = e.content
		}
	}
	flipped := bytes.Clone(good)
	flipped[60] ^= 4 // in what is packed of the manifest
	for name, c := range map[string]struct {
		archive []byte
		rule    string
	}{
		"nothing":             {nil, "archive.not_an_export"},
		"text":                {[]byte("我的账本"), "archive.not_an_export"},
		"cut":                 {good[:len(good)-30], "archive.not_an_export"},
		"another zip":         {zipOf(t, []entry{{"a.txt", "b"}}), "archive.not_an_export"},
		"another format":      {edit("manifest.json", "cardhour.journal/4", "other/3"), "archive.not_an_export"},
		"format of letters":   {edit("manifest.json", "journal/4", "journal/x"), "archive.not_an_export"},
		"newer format":        {edit("manifest.json", "journal/4", "journal/5"), "archive.newer"},
		"newer, new fields":   {edit("manifest.json", `"format": "cardhour.journal/4"`, `"format": "cardhour.journal/5", "x": 1`), "archive.newer"},
		"newer schema":        {edit("manifest.json", `"schema": `, `"schema": 99`), "archive.newer"},
		"a bit flipped":       {flipped, "archive.damaged"},
		"no manifest":         {zipOf(t, entriesOf(t, good)[1:]), "archive.not_an_export"},
		"a file missing":      {zipOf(t, entriesOf(t, good)[:5]), "archive.damaged"},
		"a way out":           {with(entry{"../../evil", "x"}), "archive.damaged"},
		"an absolute way":     {with(entry{"/etc/passwd", "x"}), "archive.damaged"},
		"a way back":          {with(entry{`..\evil`, "x"}), "archive.damaged"},
		"a folder":            {with(entry{"evidence/", ""}), "archive.damaged"},
		"a name twice":        {with(entry{"runs.json", "[]"}), "archive.damaged"},
		"no JSON":             {edit("runs.json", "[", "<"), "archive.damaged"},
		"two values":          {edit("runs.json", "\n]\n", "\n]\n[]"), "archive.damaged"},
		"an unknown field":    {edit("runs.json", `{"id"`, `{"x":1,"id"`), "archive.damaged"},
		"a number for text":   {edit("runs.json", `"id":"r"`, `"id":7`), "archive.damaged"},
		"no number":           {edit("bills.json", `{"id"`, `{"charges":[{"kind":"useful","amount":"NaN","note":""}],"id"`), "archive.damaged"},
		"no date":             {edit("quotes.json", `"created":"2026`, `"created":"later`), "archive.damaged"},
		"no id":               {edit("runs.json", `"id":"r"`, `"id":""`), "archive.damaged"},
		"null":                {edit("runs.json", `[`, `[null,`), "archive.damaged"},
		"an unknown rule":     {edit("quotes.json", `"rules":{`, `"rules":{"free_for_all":true,`), "archive.damaged"},
		"rules of null":       {edit("quotes.json", `"rules":{`, `"rules":null,"note":"","x":{`), "archive.damaged"},
		"rules too long":      {edit("quotes.json", `"rules":{`, `"rules":{`+strings.Repeat(" ", mostRules)), "archive.damaged"},
		"a rate of words":     {edit("quotes.json", `"rate":"7.1"`, `"rate":"seven"`), "archive.damaged"},
		"an offset of a year": {edit("answers.json", `"offset_minutes":0`, `"offset_minutes":99999`), "archive.damaged"},
		"a count too many":    {edit("manifest.json", `"runs": 1`, `"runs": 2`), "archive.damaged"},
		"evidence of 1":       {edit("manifest.json", "journal/4", "journal/1"), "archive.damaged"},
		"evidence of nowhere": {edit("evidence.json", `"answer":"a"`, `"answer":"x"`), "archive.damaged"},
		"two owners":          {edit("evidence.json", `"answer":"a"`, `"answer":"a","run":"r"`), "archive.damaged"},
		"a path for a name":   {edit("evidence.json", `"name":"`, `"name":"../`), "archive.damaged"},
		"a program":           {edit("evidence.json", `.png"`, `.exe"`), "archive.damaged"},
		"a digest of letters": {edit("evidence.json", `"sha256":"`, `"sha256":"../`), "archive.damaged"},
		"another size":        {edit("evidence.json", `"bytes":`, `"bytes":1`), "archive.damaged"},
		"a size not listed":   {edit("manifest.json", `"bytes": `, `"bytes": 1`), "archive.damaged"},
		"a digest not listed": {edit("manifest.json", `"file": "`, `"file": "a`), "archive.damaged"},
		"a file not listed":   {with(entry{"evidence/" + strings.Repeat("0", 64) + ".png", "x"}), "archive.damaged"},
		"a file out":          {with(entry{"evidence/../x.png", "x"}), "archive.damaged"},
		"a file gone":         {zipOf(t, entries[:len(entries)-1]), "archive.damaged"},
		"a file changed":      {edit(file, "picture", "Picture"), "archive.damaged"},
		"a file packed":       {packed(t, good, file), "archive.damaged"},
		"a file of no record": {edited(t, edit("manifest.json", `"evidence": 1`, `"evidence": 0`), "evidence.json", evidenceList, "[\n]\n"), "archive.damaged"},
		"an orphan":           {edit("runs.json", `"decision":"d"`, `"decision":"x"`), "archive.damaged"},
		"a quote of nowhere":  {edit("runs.json", `"quote":"q"`, `"quote":"x"`), "archive.damaged"},
		"a bill of nowhere":   {edit("bills.json", `"run":"r"`, `"run":"x"`), "archive.damaged"},
		"an unknown fact":     {edit("cards.json", `"card":{`, `"card":{"memory_gb":24,`), "archive.damaged"},
		"a card of null":      {edit("cards.json", `"card":{`, `"card":null,"x":{`), "archive.damaged"},
		"a card of nothing":   {edit("cards.json", `"card":{`, `"note":{`), "archive.damaged"},
		"a memory of words":   {edit("cards.json", `"memory_gib":48`, `"memory_gib":"48"`), "archive.damaged"},
		"a nameless card":     {edit("cards.json", `"name":"改装卡 48GB"`, `"name":""`), "archive.damaged"},
		"half a layer":        {edit("models.json", `"layers":40`, `"layers":40.5`), "archive.damaged"},
		"an unknown window":   {edit("models.json", `"attention":{`, `"attention":{"sinks":4,`), "archive.damaged"},
		"tied perhaps":        {edit("models.json", `"tied":"no"`, `"tied":"perhaps"`), "archive.damaged"},
		"a nameless model":    {edit("models.json", `"name":"自训 13B"`, `"name":""`), "archive.damaged"},
		"own cards of 3":      {edit("manifest.json", "journal/4", "journal/3"), "archive.damaged"},
		"a speed of words":    {edit("runs.json", `"note":`, `"speed":"fast","note":`), "archive.damaged"},
		"an option of words":  {edit("decisions.json", `"batch":`, `"options":{"lora_rank":"many"},"batch":`), "archive.damaged"},
		"checkpoints perhaps": {edit("decisions.json", `"batch":`, `"options":{"checkpointing":"perhaps"},"batch":`), "archive.damaged"},
		"deep":                {edit("runs.json", "[", strings.Repeat("[", 1_000_000)), "archive.damaged"},
		"a bomb":              {bomb(t, mostArchive+1, 1<<20), "archive.too_big"},
		"a bomb in disguise":  {bomb(t, 10, 1<<24), "archive.damaged"},
	} {
		t.Run(name, func(t *testing.T) {
			j, _ := populated(t)
			before, files := contentsOf(t, j), names(t, j.evidenceFolder())
			_, err := importOf(j, c.archive)
			wantRule(t, err, c.rule)
			wantSame(t, "contents", before, contentsOf(t, j))
			wantSame(t, "evidence", files, names(t, j.evidenceFolder()))
		})
	}
	t.Run("longer than any", func(t *testing.T) {
		j, _ := newJournal(t)
		_, err := j.Import(bg, bytes.NewReader(nil), mostArchive+mostFiles+1)
		wantRule(t, err, "archive.too_big")
	})
}

// What one record meets in the file itself undoes all that came before it.
func TestAnImportOnAFullDiskChangesNothing(t *testing.T) {
	from, c := populated(t)
	for i := range 20 {
		q := someQuote(fmt.Sprint("n", i), "d")
		q.Note = long
		apply(t, from, "action_add_quote", PutQuote(q))
	}
	c.pass(1)
	archive := export(t, from)
	j, _ := newJournal(t)
	refusedWhenFull(t, j, func(j *Journal) error { _, err := importOf(j, archive); return err })
}

// What the journal held before an import is kept, unless nothing is imported.
func TestAnImportKeepsWhatWasThere(t *testing.T) {
	from, _ := populated(t)
	archive := export(t, from)
	j, _ := newJournal(t)
	apply(t, j, "action_add_decision", PutDecision(someDecision("mine")))
	before := everything(t, j)

	shelf := j.path + ".snapshots"
	if _, err := importOf(j, []byte("no archive")); err == nil || exists(shelf) {
		t.Fatalf("for what is no archive a snapshot was made (%v)", err)
	}
	if err := os.WriteFile(shelf, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := importOf(j, archive)
	wantRule(t, err, "journal.cannot_open")
	wantSame(t, "without a snapshot", before, everything(t, j))

	if err := os.Remove(shelf); err != nil {
		t.Fatal(err)
	}
	if _, err := importOf(j, archive); err != nil {
		t.Fatal(err)
	}
	list, err := j.Snapshots(bg)
	if err != nil || len(list) != 1 || list[0].Reason != BeforeImport {
		t.Fatalf("there are %+v (%v)", list, err)
	}
	if _, err := j.Restore(bg, list[0].Path); err != nil {
		t.Fatal(err)
	}
	wantSame(t, "the journal restored", before, everything(t, j))
}
