package play_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/bot/e2e/harness"
	"amytis/bot/localdiscord"
)

// TestWholeGamesByPanelsAlone plays each game without a slash command, except the one
// that opens it. Players wander with cursors, choose in steps, undo, answer questions with no, look
// at boards and click outdated panels.
func TestWholeGamesByPanelsAlone(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		game    *harness.Script
		options localdiscord.Args
		players int
	}{
		"gardens at once":     {harness.Gardens, localdiscord.Args{"game": "gardens", "build": "together"}, 3},
		"babel":               {harness.Babel, harness.BabelOptions, 2},
		"towers turn by turn": {harness.Towers, harness.TowersOptions, 3},
	} {
		t.Run(name, func(t *testing.T) {
			if testing.Short() && c.players > 2 {
				t.Skip("a game of two is enough for a short run")
			}
			t.Parallel()
			env := harness.New(t, harness.Options{Seed: 90, Script: c.game})
			people := env.NewPlayers("en-US", c.players)
			for _, p := range people {
				p.ByPanel = true
				p.Extras = &harness.ExtraClicks{}
			}
			ch := env.Guild.AddChannel("games")
			env.At(ch).Open(c.options, people)
			env.At(ch).PlayToEnd(people)
			env.At(ch).CheckFinished(people)
			var all harness.ExtraClicks
			for _, p := range people {
				all.Boards += p.Extras.Boards
				all.Scores += p.Extras.Scores
				all.Rules += p.Extras.Rules
				all.Outdated += p.Extras.Outdated
			}
			for _, n := range []int{all.Boards, all.Scores, all.Rules, all.Outdated} {
				require.Positive(t, n, "%+v", all)
			}
		})
	}
}
