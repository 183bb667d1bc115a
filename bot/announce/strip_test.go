package announce

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/bot/tables"
	"amytis/store"
)

func TestRemovalOfButtonsTakesNoPlaceOfAMessage(t *testing.T) {
	t.Parallel()
	a := &Announcer{messages: offline(t), slots: make(chan struct{}, 1), stripSlots: make(chan struct{}, 1)}
	old := &delivery{Message: store.Message{Kind: tables.StripButtons, Channel: 5, Target: 6}}
	a.slots <- struct{}{} // a message is being sent
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	require.Error(t, a.strip(ctx, old), "there is no Discord")
	require.NoError(t, ctx.Err(), "the removal does not wait for the message")

	a.stripSlots <- struct{}{} // another removal
	ctx, cancel = context.WithTimeout(t.Context(), time.Millisecond)
	defer cancel()
	require.ErrorIs(t, a.strip(ctx, old), context.DeadlineExceeded, "removals have separate places")
}
