package lookups_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/bot/e2e/harness"
	"amytis/bot/games"
	"amytis/bot/localdiscord"
)

func TestEveryBoardHasAPictureAndAltText(t *testing.T) {
	t.Parallel()
	env, ch, first, second := harness.StartedGame(t, harness.Options{}, "en-US", nil)
	views, err := first.Suggestions(ch, "board", nil, "view")
	require.NoError(t, err)
	require.Equal(t, games.All[0].Info().Views, views)
	players, err := first.Suggestions(ch, "board", nil, "player")
	require.NoError(t, err)
	require.Equal(t, []string{"1", "2"}, players)
	for i, locale := range harness.Locales {
		eve := env.NewPlayer("Eve", locale)
		for j, view := range views {
			if (i+j)%2 == 1 {
				continue // half of the views in each language are enough
			}
			m := eve.MustCommand(ch, "board", localdiscord.Args{"view": view, "player": players[j%2]})
			require.True(t, m.Ephemeral())
			name := []*harness.Player{first, second}[j%2].Name
			require.Equal(t, eve.T("bot.board.title", "Game", eve.T("gardens.name"), "Name", name), m.Content)
			env.CheckPictures(m)
		}
	}
	open := second.MustCommand(ch, "board", localdiscord.Args{"public": true})
	require.False(t, open.Ephemeral())
	env.CheckPictures(open)
	require.Contains(t, first.MustCommand(ch, "board", localdiscord.Args{"player": second.Name}).Content, second.Name)
	require.Equal(t, "⛔ "+first.T("table.refused.no_player", "player", "Zoe"),
		first.MustCommand(ch, "board", localdiscord.Args{"player": "Zoe"}).Content)
	env.CheckClean()
}
