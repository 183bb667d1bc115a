package announce

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/bot/discord/rest"
)

// TestSuccessAfterFewFailuresWakesNoQueue guards against a retry of a message that always fails
// whenever another message succeeds.
func TestSuccessAfterFewFailuresWakesNoQueue(t *testing.T) {
	q, e := newQueue(queueKey{}), &entry{}
	a := &Announcer{queues: map[queueKey]*queue{q.key: q}}
	temporary := &rest.Error{Status: 502}
	for range 10 {
		for range outageAfter - 1 {
			a.note(q, e, temporary)
		}
		a.note(q, e, nil)
	}
	require.Empty(t, q.woken, "a success after two failures ended an outage")
	for range outageAfter {
		a.note(q, e, temporary)
	}
	a.note(q, e, nil)
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
			time.AfterFunc(changed+time.Second, func() { b.announcer.RetryGuild(1) })
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
