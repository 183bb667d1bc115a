package harness

import (
	"sync/atomic"
	"time"
)

// Clock is a bot's clock. It runs like any other, but a test can put it forward.
type Clock struct{ ahead atomic.Int64 }

// Now returns the time by this clock.
func (c *Clock) Now() time.Time { return time.Now().Add(c.Ahead()) }

// Ahead returns how far the clock has been put forward.
func (c *Clock) Ahead() time.Duration { return time.Duration(c.ahead.Load()) }

// Forward puts the clock forward.
func (c *Clock) Forward(d time.Duration) { c.ahead.Add(int64(d)) }

// ToHalfPast puts the clock forward to half past an hour. Use it where no hour or minute may end
// during the test.
func (c *Clock) ToHalfPast() {
	now := c.Now()
	c.Forward(now.Truncate(time.Hour).Add(90 * time.Minute).Sub(now))
}
