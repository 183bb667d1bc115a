package play_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/bot/e2e/harness"
	"amytis/bot/localdiscord"
	"amytis/engine/longrun"
	"amytis/engine/table"
)

// requireBothEnd checks that a text says when the limit of a fresh turn and the reserve after it
// end. A seat begins with the time of a turn in reserve.
func requireBothEnd(env *harness.Env, content string, c table.TimeControl) {
	env.Helper()
	found := harness.Countdown.FindAllStringSubmatch(content, -1)
	require.Len(env, found, 2, content)
	limit := time.Duration(c.Limit) * time.Second
	for i, match := range found {
		at := time.Unix(int64(harness.Snowflake(match[1])), 0)
		require.WithinDuration(env, env.Clock.Now().Add(time.Duration(i+1)*limit), at, time.Minute, content)
	}
}

// TestPaceIsChosenInTheLobbyAndShownWithBothValues opens a table by presses, in the long run at
// each pace, and plays a turn.
func TestPaceIsChosenInTheLobbyAndShownWithBothValues(t *testing.T) {
	t.Parallel()
	for i, pace := range longrun.Choose(table.Paces[:1], table.Paces) {
		t.Run(pace.String(), func(t *testing.T) {
			locale := harness.Locale(i)
			env := harness.New(t, harness.Options{Locale: locale})
			people := env.NewPlayers(2)
			label := func(name string) string { return env.Words.T("bot.button."+name, nil) }
			ch := env.Guild.AddChannel("gardens")
			people[0].MustCommand(ch, "game new", localdiscord.Args{"setup": "hand"})
			env.Settle()
			lobby := ch.Last()
			m, err := harness.FillAgain(people[0], lobby, label("options"), localdiscord.Args{"pace": pace.String()})
			require.NoError(t, err)
			require.Equal(t, lobby.ID, m.ID, "the lobby shows it")
			people[1].MustClick(lobby, label("join"))
			env.Settle()
			shown := env.Words.T("bot.limit."+pace.String(), nil)
			for _, value := range []table.Limit{pace.Limit, pace.Reserve} {
				require.Contains(t, shown, env.Words.T("bot.limit."+value.String(), nil))
			}
			require.Contains(t, ch.Last().Text(), env.Words.T("bot.limit.name", nil))
			require.Contains(t, ch.Last().Text(), "**"+shown+"**")
			people[0].MustClick(lobby, label("start"))
			env.Settle()
			require.Equal(t, pace, env.At(ch).Now().TimeControl())

			first, second := people[0], people[1]
			if env.At(ch).Awaited() != first.UserID() {
				first, second = second, first
			}
			requireBothEnd(env, ch.Last().Content, pace)
			requireBothEnd(env, first.MustOpenPanel(ch).Content, pace)
			first.MustRemoveTile(ch)
			env.Settle()
			requireBothEnd(env, ch.Last().Content, pace)
			seat := env.At(ch).Now().Seat(first.UserID())
			saved := time.Duration(env.At(ch).Now().Reserved[seat]) * time.Millisecond
			most := min(2*pace.Limit, pace.Reserve)
			require.InDelta(t, float64(most), saved.Seconds(), 60, "a quick turn fills the reserve")
			require.Contains(t, first.MustCommand(ch, "game status", nil).Content,
				first.T("bot.limit."+pace.Reserve.String()))
		})
	}
}
