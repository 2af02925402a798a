package trial

import (
	"regexp"
	"strconv"
	"strings"
	"time"

	"golang.org/x/text/width"

	"cardhour/model/billing"
	"cardhour/model/money"
	"cardhour/model/reason"
)

// The forms in which people write a day and a time of day, after folding.
var (
	dayForm  = regexp.MustCompile(`^(?:(\d{4})[-/.年] ?)?(\d{1,2})[-/.月] ?(\d{1,2})日?$`)
	timeForm = regexp.MustCompile(`^(\d{1,2})[:点时](?:(\d{1,2})(?:[:分](?:(\d{1,2})秒?)?)?)?$`)
)

// ParseMoment reads a point in time. What is left out comes from near: "9:00"
// is on near's day, "11-02 9:00" in near's year. The zone is near's.
func ParseMoment(text string, near time.Time) (time.Time, error) {
	s := foldMoment(text)
	if s == "" {
		return time.Time{}, reason.Refuse("", "moment.empty")
	}
	at := timeForm.FindStringSubmatch(s)
	day := near
	if at == nil {
		cut := strings.LastIndexAny(s, " T")
		if inChinese := strings.LastIndex(s, "日") + len("日") - 1; cut < 0 && strings.Contains(s, "日") {
			cut = inChinese
		}
		if cut < 0 {
			return time.Time{}, reason.Refuse("", "moment.malformed", reason.Word("text", shorten(text)))
		}
		at = timeForm.FindStringSubmatch(strings.TrimSpace(s[cut+1:]))
		if at == nil {
			return time.Time{}, reason.Refuse("", "moment.malformed", reason.Word("text", shorten(text)))
		}
		var err error
		if day, err = ParseDay(strings.TrimRight(s[:cut+1], " T"), near); err != nil {
			return time.Time{}, err
		}
	}
	hour, minute, second := number(at[1]), number(at[2]), number(at[3])
	midnight := hour == 24 && minute == 0 && second == 0
	if (hour > 23 && !midnight) || minute > 59 || second > 59 {
		return time.Time{}, reason.Refuse("", "moment.no_such_time", reason.Word("text", shorten(text)))
	}
	return time.Date(day.Year(), day.Month(), day.Day(), hour, minute, second, 0, near.Location()), nil
}

// ParseDay reads a day, at its midnight in near's zone; a year that is left
// out is near's.
func ParseDay(text string, near time.Time) (time.Time, error) {
	s := foldMoment(text)
	if s == "" {
		return time.Time{}, reason.Refuse("", "moment.empty")
	}
	found := dayForm.FindStringSubmatch(s)
	if found == nil {
		return time.Time{}, reason.Refuse("", "moment.malformed", reason.Word("text", shorten(text)))
	}
	year, month, day := near.Year(), number(found[2]), number(found[3])
	if found[1] != "" {
		year = number(found[1])
	}
	t := time.Date(year, time.Month(month), day, 0, 0, 0, 0, near.Location())
	if int(t.Month()) != month || t.Day() != day || year < earliest || year > latest {
		return time.Time{}, reason.Refuse("", "moment.no_such_day", reason.Word("text", shorten(text)))
	}
	return t, nil
}

// Years outside these are slips of the finger.
const earliest, latest = 2000, 2199

// foldMoment makes one writing of the many that a Chinese keyboard gives.
func foldMoment(text string) string {
	s := strings.NewReplacer("。", ".", "—", "-", "–", "-").Replace(width.Fold.String(text))
	return strings.Join(strings.Fields(s), " ")
}

func number(digits string) int {
	n, err := strconv.Atoi(digits)
	if err != nil { // the forms let at most four digits through, or none
		return 0
	}
	return n
}

// ParseClock reads a time of day.
func ParseClock(text string) (billing.Clock, error) {
	at := timeForm.FindStringSubmatch(foldMoment(text))
	if at == nil || number(at[1]) > 23 || number(at[2]) > 59 || number(at[3]) > 59 {
		return billing.Clock{}, reason.Refuse("", "clock.malformed")
	}
	return billing.Clock{Second: billing.Seconds(number(at[1]))*billing.Hour + billing.Seconds(number(at[2]))*billing.Minute + billing.Seconds(number(at[3])), Told: true}, nil
}

func shorten(s string) string {
	const most = 40
	if r := []rune(s); len(r) > most {
		return string(r[:most]) + "…"
	}
	return s
}

// ParseHours reads a number of hours as whole seconds.
func ParseHours(text string) (billing.Seconds, error) {
	hours, err := money.Parse(text)
	if err != nil {
		return 0, err
	}
	return billing.SecondsOf(hours)
}

// OpenFor returns how long an open run has been running at a moment.
func (r Run) OpenFor(now time.Time) (billing.Seconds, bool) {
	if !r.Open() {
		return 0, false
	}
	return max(0, billing.Seconds(now.Unix()-r.started().Unix())), true
}
