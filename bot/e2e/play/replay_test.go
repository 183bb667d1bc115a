package play_test

import (
	"bytes"
	"image/gif"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/bot/e2e/harness"
	"amytis/bot/localdiscord"
	"amytis/bot/say/sentences"
	"amytis/bot/text"
	"amytis/engine/table"
)

// replayIn returns the animation that is attached to an answer.
func replayIn(env *harness.Env, m *localdiscord.Message) *gif.GIF {
	env.Helper()
	require.Len(env, m.Attachments, 1, m.Content)
	require.Equal(env, "replay.gif", m.Attachments[0].Filename)
	data, found := env.Discord.File(m.Attachments[0].URL)
	require.True(env, found, "Discord has the file of the replay")
	g, err := gif.DecodeAll(bytes.NewReader(data))
	require.NoError(env, err)
	require.Equal(env, [2]int{1100, 700}, [2]int{g.Config.Width, g.Config.Height})
	return g
}

// plain returns a text without its formatting.
func plain(said string) string { return strings.ReplaceAll(said, "**", "") }

// requireTellsReplay checks that a text says who has won and the points of a game.
func requireTellsReplay(t *testing.T, said string, w *text.Words, ended *table.Table) {
	t.Helper()
	h, err := sentences.NewHistory(ended)
	require.NoError(t, err)
	require.Contains(t, said, w.Say("bot.replay.title", "Game", w.Say(ended.Game.Info().ID+".name"), "Length", h.Length(w)))
	require.Contains(t, said, sentences.Won(w, ended))
	require.Contains(t, said, sentences.Totals(w, ended))
}

func TestReplayOfAnEndedGameIsSentAndOfARunningOneRefused(t *testing.T) {
	locale := harness.LocaleOf(t)
	env := harness.New(t, harness.Options{Seed: 180, Locale: locale})
	people := env.NewPlayers(2)
	eve := env.NewPlayer("Eve", locale)
	ch := env.Guild.AddChannel("babel")
	require.Equal(t, "⛔ "+eve.T("table.refused.no_table"), eve.MustCommand(ch, "replay", nil).Content)
	env.At(ch).Open(localdiscord.Args{"game": "babel"}, people)
	require.NoError(t, env.At(ch).PlayRandomMoves(people, 181, 12))
	env.Settle()
	require.Nil(t, harness.Button(ch.Last(), env.Words.T("bot.button.replay", nil)), "a running game has no replay")
	for _, public := range []bool{false, true} {
		refused := people[0].MustCommand(ch, "replay", localdiscord.Args{"public": public})
		require.Equal(t, "⛔ "+people[0].T("table.refused.replay_running"), refused.Content)
		require.Empty(t, refused.Attachments)
	}
	resignAll(env, ch, people)
	ended := env.At(ch).Now()

	pressed := eve.MustClick(ch.Last(), env.Words.T("bot.button.replay", nil))
	require.True(t, pressed.Ephemeral(), "only Eve sees the replay")
	film := replayIn(env, pressed)
	requireTellsReplay(t, pressed.Content, eve.Words, ended)
	alt := pressed.Attachments[0].Description
	require.LessOrEqual(t, len([]rune(alt)), 1024)
	require.Contains(t, alt, eve.T("bot.replay.alt"))
	require.Contains(t, alt, plain(sentences.Won(eve.Words, ended)))
	require.Contains(t, alt, plain(sentences.Totals(eve.Words, ended)))
	require.NotContains(t, alt, "**")

	open := people[1].MustCommand(ch, "replay", localdiscord.Args{"public": true})
	require.False(t, open.Ephemeral(), "all see a replay that is shown in public")
	require.Len(t, replayIn(env, open).Image, len(film.Image))
	requireTellsReplay(t, open.Content, env.Words, ended)
}
