package secrets_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/bot/e2e/harness"
	"amytis/bot/localdiscord"
	"amytis/engine/table"
)

func TestHandGoesToTheReplacementAndNobodyElse(t *testing.T) {
	t.Parallel()
	env, ch, first, _ := harness.StartedGame(t, harness.Options{}, "en-US", localdiscord.Args{"game": "babel"})
	mo, cleo := env.NewModerator("Mo", "en-US"), env.NewPlayer("Cleo", "en-US")
	hand := localdiscord.Args{"view": "hand", "player": "1"}
	before := first.MustCommand(ch, "board", hand)
	require.False(t, first.Refused(before), before.Content)
	require.True(t, cleo.Refused(cleo.MustCommand(ch, "board", hand)))
	mo.MustCommand(ch, "game replace", localdiscord.Args{"player": "1", "by": cleo.User})
	after := cleo.MustCommand(ch, "board", hand)
	require.False(t, cleo.Refused(after), after.Content)
	require.Equal(t, strings.ReplaceAll(before.Pictures()[0].Alt, first.Name, "Cleo"), after.Pictures()[0].Alt,
		"the same cards")
	require.Equal(t, "⛔ "+first.T("table.refused.not_yours"), first.MustCommand(ch, "board", hand).Content)
	env.CheckClean()
}

// TestHandOfAPastTurnIsShownToItsOwnerAlone asks for the hand at every turn of a game.
func TestHandOfAPastTurnIsShownToItsOwnerAlone(t *testing.T) {
	t.Parallel()
	env := harness.New(t, harness.Options{Seed: 130})
	people := env.NewPlayers("en-US", 2)
	eve := env.NewPlayer("Eve", "en-US")
	ch := env.Guild.AddChannel("babel")
	env.At(ch).Open(localdiscord.Args{"game": "babel"}, people)
	require.NoError(t, env.At(ch).PlayRandomMoves(people, 131, 40))
	playing := env.At(ch).Now()
	owner := harness.PlayerOf(people, playing.Player(1).User)
	other := harness.PlayerOf(people, playing.Player(2).User)
	hands := map[string]bool{}
	turns, err := eve.Suggestions(ch, "board", nil, "turn")
	require.NoError(t, err)
	for _, turn := range turns {
		hand := localdiscord.Args{"view": "hand", "player": "1", "turn": turn}
		mine := owner.MustCommand(ch, "board", hand)
		require.True(t, mine.Ephemeral())
		hands[env.PictureHashes(mine)] = true
		for _, p := range []*harness.Player{other, eve} {
			m := p.MustCommand(ch, "board", hand)
			require.Equal(t, "⛔ "+p.T("table.refused.not_yours"), m.Content)
			require.Empty(t, m.Attachments)
		}
		hand["public"] = true
		shared := owner.MustCommand(ch, "board", hand)
		require.Equal(t, "⛔ "+owner.T("table.refused.not_yours"), shared.Content)
		require.True(t, shared.Ephemeral())
	}
	require.Greater(t, len(hands), 2, "the hand changes from turn to turn")
	require.Equal(t, table.Running, playing.Status)
	env.CheckClean()
}
