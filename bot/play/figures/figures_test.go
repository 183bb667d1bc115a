package figures

import (
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/bot/play/games"
)

func TestEveryPageOfTheRulesHasAFigure(t *testing.T) {
	for _, g := range games.All {
		topics := map[string]bool{}
		for _, f := range load(g) {
			require.Len(t, f.Between, f.News)
			for _, topic := range f.Topics {
				require.Contains(t, g.Info().Topics, topic)
				require.False(t, topics[topic], "two figures of %s", topic)
				topics[topic] = true
			}
		}
		for _, topic := range g.Info().Topics {
			require.True(t, topics[topic], "%s has no figure", topic)
			require.NotNil(t, Of(g.Info().ID, topic))
		}
	}
	require.Nil(t, Of("gardens", "nothing"))
}
