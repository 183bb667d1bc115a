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

// TestHelpBeginsTheChannelsGameAndHasTheOthersBehindMore presses every button of the help.
func TestHelpBeginsTheChannelsGameAndHasTheOthersBehindMore(t *testing.T) {
	t.Parallel()
	env := harness.New(t, harness.Options{})
	for i, g := range games.All {
		in := g.Info()
		ch, ana := env.Guild.AddChannel(in.ID), env.NewPlayer("Ana", harness.Locale(i+1))
		m := ana.MustCommand(ch, "help", nil)
		env.CheckPictures(m)
		require.Len(t, m.Pictures(), 1)
		if i > 0 { // the first game is that of a new channel
			m = ana.MustClick(m, ana.T("bot.button.help_more"))
			env.CheckPictures(m)
			require.Len(t, m.Pictures(), len(games.All)-1)
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
		require.Contains(t, again.Text(), "**"+ana.T(in.ID+".name")+"**\n"+ana.T(in.ID+".tagline"), "the channel's last game")
		require.Equal(t, control.Control{Action: control.Solo, Arg: "game=" + in.ID}.ID(), again.Controls()[0].CustomID)
		if in.ID == "towers" {
			quick := env.Guild.AddChannel("quick")
			ana.MustClick(ana.MustClick(ana.MustCommand(quick, "help", nil), ana.T("bot.button.help_more")),
				strings.Split(ana.T("towers.option.mode.quick"), ":")[0])
			require.True(t, env.At(quick).Now().State.Pace().Live, "a quick game begins by a press")
		}
	}
	env.CheckClean()
}
