package harness

import (
	"sync/atomic"
	"time"
)

// Clock is a bot's clock, which a test can put forward.
type Clock struct{ ahead atomic.Int64 }

func (c *Clock) Now() time.Time { return time.Now().Add(c.Ahead()) }

func (c *Clock) Ahead() time.Duration { return time.Duration(c.ahead.Load()) }

func (c *Clock) Forward(d time.Duration) { c.ahead.Add(int64(d)) }

// ToMidday puts the clock forward to the next half past twelve in UTC. Use it where no hour or day
// may end by chance during the test.
func (c *Clock) ToMidday() {
	const day, midday = 24 * time.Hour, 12*time.Hour + 30*time.Minute
	now := c.Now()
	c.Forward((midday + day - now.Sub(now.Truncate(day))) % day)
}
