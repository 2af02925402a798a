package billing

import (
	"slices"

	"github.com/govalues/decimal"

	"cardhour/model/reason"
)

// Item is a thing that can be stored and billed by size and time.
type Item string

// The items, in the order their lines are shown.
const (
	SystemDisk  Item = "system_disk"
	DataDisk    Item = "data_disk"
	FileStorage Item = "file_storage"
	Image       Item = "image"
)

// Items lists all of them.
var Items = []Item{SystemDisk, DataDisk, FileStorage, Image}

// Usage is what a task asks of a platform, whatever the platform. Compute
// times are wall time of the rented instance.
type Usage struct {
	Useful   Seconds // work whose result is kept, over all sessions
	Sessions int     // starts of the instance that the work is spread over
	SetUp    Seconds // preparing, per session, card running
	Idle     Seconds // card running without work, per session

	CPUMode     Seconds // instance running without card, over all starts
	CPUSessions int

	DataStay Seconds // time that stored data stays while the work goes on
	KeepDays int     // days that it is kept, everything stopped, afterwards
	Stored   []Stored

	OutGB, InGB decimal.Decimal // public traffic over the whole task
}

// Stored is an amount of data under one item.
type Stored struct {
	Item Item
	GB   decimal.Decimal
}

// Metered returns the time the card runs, over all sessions.
func (u Usage) Metered() Seconds { return u.Useful + Seconds(u.Sessions)*(u.SetUp+u.Idle) }

// GB returns the size stored under item.
func (u Usage) GB(item Item) decimal.Decimal {
	var sum decimal.Decimal
	for _, s := range u.Stored {
		if s.Item == item {
			if added, err := sum.Add(s.GB); err == nil {
				sum = added
			}
		}
	}
	return sum
}

// days returns the calendar days that data stays while the work goes on.
func (u Usage) days() int64 { return int64((u.DataStay + Day - 1) / Day) }

const maxSessions = 100_000

var maxGB = decimal.MustParse("1000000000") // an exabyte

// Check returns everything that is wrong with the usage, field by field.
func (u Usage) Check() []*reason.Problem {
	var found []*reason.Problem
	span := func(field string, s Seconds) {
		if s < 0 {
			found = append(found, reason.Refuse(field, "number.negative"))
		} else if s > maxSpan {
			found = append(found, reason.Refuse(field, "time.too_long"))
		}
	}
	number := func(field string, n, least, most int64) {
		if n < least || n > most {
			found = append(found, reason.Refuse(field, "number.out_of_range",
				reason.Int("min", reason.Count, least), reason.Int("max", reason.Count, most)))
		}
	}
	size := func(field string, gb decimal.Decimal) {
		if gb.IsNeg() {
			found = append(found, reason.Refuse(field, "number.negative"))
		} else if gb.Cmp(maxGB) > 0 {
			found = append(found, reason.Refuse(field, "number.too_large", reason.Word("text", gb.String())))
		}
	}
	span("useful_hours", u.Useful)
	number("sessions", int64(u.Sessions), 0, maxSessions)
	if u.Useful > 0 && u.Sessions == 0 {
		found = append(found, reason.Refuse("sessions", "sessions.none"))
	}
	span("setup_hours_per_session", u.SetUp)
	span("idle_hours_per_session", u.Idle)
	span("cpu_mode_hours", u.CPUMode)
	number("cpu_mode_sessions", int64(u.CPUSessions), 0, maxSessions)
	if u.CPUMode > 0 && u.CPUSessions == 0 {
		found = append(found, reason.Refuse("cpu_mode_sessions", "sessions.none"))
	}
	span("data_days", u.DataStay)
	number("keep_days", int64(u.KeepDays), 0, int64(maxSpan/Day))
	for _, s := range u.Stored {
		if !slices.Contains(Items, s.Item) {
			found = append(found, reason.Refuse("storage_gb", "choice.unknown", reason.Word("text", string(s.Item))))
		}
		size("storage_gb."+string(s.Item), s.GB)
	}
	size("traffic_out_gb", u.OutGB)
	size("traffic_in_gb", u.InGB)
	if len(found) == 0 && u.Metered() > maxSpan {
		found = append(found, reason.Refuse("", "time.too_long"))
	}
	return found
}

// CheckStay refuses data that is stored for no time at all: the size would be
// said in vain and its price left out without a word.
func (u Usage) CheckStay() error {
	if u.DataStay > 0 || u.KeepDays > 0 {
		return nil
	}
	for _, item := range Items {
		if u.GB(item).IsPos() {
			return reason.Refuse("data_days", "usage.no_days", reason.Name("what", string(item)))
		}
	}
	return nil
}
