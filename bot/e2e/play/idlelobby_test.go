package play_test

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/bot/e2e/harness"
	"amytis/bot/localdiscord"
)

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
	lobby, keep := left.Last(), env.Words.T("bot.button.keep", nil)
	questions := func(ch *localdiscord.Channel) (n int) {
		env.Settle()
		for _, m := range ch.Messages() {
			if harness.Button(m, keep) != nil {
				n++
			}
		}
		return n
	}
	env.Clock.Forward(23 * time.Hour)
	require.Zero(t, questions(left))
	bo.MustCommand(left, "game join", nil)
	bo.MustCommand(left, "game leave", nil)
	env.Clock.Forward(2 * time.Hour)
	env.Eventually("the host is asked", func() bool { return questions(kept) == 1 })
	require.Len(t, ana.Pings(), 1)
	require.Zero(t, questions(left), "Bo was here")
	env.Clock.Forward(22 * time.Hour)
	env.Eventually("the host is asked", func() bool { return questions(left) == 1 })
	env.Bot.RestartAfter(0)

	m := bo.MustClick(kept.Last(), keep)
	require.Equal(t, "⛔ "+bo.T("table.refused.not_host"), m.Content)
	m = ana.MustClick(kept.Last(), keep)
	require.Equal(t, kept.Last().ID, m.ID)
	require.Equal(t, env.Words.T("bot.find.kept", map[string]any{"Player": "Ana"}), kept.Last().Content)
	env.Clock.Forward(25 * time.Hour)
	closed := env.Words.T("bot.find.nobody", nil)
	env.Eventually("the lobby is closed", func() bool {
		m := env.Discord.Message(lobby.ID)
		return len(m.Controls()) == 0 && strings.Contains(m.Content, closed)
	})
	require.Equal(t, 1, questions(left), "the host was asked once")
	require.Zero(t, questions(kept))
	require.Len(t, ana.Pings(), 2)
	m = ana.MustClick(left.Last(), keep)
	require.Equal(t, "⛔ "+ana.T("table.refused.aborted"), m.Content)
	require.True(t, isAtTable(env, kept, ana), "Ana is still in the lobby that was kept")
	require.False(t, bo.Refused(bo.MustCommand(left, "game new", nil)), "the channel is free")
}
