package play_test

import (
	"net/http"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/bot/e2e/harness"
	"amytis/bot/localdiscord"
	"amytis/bot/play/tables"
	"amytis/bot/say/sentences"
	"amytis/engine/table"
)

// TestPressInTheLobbyIsAnsweredOnce has Discord refuse edits of the lobby by requests of their own.
func TestPressInTheLobbyIsAnsweredOnce(t *testing.T) {
	env := harness.New(t, harness.Options{})
	people, ch := env.NewPlayers(3), env.Guild.AddChannel("gardens")
	people[0].MustCommand(ch, "game new", nil)
	env.Settle()
	lobby := ch.Last()
	edits := env.Discord.Faults().REST(localdiscord.RESTFault{
		Method: "PATCH", Path: "/messages/" + lobby.ID + "$", Status: http.StatusBadRequest,
	})
	for _, press := range []struct {
		by    *harness.Player
		label string
	}{{people[1], "join"}, {people[2], "join"}, {people[2], "leave"}, {people[0], "start"}} {
		press.by.MustClick(lobby, env.Words.T("bot.button."+press.label, nil))
		env.Settle()
		require.Zero(t, edits.Hits(), press.label)
	}
	require.NotEqual(t, lobby.ID, ch.Last().ID)
	require.Empty(t, env.Discord.Message(lobby.ID).Controls())
}

func TestLobbyByButtons(t *testing.T) {
	env := harness.New(t, harness.Options{Locale: "de"})
	label := func(name string) string { return env.Words.Say("bot.button." + name) }
	var all []*harness.Player
	for _, name := range []string{"Ana", "Bo", "Cleo", "Dan", "Eve"} {
		all = append(all, env.NewPlayer(name, harness.Locale(len(all))))
	}
	ana, bo, eve := all[0], all[1], all[4]
	ch := env.Guild.AddChannel("gardens")
	require.Equal(t, ana.T("bot.game.opened", "Game", ana.T("gardens.name")),
		ana.MustCommand(ch, "game new", nil).Content)
	env.Settle()
	lobby := ch.Last()
	_, err := ana.Click(lobby, label("start"))
	require.Error(t, err, "the button is disabled: one player cannot start")
	for _, p := range all[1:4] {
		m := p.MustClick(lobby, label("join"))
		require.Equal(t, lobby.ID, m.ID, "the lobby message is changed in place")
		require.Contains(t, m.Text(), "• "+p.Name)
	}
	_, err = eve.Click(lobby, label("join"))
	require.Error(t, err, "the button is disabled: the table is full")
	eve.CheckRefused(eve.MustCommand(ch, "game join", nil), "full", "max", "4")
	eve.CheckRefused(eve.MustClick(lobby, label("leave")), "not_joined")
	bo.CheckRefused(bo.MustClick(lobby, label("start")), "not_host")

	m := ana.MustClick(lobby, label("leave"))
	require.NotContains(t, m.Text(), "• Ana")
	require.Contains(t, m.Text(), env.Words.Say("bot.lobby.host", "Name", "Bo", "Min", 2, "More", true),
		"the next player is the host")
	m = harness.MustFillAgain(bo, lobby, label("options"), localdiscord.Args{"build": "together", "pace": "daily",
		"also": []string{"hints"}})
	require.Equal(t, lobby.ID, m.ID, "the lobby message is changed in place")
	for _, line := range []string{
		env.Words.Say("gardens.option.build.together"), env.Words.Say("bot.hints.on"),
		env.Words.Say("bot.limit.name") + ": **" + env.Words.Say("bot.limit.daily") + "**",
	} {
		require.Contains(t, m.Text(), line)
		require.Contains(t, m.Content, line, "what has changed is said first")
	}
	now := map[string][]string{"overlap": {"never"}, "build": {"together"}, "setup": {"auto"}, "pace": {"daily"},
		"also": {"hints"}}
	require.Equal(t, now, formOf(t, bo, lobby, label("options")))
	same := harness.MustFillAgain(bo, lobby, label("options"), nil)
	require.Equal(t, m.Text(), same.Text(), "nothing has changed")
	eve.CheckRefused(eve.MustClick(lobby, label("options")), "not_host")

	bo.MustClick(lobby, label("start"))
	env.Settle()
	lobby = env.Discord.Message(lobby.ID)
	require.Empty(t, lobby.Controls(), "the lobby is closed")
	require.Contains(t, lobby.Text(), env.Words.Say("bot.lobby.closed", "Game", env.Words.Say("gardens.name")))
	require.NotEqual(t, lobby.ID, ch.Last().ID)
	require.Equal(t, table.Daily, env.At(ch).Now().TimeControl())
	require.Contains(t, bo.MustCommand(ch, "game status", nil).Content, bo.T("bot.limit."+table.Daily.Reserve.String()))
	require.Len(t, harness.Countdown.FindAllString(ch.Last().Content, -1), 2,
		"the ends of the limit and of the reserve")
	ana.CheckRefused(ana.MustCommand(ch, "game join", nil), "started")
	env.CheckClean()
	for _, message := range ch.Messages() {
		require.LessOrEqual(t, strings.Count(message.Text(), "Bo"), 4)
	}
}

func TestLobbyUsesTheServersLanguageBeforeDiscordSendsTheServer(t *testing.T) {
	env := harness.New(t, harness.Options{Locale: "de"})
	note := "locale:" + env.Guild.ID
	known := func() string {
		locale, err := env.Store.Note(t.Context(), note)
		require.NoError(t, err)
		return locale
	}
	env.Eventually("the server is known", func() bool { return known() == "de" })
	require.NoError(t, env.Store.SetNote(t.Context(), note, ""))
	ch, ana := env.Guild.AddChannel("gardens"), env.NewPlayer("Ana", "fr")
	ana.MustCommand(ch, "game new", nil)
	env.Settle()
	require.NotNil(t, harness.Button(ch.Last(), env.Words.Say("bot.button.join")), ch.Last().Text())
	require.Equal(t, "de", known())
}

func TestHostAddsAndRemovesComputersByButtons(t *testing.T) {
	locale := harness.LocaleOf(t)
	env := harness.New(t, harness.Options{Locale: locale})
	label := func(name string) string { return env.Words.Say("bot.button." + name) }
	ana, bo := env.NewPlayer("Ana", locale), env.NewPlayer("🤖 `Nabu`", locale)
	ch := env.Guild.AddChannel("gardens")
	ana.MustCommand(ch, "game new", nil)
	env.Settle()
	lobby := ch.Last()
	require.Nil(t, harness.Button(lobby, label("remove_computer")))
	bo.MustClick(lobby, label("join"))
	bo.CheckRefused(bo.MustClick(lobby, label("add_computer")), "not_host")
	shown := func(nth, level int) string {
		return sentences.Name(ana.Words, table.Player{User: table.ComputerID(nth, level)})
	}
	menu := ana.MustClick(lobby, label("add_computer"))
	for i, o := range menu.Controls()[0].Options {
		require.Equal(t, ana.T("bot.computer.level."+strconv.Itoa(i+1)), o.Label)
	}
	menu = ana.MustChoose(menu, menu.Controls()[0].CustomID, "3")
	require.Equal(t, ana.T("bot.computer.added", "Name", shown(1, 3)), menu.Content)
	menu = ana.MustChoose(menu, menu.Controls()[0].CustomID, "5")
	require.Empty(t, menu.Controls(), "the table is full")
	env.Settle()
	require.Contains(t, ch.Last().Text(), "• "+shown(1, 3)+" · "+ana.T("bot.computer.level.3")+" • "+shown(2, 5)+" · ")
	require.Contains(t, ch.Last().Text(), "• \\`Nabu", "a person's name has no mark of a computer")
	_, err := ana.Click(lobby, label("add_computer"))
	require.Error(t, err, "the button is disabled: the table is full")

	menu = ana.MustClick(ch.Last(), label("remove_computer"))
	gone := ana.MustChoose(menu, menu.Controls()[0].CustomID, table.ComputerID(1, 3).String())
	require.Equal(t, ana.T("bot.computer.removed", "Name", shown(1, 3)), gone.Content)
	bo.CheckRefused(bo.MustClick(ch.Last(), label("remove_computer")), "not_host")
	env.Settle()
	updated := ana.MustClick(ch.Last(), label("remove_computer"))
	require.Equal(t, lobby.ID, updated.ID, "the only computer is removed at once")
	left := env.Words.Say("bot.lobby.left", "Players", shown(2, 5), "Count", 1)
	require.Equal(t, left, updated.Content, "the message says first what has changed")
	require.NotContains(t, strings.TrimPrefix(updated.Text(), left), shown(2, 5))
	require.Nil(t, harness.Button(updated, label("remove_computer")))
}

func TestLobbyThatNobodyJoinsAsksItsHostOnceAndCloses(t *testing.T) {
	env := harness.New(t, harness.Options{Locale: harness.LocaleOf(t)})
	env.Clock.ToMidday()
	people := env.NewPlayers(2)
	ana, bo := people[0], people[1]
	left, kept := env.Guild.AddChannel("left"), env.Guild.AddChannel("kept")
	for _, ch := range []*localdiscord.Channel{left, kept} {
		ana.MustCommand(ch, "game new", nil)
	}
	env.Settle()
	lobby, keep := left.Last(), env.Words.Say("bot.button.keep")
	asked := func(ch *localdiscord.Channel) (n int) {
		for _, m := range ch.Messages() {
			if harness.Button(m, keep) != nil {
				n++
			}
		}
		return n
	}
	env.Clock.Forward(25 * time.Hour)
	env.Eventually("the host is asked", func() bool { return asked(left) == 1 && asked(kept) == 1 })
	env.Bot.RestartAfter(0)
	bo.CheckRefused(bo.MustClick(kept.Last(), keep), "not_host")
	m := ana.MustClick(kept.Last(), keep)
	require.Equal(t, kept.Last().ID, m.ID)
	require.Equal(t, env.Words.Say("bot.find.kept", "Player", "Ana"), kept.Last().Content)
	env.Clock.Forward(25 * time.Hour)
	closed := env.Words.Say("bot.find.nobody")
	env.Eventually("the lobby is closed", func() bool {
		m := env.Discord.Message(lobby.ID)
		return len(m.Controls()) == 0 && strings.Contains(m.Content, closed)
	})
	env.Settle()
	require.Equal(t, 1, asked(left), "the host was asked once")
	require.Zero(t, asked(kept))
	require.Len(t, ana.Pings(), 2)
	ana.CheckRefused(ana.MustClick(left.Last(), keep), "aborted")
	require.True(t, isAtTable(env, kept, ana), "Ana is still in the lobby that was kept")
	harness.MustDo(bo, left, "game new", nil)
}

func TestOpenTablesOfAHostAndOfAServerAreLimited(t *testing.T) {
	locale := harness.LocaleOf(t)
	env := harness.New(t, harness.Options{Locale: locale, Caps: tables.Caps{PerHost: 2, PerServer: 3}})
	ana, bo := env.NewPlayer("Ana", locale), env.NewPlayer("Bo", locale)
	var channels []*localdiscord.Channel
	for i := range 4 {
		channels = append(channels, env.Guild.AddChannel("gardens-"+strconv.Itoa(i)))
	}
	tooMany := "⛔ " + ana.T("table.refused.too_many_hosted", "max", "2")
	var all sync.WaitGroup
	answers := make([]*localdiscord.Message, len(channels))
	for i, ch := range channels {
		all.Go(func() { answers[i], _ = ana.Command(ch, "game new", nil) })
	}
	all.Wait()
	env.Settle()
	var opened []*localdiscord.Channel
	for i, m := range answers {
		if require.NotNil(t, m); m.Content != tooMany {
			opened = append(opened, channels[i])
		}
	}
	require.Len(t, opened, 2, "commands at the same time must not pass the limit")

	free := func() *localdiscord.Channel { return env.Guild.AddChannel("free") }
	require.Equal(t, tooMany, ana.MustCommand(free(), "game new", localdiscord.Args{"thread": true}).Content)
	harness.MustDo(bo, free(), "game new", nil)
	bo.CheckRefused(bo.MustCommand(free(), "game new", nil), "too_many_open", "max", "3")
	ana.MustCommand(opened[0], "game leave", nil)
	harness.MustDo(ana, free(), "game new", nil)
}
