package rest

import (
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

// madeAt returns the ID of something that was made at a time.
func madeAt(at time.Time) string {
	return strconv.FormatInt((at.UnixMilli()-1420070400000)<<22, 10)
}

func TestAgeIsUnknownBeforeDiscordHasSentADate(t *testing.T) {
	c := &Clock{}
	assert.Zero(t, c.Age(madeAt(time.Now().Add(-time.Hour)), time.Now()))
	c.Saw(time.Now(), time.Now())
	assert.Zero(t, c.Age("no number", time.Now()))
}

func TestAgeDoesNotDependOnTheClockOfThisHost(t *testing.T) {
	for _, wrong := range []time.Duration{0, 10 * time.Minute, -10 * time.Minute, 24 * time.Hour} {
		c := &Clock{}
		here := time.Now()
		there := here.Add(wrong)
		for i := range 40 {
			passed := time.Duration(i) * 300 * time.Millisecond
			c.Saw(there.Add(passed).Truncate(time.Second), here.Add(passed+50*time.Millisecond))
		}
		now, nowThere := here.Add(20*time.Second), there.Add(20*time.Second)
		assert.Zero(t, c.Age(madeAt(nowThere.Add(time.Second)), now), "the next second")
		age := c.Age(madeAt(nowThere.Add(-5*time.Second)), now)
		assert.LessOrEqual(t, age, 5*time.Second, "nothing seems older than it is")
		assert.Greater(t, age, 4500*time.Millisecond)
	}
}

func TestOneWrongDateIsSoonForgotten(t *testing.T) {
	c := &Clock{}
	now := time.Now()
	c.Saw(now.Add(time.Hour), now)
	assert.Greater(t, c.Age(madeAt(now), now), 30*time.Minute)
	later := now.Add(2 * dateLife)
	c.Saw(later, later)
	assert.Less(t, c.Age(madeAt(later), later), time.Second)
}

func TestOldDateAllowsForAFastClock(t *testing.T) {
	c := &Clock{}
	seen := time.Now()
	c.Saw(seen, seen)
	later := seen.Add(24 * time.Hour)
	assert.Zero(t, c.Age(madeAt(later.Add(-10*time.Second)), later))
	at, known := c.AtLeast(later)
	assert.True(t, known, "a date of Discord was seen")
	assert.WithinDuration(t, later, at, 20*time.Second)
	assert.Less(t, at, later.Add(-10*time.Second))
}
