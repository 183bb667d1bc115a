package play_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/bot/e2e/harness"
	"amytis/bot/localdiscord"
)

func TestGameInAThreadIsPlayedThere(t *testing.T) {
	env := harness.New(t, harness.Options{Locale: harness.LocaleOf(t)})
	people := env.NewPlayers(2)
	ch := env.Guild.AddChannel("square")
	env.At(ch).Open(nil, people) // so the channel has a game already
	env.Settle()
	coming := people[0].MustCommand(ch, "game new", localdiscord.Args{"game": "babel", "thread": true})
	require.Equal(t, people[0].T("bot.thread.coming", "Game", people[0].T("babel.name")), coming.Content)
	env.Settle()
	require.Len(t, ch.Threads(), 1)
	thread, note := ch.Threads()[0], ch.Last()
	require.Equal(t, env.Words.T("babel.name", nil)+" · Ana", thread.Name)
	require.Equal(t, note.ID, thread.ID, "the thread belongs to the note")
	require.Equal(t, env.Words.T("bot.thread.note",
		map[string]any{"Game": env.Words.T("babel.name", nil), "Name": "Ana"})+" <#"+thread.ID+">", note.Content)
	require.Contains(t, thread.Last().Text(), env.Words.T("babel.name", nil)+"\n")

	people[1].MustCommand(thread, "game join", nil)
	people[0].MustCommand(thread, "game start", nil)
	require.NoError(t, env.At(thread).PlayRandomMoves(people, 90, 5))
	require.Equal(t, "gardens", env.At(ch).Now().Game.Info().ID, "the channel's game goes on")
	env.Settle()
	env.At(thread).Resign(people[1])
	people[1].MustCommand(thread, "game rematch", nil)
	env.Settle()
	require.Contains(t, thread.Last().Content, "🔁")
}
