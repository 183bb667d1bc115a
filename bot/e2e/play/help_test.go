package play_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/bot/discord/control"
	"amytis/bot/e2e/harness"
	"amytis/bot/localdiscord"
	"amytis/bot/play/games"
	"amytis/bot/play/lessons"
)

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

func TestRulesPagesAreTurnedInTeachingOrder(t *testing.T) {
	env := harness.New(t, harness.Options{})
	ch := env.Guild.AddChannel("towers")
	ana := env.NewPlayer("Ana", "de")
	in := games.All[2].Info()
	m := ana.MustCommand(ch, "rules", localdiscord.Args{"game": in.ID})
	for i, topic := range in.Topics {
		require.Equal(t, ana.T("towers.rules."+topic+".body"), m.Embeds[0].Description)
		require.Len(t, m.Pictures(), 1, topic)
		env.CheckPictures(m)
		back, next := m.Controls()[0], m.Controls()[1]
		require.Equal(t, i == 0, back.Disabled)
		require.Equal(t, i == len(in.Topics)-1, next.Disabled)
		if !next.Disabled {
			id := m.ID
			m = ana.MustClick(m, ana.T("bot.rules.next"))
			require.Equal(t, id, m.ID)
		}
	}
	m = ana.MustClick(m, ana.T("bot.rules.back"))
	require.Equal(t, ana.T("towers.rules.T-14.body"), m.Embeds[0].Description)
}

func TestRefusalOpensThePageOfItsRule(t *testing.T) {
	_, ch, first, second := harness.StartedGame(t, harness.Options{}, nil)
	refused := first.MustCommand(ch, "garden dig", localdiscord.Args{"cell": "a1"})
	require.True(t, first.Refused(refused), refused.Content)
	page := first.MustClick(refused, "📖 "+first.T("gardens.rules.setup.title"))
	require.Equal(t, refused.ID, page.ID, "the page replaces the refusal")
	require.Equal(t, first.T("gardens.rules.setup.body"), page.Embeds[0].Description)
	require.Empty(t, page.Content)

	refused = second.MustCommand(ch, "board", localdiscord.Args{"player": "Zoe"})
	require.True(t, second.Refused(refused), "there is no board of Zoe: %s", refused.Content)
	require.Empty(t, refused.Controls(), "this refusal cites no rule")
}
