package store

import "time"

// QuietHours is a daily time span in which a player gets no pings. The zero value means no quiet
// hours.
type QuietHours struct {
	// From and To are hours of the player's local day, 0 to 23. From is the first quiet hour, To
	// the first hour after the quiet ones. Equal values mean no quiet hours.
	From int `json:"from"`
	To   int `json:"to"`
	// Offset is how far the player's time is ahead of UTC, in minutes; it is negative west of
	// Greenwich. It counts if [Preferences].Zone names no zone that this program knows.
	Offset int `json:"utc"`
}

const (
	msPerMinute = 60 * 1000
	msPerHour   = 60 * msPerMinute
	msPerDay    = 24 * msPerHour
)

// Any reports whether the player has quiet hours.
func (q QuietHours) Any() bool { return q.From != q.To }

// Over returns the first time from at on that is not quiet in a place, in Unix milliseconds. That
// is at itself, or the end of the quiet hours that at falls into.
//
// The clock on the wall there decides. So an hour that it shows twice in a night is quiet twice or
// not at all, and an hour that it leaves out is never quiet.
func (q QuietHours) Over(at int64, place *time.Location) int64 {
	for q.Any() {
		there := time.UnixMilli(at).In(place)
		_, offset := there.Zone()
		over := q.overAhead(at, int64(offset)*1000)
		_, change := there.ZoneBounds()
		if change.IsZero() || over < change.UnixMilli() {
			return over
		}
		at = change.UnixMilli() // it is quiet until the clock there changes
	}
	return at
}

// overAhead is Over for a clock that is always ahead of UTC by the same number of milliseconds.
func (q QuietHours) overAhead(at, ahead int64) int64 {
	length := ofDay(int64(q.To-q.From) * msPerHour)
	if into := ofDay(at + ahead - int64(q.From)*msPerHour); into < length {
		return at + length - into
	}
	return at
}

// ofDay returns the time since the start of its day, in milliseconds. It is never negative.
func ofDay(ms int64) int64 { return (ms%msPerDay + msPerDay) % msPerDay }
