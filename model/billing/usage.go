package billing

import (
	"time"

	"github.com/govalues/decimal"

	"cardhour/model/money"
	"cardhour/model/reason"
)

// Item is a thing that can be stored and billed by size and time.
type Item string

// The items, in the order their lines are shown.
const (
	SystemDisk    Item = "system_disk"
	DataDisk      Item = "data_disk"
	FileStorage   Item = "file_storage"
	ObjectStorage Item = "object_storage"
	Image         Item = "image"
	Snapshot      Item = "snapshot"
)

// Items lists all of them.
var Items = []Item{SystemDisk, DataDisk, FileStorage, ObjectStorage, Image, Snapshot}

const itemCount = 6

// ofInstance reports whether the item goes when the instance is released.
func (i Item) ofInstance() bool { return i == SystemDisk || i == DataDisk }

// Verb is what a user does to an instance that is not needed for a while.
type Verb string

// The verbs. The zero value is the platform's ordinary stop.
const (
	Stop         Verb = ""
	OSShutdown   Verb = "os_shutdown"    // from inside the machine
	NoChargeStop Verb = "no_charge_stop" // large clouds tell it from the ordinary one
	Release      Verb = "release"        // instance and its disks are gone
)

// Verbs lists all of them.
var Verbs = []Verb{Stop, OSShutdown, NoChargeStop, Release}

// Usage is what a task asks of a platform, whatever the platform. Compute
// times are wall time of the rented instance.
type Usage struct {
	Useful   Seconds // work whose result is kept, over all sessions
	Sessions int     // starts of the instance that the work is spread over
	Boot     Seconds // from power-on to usable, image pull included, per session
	Queue    Seconds // from the order to power-on, per session
	SetUp    Seconds // preparing, per session, card running
	Idle     Seconds // card running without work, per session

	Course    []Stretch // how the number of cards changes; empty: as rented
	Requested Seconds   // time asked for at each start; 0: as long as it runs
	Starts    Clock     // when a session starts, for rows by the clock

	CPUMode     Seconds // instance running without card, over all starts
	CPUSessions int

	DataStay Seconds // time that stored data stays while the work goes on
	KeepDays int     // days that it is kept, everything stopped, afterwards
	Between  Verb    // what is done between sessions and after the last
	Stored   []Stored
	IOPS     int // provisioned

	OutGB, InGB decimal.Decimal // public traffic over the whole task
	InternalGB  decimal.Decimal // between services of the platform
	FixedIPs    int
	LineMbps    decimal.Decimal // bandwidth ordered by line speed

	Checkpoint      Seconds // between two checkpoints; 0: none are written
	CheckpointWrite Seconds // time to write one
	Restart         Seconds // from a reclaim until work goes on
	Machines        int     // that must all stay up; 0 means 1

	TokensIn, TokensOut, TokensCached decimal.Decimal // cached are not among In

	On     time.Time // the day the work is done; zero: dates are not checked
	MyTime MyTime
}

// Stretch is a part of the running time with a number of cards.
type Stretch struct {
	Length Seconds
	Cards  int
}

// Clock is a time of day; the zero value is not told.
type Clock struct {
	Second Seconds // after midnight
	Told   bool
}

// MyTime is what the user's own hours are worth to them. It is shown beside
// the cost and never part of billed money.
type MyTime struct {
	PerHour money.Amount
	Support Seconds // spent asking and waiting for answers, over the task
}

// Stored is an amount of data under one item.
type Stored struct {
	Item Item
	GB   decimal.Decimal
}

// Metered returns the time the card runs, over all sessions.
func (u *Usage) Metered() Seconds { return u.Useful + Seconds(u.Sessions)*(u.SetUp+u.Idle) }

// occupies reports whether a card is taken at all. A start that fails while
// booting does no work and may be billed all the same.
func (u *Usage) occupies(r *Rules) bool {
	return u.Metered() > 0 || (u.Sessions > 0 && (u.Boot+u.Queue > 0 || (r.Requested && u.Requested > 0)))
}

// GB returns the size stored under item.
func (u *Usage) GB(item Item) decimal.Decimal {
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

// Loads is how often what comes in has to come: at every start where a stop
// wipes the disks.
func (u *Usage) Loads(r *Rules) int {
	if u.Sessions > 1 && (r.WipesOnStop || u.Between == Release) {
		return u.Sessions
	}
	return 1
}

// days returns the calendar days that data stays while the work goes on.
func (u *Usage) days() int64 { return int64((u.DataStay + Day - 1) / Day) }

// machines is the number that must all stay up.
func (u *Usage) machines() int64 { return int64(max(u.Machines, 1)) }

// UsefulCardSeconds returns useful time × cards of a rental. Under a course it
// is the useful share of what ran, whichever stretch it fell into.
func (u *Usage) UsefulCardSeconds(r Rate) (decimal.Decimal, error) {
	var c money.Calc
	if len(u.Course) == 0 {
		return c.Product(u.Useful.Decimal(), count(r.Cards), r.Slice), c.Err()
	}
	var sum decimal.Decimal
	at, from, to := Seconds(0), u.SetUp, u.SetUp+u.Useful
	for _, s := range u.Course {
		if overlap := min(at+s.Length, to) - max(at, from); overlap > 0 {
			sum = c.Sum(sum, c.Product(overlap.Decimal(), count(s.Cards), r.Slice))
		}
		at += s.Length
	}
	return sum, c.Err()
}

const maxSessions = 100_000

var (
	maxGB     = decimal.MustParse("1000000000")      // an exabyte
	maxTokens = decimal.MustParse("100000000000000") // a hundred million million
)

// Check returns everything that is wrong with the usage, field by field.
func (u Usage) Check() []*reason.Problem {
	var c checks
	c.span("useful_hours", u.Useful)
	c.between("sessions", int64(u.Sessions), 0, maxSessions)
	if u.Useful > 0 && u.Sessions == 0 {
		c.refuse("sessions", "sessions.none")
	}
	c.span("boot_seconds_per_session", u.Boot)
	c.span("queue_hours_per_session", u.Queue)
	c.span("setup_hours_per_session", u.SetUp)
	c.span("idle_hours_per_session", u.Idle)
	c.span("requested_hours_per_session", u.Requested)
	if u.Starts.Told && (u.Starts.Second < 0 || u.Starts.Second >= Day) {
		c.refuse("starts_at", "clock.malformed")
	}
	c.span("cpu_mode_hours", u.CPUMode)
	c.between("cpu_mode_sessions", int64(u.CPUSessions), 0, maxSessions)
	if u.CPUMode > 0 && u.CPUSessions == 0 {
		c.refuse("cpu_mode_sessions", "sessions.none")
	}
	c.span("data_days", u.DataStay)
	c.between("keep_days", int64(u.KeepDays), 0, int64(maxSpan/Day))
	oneOf(&c, "stop_verb", u.Between, Verbs...)
	for _, s := range u.Stored {
		oneOf(&c, "storage_gb", s.Item, Items...)
		c.size("storage_gb."+string(s.Item), s.GB)
	}
	c.between("iops", int64(u.IOPS), 0, 100_000_000)
	c.size("traffic_out_gb", u.OutGB)
	c.size("traffic_in_gb", u.InGB)
	c.size("traffic_internal_gb", u.InternalGB)
	c.between("fixed_ips", int64(u.FixedIPs), 0, maxCards)
	c.size("line_mbps", u.LineMbps)
	c.span("checkpoint_minutes", u.Checkpoint)
	c.span("checkpoint_write_seconds", u.CheckpointWrite)
	c.span("restart_minutes", u.Restart)
	c.between("machines", int64(u.Machines), 0, maxCards)
	c.tokens("tokens_in", u.TokensIn)
	c.tokens("tokens_out", u.TokensOut)
	c.tokens("tokens_cached", u.TokensCached)
	c.notNegative("my_time.per_hour", u.MyTime.PerHour.Value)
	c.span("my_time.support_hours", u.MyTime.Support)
	u.checkCourse(&c)
	if len(c) == 0 && u.Metered()+Seconds(u.Sessions)*(u.Boot+u.Queue+u.Requested) > maxSpan {
		c.refuse("", "time.too_long")
	}
	return c
}

// checkCourse holds the course of the cards against the running time: it is
// about one start, all of it.
func (u *Usage) checkCourse(c *checks) {
	if len(u.Course) == 0 {
		return
	}
	if u.Sessions != 1 {
		c.refuse("course", "course.sessions")
	}
	if len(u.Course) > maxList {
		c.refuse("course", "list.too_long", reason.Int("max", reason.Count, maxList))
	}
	var sum Seconds
	for i, s := range u.Course {
		c.span(at("course", i)+".hours", s.Length)
		c.between(at("course", i)+".cards", int64(s.Cards), 1, maxCards)
		sum += s.Length
	}
	if sum != u.Metered() {
		c.refuse("course", "course.length", reason.Int("sum", reason.Seconds, int64(sum)), reason.Int("runs", reason.Seconds, int64(u.Metered())))
	}
}

// CheckStay refuses data that is stored for no time at all: the size would be
// said in vain and its price left out without a word.
func (u Usage) CheckStay() error {
	if u.IOPS > 0 && u.DataStay == 0 {
		return reason.Refuse("data_days", "usage.no_days", reason.Name("what", "iops"))
	}
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
