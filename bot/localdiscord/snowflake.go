package localdiscord

import (
	"strconv"
	"sync/atomic"
	"time"
)

// discordEpoch is the first millisecond of 2015, where Discord's ids start.
// https://discord.com/developers/docs/reference#snowflakes
const discordEpoch = 1420070400000

// snowflakes hands out ids that carry the time, rise, and never repeat, even when the clock stands still or goes back.
type snowflakes struct {
	last atomic.Uint64
}

func (s *snowflakes) next(now time.Time) string {
	fresh := uint64(now.UnixMilli()-discordEpoch) << 22
	for {
		last := s.last.Load()
		id := max(fresh, last+1)
		if s.last.CompareAndSwap(last, id) {
			return strconv.FormatUint(id, 10)
		}
	}
}

// reserve keeps ids that were given from outside from being handed out again.
func (s *snowflakes) reserve(id string) {
	n, err := strconv.ParseUint(id, 10, 64)
	if err != nil {
		return
	}
	for {
		last := s.last.Load()
		// An id far in the future would push all others there; such an id cannot collide soon either.
		if n <= last || n > last+1<<22 {
			return
		}
		if s.last.CompareAndSwap(last, n) {
			return
		}
	}
}

func isSnowflake(id string) bool {
	n, err := strconv.ParseUint(id, 10, 64)
	return err == nil && n > 0
}

// older compares ids by the time they carry. Ids of different length cannot be compared as text.
func older(a, b string) bool {
	if len(a) != len(b) {
		return len(a) < len(b)
	}
	return a < b
}
