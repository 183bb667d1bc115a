package play_test

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

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
	require.Contains(t, m.Content, "k7, level 1")
	m = seats[1].MustCommand(ch, "towers tower", localdiscord.Args{"cell": "1:k7.1"})
	require.Contains(t, m.Content, "⛔ "+seats[1].T("towers.refused.cell_taken", "cell", "zone 1, k7, level 1"))
	m = seats[2].MustCommand(ch, "towers tower", localdiscord.Args{"cell": "1:m7"})
	require.Contains(t, m.Content, "⛔ ", "not one of the player's zones")

	loser, answer := pressTheSameCell(t, env.At(ch), [2]*harness.Player{seats[0], seats[1]})
	require.NotEmpty(t, harness.CursorButtons(answer), "the answer is the current panel")
	// In another panel, since the bot may just refresh that one.
	next := loser.MustClick(aim(t, loser, ch, 'm', 10), loser.T("bot.cursor.place"))
	require.False(t, loser.Refused(next) || loser.Outdated(next), next.Content)
	env.Settle()
	require.Empty(t, env.Discord.Violations())
}

// pressTheSameCell has two neighbours build on the same cell by their cursors, and returns the
// refused one and the answer. The bot may show one the move of the other before they press;
// then they aim at another cell.
func pressTheSameCell(
	t *testing.T, at *harness.Table, pair [2]*harness.Player,
) (loser *harness.Player, answer *localdiscord.Message) {
	t.Helper()
	for tries := 1; ; tries++ {
		var answers, cursors [2]*localdiscord.Message
		for i, p := range pair {
			cursors[i] = aim(t, p, at.Channel, 'k', 8+tries)
		}
		var errs [2]error
		var presses sync.WaitGroup
		for i, p := range pair {
			presses.Go(func() { answers[i], errs[i] = p.Click(cursors[i], p.T("bot.cursor.place")) })
		}
		presses.Wait()
		if errs[0] != nil || errs[1] != nil {
			require.Less(t, tries, 17, "%v", errs)
			continue
		}
		refused := [2]bool{pair[0].Refused(answers[0]), pair[1].Refused(answers[1])}
		require.NotEqual(t, refused[0], refused[1], "one of the two keeps the cell")
		if refused[0] {
			return pair[0], answers[0]
		}
		return pair[1], answers[1]
	}
}

// aim opens a player's cursor for towers, and presses its arrows until it is at a place of zone 1.
func aim(t *testing.T, p *harness.Player, ch *localdiscord.Channel, col rune, row int) *localdiscord.Message {
	t.Helper()
	m := p.MustOpenPanel(ch)
	for step := "l tower"; ; {
		i := slices.IndexFunc(m.Controls(), func(c localdiscord.Component) bool {
			return strings.HasPrefix(c.CustomID, "cur:") && strings.Contains(c.CustomID, ":"+step)
		})
		require.GreaterOrEqual(t, i, 0, "no %s in %s", step, m.Content)
		next, err := p.Wait(p.Press(t.Context(), m, m.Controls()[i].CustomID))
		if err != nil { // the bot has just refreshed the panel
			m, step = p.MustOpenPanel(ch), "l tower"
			continue
		}
		m = next
		id := harness.Button(m, p.T("bot.cursor.place")).CustomID
		var zone, r int
		var c rune
		_, err = fmt.Sscanf(id[strings.Index(id, "tower "):], "tower %d:%c%d", &zone, &c, &r)
		require.NoError(t, err)
		switch {
		case zone != 1:
			for _, menu := range m.Controls() {
				for _, o := range menu.Options {
					if strings.HasPrefix(o.Value, "zone ") {
						m = p.MustChoose(m, menu.CustomID, o.Value)
					}
				}
			}
			step = "east "
		case c < col:
			step = "east "
		case c > col:
			step = "west "
		case r < row:
			step = "north "
		case r > row:
			step = "south "
		default:
			return m
		}
	}
}
