package wishes

import (
	"sync"
	"time"
	_ "time/tzdata" // the machine may have no time zones

	"amytis/store"
)

const (
	msPerMinute = 60 * 1000
	msPerHour   = 60 * msPerMinute
	msPerDay    = 24 * msPerHour
)

func AnyQuiet(q store.QuietHours) bool { return q.From != q.To }

// QuietOver returns the first time from at on that is not quiet in a place, in Unix milliseconds.
// An hour that the clock shows twice is quiet twice or not at all, one that it leaves out never.
func QuietOver(q store.QuietHours, at int64, place *time.Location) int64 {
	for AnyQuiet(q) {
		there := time.UnixMilli(at).In(place)
		_, offset := there.Zone()
		over := overAhead(q, at, int64(offset)*1000)
		_, change := there.ZoneBounds()
		if change.IsZero() || over < change.UnixMilli() {
			return over
		}
		at = change.UnixMilli() // it is quiet until the clock there changes
	}
	return at
}

// overAhead is QuietOver for a clock that is always the same milliseconds ahead of UTC.
func overAhead(q store.QuietHours, at, ahead int64) int64 {
	length := ofDay(int64(q.To-q.From) * msPerHour)
	if into := ofDay(at + ahead - int64(q.From)*msPerHour); into < length {
		return at + length - into
	}
	return at
}

// ofDay returns the milliseconds since the start of the day in UTC, never negative.
func ofDay(ms int64) int64 { return (ms%msPerDay + msPerDay) % msPerDay }

// Location returns the player's time zone, or the offset of the quiet hours if the zone is unknown.
func Location(p *store.Preferences) *time.Location {
	if place, found := locations.Load(p.Zone); found {
		return place.(*time.Location)
	}
	place, err := time.LoadLocation(p.Zone)
	if p.Zone == "" || err != nil {
		return time.FixedZone("", p.Quiet.Offset*int(time.Minute/time.Second))
	}
	locations.Store(p.Zone, place)
	return place
}

// locations caches time zones by IANA name, since reading one takes a while.
var locations sync.Map
