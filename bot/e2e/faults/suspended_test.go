package faults_test

import (
	"maps"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/bot/e2e/harness"
	"amytis/bot/localdiscord"
	"amytis/bot/localdiscord/wire"
	"amytis/engine/longrun"
	"amytis/engine/table"
)

// unseen are the ways in which the bot loses sight of a channel, and finds it again.
var unseen = map[string]struct {
	byDay           int // which of three games is played so by day
	leave, comeBack func(*harness.Env, *localdiscord.Channel)
}{
	"kicked": {
		0,
		func(env *harness.Env, _ *localdiscord.Channel) { env.Guild.RemoveBot() },
		func(env *harness.Env, _ *localdiscord.Channel) { env.Guild.AddBot(wire.DefaultBotPermissions) },
	},
	"channel hidden": {
		1,
		func(_ *harness.Env, ch *localdiscord.Channel) { ch.DenyBot(wire.ViewChannel) },
		func(_ *harness.Env, ch *localdiscord.Channel) { ch.AllowBot(wire.ViewChannel) },
	},
	"role changed": {
		2,
		func(env *harness.Env, _ *localdiscord.Channel) {
			env.Guild.SetBotPermissions(wire.DefaultBotPermissions &^ wire.ViewChannel)
		},
		func(env *harness.Env, _ *localdiscord.Channel) {
			env.Guild.SetBotPermissions(wire.DefaultBotPermissions)
		},
	},
}

// awaitSuspended waits until the games of channels are suspended, or are no longer.
func awaitSuspended(env *harness.Env, suspended bool, channels ...*localdiscord.Channel) {
	for _, ch := range channels {
		env.Eventually("the game stands still, or goes on", func() bool {
			return env.At(ch).Now().Suspended() == suspended
		})
	}
}

// timeLeft returns what is left of each limit and of the clock of a round, in whole minutes.
func timeLeft(env *harness.Env, ch *localdiscord.Channel) (left []time.Duration) {
	t, now := env.At(ch).Now(), env.Clock.Now().UnixMilli()
	for _, until := range append([]int64{t.Deadline()}, t.Waits[1].Until, t.Waits[2].Until, t.Waits[3].Until) {
		if until != 0 {
			left = append(left, (time.Duration(until-now) * time.Millisecond).Round(time.Minute))
		}
	}
	return left
}

// TestGamesStandStillWhileTheBotDoesNotSeeThem takes its sight for days, with a restart.
func TestGamesStandStillWhileTheBotDoesNotSeeThem(t *testing.T) {
	t.Parallel()
	for name, way := range unseen {
		games := []*harness.Variant{harness.Gardens, harness.Babel, harness.QuickTowers}
		for _, game := range longrun.Choose(games[way.byDay:way.byDay+1], games) {
			t.Run(name+", "+game.Name, func(t *testing.T) {
				env := harness.New(t,
					harness.Options{Refusals: harness.OutOfReach, Locale: harness.LocaleOf(t), Variant: game})
				people, ch := env.NewPlayers(game.MinPlayers), env.Guild.AddChannel("square")
				args := localdiscord.Args{"limit": "43200"}
				maps.Copy(args, game.Options)
				if game.Live {
					args["clock"] = 300
				}
				env.At(ch).Open(args, people)
				env.Settle()
				if env.At(ch).Now().Round.Waiting {
					env.At(ch).BeginRound(people)
				}
				lobby := env.Guild.AddChannel("lobby")
				people[0].MustCommand(lobby, "game new", nil)
				env.Settle()
				env.Clock.Forward(time.Minute)
				left, moves, shown := timeLeft(env, ch), env.At(ch).Moves(), len(ch.Messages())
				require.NotEmpty(t, left)

				way.leave(env, ch)
				awaitSuspended(env, true, ch)
				env.Bot.RestartAfter(3 * day)
				env.Clock.Forward(10*day + time.Minute)
				way.comeBack(env, ch)
				awaitSuspended(env, false, ch, lobby)
				env.Settle()
				require.Equal(t, left, timeLeft(env, ch))
				require.Equal(t, moves+2, env.At(ch).Moves(), "suspended and resumed, nothing else")
				require.Len(t, ch.Messages(), shown+1)
				last := ch.Last()
				require.Contains(t, last.Content, env.Words.Say("bot.duration.days", "Count", 13))
				require.NotEmpty(t, last.Controls())
				require.NotContains(t, last.Content, "<@", "nobody is pinged twice for a turn")
				require.NoError(t, env.At(ch).PlayRandomMoves(people, 7, 2))
			})
		}
	}
}

func TestSightThatIsLostDuringAnOutageTakesNoTime(t *testing.T) {
	t.Parallel()
	for name, way := range longrun.Some(unseen, "kicked") {
		t.Run(name, func(t *testing.T) {
			env, ch, _, _ := harness.StartedGame(t, harness.Options{Refusals: harness.OutOfReach},
				localdiscord.Args{"limit": "43200"})
			env.Clock.Forward(time.Hour)
			env.Eventually("the store notes that players can play", func() bool {
				note, err := env.Store.Note(env.Context(), "alive")
				at, _ := strconv.ParseInt(note, 10, 64)
				return err == nil && env.Clock.Now().Sub(time.UnixMilli(at)) < time.Minute
			})
			left := timeLeft(env, ch)
			require.NoError(t, env.Bot.Stop())
			way.leave(env, ch)
			env.Clock.Forward(3 * time.Hour)
			env.Bot.StartAgain()
			awaitSuspended(env, true, ch)
			env.Clock.Forward(3 * day)
			way.comeBack(env, ch)
			awaitSuspended(env, false, ch)
			require.Equal(t, left, timeLeft(env, ch))
			require.Equal(t, table.Running, env.At(ch).Now().Status)
			require.Empty(t, env.At(ch).Now().Moves)
		})
	}
}

// TestPlayersLearnWhyTheirGameStandsStill has them look and move where the bot sees nothing.
func TestPlayersLearnWhyTheirGameStandsStill(t *testing.T) {
	env, ch, first, _ := harness.StartedGame(t,
		harness.Options{Refusals: harness.OutOfReach, Locale: harness.LocaleOf(t)}, nil)
	panel := first.MustOpenPanel(ch)
	ch.DenyBot(wire.ViewChannel)
	awaitSuspended(env, true, ch)
	refused := first.MustChooseFirst(panel)
	require.Contains(t, refused.Content, first.T("table.refused.suspended"))
	mine := first.MustCommand(env.Guild.AddChannel("other"), "game mine", nil)
	require.Contains(t, mine.Content, first.T("bot.mine.paused", "Game", first.T("gardens.name")))
}

// TestPressResumesAGame loses the event that the bot sees the channel again.
func TestPressResumesAGame(t *testing.T) {
	env, ch, first, _ := harness.StartedGame(t, harness.Options{Refusals: harness.OutOfReach, Retry: never}, nil)
	ch.DenyBot(wire.ViewChannel)
	awaitSuspended(env, true, ch)
	require.NoError(t, env.Bot.Stop())
	ch.AllowBot(wire.ViewChannel)
	env.Discord.Faults().REST(localdiscord.RESTFault{Method: "GET", Path: `/channels/\d+$`, Status: 502})
	env.Bot.Start()
	first.MustRemoveTile(ch)
	awaitSuspended(env, false, ch)
	env.Settle()
	require.Contains(t, ch.Last().Content, "removed")
	env.BotLog.ForgetErrors()
}

// TestNewsFromBeforeTheSuspensionAreTold has the last move before it fail to be announced.
func TestNewsFromBeforeTheSuspensionAreTold(t *testing.T) {
	t.Parallel()
	for name, way := range longrun.Some(unseen, "channel hidden") {
		t.Run(name, func(t *testing.T) {
			env, ch, _, second := harness.StartedGame(t, harness.Options{Refusals: harness.OutOfReach, Retry: never},
				nil)
			fault := skipUnannounced(env, ch)
			way.leave(env, ch)
			fault.Remove()
			awaitSuspended(env, true, ch)
			way.comeBack(env, ch)
			awaitSuspended(env, false, ch)
			env.Settle()
			_, log := env.At(ch).Load()
			env.At(ch).CheckAnnouncedOnce(log)
			require.Len(t, second.Pings(), 1)
			require.True(t, env.At(ch).OnlyLastHasButtons(), "older messages have lost their buttons")
		})
	}
}

func TestSuspendedGameEndsAfterThirtyDays(t *testing.T) {
	env, ch, _, _ := harness.StartedGame(t, harness.Options{Refusals: harness.OutOfReach},
		localdiscord.Args{"limit": "43200"})
	ch.DenyBot(wire.ViewChannel)
	awaitSuspended(env, true, ch)
	env.Clock.Forward(29 * day)
	require.Equal(t, table.Running, env.At(ch).Now().Status)
	env.Clock.Forward(day + time.Minute)
	awaitAbandoned(env, ch)
}

// TestChangesOfAServerCostFewRequests however many games it has. It counts them.
func TestChangesOfAServerCostFewRequests(t *testing.T) {
	for _, games := range []int{1, 30} {
		env := harness.New(t, harness.Options{
			Refusals: harness.OutOfReach, Retry: never, Discord: localdiscord.Options{KeepTraffic: 50_000},
		})
		ana := env.NewPlayer("Ana", "en-US")
		square, other := env.Guild.AddChannel("square"), env.Guild.AddChannel("other")
		last := env.Guild.AddChannel("last") // events come in order, so its game is the last to stand still
		ana.MustCommand(last, "game new", nil)
		var channels, threads []*localdiscord.Channel
		for i := range games {
			channels = append(channels, env.Guild.AddChannel("games"))
			ana.MustCommand(channels[i], "game new", nil)
			threads = append(threads, env.At(square).NewThread(ana, nil))
		}
		env.Settle()
		asked := func(change func(), suspended bool, channels ...*localdiscord.Channel) (requests []string) {
			before := len(env.Discord.Log())
			change()
			awaitSuspended(env, suspended, channels...)
			for _, r := range env.Discord.Log()[before:] {
				if r.Kind == "rest" && r.Name == "GET" { // an answer may be noted late
					requests = append(requests, r.Name+" "+r.Path)
				}
			}
			return requests
		}
		look := []string{"GET /channels/" + last.ID}
		lists := []string{"GET /guilds/" + env.Guild.ID + "/channels", "GET /guilds/" + env.Guild.ID + "/threads/active"}
		require.Equal(t, look, asked(func() {
			for range 5 {
				other.DenyBot(wire.AttachFiles)
				other.AllowBot(wire.AttachFiles)
			}
			last.DenyBot(wire.ViewChannel)
		}, true, last), "changes of a channel without games")
		require.Equal(t, lists, asked(func() { square.DenyBot(wire.ViewChannel) }, true, threads...), "the channel of threads")
		require.Empty(t, asked(func() { square.DenyBot(wire.AttachFiles) }, true, threads...), "a hidden channel")
		require.Equal(t, lists, asked(func() {
			env.Guild.SetBotPermissions(wire.DefaultBotPermissions &^ wire.ViewChannel)
		}, true, channels...), "roles")
	}
}
