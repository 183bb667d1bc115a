package play_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/bot/discord/control"
	"amytis/bot/e2e/harness"
	"amytis/bot/handle/learn/lessons"
	"amytis/bot/play/games"
)

// TestHelpShowsACardOfEachGameThatBeginsIt presses every button of the help.
func TestHelpShowsACardOfEachGameThatBeginsIt(t *testing.T) {
	t.Parallel()
	env := harness.New(t, harness.Options{})
	for i, g := range games.All {
		in := g.Info()
		ch, ana := env.Guild.AddChannel(in.ID), env.NewPlayer("Ana", harness.Locales[i+1])
		m := ana.MustCommand(ch, "help", nil)
		env.CheckPictures(m)
		require.Len(t, m.Pictures(), len(games.All)+1, "a picture of each game, and what the signs of one mean")
		press := func(action string) learner {
			panel := ana.MustWait(ana.Press(t.Context(), m, control.Control{Action: action, Arg: in.ID}.ID()))
			return learner{Player: ana, env: env, panel: panel}
		}
		taught := press(control.Learn)
		taught.lesson, _ = lessons.Of(in.ID)
		taught.checkAt(0)
		checkSolo(env, ch, ana, press(control.Solo).panel, in, 2)

		_, cards, _ := strings.Cut(ana.MustCommand(ch, "help", nil).Text(), "\n")
		require.True(t, strings.HasPrefix(cards, "**"+ana.T(in.ID+".name")), "the channel's last game is first: %s", cards)
		for _, g := range games.All {
			said := ".tagline"
			if g.Info().ID == in.ID {
				said = ".rules.short.body"
			}
			require.Contains(t, cards, "**"+ana.T(g.Info().ID+".name")+"**\n"+ana.T(g.Info().ID+said))
		}
	}
	env.CheckClean()
}
