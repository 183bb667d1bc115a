package faults_test

import (
	"context"
	"errors"
	"log/slog"
	"math/rand/v2"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/bot/e2e/harness"
	"amytis/bot/localdiscord"
	"amytis/engine/longrun"
	"amytis/store"
	"amytis/store/storetest"
)

func TestMain(m *testing.M) { harness.Main(m) }

// playGame has people play to the end. By day two of them play some turns, and the first resigns.
// stop is called after the turns.
func playGame(at *harness.Table, people []*harness.Player, stop func()) {
	if longrun.On() {
		at.PlayToEnd(people)
		stop()
		return
	}
	over, errs := make(chan struct{}), make(chan error, len(people))
	for _, p := range people {
		go func() { errs <- p.Play(at.Channel, over) }()
	}
	at.Eventually("some turns are played", func() bool { return at.Moves() >= 12 })
	close(over)
	for range people {
		require.NoError(at, <-errs)
	}
	stop()
	at.Settle() // else the end could be told with the last turn, which then has no ping
	at.Resign(people[0])
}

// TestGameSurvivesDiscordFaults plays while requests are refused, fail or lose their replies, and
// the gateway comes and goes.
func TestGameSurvivesDiscordFaults(t *testing.T) {
	env := harness.New(t, harness.Options{
		Seed: 21, Discord: localdiscord.Options{AnswerWithin: harness.Slowness * time.Second},
	})
	people := env.NewPlayers(longrun.Choose(2, 3))
	people[1].ByPanel = true
	for _, p := range people {
		p.Patient = true
	}
	ch := env.Guild.AddChannel("gardens")
	env.At(ch).Open(localdiscord.Args{"build": "together"}, people)
	stop := env.InjectFaults(rand.New(rand.NewPCG(21, 3)), 150*time.Millisecond, 5)
	playGame(env.At(ch), people, stop)
	env.Settle()
	env.Discord.ForgetViolations()
	env.BotLog.ForgetErrors()
	env.At(ch).CheckFinished(people)
}

// TestDuplicateInteractionsActAndAnswerOnce delivers every interaction of a game twice by the
// gateway, and then also by HTTP, as while Discord changes from one to the other. The answer tells
// of the move that was made, never that it is illegal because another delivery has already made it.
func TestDuplicateInteractionsActAndAnswerOnce(t *testing.T) {
	t.Parallel()
	for name, byHTTP := range map[string]bool{"by the gateway": false, "both ways": true} {
		t.Run(name, func(t *testing.T) {
			env := harness.New(t,
				harness.Options{Seed: 50, Variant: harness.Babel, ByHTTP: byHTTP, LogLevel: slog.LevelDebug})
			env.Discord.Faults().DuplicateInteractions(true)
			people := env.NewPlayers(2)
			people[1].ByPanel = true
			ch := env.Guild.AddChannel("babel")
			env.At(ch).Open(harness.Babel.Options, people)
			playGame(env.At(ch), people, func() {})
			env.At(ch).CheckFinished(people)
			env.Eventually("duplicates come", func() bool { return strings.Count(env.BotLog.Text(), "delivered twice") >= 18 })
		})
	}
}

// failingStore is a store of which a call fails for a while.
type failingStore struct {
	storetest.Hooked
	failing  atomic.Value // the call, "" for none
	failures atomic.Int64
}

func (f *failingStore) wrap(inner store.Store) store.Store {
	f.failing.Store("")
	f.Hooked = storetest.Hooked{Store: inner, Before: func(_ context.Context, call string) error {
		if f.failing.Load() != call {
			return nil
		}
		f.failures.Add(1)
		return errors.New("no space left on device")
	}}
	return f
}

// Take also fails if it began before. It then gives back what it got, as the contract says.
func (f *failingStore) Take(ctx context.Context, limit int, term time.Duration) ([]store.Entry, error) {
	page, err := f.Hooked.Take(ctx, limit, term)
	if failed := f.Before(ctx, "Take"); err == nil && failed != nil {
		return nil, errors.Join(failed, f.Store.Release(ctx))
	}
	return page, err
}

// TestAnnouncementsFollowTheStoresRecovery has the bot wait long between retries. Once the store
// works again, what was waiting is announced soon, and once.
func TestAnnouncementsFollowTheStoresRecovery(t *testing.T) {
	t.Parallel()
	for name, call := range longrun.Some(map[string]string{
		"outcomes cannot be stored": "Settle", "tables cannot be read": "Settings", "the outbox cannot be taken": "Take",
	}, "the outbox cannot be taken") {
		t.Run(name, func(t *testing.T) {
			failing := &failingStore{}
			env, ch, first, second := harness.StartedGame(t, harness.Options{
				Retry: never, SharedClock: true, WrapStore: failing.wrap,
			}, nil)
			env.Settle()
			before, pings := len(ch.Messages()), len(second.Pings())
			failing.failing.Store(call)
			first.MustRemoveTile(ch)
			env.Eventually("the store fails", func() bool { return failing.failures.Load() > 0 })
			env.Clock.Forward(forgotten)
			failing.failing.Store("")
			env.Settle()
			require.Len(t, ch.Messages(), before+1)
			require.Len(t, second.Pings(), pings+1)
			env.BotLog.ForgetErrors()
		})
	}
}
