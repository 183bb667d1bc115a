package play_test

import (
	"context"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/bot/e2e/harness"
	"amytis/bot/localdiscord"
	"amytis/bot/say/sentences"
	"amytis/engine/table"
)

// TestHostAddsAndRemovesComputersByButtons fills a lobby with computers and empties it again.
func TestHostAddsAndRemovesComputersByButtons(t *testing.T) {
	locale := harness.LocaleOf(t)
	env := harness.New(t, harness.Options{Locale: locale})
	label := func(name string) string { return env.Words.T("bot.button."+name, nil) }
	ana, bo := env.NewPlayer("Ana", locale), env.NewPlayer("🤖 `Nabu`", locale)
	ch := env.Guild.AddChannel("gardens")
	ana.MustCommand(ch, "game new", nil)
	env.Settle()
	lobby := ch.Last()
	require.Nil(t, harness.Button(lobby, label("remove_computer")))
	bo.MustClick(lobby, label("join"))
	require.Equal(t, "⛔ "+bo.T("table.refused.not_host"), bo.MustClick(lobby, label("add_computer")).Content)

	menu := ana.MustClick(lobby, label("add_computer"))
	options := menu.Controls()[0].Options
	require.Len(t, options, 5)
	for i, o := range options {
		require.Equal(t, ana.T("bot.computer.level."+strconv.Itoa(i+1)), o.Label)
	}
	shown := func(nth, level int) string {
		return sentences.Name(ana.Words, table.Player{User: table.ComputerID(nth, level)})
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
	require.Len(t, menu.Controls()[0].Options, 2)
	nabu := table.ComputerID(1, 3).String()
	gone := ana.MustChoose(menu, menu.Controls()[0].CustomID, nabu)
	require.Equal(t, ana.T("bot.computer.removed", "Name", shown(1, 3)), gone.Content)
	require.Equal(t, "⛔ "+bo.T("table.refused.not_host"), bo.MustClick(ch.Last(), label("remove_computer")).Content)
	env.Settle()
	updated := ana.MustClick(ch.Last(), label("remove_computer"))
	require.Equal(t, lobby.ID, updated.ID, "the only computer is removed at once")
	left := env.Words.Say("bot.lobby.left", "Players", shown(2, 5), "Count", 1)
	require.Equal(t, left, updated.Content, "the message says first what has changed")
	require.NotContains(t, strings.TrimPrefix(updated.Text(), left), shown(2, 5))
	require.Nil(t, harness.Button(updated, label("remove_computer")))
}

// players returns the players of a channel's table by its header.
func players(env *harness.Env, ch *localdiscord.Channel) []table.UserID {
	h, err := env.Store.Header(context.Background(), env.At(ch).ID())
	require.NoError(env, err)
	return h.Players
}
