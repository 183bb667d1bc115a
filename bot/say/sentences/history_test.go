package sentences_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/bot/play/games"
	"amytis/bot/play/games/playtest"
	"amytis/bot/say/sentences"
	"amytis/bot/text"
	"amytis/engine"
	"amytis/engine/table"
)

// TestTurnsAreThoseThatPeoplePlayedAndRoundsAreNamed plays games whose set-up is made by chance.
func TestTurnsAreThoseThatPeoplePlayedAndRoundsAreNamed(t *testing.T) {
	w := text.For("en")
	for _, c := range []struct {
		game         string
		options      engine.Options
		seats, setUp int
		rounds       bool
	}{
		{"gardens", nil, 2, 6, true},
		{"towers", engine.Options{"mode": "quick"}, 3, 0, true},
		{"babel", nil, 2, 0, false},
		{"towers", nil, 3, 0, false},
	} {
		g, _ := games.Find(c.game)
		p := playtest.Play(t, g, c.options, c.seats)
		now := p.At(t, 0)
		for i, m := range p.Moves {
			e := table.Move(g, m, now.Player(max(m.Seat, 1)).User, 1)
			e.Auto = i < c.setUp
			var err error
			now, err = now.Next(e)
			require.NoError(t, err)
		}
		h, err := sentences.NewHistory(now)
		require.NoError(t, err)
		require.Len(t, h.At(0).Moves, c.setUp, "chance has made the set-up before turn 1")
		require.Empty(t, h.When(w, 0))
		unit, n := "turn", h.Last()
		if c.rounds {
			unit, n = "round", len(h.Rounds())-1
		}
		require.Equal(t, unit+" 1", h.When(w, 1))
		require.Equal(t, fmt.Sprint(unit, " ", n), h.When(w, h.Last()))
		require.Equal(t, fmt.Sprint(n, " ", unit, "s"), h.Length(w))
	}
}
