package play_test

import (
	"math"
	"regexp"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/bot/e2e/harness"
	"amytis/bot/localdiscord"
	"amytis/bot/play/games"
	"amytis/engine"
	"amytis/engine/longrun"
	"amytis/engine/table"
	"amytis/store"
)

func seatedNames(env *harness.Env, ch *localdiscord.Channel) []string {
	var names []string
	for _, p := range env.At(ch).Now().Players {
		names = append(names, p.Name)
	}
	return names
}

func TestRematchHasTheSameSeatsAndTheNextPlayerFirst(t *testing.T) {
	env, ch, first, second := harness.StartedGame(t, harness.Options{Locale: harness.LocaleOf(t)},
		localdiscord.Args{"overlap": "adjacent"})
	end := env.At(ch).Resign(second)
	pings := len(second.Pings())
	opened := first.MustClick(end, env.Words.Say("bot.button.rematch"))
	require.Equal(t, first.T("bot.rematch.opened", "Game", first.T("gardens.name")), opened.Content)
	require.True(t, opened.Ephemeral(), "only %s sees the answer", first.Name)
	env.Settle()
	lobby := ch.Last()
	require.Equal(t, env.Words.T("bot.rematch.invite",
		map[string]any{"Host": first.Name, "Players": "<@" + second.ID + ">"}), lobby.Content)
	require.Contains(t, lobby.Text(), env.Words.Say("bot.rematch.seats", "Name", second.Name))
	require.Len(t, second.Pings(), pings+1, "the player who was seated without asking is pinged")
	require.Len(t, first.Pings(), 2, "the player who asked is not pinged after the end")

	require.Equal(t, env.At(ch).Taken(second), second.MustClick(end, env.Words.Say("bot.button.rematch")).Content)
	second.CheckRefused(second.MustClick(lobby, env.Words.Say("bot.button.start")), "not_host")
	first.MustClick(lobby, env.Words.Say("bot.button.start"))
	env.Settle()
	require.Equal(t, []string{second.Name, first.Name}, seatedNames(env, ch))
	next := env.At(ch).Now()
	require.Equal(t, "adjacent", next.Options["overlap"])
	require.Equal(t, engine.Seats(1), next.Turn())

	env.At(ch).Resign(first)
	second.MustCommand(ch, "game rematch", nil)
	second.MustCommand(ch, "game start", nil)
	require.Equal(t, []string{first.Name, second.Name}, seatedNames(env, ch),
		"the next rematch begins with the other player again")
}

func TestAWinAgainstAComputerOffersTheNextLevelForYears(t *testing.T) {
	env := harness.New(t, harness.Options{})
	ana, mo := env.NewPlayer("Ana", "en-US"), env.NewModerator("Mo", "en-US")
	ch := env.Guild.AddChannel("gardens")
	ana.MustCommand(ch, "game solo", localdiscord.Args{"level": "2"})
	takeOut(env.At(ch), mo)
	end := ch.Last()
	require.Contains(t, end.Pictures()[0].Alt, "Ana 0")
	stronger := env.Words.Say("bot.button.stronger", "Level", 3)
	require.NotNil(t, harness.Button(end, env.Words.Say("bot.button.rematch")))

	env.Bot.RestartAfter(400 * 24 * time.Hour)
	mo.CheckRefused(mo.MustClick(end, stronger), "not_player")
	require.False(t, ana.Refused(ana.MustClick(end, stronger)), "Ana gets a game against stronger computers")
	env.Settle()
	require.Equal(t, 3, env.At(ch).Now().ComputerLevel())
}

func TestNewNamesAreLearntAndARematchSaysWhoHasLeft(t *testing.T) {
	env, ch, first, second := harness.StartedGame(t, harness.Options{Refusals: harness.OutOfReach}, nil)
	env.Guild.SetNick(first.User, "Zora")
	first.MustCommand(ch, "garden remove", localdiscord.Args{"cell": first.MustSuggest(ch, "garden remove", "cell")[0]})
	env.Settle()
	require.Contains(t, ch.Last().Content, "Zora: removed")
	env.Guild.SetNick(second.User, "Yann")
	end := env.At(ch).Resign(second)
	require.Contains(t, end.Content, "Yann")
	env.Guild.SetNick(first.User, "Zoe")
	env.Guild.Leave(second.User)
	opened := first.MustClick(end, env.Words.Say("bot.button.rematch"))
	require.Contains(t, opened.Content, "⚠️ "+first.T("bot.moderation.departed_lobby", "Player", "Yann"))
	require.Equal(t, []string{"Zoe", "Yann"}, seatedNames(env, ch))
}

var stamps = regexp.MustCompile(`<t:\d+:\w>`) // the weeks of /stats count back from now

// counted is what a game that counts would change: results, a leaderboard, and answers about them.
func counted(env *harness.Env, ch *localdiscord.Channel, mo, of *harness.Player) []any {
	all := []any{env.Results(), env.Leaderboard(store.Board{}), of.MustCommand(ch, "profile", nil).Text()}
	for _, command := range []string{"leaderboard", "stats"} {
		all = append(all, stamps.ReplaceAllString(mo.MustCommand(ch, command, nil).Text(), ""))
	}
	return all
}

// playOut plays an open game of two on by random moves. By day one of them soon resigns.
func playOut(env *harness.Env, ch *localdiscord.Channel, people []*harness.Player, seed uint64) *table.Table {
	require.NoError(env, env.At(ch).PlayRandomMoves(people, seed, longrun.Choose(48, math.MaxInt)))
	if env.At(ch).Now().Status == table.Running {
		env.At(ch).Resign(people[1])
	}
	env.Settle()
	ended, _ := env.At(ch).Ended()
	return ended
}

func TestSameDealIsPlayedInTheSameSeatsAndCountsForNothing(t *testing.T) {
	for i, id := range []string{"gardens", "babel"} {
		locale := harness.Locale(i)
		env, ch, people := harness.OpenedGame(t, harness.Options{Seed: 930, Locale: locale},
			localdiscord.Args{"game": id}, 2)
		mo := env.NewModerator("Mo", locale)
		first := playOut(env, ch, people, 930)
		of := env.At(ch).ID()
		end, before := ch.Last(), counted(env, ch, mo, people[0])
		label := env.Words.Say("bot.button.same_deal")
		mo.CheckRefused(mo.MustClick(end, label), "not_player")

		host := people[1]
		opened := host.MustClick(end, label)
		require.Equal(t, host.T("bot.fork.opened", "Game", host.T(id+".name")), opened.Content)
		env.Settle()
		lobby := ch.Last()
		require.Equal(t, env.Words.Say("bot.fork.invite", "Host", host.Name, "Players", "<@"+people[0].ID+">"),
			lobby.Content)
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
		require.NotRegexp(t, `\d{3} → `, end.Content, "no rating changes")
		require.NotNil(t, harness.Button(end, label), "and the same deal once more")
		require.Equal(t, before, counted(env, ch, mo, people[0]))
		record, _ := recordIn(env, mo.MustCommand(ch, "game record", nil), id+"-"+env.At(ch).ID().String()+".json")
		require.NoError(t, record.Check(again.Game))
		require.Equal(t, 0, *record.Given)
	}
}

func recordIn(env *harness.Env, m *localdiscord.Message, name string) (*engine.Record, string) {
	require.Len(env, m.Attachments, 1, m.Content)
	require.Equal(env, name, m.Attachments[0].Filename)
	data, found := env.Discord.File(m.Attachments[0].URL)
	require.True(env, found, "Discord has the file %s", name)
	record, err := engine.ParseRecord(data)
	require.NoError(env, err)
	return record, string(data)
}

// resignAll ends a game: all players but the first resign.
func resignAll(env *harness.Env, ch *localdiscord.Channel, people []*harness.Player) {
	for _, p := range people[1:] {
		p.MustClick(p.MustCommand(ch, "game resign", nil), p.T("bot.button.resign"))
	}
	env.Settle()
}

// TestRecordOfAnEndedGameIsCompleteAndOfARunningOneMasked plays the game that hides something. What
// each game hides is tested in its contract.
func TestRecordOfAnEndedGameIsCompleteAndOfARunningOneMasked(t *testing.T) {
	env, ch, people := harness.OpenedGame(t, harness.Options{Seed: 80, Locale: "de", Variant: harness.Babel}, nil, 2)
	eve := env.NewPlayer("Eve", "de")
	eve.CheckRefused(eve.MustCommand(env.Guild.AddChannel("empty"), "game record", nil), "no_table")
	require.NoError(t, env.At(ch).PlayRandomMoves(people, 81, 4))
	name := "babel-" + env.At(ch).ID().String() + ".json"
	for _, p := range []*harness.Player{people[0], eve} {
		m := p.MustCommand(ch, "game record", nil)
		require.True(t, m.Ephemeral(), "only %s sees the record", p.Name)
		record, _ := recordIn(env, m, name)
		require.Len(t, record.Moves, len(env.At(ch).Now().Moves), "those of chance, too")
		require.Empty(t, record.Result)
		require.Error(t, record.Check(games.All[1]), "hidden information is left out")
	}
	resignAll(env, ch, people)
	pressed, file := recordIn(env, eve.MustCommand(ch, "game record", nil), name)
	require.NoError(t, pressed.Check(games.All[1]))
	require.NotEmpty(t, pressed.Result)
	open := people[1].MustCommand(ch, "game record", localdiscord.Args{"public": true})
	require.False(t, open.Ephemeral(), "all see a record that is shown in public")
	_, same := recordIn(env, open, name)
	require.Equal(t, file, same)
}
