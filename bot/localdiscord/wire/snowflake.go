package wire

import (
	"cmp"
	"strconv"
	"time"
)

// discordEpoch is the first millisecond of 2015, where Discord's ids start.
// https://discord.com/developers/docs/reference#snowflakes
const discordEpoch = 1420070400000

// Snowflakes hands out ids that carry the time, rise, and never repeat, even when the clock stands
// still or goes back. The zero value is ready.
type Snowflakes struct{ last uint64 }

// Next returns a fresh id for an object made at now.
func (s *Snowflakes) Next(now time.Time) string {
	s.last = max(uint64(now.UnixMilli()-discordEpoch)<<22, s.last+1)
	return strconv.FormatUint(s.last, 10)
}

// Reserve makes sure that Next never returns an id that came from outside.
func (s *Snowflakes) Reserve(id string) {
	n, err := strconv.ParseUint(id, 10, 64)
	// An id far in the future would push all later ones there. It cannot collide soon anyway.
	if err == nil && n > s.last && n <= s.last+1<<22 {
		s.last = n
	}
}

func IsSnowflake(id string) bool {
	n, err := strconv.ParseUint(id, 10, 64)
	return err == nil && n > 0
}

// CompareIDs orders ids by the time they carry, oldest first. It is made for [slices.SortFunc].
func CompareIDs(a, b string) int {
	// Ids of different length cannot be compared as text.
	return cmp.Or(cmp.Compare(len(a), len(b)), cmp.Compare(a, b))
}
