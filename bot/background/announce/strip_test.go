package announce

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/bot/play/tables"
	"amytis/store"
)

func TestRemovalOfButtonsTakesNoPlaceOfAMessage(t *testing.T) {
	t.Parallel()
	a := New(Options{Messages: &fakeDiscord{down: true}, Tables: tables.New(nil, time.Now, nil)})
	a.slots, a.stripSlots = make(chan struct{}, 1), make(chan struct{}, 1)
	old := newEntry(store.Entry{Kind: tables.StripButtons, Channel: 5, Target: 6})
	try := func(atMost time.Duration) (err error, late error) {
		ctx, cancel := context.WithTimeout(t.Context(), atMost)
		defer cancel()
		old.ctx = ctx
		_, err = a.attempt(newQueue(old.key()), old)
		return err, ctx.Err()
	}
	a.slots <- struct{}{} // a message is being sent
	err, late := try(time.Minute)
	require.Error(t, err, "there is no Discord")
	require.NoError(t, late, "the removal does not wait for the message")

	a.stripSlots <- struct{}{} // another removal
	err, _ = try(time.Millisecond)
	require.ErrorIs(t, err, context.DeadlineExceeded, "removals have separate places")
}
