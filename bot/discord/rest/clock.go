package rest

import (
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"
)

// Clock estimates Discord's clock from the Date headers of its answers, so that a wrong
// clock of this host does not matter. A header is cut to whole seconds and arrives late, so it only
// says what time it is at least. The best of the last minute comes close to the truth.
type Clock struct {
	mu       sync.Mutex
	date     time.Time // by Discord
	received time.Time // by this host, zero for never
}

const (
	dateLife = time.Minute // after which any header replaces the last, which may be wrong
	// clockDrift is how much faster this clock may run, in parts per million. A quartz: under 100.
	clockDrift = 200
)

func (c *Clock) Saw(date, received time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if date.After(c.atLeast(received)) || received.Sub(c.received) > dateLife {
		c.date, c.received = date, received
	}
}

func (c *Clock) atLeast(now time.Time) time.Time {
	passed := now.Sub(c.received) // measured by the monotonic clock
	return c.date.Add(passed - passed/1_000_000*clockDrift)
}

// AtLeast returns the earliest time that it can be at Discord, if it is known.
func (c *Clock) AtLeast(now time.Time) (at time.Time, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.atLeast(now), !c.received.IsZero()
}

// Right reports whether this host's clock is known to differ from Discord's by less than a minute.
func (c *Clock) Right() bool {
	now := time.Now()
	at, ok := c.AtLeast(now)
	return ok && now.Sub(at).Abs() < time.Minute
}

// Age returns how old an interaction is, at least: 0 if that is not known.
func (c *Clock) Age(id string, now time.Time) time.Duration {
	made, err := discordgo.SnowflakeTimestamp(id)
	at, ok := c.AtLeast(now)
	if err != nil || !ok {
		return 0
	}
	return max(at.Sub(made), 0)
}
