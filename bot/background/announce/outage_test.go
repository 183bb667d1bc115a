package announce

import (
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/bot/discord/rest"
	"amytis/engine/table"
)

// TestSuccessAfterFewFailuresWakesNoQueue guards against a retry of a message that always fails
// whenever another message succeeds.
func TestSuccessAfterFewFailuresWakesNoQueue(t *testing.T) {
	q, e := newQueue(queueKey{}), &entry{}
	a := &Announcer{queues: map[queueKey]*queue{q.key: q}}
	temporary := &rest.Error{Status: 502}
	for range 10 {
		for range outageAfter - 1 {
			a.noteAttempt(q, e, temporary)
		}
		a.noteAttempt(q, e, nil)
	}
	require.Empty(t, q.woken, "a success after two failures ended an outage")
	for range outageAfter {
		a.noteAttempt(q, e, temporary)
	}
	a.noteAttempt(q, e, nil)
	require.Len(t, q.woken, 1, "the success after an outage ends it")
}

// TestChangeBeforeAnAttemptDoesNotDelayItsRetry has a server change, which a failed attempt retries
// after two seconds. The usual pause is one second.
func TestChangeBeforeAnAttemptDoesNotDelayItsRetry(t *testing.T) {
	for changed, pause := range map[time.Duration]time.Duration{
		-time.Second: time.Second, 200 * time.Millisecond: 2200 * time.Millisecond,
	} {
		inBubble(t, func(b *alertBot) {
			id := ofTwo(b)
			wait(2 * time.Second)
			b.news()
			time.AfterFunc(changed+time.Second, func() { b.announcer.RetryIn(1, func(_, _ table.ChannelID) bool { return true }) })
			wait(time.Second)
			b.discord.set(func(d *fakeDiscord) { d.down = true })
			b.move(id)
			wait(500 * time.Millisecond)
			b.discord.set(func(d *fakeDiscord) { d.down = false })
			wait(pause - 510*time.Millisecond)
			require.Empty(t, b.news())
			wait(20 * time.Millisecond)
			require.Len(t, b.news(), 1)
		})
	}
}

// TestDiscordIsDownOnlyIfNoServerGetsAnnouncements has attempts fail or succeed, by server.
func TestDiscordIsDownOnlyIfNoServerGetsAnnouncements(t *testing.T) {
	fails, refuses := &rest.Error{Status: 503}, &rest.Error{Status: 403}
	type attempt struct {
		guild table.GuildID
		err   error
	}
	times := func(n int, a ...attempt) []attempt { return slices.Repeat(a, n) }
	for name, c := range map[string]struct {
		attempts []attempt
		down     bool
	}{
		"two failures":                      {times(outageAfter-1, attempt{1, fails}), false},
		"the only server":                   {times(outageAfter, attempt{1, fails}), true},
		"all of two servers":                {times(2, attempt{1, fails}, attempt{2, fails}), true},
		"one of two servers":                {append(times(1, attempt{2, nil}), times(9, attempt{1, fails})...), false},
		"a permission is missing":           {times(9, attempt{1, refuses}), false},
		"then one succeeds":                 {append(times(9, attempt{1, fails}), attempt{1, nil}), false},
		"one fails and another is refused":  {append(times(9, attempt{1, fails}), attempt{2, refuses}), false},
		"two fail and another is refused":   {append(times(9, attempt{1, fails}, attempt{2, fails}), attempt{3, refuses}), true},
		"servers that fail now and again":   {times(9, attempt{1, fails}, attempt{2, fails}, attempt{1, nil}), false},
		"one failed and the entry is taken": {append(times(9, attempt{1, fails}), attempt{0, nil}), false},
	} {
		t.Run(name, func(t *testing.T) {
			a := New(Options{Messages: &fakeDiscord{}})
			for _, at := range c.attempts {
				seq := uint64(at.guild)
				if at.guild == 0 {
					clear(a.taken)
					continue
				}
				if a.taken[seq] == nil {
					a.taken[seq] = &entry{takenAt: time.Now()}
				}
				a.guilds[at.guild] = true
				a.noteAttempt(&queue{guild: at.guild}, a.taken[seq], at.err)
			}
			require.Equal(t, c.down, a.Down())
		})
	}
}

// TestMessageThatAlwaysFailsIsNoOutageForEver guards against limits that never run again.
func TestMessageThatAlwaysFailsIsNoOutageForEver(t *testing.T) {
	inBubble(t, func(b *alertBot) {
		id := ofTwo(b)
		wait(2 * time.Second)
		b.discord.set(func(d *fakeDiscord) { d.down = true })
		require.False(t, b.announcer.Down(), "no message has failed yet")
		b.move(id)
		wait(time.Minute)
		require.True(t, b.announcer.Down(), "nothing was posted for a minute")
		wait(23 * time.Hour)
		require.True(t, b.announcer.Down(), "the message is still tried")
		wait(time.Hour)
		require.False(t, b.announcer.Down(), "the message is given up")
	})
}
