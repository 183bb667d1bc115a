package gametest

import (
	"fmt"
	"slices"

	"github.com/stretchr/testify/require"

	"amytis/engine"
)

// checkHidden checks that what a seat sees and reads stays the same when what is hidden changes.
func checkHidden(p *game) {
	if p.hooks.Permute == nil {
		return
	}
	for _, seat := range p.viewers() {
		setup, moves := p.hooks.Permute(p.history(), seat, p.r)
		before, n, err := p.Replay(p.options, p.seats, setup, moves[:max(0, len(moves)-1)])
		other := before
		if err == nil && len(moves) > 0 {
			other, err = before.Apply(moves[n])
		}
		require.NoError(p, err, "hook Permute gives another history: move %d", n+1)
		p.permuted = p.permuted || string(setup) != string(p.setup) || !slices.Equal(moves, p.moves)
		tells := told(p.Game, before, History{p.options, p.seats, setup, moves, other}, seat)
		for what, said := range told(p.Game, p.states[n], p.history(), seat) {
			require.Equal(p, said, tells[what], "%s tells seat %d what is hidden from it", what, seat)
		}
		same := imagined(p.state(), seat, p.luck(5)).Equal(imagined(other, seat, p.luck(5)))
		require.True(p, same, "what seat %d imagines depends on what is hidden from it", seat)
		require.True(p, other.Turn() != 0 || p.permuted, "hook Permute changes nothing in a whole game")
	}
}

// told returns what a seat sees and reads of a game, by what tells it.
func told(g engine.Game, before engine.State, h History, seat engine.Seat) map[string]any {
	s := h.State
	all := map[string]any{"View": s.View(seat), "Scene": s.Scene(), "Tally": s.Tally(), "Scores": s.Scores()}
	if n := len(h.Moves); n > 0 {
		all["line"] = before.Describe(h.Moves[n-1]).Facts
	}
	if s.Turn() != 0 && seat == 0 {
		record, err := appendRecord(g, h)
		all["running record"] = fmt.Sprint(string(record), err)
	} else if s.Turn().Has(seat) {
		all["Need"] = s.Need(seat)
	}
	var described []engine.Description
	for i, legal := 0, s.Legal(seat, nil); i < len(legal); i += 1 + len(legal)/sampled {
		described = append(described, s.Describe(legal[i]))
	}
	all["Describe"] = described
	return all
}
