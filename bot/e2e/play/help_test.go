package play_test

import (
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
		require.Contains(t, m.Text(), "**"+ana.T(in.ID+".name")+"**\n"+ana.T(in.ID+".tagline"))
		press := func(action string) learner {
			panel := ana.MustWait(ana.Press(t.Context(), m, control.Control{Action: action, Arg: in.ID}.ID()))
			return learner{Player: ana, env: env, panel: panel}
		}
		taught := press(control.Learn)
		taught.lesson, _ = lessons.Of(in.ID)
		taught.checkAt(0)
		checkSolo(env, ch, ana, press(control.Solo).panel, in, 2)
	}
	env.CheckClean()
}
