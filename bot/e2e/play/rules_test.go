package play_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/bot/e2e/harness"
	"amytis/bot/localdiscord"
	"amytis/bot/play/games"
)

func TestEveryRulesPageCanBeRead(t *testing.T) {
	t.Parallel()
	env := harness.New(t, harness.Options{})
	ch := env.Guild.AddChannel("gardens")
	locale := harness.LocaleOf(t)
	ana := env.NewPlayer("Ana", locale)
	offered, err := ana.Suggestions(ch, "rules", nil, "topic")
	require.NoError(t, err)
	require.Len(t, offered, 25)
	for _, topic := range games.All[0].Info().Topics {
		m := ana.MustCommand(ch, "rules", localdiscord.Args{"topic": topic})
		require.True(t, m.Ephemeral())
		require.Equal(t, ana.T("gardens.rules."+topic+".body"), m.Embeds[0].Description)
		require.Contains(t, m.Embeds[0].Title, ana.T("gardens.rules."+topic+".title"))
		shown := 0
		for _, menu := range m.Controls() {
			for _, o := range menu.Options {
				if o.Default {
					shown++
					require.Equal(t, topic, o.Value)
				}
			}
		}
		require.Equal(t, 1, shown, "the menu does not show the page %s as the current one", topic)
	}
	m := ana.MustCommand(ch, "rules", nil)
	menus := m.Controls()[2:]
	next := ana.MustChoose(m, menus[0].CustomID, menus[0].Options[5].Value)
	require.Equal(t, m.ID, next.ID)
	require.NotEqual(t, m.Embeds[0].Title, next.Embeds[0].Title)
	require.NotEmpty(t, ana.MustCommand(ch, "rules", localdiscord.Args{"topic": "no such page"}).Embeds)
	env.CheckClean()
}

func TestRulesPagesAreTurnedInTeachingOrder(t *testing.T) {
	t.Parallel()
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
	env.CheckClean()
}

func TestRefusalOpensThePageOfItsRule(t *testing.T) {
	t.Parallel()
	env, ch, first, second := harness.StartedGame(t, harness.Options{}, "es-ES", nil)
	refused := first.MustCommand(ch, "garden dig", localdiscord.Args{"cell": "a1"})
	require.True(t, first.Refused(refused), refused.Content)
	page := first.MustClick(refused, "📖 "+first.T("gardens.rules.setup.title"))
	require.Equal(t, refused.ID, page.ID, "the page replaces the refusal")
	require.Equal(t, first.T("gardens.rules.setup.body"), page.Embeds[0].Description)
	require.Empty(t, page.Content)

	refused = second.MustCommand(ch, "board", localdiscord.Args{"player": "Zoe"})
	require.True(t, second.Refused(refused))
	require.Empty(t, refused.Controls(), "this refusal cites no rule")
	env.CheckClean()
}
