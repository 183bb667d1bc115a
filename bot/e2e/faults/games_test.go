package faults_test

import (
	"context"
	"errors"
	"log/slog"
	"math/rand/v2"
	"strings"
	"sync"
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

// manyGames is an environment in which games of several variants are played.
type manyGames struct {
	*harness.Env
	games []oneGame
}

// oneGame is one of the games.
type oneGame struct {
	*harness.Table
	people []*harness.Player
}

// newManyGames starts the games, by day one of each. All players are patient, and half play by
// panels.
func newManyGames(t *testing.T, o harness.Options) *manyGames {
	t.Helper()
	all := &manyGames{Env: harness.New(t, o)}
	byDay := []*harness.Variant{harness.Gardens, harness.Babel, harness.QuickTowers}
	for _, v := range longrun.Choose(byDay, harness.Variants) {
		env := all.InGuild(all.Guild, "en-US", v, 1)
		people := env.NewPlayers(v.MinPlayers)
		for n, p := range people {
			p.ByPanel = n%2 == 0
			p.Patient, p.Retries = true, 5
		}
		game := oneGame{env.At(env.Guild.AddChannel("table")), people}
		game.Open(v.Options, people)
		all.games = append(all.games, game)
	}
	all.Settle()
	return all
}

// each does something in all games at once.
func (m *manyGames) each(do func(g oneGame)) {
	var all sync.WaitGroup
	for _, g := range m.games {
		all.Go(func() { do(g) })
	}
	all.Wait()
}

// takeTurns has every player who was pinged play a turn, or as much of it as there is time for.
func (g oneGame) takeTurns() {
	for _, p := range g.people {
		if !p.Inbox.TakePing() {
			continue
		}
		over, cancel := context.WithTimeout(context.Background(), g.turnTime())
		p.Over = over.Done()
		if err := p.TakeTurn(g.Channel); err != nil && !errors.Is(err, harness.ErrOver) {
			g.Errorf("%s's turn: %v", p.Name, err)
		}
		if over.Err() != nil {
			p.Inbox.PutBack() // there is more to do
		}
		p.Over = nil
		cancel()
	}
}

// turnTime returns how long a turn may take. It is short where players go on until the round ends.
func (g oneGame) turnTime() time.Duration {
	if g.Variant.Live {
		return harness.Slowness * 300 * time.Millisecond
	}
	return harness.Slowness * 2 * time.Second
}

// check checks that each game has announced everything once, in order, and did what its players
// were told.
func (m *manyGames) check() {
	m.Helper()
	m.Settle()
	require.Empty(m, m.BotLog.Errors())
	for _, g := range m.games {
		header, log, err := m.Store.Table(context.Background(), g.ID())
		require.NoError(m, err)
		g.CheckAnnouncedOnce(log[:header.Announced])
		for _, p := range g.people {
			p.Acks.Check(log)
		}
	}
}

// deleteLiveMessages deletes the messages of live games. After an hour they are too old to be
// changed: the bot posts new ones that tell the same, which would then be announced twice.
func (m *manyGames) deleteLiveMessages(moderator *harness.Player) {
	m.Helper()
	for _, g := range m.games {
		if g.Variant.Live {
			require.NoError(m, moderator.Delete(g.Channel.Last()))
		}
	}
}

// playGame has people play to the end. By day two of them play some turns, and the first resigns.
// stop is called after the turns.
func playGame(at *harness.Table, people []*harness.Player, stop func()) {
	at.Helper()
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
			env := harness.New(t, harness.Options{Seed: 50, Variant: harness.Babel, ByHTTP: byHTTP, LogLevel: slog.LevelDebug})
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
