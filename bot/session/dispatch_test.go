package session

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
)

// started returns a dispatcher as Run starts it, and its log.
func started(t *testing.T, cfg Config, h Handlers) (*dispatcher, *bytes.Buffer) {
	t.Helper()
	cfg.Token = testToken
	cfg, err := cfg.withDefaults()
	require.NoError(t, err)
	log := new(bytes.Buffer)
	d := newDispatcher(cfg, h, &discordClock{}, slog.New(slog.NewTextHandler(log, nil)))
	d.start(t.Context())
	return d, log
}

// event is an event of the gateway.
type event struct{ kind, data string }

func eventOf(kind, data string) event { return event{kind, data} }

// dispatch gives an event to its handler and returns when that is done.
func (d *dispatcher) dispatch(e event) {
	if handle := d.take(e.kind, []byte(e.data)); handle != nil {
		handle()
	}
}

func TestPanicIsLoggedAndAnsweredAndFreesItsSlot(t *testing.T) {
	var answered string
	d, log := started(t, Config{MaxHandlers: 1}, Handlers{
		Interaction: func(context.Context, *discordgo.InteractionCreate) { panic("the roof is on fire") },
		OnPanic:     func(_ context.Context, i *discordgo.InteractionCreate) { answered = i.ID },
	})
	d.dispatch(eventOf("INTERACTION_CREATE", pressJSON))
	assert.Equal(t, "900", answered)
	assert.Contains(t, log.String(), "the roof is on fire")
	assert.Contains(t, log.String(), "dispatch_test.go", "the log must contain the stack")
	d.drain() // drain finishes only because the slot was given back
	assert.NotContains(t, log.String(), "still running")
}

func TestPanicWhileAnsweringAPanicIsSurvived(t *testing.T) {
	boom := func(context.Context, *discordgo.InteractionCreate) { panic("boom") }
	d, log := started(t, Config{}, Handlers{Interaction: boom, OnPanic: boom})
	d.dispatch(eventOf("INTERACTION_CREATE", pressJSON))
	assert.Equal(t, 2, strings.Count(log.String(), "a handler panicked"))
}

func TestPanicInAnyOtherHandlerIsSurvived(t *testing.T) {
	d, log := started(t, Config{}, Handlers{
		Resumed:      func(context.Context) { panic(7) },
		Ready:        func(context.Context, *discordgo.Ready) { panic(1) },
		GuildSeen:    func(context.Context, *discordgo.Guild) { panic(2) },
		GuildGone:    func(context.Context, string) { panic(3) },
		PlaceChanged: func(context.Context, string) { panic(6) },
		ChannelGone:  func(context.Context, string, string) { panic(4) },
		ThreadGone:   func(context.Context, string, string) { panic(5) },
	})
	d.dispatch(eventOf("READY", `{}`))
	d.dispatch(eventOf("RESUMED", `{}`))
	for _, kind := range []string{"GUILD_CREATE", "GUILD_DELETE", "CHANNEL_DELETE", "THREAD_DELETE", "CHANNEL_UPDATE"} {
		d.dispatch(eventOf(kind, `{"id":"1","guild_id":"2"}`))
	}
	assert.Equal(t, 7, strings.Count(log.String(), "a handler panicked"))
}

// discordgo decodes each of these with type 0, without data or without a player. Its typed getters
// would panic.
func TestUndecodableInteractionsDoNotReachTheHandler(t *testing.T) {
	for name, c := range map[string]struct {
		data     string
		salvaged bool
	}{
		"an unknown type":         {strings.Replace(pressJSON, `"type":3`, `"type":99`, 1), true},
		"a ping":                  {strings.Replace(pressJSON, `"type":3`, `"type":1`, 1), true},
		"data of another kind":    {strings.Replace(pressJSON, `{"custom_id":"x","component_type":2}`, `[1]`, 1), true},
		"no player":               {strings.Replace(pressJSON, `"member"`, `"nobody"`, 1), true},
		"a type that is a string": {strings.Replace(pressJSON, `"type":3`, `"type":"three"`, 1), true},
		"nothing":                 {`{}`, false},
		"null":                    {`null`, false},
		"no object":               {`[]`, false},
	} {
		t.Run(name, func(t *testing.T) {
			var unreadable *discordgo.InteractionCreate
			d, log := started(t, Config{}, Handlers{
				Interaction: func(context.Context, *discordgo.InteractionCreate) { t.Error("the handler was called") },
				Unreadable:  func(_ context.Context, i *discordgo.InteractionCreate) { unreadable = i },
			})
			d.dispatch(eventOf("INTERACTION_CREATE", c.data))
			assert.Contains(t, log.String(), "could not be decoded")
			assert.Equal(
				t,
				c.salvaged,
				unreadable != nil,
				"Unreadable must be called exactly if the interaction can be answered",
			)
			if c.salvaged {
				assert.NotEmpty(t, unreadable.ID)
				assert.NotEmpty(t, unreadable.Token)
			}
		})
	}
}

// discordgo does not know all kinds of components, and nobody reads those of a pressed message.
func TestPressBelowUnknownComponentsIsHandled(t *testing.T) {
	var pressed *discordgo.InteractionCreate
	d, log := started(t, Config{}, Handlers{
		Interaction: func(_ context.Context, i *discordgo.InteractionCreate) { pressed = i },
	})
	event := strings.Replace(pressJSON, `"id":"800"`, `"id":"800","flags":64,"components":[{"type":250}]`, 1)
	d.dispatch(eventOf("INTERACTION_CREATE", event))
	require.NotNil(t, pressed, log)
	assert.Equal(t, "800", pressed.Message.ID)
	assert.Equal(t, discordgo.MessageFlagsEphemeral, pressed.Message.Flags)
}

func TestHandlersAreLimitedAndTheRestGetABusyAnswer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var running, most, handled, refused atomic.Int64
		d, _ := started(t, Config{MaxHandlers: 4, MaxWaiting: 20, MaxPerServer: 4, MaxPerMember: 99, WaitTimeout: time.Second}, Handlers{
			Interaction: func(context.Context, *discordgo.InteractionCreate) {
				n := running.Add(1)
				for old := most.Load(); n > old && !most.CompareAndSwap(old, n); old = most.Load() {
				}
				time.Sleep(600 * time.Millisecond)
				running.Add(-1)
				handled.Add(1)
			},
			Busy: func(context.Context, *discordgo.InteractionCreate) { refused.Add(1) },
		})
		for range 30 {
			go d.dispatch(eventOf("INTERACTION_CREATE", pressJSON))
		}
		synctest.Wait()
		assert.EqualValues(t, 16, refused.Load(), "interactions that do not fit into the queue must be refused at once")
		time.Sleep(time.Minute)
		assert.EqualValues(t, 4, most.Load())
		assert.EqualValues(t, 8, handled.Load(), "four must run at once, and four after 600 ms")
		assert.EqualValues(t, 22, refused.Load(), "six must be refused after waiting too long")
		d.drain()
	})
}

func TestBusyAnswersAreLimited(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var refused atomic.Int64
		d, log := started(t, Config{MaxHandlers: 1, MaxWaiting: 1, MaxPerMember: 1000}, Handlers{
			Interaction: func(context.Context, *discordgo.InteractionCreate) { time.Sleep(time.Second) },
			Busy: func(context.Context, *discordgo.InteractionCreate) {
				refused.Add(1)
				time.Sleep(time.Second)
			},
		})
		for range 1000 {
			go d.dispatch(eventOf("INTERACTION_CREATE", pressJSON))
		}
		time.Sleep(time.Minute)
		synctest.Wait()
		assert.EqualValues(t, maxBusyAnswers, refused.Load())
		assert.Less(t, strings.Count(log.String(), "too many came at once"), 15, "the log was flooded")
		d.drain()
	})
}

func TestStoppingWaitsForHandlersAndRefusesNewInteractions(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var handled, refused atomic.Int64
		d, log := started(t, Config{MaxHandlers: 4, GraceTimeout: 10 * time.Second}, Handlers{
			Interaction: func(ctx context.Context, _ *discordgo.InteractionCreate) {
				time.Sleep(5 * time.Second)
				if assert.NoError(t, ctx.Err(), "the context must not end before the grace time") {
					handled.Add(1)
				}
			},
			Busy: func(context.Context, *discordgo.InteractionCreate) { refused.Add(1) },
		})
		go d.dispatch(eventOf("INTERACTION_CREATE", pressJSON))
		synctest.Wait()
		began := time.Now()
		go func() {
			time.Sleep(time.Second)
			d.dispatch(eventOf("INTERACTION_CREATE", pressJSON))
		}()
		d.drain()
		assert.Equal(t, 5*time.Second, time.Since(began))
		assert.EqualValues(t, 1, handled.Load())
		assert.EqualValues(t, 1, refused.Load())
		assert.Empty(t, log.String())
		d.dispatch(eventOf("INTERACTION_CREATE", pressJSON))
		assert.EqualValues(t, 1, refused.Load(), "a stopped bot must not answer")
		assert.NotContains(t, log.String(), "too many")
		assert.NotContains(t, log.String(), "level=ERROR")
		assert.Contains(t, log.String(), "not answered")
	})
}

func TestEndlessHandlerIsCancelledAfterTheGraceTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d, log := started(t, Config{GraceTimeout: 3 * time.Second, HandlerTimeout: time.Hour}, Handlers{
			Interaction: func(ctx context.Context, _ *discordgo.InteractionCreate) { <-ctx.Done() },
		})
		go d.dispatch(eventOf("INTERACTION_CREATE", pressJSON))
		synctest.Wait()
		began := time.Now()
		d.drain()
		assert.Equal(t, 3*time.Second, time.Since(began))
		assert.Contains(t, log.String(), "still running")
	})
}

func TestHandlersOutliveTheContextOfRun(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	d, _ := started(t, Config{}, Handlers{Interaction: func(c context.Context, _ *discordgo.InteractionCreate) {
		cancel()
		assert.NoError(t, c.Err())
	}})
	d.start(ctx)
	d.dispatch(eventOf("INTERACTION_CREATE", pressJSON))
}

func TestPermissionChangesCallPlaceChangedWithTheServer(t *testing.T) {
	var seen []string
	d, _ := started(
		t,
		Config{},
		Handlers{PlaceChanged: func(_ context.Context, guild string) { seen = append(seen, guild) }},
	)
	d.dispatch(eventOf("CHANNEL_UPDATE", `{"id":"9","guild_id":"1"}`))
	d.dispatch(eventOf("THREAD_UPDATE", `{"id":"9","guild_id":"2"}`))
	d.dispatch(eventOf("GUILD_ROLE_UPDATE", `{"guild_id":"3","role":{"id":"9"}}`))
	d.dispatch(eventOf("GUILD_MEMBER_UPDATE", `{"guild_id":"4","user":{"id":"9"}}`))
	d.dispatch(eventOf("CHANNEL_UPDATE", `{"id":"9"}`))
	assert.Equal(t, []string{"1", "2", "3", "4"}, seen)
}

func TestServerOutageDoesNotCountAsRemoval(t *testing.T) {
	var seen []string
	d, _ := started(t, Config{}, Handlers{
		GuildSeen:   func(_ context.Context, g *discordgo.Guild) { seen = append(seen, "seen "+g.ID) },
		GuildGone:   func(_ context.Context, id string) { seen = append(seen, "gone "+id) },
		ChannelGone: func(_ context.Context, guild, id string) { seen = append(seen, fmt.Sprint("channel ", guild, " ", id)) },
		ThreadGone:  func(_ context.Context, guild, id string) { seen = append(seen, fmt.Sprint("thread ", guild, " ", id)) },
	})
	d.dispatch(eventOf("GUILD_DELETE", `{"id":"1","unavailable":true}`))
	d.dispatch(eventOf("GUILD_CREATE", `{"id":"1","unavailable":true}`))
	d.dispatch(eventOf("GUILD_CREATE", `{"id":"1"}`))
	d.dispatch(eventOf("CHANNEL_DELETE", `{"id":"2","guild_id":"1","type":0}`))
	d.dispatch(eventOf("THREAD_DELETE", `{"id":"3","guild_id":"1","type":11}`))
	d.dispatch(eventOf("GUILD_DELETE", `{"id":"1"}`))
	assert.Equal(t, []string{"seen 1", "channel 1 2", "thread 1 3", "gone 1"}, seen)
}
