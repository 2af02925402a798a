package exchange

import (
	"strings"
	"time"

	"github.com/govalues/decimal"

	"cardhour/model/billing"
	"cardhour/model/money"
	"cardhour/model/reason"
)

// unit is one that a time may be given in, as it stands in the time's key.
type unit struct {
	name   string
	length billing.Seconds
}

var units = []unit{{"hours", billing.Hour}, {"minutes", billing.Minute}, {"seconds", 1}, {"days", billing.Day}}

// timed is a time that a file gives: its key is the name with a unit in it.
type timed struct{ before, after string }

func (t timed) key(unit string) string {
	if t.before == "" {
		return unit + t.after
	}
	return t.before + "_" + unit + t.after
}

func (t timed) keys() []string {
	keys := make([]string, len(units))
	for i, u := range units {
		keys[i] = t.key(u.name)
	}
	return keys
}

// The times of a usage.
var (
	usefulTime     = timed{"useful", ""}
	bootTime       = timed{"boot", "_per_session"}
	queueTime      = timed{"queue", "_per_session"}
	setUpTime      = timed{"setup", "_per_session"}
	idleTime       = timed{"idle", "_per_session"}
	requestedTime  = timed{"requested", "_per_session"}
	cpuModeTime    = timed{"cpu_mode", ""}
	dataTime       = timed{"data", ""}
	checkpointTime = timed{"checkpoint", ""}
	writeTime      = timed{"checkpoint_write", ""}
	restartTime    = timed{"restart", ""}
	supportTime    = timed{"support", ""}
	stretchTime    = timed{"", ""}
)

var usageKeys = func() []string {
	keys := []string{"sessions", "cpu_mode_sessions", "keep_days", "storage_gb", "traffic_out_gb", "traffic_in_gb", "traffic_internal_gb",
		"starts_at", "course", "stop_verb", "iops", "fixed_ips", "line_mbps", "machines", "tokens_in", "tokens_out", "tokens_cached", "date", "my_time"}
	for _, t := range []timed{usefulTime, bootTime, queueTime, setUpTime, idleTime, requestedTime, cpuModeTime, dataTime,
		checkpointTime, writeTime, restartTime} {
		keys = append(keys, t.keys()...)
	}
	return keys
}()

// span reads a time counted in a unit as whole seconds, to the nearest: one
// that does not come out even in decimals, such as 20 minutes in hours, is
// meant to the second and not a fraction of one more.
func (c cursor) span(unit billing.Seconds) billing.Seconds {
	if !c.given() {
		return 0
	}
	var calc money.Calc
	seconds := money.HalfUp(calc.Mul(c.decimal(), unit.Decimal()), 0)
	whole, _, ok := seconds.Int64(0)
	if calc.Err() != nil || !ok {
		c.refuse("time.too_long")
	}
	return billing.Seconds(whole)
}

// time reads a time that is given in one of the units.
func (c cursor) time(t timed) billing.Seconds {
	var sum billing.Seconds
	said := ""
	for _, u := range units {
		key := t.key(u.name)
		if !c.get(key).given() {
			continue
		}
		if said != "" {
			c.refuse("file.both_keys", reason.Word("a", said), reason.Word("b", key))
		}
		said = key
		sum = c.get(key).span(u.length)
	}
	return sum
}

// tells reports whether the file gives a time in any unit.
func (c cursor) tells(t timed) bool {
	for _, key := range t.keys() {
		if c.get(key).given() {
			return true
		}
	}
	return false
}

// asSaid is the place of a field of model in the file, which may give the same
// time in another unit.
func (c cursor) asSaid(field string) string {
	place, key := "", field
	if i := strings.LastIndexByte(field, '.'); i >= 0 {
		place, key = field[:i+1], field[i+1:]
	}
	parent := c
	if place != "" {
		parent = c.walk(strings.TrimSuffix(place, "."))
	}
	if parent.get(key).given() {
		return field
	}
	for _, of := range units {
		before, after, found := strings.Cut(key, of.name)
		if !found {
			continue
		}
		for _, u := range units {
			if other := before + u.name + after; parent.get(other).given() {
				return place + other
			}
		}
	}
	return field
}

func usage(c cursor) billing.Usage {
	c.object(usageKeys...)
	u := billing.Usage{
		Useful:    c.time(usefulTime),
		Sessions:  c.get("sessions").whole(1),
		Boot:      c.time(bootTime),
		Queue:     c.time(queueTime),
		SetUp:     c.time(setUpTime),
		Idle:      c.time(idleTime),
		Course:    course(c.get("course")),
		Requested: c.time(requestedTime),
		Starts:    clock(c.get("starts_at")),
		CPUMode:   c.time(cpuModeTime),
		DataStay:  c.time(dataTime),
		KeepDays:  c.get("keep_days").whole(0),
		Between:   verb(c.get("stop_verb")),
		Stored:    stored(c.get("storage_gb")),
		IOPS:      c.get("iops").whole(0),

		OutGB:      c.get("traffic_out_gb").optional(),
		InGB:       c.get("traffic_in_gb").optional(),
		InternalGB: c.get("traffic_internal_gb").optional(),
		FixedIPs:   c.get("fixed_ips").whole(0),
		LineMbps:   c.get("line_mbps").optional(),

		Checkpoint:      c.time(checkpointTime),
		CheckpointWrite: c.time(writeTime),
		Restart:         c.time(restartTime),
		Machines:        c.get("machines").whole(0),

		TokensIn:     c.get("tokens_in").tokens(),
		TokensOut:    c.get("tokens_out").tokens(),
		TokensCached: c.get("tokens_cached").tokens(),

		On:     c.get("date").date(),
		MyTime: myTime(c.get("my_time")),
	}
	once := 0
	if u.CPUMode > 0 {
		once = 1
	}
	u.CPUSessions = c.get("cpu_mode_sessions").whole(once)
	if len(u.Course) > 0 && !c.tells(usefulTime) {
		var all billing.Seconds
		for _, s := range u.Course {
			all += s.Length
		}
		u.Useful = max(0, all-u.SetUp-u.Idle)
	}
	if *c.bad == nil {
		for _, p := range u.Check() {
			p.Field = c.asSaid(p.Field)
			c.fail(p)
		}
		if err := u.CheckStay(); err != nil {
			c.fail(err)
		}
	}
	return u
}

var itemNames = func() []string {
	var names []string
	for _, item := range billing.Items {
		names = append(names, string(item))
	}
	return names
}()

func stored(c cursor) []billing.Stored {
	c.object(itemNames...)
	var list []billing.Stored
	for _, item := range billing.Items {
		if gb := c.get(string(item)); gb.given() {
			list = append(list, billing.Stored{Item: item, GB: gb.decimal()})
		}
	}
	return list
}

func course(c cursor) []billing.Stretch {
	if !c.given() {
		return nil
	}
	var stretches []billing.Stretch
	for _, item := range c.list() {
		item.object(append(stretchTime.keys(), "cards")...)
		if item.given() && !item.tells(stretchTime) {
			item.need("hours")
		}
		stretches = append(stretches, billing.Stretch{Length: item.time(stretchTime), Cards: item.need("cards").whole(0)})
	}
	return stretches
}

// clock reads a time of day, 09:30 or 09:30:00.
func clock(c cursor) billing.Clock {
	if !c.given() || !c.is(text) {
		return billing.Clock{}
	}
	written := strings.ReplaceAll(strings.TrimSpace(c.node.text), "：", ":")
	for _, layout := range []string{"15:04", "15:04:05"} {
		if t, err := time.Parse(layout, written); err == nil {
			return billing.Clock{Second: billing.Seconds(t.Hour()*3600 + t.Minute()*60 + t.Second()), Told: true}
		}
	}
	c.refuse("clock.malformed", reason.Word("text", shown(c.node.text)))
	return billing.Clock{}
}

func verb(c cursor) billing.Verb {
	const stop billing.Verb = "stop"
	v := choiceOr(c, stop, map[string]billing.Verb{"shutdown": billing.OSShutdown, "delete": billing.Release, "destroy": billing.Release,
		"terminate": billing.Release}, stop, billing.OSShutdown, billing.NoChargeStop, billing.Release)
	if v == stop {
		return billing.Stop
	}
	return v
}

func myTime(c cursor) billing.MyTime {
	if !c.object(append(supportTime.keys(), "per_hour", "currency")...) {
		return billing.MyTime{}
	}
	m := billing.MyTime{Support: c.time(supportTime)}
	if code := c.get("currency"); code.given() {
		currency, err := money.ParseCurrency(code.word())
		if err != nil {
			code.fail(err)
		}
		m.PerHour.Currency = currency
	}
	m.PerHour.Value = decimal.Zero
	if worth := c.need("per_hour"); worth.given() {
		m.PerHour.Value = worth.money(m.PerHour.Currency)
	}
	return m
}
