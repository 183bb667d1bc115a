package wishes

import (
	"slices"
	"time"

	"amytis/store"
)

// AwayDays is on how many days of a calendar year a player may be away, besides free weekends.
const AwayDays = 30

// keepAbsence is how long absences stay after their end, over the year whose days they use up.
const keepAbsence = 400 * msPerDay

// AwayAt returns when a player who is away at a time is back, 0 if not away. Weekends do not count.
func AwayAt(p *store.Preferences, at int64) int64 {
	for _, a := range p.Absences {
		if a.From <= at && at < a.To {
			return a.To
		}
	}
	return 0
}

// GoAway makes the player away for a time. If they are away already, only the end changes.
func GoAway(p *store.Preferences, from, to int64) {
	p.Absences = slices.DeleteFunc(slices.Clone(p.Absences), func(a store.Absence) bool {
		return a.To < from-keepAbsence
	})
	if AwayAt(p, from) != 0 {
		p.Absences[len(p.Absences)-1].To = to
		return
	}
	p.Absences = append(p.Absences, store.Absence{From: from, To: to})
}

// ComeBack ends the absence at a time, if the player is away.
func ComeBack(p *store.Preferences, at int64) {
	if AwayAt(p, at) == 0 {
		return
	}
	p.Absences = slices.Clone(p.Absences)
	last := &p.Absences[len(p.Absences)-1]
	if last.To = at; last.From == at {
		last.To++ // an absence is never empty
	}
}

// atOnce is how long a mistake lasts, in milliseconds: an absence of no more costs no day.
const atOnce = 60_000

// AwayDaysIn returns on how many days of a calendar year the player is away. Each absence longer
// than atOnce uses up all days that it touches in the player's time zone, even by an hour.
func AwayDaysIn(p *store.Preferences, year int) int {
	place := Location(p)
	days := 0
	for _, a := range p.Absences {
		if a.To-a.From <= atOnce {
			continue
		}
		day := civil(a.From, place)
		for last := civil(a.To-1, place); !day.After(last); day = day.AddDate(0, 0, 1) {
			if day.Year() == year {
				days++
			}
		}
	}
	return days
}

// civil returns the local date as midnight in UTC.
func civil(at int64, place *time.Location) time.Time {
	year, month, day := time.UnixMilli(at).In(place).Date()
	return time.Date(year, month, day, 0, 0, 0, 0, time.UTC)
}

// DayStart returns when a date, as midnight in UTC, begins in a place, in Unix milliseconds. Where
// clocks change at midnight, it is another hour.
func DayStart(date time.Time, place *time.Location) int64 {
	at := date.UnixMilli() - 2*msPerDay // it is earlier there
	for {
		there := time.UnixMilli(at).In(place)
		_, offset := there.Zone()
		start := max(at, date.UnixMilli()-int64(offset)*1000)
		_, change := there.ZoneBounds()
		if change.IsZero() || start < change.UnixMilli() {
			return start
		}
		at = change.UnixMilli()
	}
}

// Absent returns the first run of absences and free weekends that ends after a time, 0 for none.
func Absent(p *store.Preferences, after int64) (begin, end int64) {
	begin, end = absence(p, after)
	for end != 0 {
		next, over := absence(p, end)
		if over == 0 || next > end {
			break
		}
		end = over
	}
	return begin, end
}

// absence returns the first absence or free weekend that ends after a time.
func absence(p *store.Preferences, after int64) (begin, end int64) {
	if p.Weekends != 0 {
		begin, end = weekend(p, after)
	}
	for _, a := range p.Absences {
		if a.To > after && (end == 0 || a.From < begin) {
			begin, end = a.From, a.To
		}
	}
	return begin, end
}

func weekend(p *store.Preferences, after int64) (begin, end int64) {
	place := Location(p)
	date := civil(max(after, p.Weekends), place)
	saturday := date.AddDate(0, 0, int(time.Saturday-date.Weekday()))
	if date.Weekday() == time.Sunday {
		saturday = date.AddDate(0, 0, -1)
	}
	return max(DayStart(saturday, place), p.Weekends), DayStart(saturday.AddDate(0, 0, 2), place)
}

// Reachable returns the first time from at on, in Unix milliseconds, when the player may be pinged.
func Reachable(p *store.Preferences, at int64) int64 {
	if !AnyQuiet(p.Quiet) && len(p.Absences) == 0 && p.Weekends == 0 {
		return at
	}
	for {
		over := QuietOver(p.Quiet, at, Location(p))
		if begin, end := Absent(p, over); end != 0 && begin <= over {
			over = end
		}
		if over == at {
			return at
		}
		at = over
	}
}
