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
	p := &poster{
		Options: Options{Messages: &fakeDiscord{down: true}, Tables: tables.New(nil, time.Now, nil)},
		slots:   make(chan struct{}, 1), stripSlots: make(chan struct{}, 1),
	}
	old := newEntry(store.Entry{Kind: tables.StripButtons, Channel: 5, Target: 6})
	p.slots <- struct{}{} // a message is being sent
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	_, err := p.do(ctx, old)
	require.Error(t, err, "there is no Discord")
	require.NoError(t, ctx.Err(), "the removal does not wait for the message")

	p.stripSlots <- struct{}{} // another removal
	ctx, cancel = context.WithTimeout(t.Context(), time.Millisecond)
	defer cancel()
	_, err = p.do(ctx, old)
	require.ErrorIs(t, err, context.DeadlineExceeded, "removals have separate places")
}
