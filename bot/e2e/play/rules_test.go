package play_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/bot/e2e/harness"
	"amytis/bot/localdiscord"
	"amytis/bot/play/games"
)

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
