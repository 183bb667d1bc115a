package play_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/bot/e2e/harness"
	"amytis/bot/localdiscord"
	"amytis/engine/table"
	"amytis/store"
)

// startedWithOneAway starts a game of two in which the player in turn has gone away for five days.
func startedWithOneAway(
	t *testing.T, locale string, args localdiscord.Args,
) (env *harness.Env, ch *localdiscord.Channel, away, other *harness.Player) {
	t.Helper()
	env = harness.New(t, harness.Options{Locale: locale})
	env.Clock.ToMidday()
	people := env.NewPlayers(locale, 2)
	ch = env.Guild.AddChannel("gardens")
	for _, p := range people {
		p.MustCommand(ch, "me away", localdiscord.Args{"until": "5"})
	}
	env.At(ch).Open(args, people)
	env.Settle()
	away, other = people[0], people[1]
	if env.At(ch).Awaited() != away.UserID() {
		away, other = other, away
	}
	other.MustCommand(ch, "me back", nil)
	return env, ch, away, other
}

// awayLine returns the public line about a player who is away, without the time.
func awayLine(env *harness.Env, p *harness.Player) string {
	const when = "\x00"
	line := env.Words.T("bot.table.away", map[string]any{"Player": p.Name, "When": when})
	return line[:len(line)-len(when+".")]
}

func TestPlayerWhoLooksWhileAwayIsNotCalledWhenBack(t *testing.T) {
	t.Parallel()
	locale := harness.LocaleOf(t)
	env, ch, away, _ := startedWithOneAway(t, locale, localdiscord.Args{"limit": halfDay})
	own := away.MustOpenPanel(ch).Content
	require.NotContains(t, own, awayLine(env, away))
	require.Contains(t, own, "🌴", "a player sees that they are away")
	env.Clock.Forward(5 * 24 * time.Hour)
	env.Settle()
	require.Empty(t, away.Pings())
	env.CheckClean()
}

func TestOthersSeeWhoIsAwayAndNobodyPingsThem(t *testing.T) {
	t.Parallel()
	locale := harness.LocaleOf(t)
	env, ch, away, other := startedWithOneAway(t, locale, localdiscord.Args{"limit": halfDay})
	require.Empty(t, away.Pings())
	require.Contains(t, ch.Last().Content, awayLine(env, away))
	require.True(t, isSilent(ch.Last()))
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
	env.CheckClean()
}

func TestAbsenceDuringATurnStopsItsLimitUntilThePlayerIsBack(t *testing.T) {
	t.Parallel()
	env, ch, first, second := harness.StartedGame(t, harness.Options{}, "en-US", localdiscord.Args{"limit": halfDay})
	env.Clock.Forward(6 * time.Hour)
	before := len(ch.Messages())
	first.MustCommand(ch, "me away", localdiscord.Args{"until": "20"})
	said := awaitMessages(env, ch, before, 1)
	require.Contains(t, said.Content, first.Name)
	require.True(t, isSilent(said), "the notice disturbs nobody")
	require.Contains(t, second.MustCommand(ch, "game status", nil).Content, awayLine(env, first))
	env.Clock.Forward(10 * 24 * time.Hour)
	env.Settle()
	require.Len(t, ch.Messages(), before+1)
	first.MustCommand(ch, "me back", nil)
	back := awaitMessages(env, ch, before, 2)
	require.Contains(t, back.Content, first.Name)
	require.True(t, isSilent(back))
	require.Len(t, first.Pings(), 1, "the ping at the start")
	env.Clock.Forward(5*time.Hour + 50*time.Minute)
	env.Eventually("the reminder is there", func() bool { return len(first.Pings()) == 2 })
	env.Clock.Forward(20 * time.Minute)
	env.Eventually("the turn is skipped", func() bool { return len(second.Pings()) == 1 })
	require.Equal(t, []table.EventKind{table.Paused, table.Paused, table.Reminded, table.Moved},
		env.At(ch).KindsOfTwo())
	env.CheckClean()
}

// TestOthersAreToldOfAnAbsenceDuringATurnWithoutALimit repeats the commands, and starts the bot
// again.
func TestOthersAreToldOfAnAbsenceDuringATurnWithoutALimit(t *testing.T) {
	t.Parallel()
	locale := harness.LocaleOf(t)
	env, ch, first, second := harness.StartedGame(t, harness.Options{Locale: locale}, locale,
		localdiscord.Args{"limit": "0"})
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
	require.True(t, isSilent(said))
	for range 2 {
		first.MustCommand(ch, "me back", nil)
	}
	said = awaitMessages(env, ch, before, 2)
	require.Contains(t, said.Content, env.Words.T("bot.table.back", map[string]any{"Player": name}))
	require.True(t, isSilent(said))
	first.MustRemoveTile(ch)
	env.Settle()
	require.Len(t, ch.Messages(), before+3, "each change is told once")
	require.Len(t, first.Pings(), pings)
	require.Equal(t, []table.EventKind{table.Paused, table.Paused}, env.At(ch).KindsOfTwo()[:2])
	env.CheckClean()
}

func TestAbsenceIsSetShownAndRefused(t *testing.T) {
	t.Parallel()
	locale := harness.LocaleOf(t)
	env := harness.New(t, harness.Options{Locale: locale})
	env.Clock.ToMidday()
	ana := env.NewPlayer("Ana", locale)
	ch := env.Guild.AddChannel("gardens")
	away := func(until string) string {
		t.Helper()
		return ana.MustCommand(ch, "me away", localdiscord.Args{"until": until}).Content
	}
	left := func(days int) string {
		return ana.T("bot.away.left", "Left", days, "Most", store.AwayDays)
	}
	here := ana.T("bot.away.here") + "\n" + left(30) + "\n" + ana.T("bot.away.weekends_off")
	require.Equal(t, here, ana.MustCommand(ch, "me away", nil).Content)
	require.Equal(t, here, ana.MustCommand(ch, "me back", nil).Content, "there is nothing to end")
	for until, code := range map[string]string{
		"soon": "bad_day", "0": "past_day", "2020-01-01": "past_day", "31": "away_too_long",
	} {
		refusal := ana.T("table.refused."+code, "most", store.AwayDays)
		require.Equal(t, "⛔ "+refusal, away(until), until)
	}
	require.Equal(t, here, ana.MustCommand(ch, "me away", nil).Content)

	choices, err := ana.Autocomplete(context.Background(), ch, "me away", nil, "until", "")
	require.NoError(t, err)
	tomorrow := env.Clock.Now().UTC().AddDate(0, 0, 1)
	require.Equal(t, tomorrow.Format(time.DateOnly), choices[0].Value)
	choices, err = ana.Autocomplete(context.Background(), ch, "me away", nil, "until", "17")
	require.NoError(t, err)
	require.NotEmpty(t, choices)

	shown := away(choices[0].Value.(string))
	require.Contains(t, shown, "🌴")
	require.Equal(t, shown, ana.MustCommand(ch, "me away", nil).Content)
	p, err := env.Store.Preferences(t.Context(), ana.UserID())
	require.NoError(t, err)
	year := env.Clock.Now().UTC().Year()
	require.Contains(t, shown, left(30-p.AwayDaysIn(year)))
	require.Contains(t, shown, fmt.Sprintf("<t:%d:f>", p.Absences[0].To/1000))
	back := ana.MustCommand(ch, "me back", nil).Content
	require.Contains(t, back, ana.T("bot.away.here"))
	require.Contains(t, back, left(29), "the day on which the player was away counts")

	weekends := ana.MustCommand(ch, "me weekends", localdiscord.Args{"free": true}).Content
	require.Contains(t, weekends, ana.T("bot.away.weekends_on", "Zone", "UTC+0"))
	require.Equal(t, weekends, ana.MustCommand(ch, "me weekends", nil).Content)
	require.Equal(t, back, ana.MustCommand(ch, "me weekends", localdiscord.Args{"free": false}).Content)
	env.CheckClean()
}

// TestFreeWeekendHoldsPings puts the clock forward to a Saturday.
func TestFreeWeekendHoldsPingsUntilMonday(t *testing.T) {
	t.Parallel()
	env := harness.New(t, harness.Options{})
	people := env.NewPlayers("en-US", 2)
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
	env.CheckClean()
}
