package lookups_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/bot/e2e/harness"
	"amytis/bot/games"
	"amytis/bot/localdiscord"
)

func TestEveryRulesPageCanBeRead(t *testing.T) {
	t.Parallel()
	env := harness.New(t, harness.Options{})
	ch := env.Guild.AddChannel("gardens")
	for _, locale := range harness.Locales {
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
		menu := m.Controls()[0]
		next := ana.MustChoose(m, menu.CustomID, menu.Options[5].Value)
		require.Equal(t, m.ID, next.ID)
		require.NotEqual(t, m.Embeds[0].Title, next.Embeds[0].Title)
		require.NotEmpty(t, ana.MustCommand(ch, "rules", localdiscord.Args{"topic": "no such page"}).Embeds)
	}
	env.CheckClean()
}
