package fact

import "time"

// Evidence is a file that supports what the user noted: a screenshot of a
// support answer, a photo of a bill. It belongs to one record, which is one of
// the three; the journal has a copy of the file.
type Evidence struct {
	ID                      string // of the record
	AnswerID, RunID, BillID string
	Name                    string // as the user's file was called, fit to be shown
	Bytes                   int64
	SHA256                  string // of the file, in hexadecimal digits
	Added                   time.Time
}
