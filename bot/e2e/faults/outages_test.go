package faults_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/bot/e2e/harness"
	"amytis/bot/localdiscord"
	"amytis/engine/table"
)

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
	const tables = 5
	people := make([][]*harness.Player, tables)
	channels := make([]*localdiscord.Channel, tables)
	for i := range tables {
		people[i] = env.NewPlayers(2)
		channels[i] = env.Guild.AddChannel("gardens")
		env.At(channels[i]).Open(nil, people[i])
	}
	env.Settle()
	fault := env.Discord.Faults().REST(localdiscord.RESTFault{Path: harness.Posts, Status: http.StatusBadGateway})
	for i := range tables - 1 {
		env.At(channels[i]).BySeat(people[i])[0].MustRemoveTile(channels[i])
		env.Eventually("an announcement is tried", func() bool { return fault.Hits() > i })
	}
	fault.Remove()
	last := tables - 1
	env.At(channels[last]).BySeat(people[last])[0].MustRemoveTile(channels[last])
	env.Settle()
	for i, ch := range channels {
		_, log := env.At(ch).Load()
		env.At(ch).CheckAnnouncedOnce(log)
		require.Len(t, env.At(ch).BySeat(people[i])[1].Pings(), 1)
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
