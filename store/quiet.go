package store

// QuietHours are a time of the day, every day, in which a player is left alone.
// The zero value is none.
type QuietHours struct {
	// From and To are hours of the day, 0 to 23, of the player's own time: To is
	// the first that is not quiet any more. Where they are the same, none is.
	From int `json:"from"`
	To   int `json:"to"`
	// Offset is how far the player's time is ahead of UTC, in minutes.
	Offset int `json:"utc"`
}

const (
	msPerMinute = 60 * 1000
	msPerHour   = 60 * msPerMinute
	msPerDay    = 24 * msPerHour
)

// Any reports whether there are any.
func (q QuietHours) Any() bool { return q.From != q.To }

// Over is when a time, in Unix ms, is not quiet any more: that time itself, or
// the end of the quiet hours that it falls into.
func (q QuietHours) Over(at int64) int64 {
	own := at + int64(q.Offset)*msPerMinute
	length := ofDay(int64(q.To-q.From) * msPerHour)
	if into := ofDay(own - int64(q.From)*msPerHour); into < length {
		return at + length - into
	}
	return at
}

// ofDay is what is left of a time without whole days, not below 0.
func ofDay(ms int64) int64 { return (ms%msPerDay + msPerDay) % msPerDay }
