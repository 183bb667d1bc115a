package play_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/bot/e2e/harness"
	"amytis/bot/localdiscord"
	"amytis/engine/table"
)

// awayLine returns the public line about a player who is away, without the time.
func awayLine(env *harness.Env, p *harness.Player) string {
	const when = "\x00"
	line := env.Words.T("bot.table.away", map[string]any{"Player": p.Name, "When": when})
	return line[:len(line)-len(when+".")]
}

func TestOthersSeeWhoIsAwayAndNobodyPingsThem(t *testing.T) {
	env, ch, away, other := startedWishing(t, harness.LocaleOf(t), localdiscord.Args{"limit": halfDay},
		"me away", localdiscord.Args{"until": "5"})
	other.MustCommand(ch, "me back", nil)
	require.Empty(t, away.Pings())
	require.Contains(t, ch.Last().Content, awayLine(env, away))
	require.True(t, isSilent(ch.Last()), "nobody is notified of the turn of one who is away")
	require.Contains(t, other.MustCommand(ch, "game status", nil).Content, awayLine(env, away))
	before := len(ch.Messages())
	env.Clock.Forward(3 * 24 * time.Hour)
	env.Bot.RestartAfter(time.Hour)
	env.Settle()
	require.Len(t, ch.Messages(), before, "no reminder and no skip")
	p, err := env.Store.Preferences(t.Context(), away.UserID())
	require.NoError(t, err)
	back := time.UnixMilli(p.Absences[0].To)
	env.Clock.Forward(back.Add(time.Hour).Sub(env.Clock.Now()))
	called := awaitMessages(env, ch, before, 1)
	require.Contains(t, called.Content, fmt.Sprintf("<t:%d:R>", p.Absences[0].To/1000+12*60*60))
	require.Len(t, away.Pings(), 1, "called once when back")
	away.MustRemoveTile(ch)
	env.Settle()
	require.NotContains(t, ch.Last().Content, "🌴")
	require.Len(t, other.Pings(), 1)
}

// TestOthersAreToldOfAnAbsenceDuringATurnWithoutALimit repeats the commands, and starts the bot
// again.
func TestOthersAreToldOfAnAbsenceDuringATurnWithoutALimit(t *testing.T) {
	env, ch, first, second := harness.StartedGame(t, harness.Options{Locale: harness.LocaleOf(t)}, localdiscord.Args{"limit": "0"})
	env.Clock.ToMidday()
	before, pings := len(ch.Messages()), len(first.Pings())
	second.MustCommand(ch, "me away", localdiscord.Args{"until": "5"})
	second.MustCommand(ch, "me back", nil)
	require.Empty(t, env.At(ch).KindsOfTwo(), "nobody waits for the second player")
	away := func() {
		first.MustCommand(ch, "me away", localdiscord.Args{"until": "5"})
		first.MustCommand(ch, "me away", nil)
	}
	away()
	env.Bot.RestartAfter(time.Hour)
	away()
	said := awaitMessages(env, ch, before, 1)
	p, err := env.Store.Preferences(t.Context(), first.UserID())
	require.NoError(t, err)
	name := "**" + first.Name + "**"
	require.Contains(t, said.Content, env.Words.T("bot.table.away", map[string]any{
		"Player": name, "When": fmt.Sprintf("<t:%d:f>", p.Absences[0].To/1000),
	}))
	require.True(t, isSilent(said), "nobody is notified that one is away")
	for range 2 {
		first.MustCommand(ch, "me back", nil)
	}
	said = awaitMessages(env, ch, before, 2)
	require.Contains(t, said.Content, env.Words.T("bot.table.back", map[string]any{"Player": name}))
	require.True(t, isSilent(said), "nobody is notified that one is back")
	first.MustRemoveTile(ch)
	env.Settle()
	require.Len(t, ch.Messages(), before+3, "each change is told once")
	require.Len(t, first.Pings(), pings)
	require.Equal(t, []table.EventKind{table.Paused, table.Paused}, env.At(ch).KindsOfTwo()[:2])
}

// TestFreeWeekendHoldsPings puts the clock forward to a Saturday.
func TestFreeWeekendHoldsPingsUntilMonday(t *testing.T) {
	env := harness.New(t, harness.Options{})
	people := env.NewPlayers(2)
	ch := env.Guild.AddChannel("gardens")
	env.Clock.ToMidday()
	for env.Clock.Now().UTC().Weekday() != time.Saturday {
		env.Clock.Forward(24 * time.Hour)
	}
	for _, p := range people {
		p.MustCommand(ch, "me weekends", localdiscord.Args{"free": true})
	}
	env.At(ch).Open(nil, people)
	env.Settle()
	require.Empty(t, append(people[0].Pings(), people[1].Pings()...))
	before := len(ch.Messages())
	env.Clock.Forward(48 * time.Hour)
	awaitMessages(env, ch, before, 1)
	require.Len(t, append(people[0].Pings(), people[1].Pings()...), 1)
}
