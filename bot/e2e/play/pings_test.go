package play_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/bot/e2e/harness"
	"amytis/bot/localdiscord"
)

// startedWishing starts a game of two, at midday, after both have used a command about themselves.
// first is the player whose turn it is.
func startedWishing(
	t *testing.T, locale string, game localdiscord.Args, command string, args localdiscord.Args,
) (env *harness.Env, ch *localdiscord.Channel, first, second *harness.Player) {
	t.Helper()
	env = harness.New(t, harness.Options{Locale: locale})
	env.Clock.ToMidday()
	people := env.NewPlayers(2)
	ch = env.Guild.AddChannel("gardens")
	for _, p := range people {
		p.MustCommand(ch, command, args)
		if args["how"] == "direct" {
			env.Eventually("the first direct message has come", func() bool { return len(p.DirectMessages()) == 1 })
		}
	}
	env.At(ch).Open(game, people)
	env.Settle()
	seats := env.At(ch).BySeat(people)
	return env, ch, seats[0], seats[1]
}

// awaitDirect waits until a player has a number of direct messages about games, and returns the
// last.
func awaitDirect(env *harness.Env, p *harness.Player, n int) *localdiscord.Message {
	env.Helper()
	env.Eventually("the direct message has come", func() bool { return len(directs(p)) >= n })
	env.Settle()
	all := directs(p)
	require.Len(env, all, n)
	return all[n-1]
}

// hello is how many direct messages only try whether they come.
const hello = 1

// directs returns a player's direct messages without the one that tries whether they come.
func directs(p *harness.Player) []*localdiscord.Message {
	return slices.DeleteFunc(p.DirectMessages(), func(m *localdiscord.Message) bool {
		return m.Content == p.T("bot.direct.hello")
	})
}

func TestDirectMessageTellsOfTheTurnInPlaceOfAMention(t *testing.T) {
	env, ch, first, second := startedWishing(t, harness.LocaleOf(t), nil, "me pings", localdiscord.Args{"how": "direct"})
	sent := awaitDirect(env, first, 1)
	require.Contains(t, sent.Content, env.Words.Say("bot.pings.your_turn"))
	require.Contains(t, sent.Content, "<#"+ch.ID+">")
	open := sent.Components[0].Components[0]
	require.Equal(t, env.Words.Say("bot.pings.open"), open.Label)
	require.True(t, strings.HasSuffix(open.URL, "/"+ch.Last().ID), "a link to the table message")
	require.Empty(t, ch.Last().Mentions)
	require.Len(t, first.Pings(), hello+1)
	before := len(ch.Messages())
	env.Bot.RestartAfter(time.Hour)
	first.MustRemoveTile(ch)
	news := awaitDirect(env, second, 1).Content
	require.Len(t, strings.Split(news, "\n"), 2, "with what has happened: %s", news)
	require.Len(t, ch.Messages(), before+1)
	require.Len(t, first.Pings(), hello+1)
	require.Len(t, second.Pings(), hello+1)
}
