package games_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/bot/e2e/harness"
	"amytis/bot/localdiscord"
)

// TestTowersWholeGamesByCommandsAndPanels plays the tactical game to its end with each number of
// players. The server and the players use different languages.
func TestTowersWholeGamesByCommandsAndPanels(t *testing.T) {
	t.Parallel()
	for players := 3; players <= 5; players++ {
		if testing.Short() && players > 3 {
			continue
		}
		t.Run(fmt.Sprint(players), func(t *testing.T) {
			t.Parallel()
			env := harness.New(t, harness.Options{
				Locale: harness.Locales[players%4], Seed: uint64(60 + players), Script: harness.Towers,
			})
			people := env.NewPlayers(harness.Locales[(players+1)%4], players)
			for n, p := range people {
				p.ByPanel = (n+players)%2 == 0
			}
			stranger := env.NewPlayer("Eve", "en-US")
			ch := env.Guild.AddChannel("towers")
			env.At(ch).Open(harness.TowersOptions, people)
			env.At(ch).PlayToEnd(people)
			env.At(ch).CheckFinished(people, stranger)
			checkLeaderboard(env, ch, people)
		})
	}
}

// TestTowersQuickGameIsPlayedByAllAtOnce has four players build at the same time, by commands and
// by panels, while the bot restarts.
func TestTowersQuickGameIsPlayedByAllAtOnce(t *testing.T) {
	t.Parallel()
	env := harness.New(t, harness.Options{Seed: 70, Script: harness.QuickTowers})
	people := env.NewPlayers("en-US", 4)
	for n, p := range people {
		p.ByPanel = n%2 == 0
		p.Patient = true
	}
	ch := env.Guild.AddChannel("towers")
	env.At(ch).Open(harness.QuickTowersOptions, people)
	stop := env.Bot.RestartEvery(harness.Slowness*time.Second, 4)
	env.At(ch).PlayToEnd(people)
	stop()
	env.At(ch).CheckFinished(people)
	checkLeaderboard(env, ch, people)
}

// TestTowersFirstPlayerOnACellKeepsIt has two neighbours build on the same cell. One does. The
// other is told why not, and goes on from the panel with the refusal.
func TestTowersFirstPlayerOnACellKeepsIt(t *testing.T) {
	t.Parallel()
	env := harness.New(t, harness.Options{Seed: 71, Script: harness.QuickTowers})
	people := env.NewPlayers("en-US", 3)
	ch := env.Guild.AddChannel("towers")
	env.At(ch).Open(harness.QuickTowersOptions, people)
	env.At(ch).Begin(people)
	seats := env.At(ch).BySeat(people)
	m := seats[0].MustCommand(ch, "towers tower", localdiscord.Args{"cell": "1:k7"})
	require.Contains(t, m.Content, "k7.1")
	m = seats[1].MustCommand(ch, "towers tower", localdiscord.Args{"cell": "1:k7.1"})
	require.Contains(t, m.Content, "⛔ "+seats[1].T("towers.refused.cell_taken", "cell", "1:k7.1"))
	m = seats[2].MustCommand(ch, "towers tower", localdiscord.Args{"cell": "1:m7"})
	require.Contains(t, m.Content, "⛔ ", "not one of the player's zones")

	// By panels: what was offered before another player moved is still legal, except for the cell
	// that was taken.
	panels := []*localdiscord.Message{seats[0].MustOpenPanel(ch), seats[1].MustOpenPanel(ch)}
	menus, _ := harness.PanelControls(panels[0])
	theirs, _ := harness.PanelControls(panels[1])
	var shared string
	for _, mine := range menus[0].Options {
		for _, other := range theirs[0].Options {
			if mine.Value == other.Value {
				shared = mine.Value
			}
		}
	}
	require.NotEmpty(t, shared, "neighbours are offered the same cells")
	first := seats[0].MustChoose(panels[0], menus[0].CustomID, shared)
	require.False(t, seats[0].Refused(first), first.Content)
	second := seats[1].MustChoose(panels[1], theirs[0].CustomID, shared)
	require.True(t, seats[1].Refused(second), second.Content)
	menus, _ = harness.PanelControls(second)
	require.NotEmpty(t, menus, "the answer is the current panel")
	third := seats[1].MustChoose(second, menus[0].CustomID, otherThan(menus[0], shared))
	require.False(t, seats[1].Refused(third) || seats[1].Outdated(third), third.Content)
	env.Settle()
	require.Empty(t, env.Discord.Violations())
}

func otherThan(menu localdiscord.Component, value string) string {
	for _, o := range menu.Options {
		if o.Value != value {
			return o.Value
		}
	}
	return ""
}

// TestTowersClockEndsARoundAsItStands lets the time of a round run out while the bot is there, and
// while it is away. Later moves are refused. Everybody is pinged for the next round, whose clock
// begins when all are ready.
func TestTowersClockEndsARoundAsItStands(t *testing.T) {
	t.Parallel()
	env := harness.New(t, harness.Options{Seed: 72, Script: harness.QuickTowers})
	people := env.NewPlayers("en-US", 3)
	ch := env.Guild.AddChannel("towers")
	env.At(ch).Open(localdiscord.Args{"game": "towers", "mode": "quick", "clock": 300}, people)
	env.Settle()
	env.Clock.Forward(time.Hour)
	env.At(ch).Begin(people)
	env.CheckDeadline(ch.Last(), 5*time.Minute)
	seats := env.At(ch).BySeat(people)
	seats[0].MustCommand(ch, "towers tower", localdiscord.Args{"cell": "1:k7"})
	panel := seats[1].MustOpenPanel(ch)

	env.Clock.Forward(5*time.Minute + time.Second)
	env.Eventually("the second round begins", func() bool { return len(seats[2].Pings()) == 2 })
	env.Settle()
	require.Contains(t, ch.Last().Content, env.Words.T("towers.line.time", map[string]any{"round": "1"}))
	env.At(ch).Begin(people)
	env.CheckDeadline(ch.Last(), 5*time.Minute)
	menus, _ := harness.PanelControls(panel)
	stale := seats[1].MustChoose(panel, menus[0].CustomID, menus[0].Options[0].Value)
	require.True(t, seats[1].Outdated(stale), "the panel of the first round is outdated in the second: %s",
		stale.Content)

	seats[0].MustCommand(ch, "towers tower", localdiscord.Args{"cell": "1:k7"})
	env.Bot.RestartAfter(time.Hour)
	env.Eventually("the third round begins", func() bool { return len(seats[2].Pings()) == 3 })
	env.Settle()
	require.Contains(t, ch.Last().Content, env.Words.T("towers.line.time", map[string]any{"round": "2"}))
	env.At(ch).Begin(people)
	env.CheckDeadline(ch.Last(), 5*time.Minute)
	require.Empty(t, env.Discord.Violations())
	require.Empty(t, env.BotLog.Errors())
}
