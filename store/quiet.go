package store

// QuietHours is a daily time span in which a player gets no pings. The zero value means no quiet
// hours.
type QuietHours struct {
	// From and To are hours of the player's local day, 0 to 23. From is the first quiet hour, To
	// the first hour after the quiet ones. Equal values mean no quiet hours.
	From int `json:"from"`
	To   int `json:"to"`
	// Offset is how far the player's time is ahead of UTC, in minutes; it is negative west of
	// Greenwich.
	Offset int `json:"utc"`
}

const (
	msPerMinute = 60 * 1000
	msPerHour   = 60 * msPerMinute
	msPerDay    = 24 * msPerHour
)

// Any reports whether the player has quiet hours.
func (q QuietHours) Any() bool { return q.From != q.To }

// Over returns the first time from at on that is not quiet, in Unix milliseconds. That is at
// itself, or the end of the quiet hours that at falls into.
func (q QuietHours) Over(at int64) int64 {
	local := at + int64(q.Offset)*msPerMinute
	length := ofDay(int64(q.To-q.From) * msPerHour)
	if into := ofDay(local - int64(q.From)*msPerHour); into < length {
		return at + length - into
	}
	return at
}

// ofDay returns the time since the start of its day, in milliseconds. It is never negative.
func ofDay(ms int64) int64 { return (ms%msPerDay + msPerDay) % msPerDay }
