package store

import "time"

// QuietHours is a daily time span without pings. The zero value means none.
type QuietHours struct {
	// From and To are hours of the player's local day, 0 to 23, with To after the last quiet hour.
	// Equal values mean no quiet hours.
	From int `json:"from"`
	To   int `json:"to"`
	// Offset is how many minutes the player is ahead of UTC, negative in the west. It counts if
	// [Preferences].Zone names no known zone.
	Offset int `json:"utc"`
}

const (
	msPerMinute = 60 * 1000
	msPerHour   = 60 * msPerMinute
	msPerDay    = 24 * msPerHour
)

func (q QuietHours) Any() bool { return q.From != q.To }

// Over returns the first time from at on that is not quiet in a place, in Unix milliseconds.
//
// The wall clock decides. An hour that it shows twice in a night is quiet twice or not at all, and
// an hour that it leaves out is never quiet.
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

// overAhead is Over for a clock that is always the same milliseconds ahead of UTC.
func (q QuietHours) overAhead(at, ahead int64) int64 {
	length := ofDay(int64(q.To-q.From) * msPerHour)
	if into := ofDay(at + ahead - int64(q.From)*msPerHour); into < length {
		return at + length - into
	}
	return at
}

// ofDay returns the milliseconds since the start of the day in UTC, never negative.
func ofDay(ms int64) int64 { return (ms%msPerDay + msPerDay) % msPerDay }
