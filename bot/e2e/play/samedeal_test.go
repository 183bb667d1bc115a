package play_test

import (
	"math"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/bot/e2e/harness"
	"amytis/bot/localdiscord"
	"amytis/bot/play/games"
	"amytis/bot/play/games/playtest"
	"amytis/bot/play/tables"
	"amytis/engine"
	"amytis/engine/longrun"
	"amytis/engine/table"
	"amytis/store"
)

var stamps = regexp.MustCompile(`<t:\d+:\w>`)

// counted is all that a game which counts would change: results, leaderboards, and what commands
// answer about them.
func counted(env *harness.Env, ch *localdiscord.Channel, mo, of *harness.Player) (all []any) {
	env.Helper()
	guild := table.GuildID(harness.Snowflake(env.Guild.ID))
	results, err := env.Store.Results(env.Context(), guild, math.MaxInt)
	require.NoError(env, err)
	all = append(all, results)
	for level := range engine.ComputerLevels + 1 {
		rows, err := env.Store.Leaderboard(env.Context(), guild, store.Board{Level: level})
		require.NoError(env, err)
		all = append(all, rows)
	}
	for _, command := range []string{"leaderboard", "stats", "profile"} {
		var args localdiscord.Args
		if command == "profile" {
			args = localdiscord.Args{"player": of.ID}
		}
		// The weeks of /stats count back from now.
		all = append(all, stamps.ReplaceAllString(mo.MustCommand(ch, command, args).Text(), ""))
	}
	return all
}

// playOut plays an open game of two on by random moves. By day one of them soon resigns.
func playOut(env *harness.Env, ch *localdiscord.Channel, people []*harness.Player, seed uint64) *table.Table {
	env.Helper()
	require.NoError(env, env.At(ch).PlayRandomMoves(people, seed, longrun.Choose(48, math.MaxInt)))
	if env.At(ch).Now().Status == table.Running {
		env.At(ch).Resign(people[1])
	}
	env.Settle()
	ended, _ := env.At(ch).Ended()
	return ended
}

func TestSameDealIsPlayedInTheSameSeatsAndCountsForNothing(t *testing.T) {
	t.Parallel()
	for i, id := range []string{"gardens", "babel"} {
		locale := harness.Locales[i]
		env := harness.New(t, harness.Options{Seed: 930, Locale: locale})
		people := env.NewPlayers(locale, 2)
		mo := env.NewModerator("Mo", locale)
		ch := env.Guild.AddChannel(id)
		env.At(ch).Open(localdiscord.Args{"game": id}, people)
		first := playOut(env, ch, people, 930)
		of := env.At(ch).ID()
		end, before := ch.Last(), counted(env, ch, mo, people[0])
		label := env.Words.Say("bot.button.same_deal")
		require.Equal(t, "⛔ "+mo.T("table.refused.not_player"), mo.MustClick(end, label).Content)

		host := people[1]
		opened := host.MustClick(end, label)
		require.Equal(t, host.T("bot.fork.opened", "Game", host.T(id+".name")), opened.Content)
		env.Settle()
		lobby := ch.Last()
		require.Equal(t, env.Words.Say("bot.fork.invite", "Host", host.Name, "Players", "<@"+people[0].ID+">"), lobby.Content)
		require.Contains(t, lobby.Text(), env.Words.Say("bot.fork.unrated"))
		require.Equal(t, env.At(ch).Taken(people[0]), people[0].MustClick(end, label).Content)
		form := formOf(t, host, lobby, env.Words.Say("bot.button.options"))
		require.Len(t, form, 2, "time and hints, but no option of the game")
		host.MustClick(lobby, env.Words.Say("bot.button.start"))
		env.Settle()
		now := env.At(ch).Now()
		require.Equal(t, of, now.Fork)
		require.Equal(t, first.Setup, now.Setup)
		require.Equal(t, first.Options, now.Options)
		for i, p := range first.Players {
			require.Equal(t, p, now.Players[i], "the same seats and flowers")
		}
		require.Contains(t, ch.Last().Content, env.Words.Say("bot.fork.unrated"))

		again := playOut(env, ch, people, 931)
		require.NotEqual(t, first.Moves, again.Moves)
		end = ch.Last()
		require.Contains(t, end.Content, env.Words.Say("bot.fork.unrated"))
		require.NotContains(t, end.Content, " → ", "no rating changes")
		require.NotNil(t, harness.Button(end, label), "and the same deal once more")
		require.Equal(t, before, counted(env, ch, mo, people[0]))
		record, _ := recordIn(env, mo.MustClick(end, env.Words.Say("bot.button.record")), id+"-"+env.At(ch).ID().String()+".json")
		require.NoError(t, record.Check(again.Game))
		require.Equal(t, 0, *record.Given)
		env.CheckClean()
		env.CheckStore()
	}
}

// openInTheMiddle opens a table of people that goes on from the middle of the channel's ended game,
// and starts it.
func openInTheMiddle(env *harness.Env, ch *localdiscord.Channel, given int) *table.Table {
	env.Helper()
	ended, id := env.At(ch).Now(), env.At(ch).ID()
	now := env.Clock.Now()
	events := ended.ForkOf(id, ended.Players, movesOf(ended)[:given], ended.Host, now.UnixMilli())
	lobby, err := table.Load(games.Rules, events)
	require.NoError(env, err)
	ts := tables.New(env.Store, env.Clock.Now, playtest.Rand(1))
	require.NoError(env, ts.Open(env.Context(), tables.Opening{
		Game: ended.Game, Guild: table.GuildID(harness.Snowflake(env.Guild.ID)),
		Channel: table.ChannelID(harness.Snowflake(ch.ID)), Events: append(events, ts.Deal(lobby, ended.Host)),
	}))
	require.NoError(env, env.Bot.Stop()) // it finds what to announce when it starts
	env.Bot.Start()
	env.Settle()
	return env.At(ch).Now()
}

func TestGameThatGoesOnFromTheMiddleTellsGivenMovesAsGiven(t *testing.T) {
	t.Parallel()
	for i, id := range []string{"gardens", "babel"} {
		locale := harness.Locales[i]
		env := harness.New(t, harness.Options{Seed: 940, Locale: locale})
		people := env.NewPlayers(locale, 2)
		mo := env.NewModerator("Mo", locale)
		ch := env.Guild.AddChannel(id)
		env.At(ch).Open(localdiscord.Args{"game": id}, people)
		first := playOut(env, ch, people, 940)
		before, said := counted(env, ch, mo, people[0]), len(ch.Messages())
		given := len(first.Moves) * longrun.Choose(3, 2) / 4
		for {
			s, _, err := first.Game.Replay(first.Options, first.SeatInfos(), first.Setup, movesOf(first)[:given])
			require.NoError(t, err)
			if engine.MayBegin(s) {
				break
			}
			given++
		}
		fork := openInTheMiddle(env, ch, given)
		require.Equal(t, given, fork.Given())
		require.Len(t, ch.Messages(), said+1, "one message")
		text := ch.Last().Content
		require.Contains(t, text, env.Words.Say("bot.fork.unrated"))
		lines := 0
		for line := range strings.SplitSeq(text, "\n") {
			if slices.ContainsFunc(people, func(p *harness.Player) bool { return strings.HasPrefix(line, p.Name+" ") }) {
				lines++
			}
		}
		require.Zero(t, lines, "no move is told as one of the players': %s", text)
		turn := harness.PlayerOf(people, fork.Player(fork.Turn().Slice()[0]).User)
		panel := turn.MustOpenPanel(ch)
		require.NotContains(t, panel.Content, turn.T("bot.since.first"))
		require.NotContains(t, panel.Content, turn.T("bot.since.title"))

		ended := playOut(env, ch, people, 941)
		end := ch.Last()
		require.Equal(t, before, counted(env, ch, mo, people[0]))
		caption, _, _ := strings.Cut(mo.T("bot.fork.before", "When", "\x00"), "\x00")
		up, _, _ := strings.Cut(mo.T("bot.fork.up_to", "Turn", 1, "When", "\x00"), "1")
		film := mo.MustClick(end, env.Words.Say("bot.button.replay"))
		require.Contains(t, film.Content, up)
		still := mo.MustClick(film, mo.T("bot.button.stills"))
		captions, pictures := 0, 1
		for harness.Button(still, mo.T("bot.button.next")) != nil && !harness.Button(still, mo.T("bot.button.next")).Disabled {
			still = mo.MustClick(still, mo.T("bot.button.next"))
			pictures++
			if strings.Contains(still.Content, caption) {
				captions++
				for _, p := range people {
					require.NotContains(t, strings.Split(still.Content, "\n")[2], p.Name, still.Content)
				}
			}
		}
		require.Greater(t, captions, pictures/4)
		require.Less(t, captions, pictures*3/4)
		record, _ := recordIn(env, mo.MustClick(end, env.Words.Say("bot.button.record")), id+"-"+env.At(ch).ID().String()+".json")
		require.NoError(t, record.Check(ended.Game))
		require.Equal(t, given, *record.Given)
		env.CheckClean()
		env.CheckStore()
	}
}

func movesOf(t *table.Table) (moves []engine.Move) {
	for _, e := range t.Moves {
		moves = append(moves, e.Move)
	}
	return moves
}
