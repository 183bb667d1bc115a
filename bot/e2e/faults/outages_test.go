package faults_test

import (
	"context"
	"errors"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/bot/e2e/harness"
	"amytis/bot/localdiscord"
	"amytis/engine/longrun"
	"amytis/engine/table"
	"amytis/store"
	"amytis/store/storetest"
)

func TestMain(m *testing.M) { harness.Main(m) }

// awaitLog waits until the bot has logged something.
func awaitLog(env *harness.Env, what string) {
	env.Eventually("the log has "+what, func() bool { return strings.Contains(env.BotLog.Text(), what) })
}

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
	at.Eventually("some turns are played", func() bool { return at.Moves() >= 12 || len(errs) > 0 })
	close(over)
	for range people {
		require.NoError(at, <-errs)
	}
	stop()
	at.Settle() // else the end could be told with the last turn, which then has no ping
	at.Resign(people[0])
}

// TestGameSurvivesDiscordFaults plays while requests fail, and the gateway comes and goes.
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
			env.Eventually("duplicates come", func() bool {
				return strings.Count(env.BotLog.Text(), "delivered twice") >= 18
			})
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

// TestAnnouncementsFollowTheStoresRecovery has the bot wait long between retries. Once the store
// works again, what was waiting is announced soon, and once.
func TestAnnouncementsFollowTheStoresRecovery(t *testing.T) {
	t.Parallel()
	for name, call := range longrun.Some(map[string]string{
		"outcomes cannot be stored": "Settle", "tables cannot be read": "Settings",
		"the outbox cannot be read": "Untaken",
	}, "the outbox cannot be read") {
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

const never = time.Hour

// TestAnnouncementsFollowTheReconnect has the bot wait very long after an announcement that failed.
// A new connection makes it try again at once.
func TestAnnouncementsFollowTheReconnect(t *testing.T) {
	t.Parallel()
	for name, away := range map[string]func(*localdiscord.Faults){
		"resumed": (*localdiscord.Faults).CutGateway,
		"new":     func(f *localdiscord.Faults) { f.InvalidateSession(false) },
	} {
		t.Run(name, func(t *testing.T) {
			env, ch, first, second := harness.StartedGame(t, harness.Options{Retry: never}, nil)
			f := env.Discord.Faults()
			fault := f.REST(localdiscord.RESTFault{Path: harness.Posts, Status: http.StatusServiceUnavailable})
			first.MustRemoveTile(ch)
			env.Eventually("an announcement is tried", func() bool { return fault.Hits() > 0 })
			fault.Remove()
			away(f)
			env.Settle()
			require.Len(t, second.Pings(), 1)
		})
	}
}

// TestFirstSuccessRetriesWaitingAnnouncements has announcements fail while the gateway stays up.
// The first that succeeds makes the bot try the others again.
func TestFirstSuccessRetriesWaitingAnnouncements(t *testing.T) {
	env := harness.New(t, harness.Options{Seed: 80, Retry: never})
	var games []*harness.Table
	var seated [][]*harness.Player
	for i := range 4 {
		people := env.NewPlayers(2)
		games = append(games, env.At(env.Guild.AddChannel("gardens")))
		games[i].Open(nil, people)
		seated = append(seated, games[i].BySeat(people))
	}
	env.Settle()
	fault := env.Discord.Faults().REST(localdiscord.RESTFault{Path: harness.Posts, Status: http.StatusBadGateway})
	for i, at := range games {
		if i == 3 {
			fault.Remove()
		}
		seated[i][0].MustRemoveTile(at.Channel)
		env.Eventually("an announcement is tried", func() bool { return fault.Hits() > i || i == 3 })
	}
	env.Settle()
	for i, at := range games {
		_, log := at.Load()
		at.CheckAnnouncedOnce(log)
		require.Len(t, seated[i][1].Pings(), 1)
	}
}

// TestGamesGoOnAfterDiscordWasAwayForAnHour has moves made just when Discord goes away, both the
// gateway and requests. An hour later everything is announced, once and in order, and the games go
// on.
func TestGamesGoOnAfterDiscordWasAwayForAnHour(t *testing.T) {
	t.Parallel()
	for v, outage := range map[*harness.Variant]localdiscord.RESTFault{
		harness.Gardens: {Status: http.StatusServiceUnavailable}, harness.Babel: {DropRequest: true},
		harness.Towers: {DropRequest: true},
	} {
		t.Run(v.Name, func(t *testing.T) {
			env, ch, people := harness.OpenedGame(t, harness.Options{
				Refusals: harness.OutOfReach, Seed: 81, SharedClock: true, Variant: v,
			}, nil, v.MinPlayers)
			f := env.Discord.Faults()
			fault := f.REST(localdiscord.RESTFault{Path: harness.Posts, Status: http.StatusServiceUnavailable})
			tried := func() bool { return fault.Hits() > 0 }
			for i := uint64(0); !tried(); i++ {
				require.NoError(t, env.At(ch).PlayRandomMoves(people, i, 3))
				time.Sleep(harness.Slowness * 20 * time.Millisecond) // for an announcement, if the turn is over
			}
			f.Down(outage)
			env.Eventually("the connection is lost", func() bool { return env.Discord.Sessions() == 0 })
			fault.Remove()
			env.Clock.Forward(time.Hour)
			time.Sleep(harness.Slowness * 300 * time.Millisecond) // for attempts of all kinds
			require.NotEmpty(t, env.Outbox(), "the last moves wait to be announced")
			f.Clear()
			env.Settle()
			env.Eventually("the bot is back", func() bool { return env.Discord.Sessions() > 0 })
			require.NoError(t, env.At(ch).PlayRandomMoves(people, 82, 3))
			env.Settle()
			header, log, err := env.Store.Table(t.Context(), env.At(ch).ID())
			require.NoError(t, err)
			env.At(ch).CheckAnnouncedOnce(log[:header.Announced])
		})
	}
}

// TestTurnThatEndsWhileNobodyCanPlayIsExtended has the limit of twelve hours end while Discord is
// away, or takes no messages. A player who moves as soon as it is back is in time.
func TestTurnThatEndsWhileNobodyCanPlayIsExtended(t *testing.T) {
	t.Parallel()
	for name, begin := range map[string]func(env *harness.Env, f *localdiscord.Faults) (over func()){
		"the gateway is away": func(env *harness.Env, f *localdiscord.Faults) func() {
			f.Down(localdiscord.RESTFault{DropRequest: true})
			awaitHealth(env, env.Bot, "discord: shard 0 of 1 has had no connection for ")
			return f.Clear
		},
		"messages are refused": func(env *harness.Env, f *localdiscord.Faults) func() {
			fault := f.REST(localdiscord.RESTFault{Path: harness.Posts, Status: http.StatusServiceUnavailable})
			host, ch := env.NewPlayer("Cleo", "en-US"), env.Guild.AddChannel("other")
			host.MustCommand(ch, "game new", nil)
			env.Eventually("several attempts have failed", func() bool { return fault.Hits() > 3 })
			return fault.Remove
		},
	} {
		t.Run(name, func(t *testing.T) {
			env, ch, first, _ := harness.StartedGame(t, harness.Options{Seed: 84}, localdiscord.Args{"limit": "43200"})
			env.Settle()
			over := begin(env, env.Discord.Faults())
			time.Sleep(harness.Slowness * 20 * time.Millisecond) // for a sweep that has begun before
			env.Clock.Forward(13 * time.Hour)
			time.Sleep(harness.Slowness * 50 * time.Millisecond) // for sweeps
			require.Empty(t, env.At(ch).KindsOfTwo(), "nobody is skipped meanwhile")
			over()
			env.Settle()
			env.Eventually("the bot is back", func() bool { return env.Discord.Sessions() > 0 })
			env.Eventually("the limit is extended", func() bool { return len(env.At(ch).KindsOfTwo()) > 0 })
			first.MustRemoveTile(ch)
			env.Settle()
			require.Equal(t, []table.EventKind{table.Extended, table.Moved}, env.At(ch).KindsOfTwo())
		})
	}
}
