package announce

import (
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/bot/session"
)

// TestSuccessAfterFewFailuresWakesNoQueue guards against a retry of a message that always fails
// whenever another message succeeds.
func TestSuccessAfterFewFailuresWakesNoQueue(t *testing.T) {
	q, e := newQueue(queueKey{}), &entry{}
	a := &Announcer{queues: map[queueKey]*queue{q.key: q}}
	temporary := &session.Error{Status: 502}
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
