package bot_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/bot/localdiscord"
)

// babelGame are the options that open a game of Babel.
var babelGame = localdiscord.Args{"game": "babel"}

// TestBabelWholeGamesByCommandAndByPress plays games to their end, by commands
// and by presses, the server and each of the players in another language.
func TestBabelWholeGamesByCommandAndByPress(t *testing.T) {
	t.Parallel()
	for i, locale := range locales {
		if testing.Short() && i > 0 {
			continue
		}
		t.Run(locale, func(t *testing.T) {
			t.Parallel()
			h := build(t, setup{locale: locale, seed: uint64(40 + i), game: babelPastime})
			people := []*person{h.person("Ana", locales[(i+1)%4]), h.person("Bo", locales[(i+2)%4])}
			for n, p := range people {
				p.byPress = (i+n*(i/2))%2 == 0 // both alike in two games, mixed in the others
			}
			stranger := h.person("Eve", locales[(i+3)%4])
			ch := h.guild.AddChannel("babel")
			h.open(ch, babelGame, people)
			h.playOut(ch, people)
			h.verdict(ch, people, stranger)
			h.onLeaderboard(ch, people)
		})
	}
}

// TestBabelDuplicatesActAndAnswerOnce delivers every interaction of a game
// twice.
func TestBabelDuplicatesActAndAnswerOnce(t *testing.T) {
	t.Parallel()
	h := build(t, setup{seed: 50, game: babelPastime})
	h.discord.Faults().DuplicateInteractions(true)
	people := h.people("en-US", 2)
	people[1].byPress = true
	for _, p := range people {
		p.calls = []localdiscord.CallOption{localdiscord.Twice()}
	}
	ch := h.guild.AddChannel("babel")
	h.open(ch, babelGame, people)
	h.playOut(ch, people)
	h.verdict(ch, people)
}

// onLeaderboard looks for the players of an ended game on the leaderboard.
func (h *house) onLeaderboard(ch *localdiscord.Channel, people []*person) {
	h.Helper()
	m := must(h)(people[0].slash(ch, "leaderboard", localdiscord.Args{"game": h.game.id}))
	for _, p := range people {
		require.Contains(h, m.Text(), "<@"+p.ID+">")
	}
}

// TestBabelAKilledBotLosesAndRepeatsNothing kills the real program a few times
// in a game of Babel.
func TestBabelAKilledBotLosesAndRepeatsNothing(t *testing.T) {
	t.Parallel()
	killed(t, babelPastime, babelGame, 2, 6)
}
