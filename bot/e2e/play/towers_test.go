package play_test

import (
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/bot/e2e/harness"
	"amytis/bot/localdiscord"
)

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

	loser, answer, taken := pressTheSameCell(t, env.At(ch), [2]*harness.Player{seats[0], seats[1]})
	menus, _ := harness.PanelControls(answer)
	require.NotEmpty(t, menus, "the answer is the current panel")
	next := loser.MustChoose(answer, menus[0].CustomID, otherThan(menus[0], taken))
	require.False(t, loser.Refused(next) || loser.Outdated(next), next.Content)
	env.Settle()
	require.Empty(t, env.Discord.Violations())
}

// pressTheSameCell has two neighbours choose the same cell on their panels at once, and returns the
// refused one, the answer and the cell. The bot may show one the move of the other before they
// press; then they choose again.
func pressTheSameCell(
	t *testing.T, at *harness.Table, pair [2]*harness.Player,
) (loser *harness.Player, answer *localdiscord.Message, cell string) {
	t.Helper()
	for tries := 1; ; tries++ {
		var panels, answers [2]*localdiscord.Message
		var menus [2]localdiscord.Component
		for i, p := range pair {
			panels[i] = p.MustOpenPanel(at.Channel)
			all, _ := harness.PanelControls(panels[i])
			require.NotEmpty(t, all)
			menus[i] = all[0]
		}
		shared := sharedValue(menus[0], menus[1])
		require.NotEmpty(t, shared, "neighbours are offered the same cells")
		var errs [2]error
		var presses sync.WaitGroup
		for i, p := range pair {
			presses.Go(func() { answers[i], errs[i] = p.Choose(panels[i], menus[i].CustomID, shared) })
		}
		presses.Wait()
		if errs[0] != nil || errs[1] != nil {
			require.Less(t, tries, 20, "%v", errs)
			continue
		}
		refused := [2]bool{pair[0].Refused(answers[0]), pair[1].Refused(answers[1])}
		require.NotEqual(t, refused[0], refused[1], "one of the two keeps the cell")
		if refused[0] {
			return pair[0], answers[0], shared
		}
		return pair[1], answers[1], shared
	}
}

// sharedValue returns a value that two menus offer, "" if there is none.
func sharedValue(one, other localdiscord.Component) string {
	for _, o := range one.Options {
		for _, p := range other.Options {
			if o.Value == p.Value {
				return o.Value
			}
		}
	}
	return ""
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
	env.Eventually("the panel of the first round says that the second waits", func() bool {
		return strings.HasPrefix(env.Discord.Message(panel.ID).Content, seats[1].T("bot.turn.ready"))
	})
	env.At(ch).Begin(people)
	env.CheckDeadline(ch.Last(), 5*time.Minute)

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
