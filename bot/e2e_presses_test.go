package bot_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/bot/localdiscord"
)

// TestWholeGamesByPressesAlone plays a game of each kind without a slash command
// but for the one that opens it: with cursors that wander, choices in steps, steps
// back, questions that are answered with no, boards that are looked at and presses
// that come too late.
func TestWholeGamesByPressesAlone(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		game    *pastime
		options localdiscord.Args
		players int
	}{
		"gardens in turns":    {gardensPastime, localdiscord.Args{"game": "gardens", "build": "turns"}, 2},
		"gardens at once":     {gardensPastime, localdiscord.Args{"game": "gardens", "build": "together"}, 3},
		"babel":               {babelPastime, babelGame, 2},
		"towers turn by turn": {towersPastime, towersGame, 3},
		"towers at once":      {quickPastime, quickGame, 3},
	} {
		t.Run(name, func(t *testing.T) {
			if testing.Short() && c.players > 2 {
				t.Skip("a game of two is enough for a short run")
			}
			t.Parallel()
			h := build(t, setup{seed: 90, game: c.game})
			people := h.people("en-US", c.players)
			for _, p := range people {
				p.byPress = true
				p.detours = &detours{}
			}
			ch := h.guild.AddChannel("games")
			h.open(ch, c.options, people)
			h.playOut(ch, people)
			h.verdict(ch, people)
			var all detours
			for _, p := range people {
				all.boards += p.detours.boards
				all.scores += p.detours.scores
				all.rules += p.detours.rules
				all.stale += p.detours.stale
			}
			for _, n := range []int{all.boards, all.scores, all.rules, all.stale} {
				require.Positive(t, n, "%+v", all)
			}
		})
	}
}
