package interactions

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"amytis/bot/discord/rest"
	"amytis/bot/discord/rest/resttest"
)

// running is a receiver that runs.
type running struct {
	*Receiver
	stop  func()
	end   func()
	given atomic.Int64
}

// started returns a receiver as the client starts it, and its log.
func started(t *testing.T, h Handlers) (*running, *bytes.Buffer) { return limited(t, usualLimits, h) }

func limited(t *testing.T, l limits, h Handlers) (*running, *bytes.Buffer) {
	return configured(t, Config{}, l, h)
}

func configured(t *testing.T, cfg Config, l limits, h Handlers) (*running, *bytes.Buffer) {
	t.Helper()
	log := new(bytes.Buffer)
	logger := slog.New(slog.NewTextHandler(log, nil))
	r := &running{Receiver: newReceiver(cfg.withDefaults(), l, h, &rest.Clock{}, logger)}
	ctx, cancel := context.WithCancel(t.Context())
	r.end = cancel
	stopping, stop := context.WithCancel(ctx)
	r.stop = stop
	r.Start(ctx, stopping)
	return r, log
}

// dispatch gives another interaction to its handler and returns when that is done.
func (r *running) dispatch(data string) {
	data = strings.Replace(data, `"id":"900"`, fmt.Sprintf(`"id":"%d"`, 899+r.given.Add(1)), 1)
	if handle := r.TakeInteraction([]byte(data)); handle != nil {
		handle()
	}
}

// drain stops the receiver.
func (r *running) drain() error {
	defer r.end()
	r.stop()
	return r.Drain(context.Background())
}

func TestPanicIsLoggedAndAnsweredAndFreesItsSlot(t *testing.T) {
	var answered string
	d, log := limited(t, limits{places: 1, waiting: 1, perMember: 1, perServer: 1}, Handlers{
		Interaction: func(context.Context, *discordgo.InteractionCreate) { panic("the roof is on fire") },
		OnPanic:     func(_ context.Context, i *discordgo.InteractionCreate) { answered = i.ID; panic("and the cellar") },
	})
	d.dispatch(resttest.PressJSON)
	assert.Contains(t, log.String(), "and the cellar")
	assert.Equal(t, "900", answered)
	assert.Contains(t, log.String(), "the roof is on fire")
	assert.Contains(t, log.String(), "receiver_test.go", "the log must contain the stack")
	require.NoError(t, d.drain(), "drain finishes only because the slot was given back")
}

// discordgo decodes these with type 0, without data or a player. Its typed getters would panic.
func TestUndecodableInteractionsDoNotReachTheHandler(t *testing.T) {
	for name, c := range map[string]struct {
		data     string
		salvaged bool
	}{
		"an unknown type":      {strings.Replace(resttest.PressJSON, `"type":3`, `"type":99`, 1), true},
		"a ping":               {strings.Replace(resttest.PressJSON, `"type":3`, `"type":1`, 1), true},
		"data of another kind": {strings.Replace(resttest.PressJSON, `{"custom_id":"x","component_type":2}`, `[1]`, 1), true},
		"no data":              {strings.Replace(resttest.PressJSON, `"data"`, `"date"`, 1), true},
		"data that is null":    {strings.Replace(resttest.PressJSON, `{"custom_id":"x","component_type":2}`, `null`, 1), true},
		"no pressed message":   {strings.Replace(resttest.PressJSON, `"message"`, `"note"`, 1), true},
		"an option that is null": {strings.NewReplacer(`"type":3`, `"type":2`, `"custom_id":"x"`,
			`"name":"game","options":[{"name":"new","type":1,"options":[null]}]`).Replace(resttest.PressJSON), true},
		"no player":               {strings.Replace(resttest.PressJSON, `"member"`, `"nobody"`, 1), true},
		"a time that is none":     {strings.Replace(resttest.PressJSON, `{`, `{"entitlements":[{"starts_at":"once"}],`, 1), true},
		"a type that is a string": {strings.Replace(resttest.PressJSON, `"type":3`, `"type":"three"`, 1), true},
		"nothing":                 {`{}`, false},
		"null":                    {`null`, false},
		"no object":               {`[]`, false},
	} {
		t.Run(name, func(t *testing.T) {
			var unreadable *discordgo.InteractionCreate
			d, log := started(t, Handlers{
				Interaction: func(context.Context, *discordgo.InteractionCreate) { t.Error("the handler was called") },
				Unreadable:  func(_ context.Context, i *discordgo.InteractionCreate) { unreadable = i },
			})
			d.dispatch(c.data)
			assert.Contains(t, log.String(), "could not be decoded")
			assert.Equal(t, c.salvaged, unreadable != nil, "Unreadable must be called exactly if it can be answered")
			if c.salvaged {
				assert.NotEmpty(t, unreadable.ID)
				assert.NotEmpty(t, unreadable.Token)
			}
		})
	}
}

func TestMessageOfAMenuHasItsControls(t *testing.T) {
	d, err := decodeCommand([]byte(`{"name":"Board","type":3,"target_id":"7","resolved":{"messages":{"7":{
		"attachments":[{"id":"71"}],"components":[{"type":250,"components":[{"custom_id":"a"}]},{"custom_id":"b"}]}}}}`))
	require.NoError(t, err)
	buttons := []discordgo.MessageComponent{discordgo.Button{CustomID: "a"}, discordgo.Button{CustomID: "b"}}
	m := d.Resolved.Messages["7"]
	assert.Equal(t, []discordgo.MessageComponent{discordgo.ActionsRow{Components: buttons}}, m.Components)
	assert.Equal(t, "71", m.Attachments[0].ID)
}

func TestAnInteractionThatCameTwiceIsHandledOnce(t *testing.T) {
	handled := 0
	d, _ := started(t, Handlers{Interaction: func(context.Context, *discordgo.InteractionCreate) { handled++ }})
	for range 2 {
		d.TakeInteraction([]byte(resttest.PressJSON))()
	}
	assert.Equal(t, 1, handled)
	assert.Zero(t, d.LastByHTTP().UnixMilli(), "it came by the gateway")
}

func TestHandlersAreLimitedAndTheRestGetABusyAnswer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var running, most, handled, refused atomic.Int64
		d, _ := limited(t, limits{places: 4, waiting: 20, perMember: 99, perServer: 4}, Handlers{
			Interaction: func(context.Context, *discordgo.InteractionCreate) {
				n := running.Add(1)
				for old := most.Load(); n > old && !most.CompareAndSwap(old, n); old = most.Load() {
				}
				time.Sleep(900 * time.Millisecond)
				running.Add(-1)
				handled.Add(1)
			},
			Busy: func(context.Context, *discordgo.InteractionCreate) { refused.Add(1) },
		})
		for range 30 {
			go d.dispatch(resttest.PressJSON)
		}
		synctest.Wait()
		assert.EqualValues(t, 16, refused.Load(), "interactions that do not fit into the queue must be refused at once")
		time.Sleep(time.Minute)
		assert.EqualValues(t, 4, most.Load())
		assert.EqualValues(t, 8, handled.Load(), "four must run at once, and four after 900 ms")
		assert.EqualValues(t, 22, refused.Load(), "six must be refused after waiting too long")
		require.NoError(t, d.drain())
	})
}

func TestBusyAnswersAreLimited(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var refused atomic.Int64
		d, log := limited(t, limits{places: 1, waiting: 1, perMember: 1000, perServer: 1}, Handlers{
			Interaction: func(context.Context, *discordgo.InteractionCreate) { time.Sleep(time.Second) },
			Busy: func(context.Context, *discordgo.InteractionCreate) {
				refused.Add(1)
				time.Sleep(time.Second)
			},
		})
		for range 1000 {
			go d.dispatch(resttest.PressJSON)
		}
		time.Sleep(time.Minute)
		synctest.Wait()
		assert.EqualValues(t, maxBusyAnswers, refused.Load())
		assert.Less(t, strings.Count(log.String(), "too many came at once"), 15, "the log was flooded")
		require.NoError(t, d.drain())
	})
}

func TestStoppingWaitsForHandlersAndRefusesNewInteractions(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var handled, refused atomic.Int64
		d, log := started(t, Handlers{
			Interaction: func(ctx context.Context, _ *discordgo.InteractionCreate) {
				time.Sleep(5 * time.Second)
				if assert.NoError(t, ctx.Err(), "the context must not end before the grace time") {
					handled.Add(1)
				}
			},
			Busy: func(context.Context, *discordgo.InteractionCreate) { refused.Add(1) },
		})
		go d.dispatch(resttest.PressJSON)
		synctest.Wait()
		began := time.Now()
		go func() {
			time.Sleep(time.Second)
			d.dispatch(resttest.PressJSON)
		}()
		require.NoError(t, d.drain())
		assert.Equal(t, 5*time.Second, time.Since(began))
		assert.EqualValues(t, 1, handled.Load())
		assert.EqualValues(t, 1, refused.Load())
		assert.Empty(t, log.String())
		d.dispatch(resttest.PressJSON)
		assert.EqualValues(t, 1, refused.Load(), "a stopped bot must not answer")
		assert.NotContains(t, log.String(), "too many")
		assert.NotContains(t, log.String(), "level=ERROR")
		assert.Contains(t, log.String(), "not answered")
	})
}

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }
