package session

import (
	"context"
	"sync/atomic"
	"testing"

	"github.com/bwmarrin/discordgo"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// becomesReady runs a client against scripts and waits until it is ready.
func becomesReady(t *testing.T, scripts ...func(*wire)) *fake {
	t.Helper()
	t.Parallel()
	f := newFake(t, scripts...)
	var ready atomic.Int64
	_, stop := run(t, quick(f), Handlers{Ready: func(context.Context, *discordgo.Ready) { ready.Add(1) }})
	eventually(t, func() bool { return ready.Load() > 0 }, "READY is never reached")
	require.NoError(t, stop())
	return f
}

func TestSilenceBeforeHelloIsSurvived(t *testing.T) {
	f := becomesReady(t, func(w *wire) { w.hold() }, healthy)
	assert.Equal(t, 2, f.connections())
}

func TestSilenceAfterHelloIsSurvived(t *testing.T) {
	f := becomesReady(t, func(w *wire) { w.hello(); w.greeting(); w.hold() }, healthy)
	assert.Equal(t, 2, f.connections())
}

func TestReconnectBeforeHelloIsSurvived(t *testing.T) {
	f := becomesReady(t, func(w *wire) { w.send(7, "null"); w.hold() }, healthy)
	assert.Equal(t, 2, f.connections())
}

func TestReconnectInPlaceOfReadyIsSurvived(t *testing.T) {
	f := becomesReady(t, func(w *wire) { w.hello(); w.greeting(); w.send(7, "null"); w.hold() }, healthy)
	assert.Equal(t, 2, f.connections())
}

func TestInvalidSessionInPlaceOfReadyIsSurvived(t *testing.T) {
	f := becomesReady(t, func(w *wire) { w.hello(); w.greeting(); w.send(9, "false"); w.hold() }, healthy)
	require.Len(t, f.greetings(), 2, "one identify a connection: discordgo alone sends another at once")
	assert.Equal(t, 2, f.greetings()[1].Op)
}
