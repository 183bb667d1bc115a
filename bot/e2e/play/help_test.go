package play_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/bot/discord/control"
	"amytis/bot/e2e/harness"
	"amytis/bot/play/games"
	"amytis/bot/play/lessons"
)

// TestHelpBeginsTheChannelsGameElseListsAll presses every button of the help.
func TestHelpBeginsTheChannelsGameElseListsAll(t *testing.T) {
	env := harness.New(t, harness.Options{})
	for i, g := range games.All {
		in := g.Info()
		ch, ana := env.Guild.AddChannel(in.ID), env.NewPlayer("Ana", harness.Locale(i+1))
		m := ana.MustCommand(ch, "help", nil)
		require.Empty(t, m.Pictures(), "nobody has played here: a short list")
		for _, other := range games.All {
			id := other.Info().ID
			require.Contains(t, m.Text(), "**"+ana.T(id+".name")+"**\n"+ana.T(id+".tagline"))
		}
		if i > 0 {
			m = ana.MustClick(m, ana.T("bot.button.more"))
			env.CheckPictures(m)
			require.Len(t, m.Pictures(), len(games.All))
		}
		press := func(action, arg string) learner {
			panel := ana.MustWait(ana.Press(t.Context(), m, control.Control{Action: action, Arg: arg}.ID()))
			return learner{Player: ana, env: env, panel: panel}
		}
		if l, has := lessons.Of(in.ID); has {
			taught := press(control.Learn, in.ID)
			taught.lesson = l
			taught.checkAt(0)
		} else {
			for _, c := range m.Controls() {
				require.NotEqual(t, control.Control{Action: control.Learn, Arg: in.ID}.ID(), c.CustomID)
			}
		}
		checkSolo(env, ch, ana, press(control.Solo, "game="+in.ID).panel, in, 2)

		again := ana.MustCommand(ch, "help", nil)
		env.CheckPictures(again)
		require.Len(t, again.Pictures(), 1)
		require.Contains(t, again.Text(), "**"+ana.T(in.ID+".name")+"**\n"+ana.T(in.ID+".tagline"), "the channel's last game")
		require.Equal(t, control.Control{Action: control.Solo, Arg: "game=" + in.ID}.ID(), again.Controls()[0].CustomID)
		if in.ID == "towers" {
			quick := env.Guild.AddChannel("quick")
			ana.MustClick(ana.MustCommand(quick, "help", nil), strings.Split(ana.T("towers.option.mode.quick"), ":")[0])
			require.True(t, env.At(quick).Now().State.Pace().Live, "a quick game begins by a press")
			others := ana.MustClick(again, ana.T("bot.button.help_more"))
			env.CheckPictures(others)
			require.Len(t, others.Pictures(), len(games.All)-1)
		}
	}
}
