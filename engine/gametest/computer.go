package gametest

import (
	"fmt"
	"slices"

	"amytis/engine"
	"amytis/engine/ai"
)

// thoughtTurns bounds the time that computer players think in the suite.
const thoughtTurns = 12

// checkComputers checks the choices of computer players for all seats in turn. From state to state
// they are of another level.
func checkComputers(p *game) error {
	for _, seat := range p.state().Turn().Slice() {
		if seat == engine.Chance {
			continue
		}
		other := p.state()
		if p.hooks.Permute != nil {
			setup, moves := p.hooks.Permute(p.history(), seat, p.r)
			var err error
			if other, _, err = p.Replay(p.options, p.seats, setup, moves); err != nil {
				return fmt.Errorf("hook Permute gives another history: %w", err)
			}
		}
		if err := checkComputer(p, seat, other); err != nil {
			return err
		}
	}
	return nil
}

// checkComputer checks that a computer player chooses legal moves, and the same ones at other,
// which differs only in what is hidden from seat.
func checkComputer(p *game, seat engine.Seat, other engine.State) error {
	s := p.state()
	player := ai.NewPlayer(p.Game)
	level := ai.Level((len(p.moves) + int(seat)) % 4)
	chosen := player.Choose(s, seat, level, 5, stopAfter(thoughtTurns))
	after := s
	for _, m := range chosen {
		var err error
		if after, err = after.Apply(m); err != nil {
			return fmt.Errorf("a computer of level %d chooses %s: %w", level, p.text(m), err)
		}
	}
	if again := player.Choose(other, seat, level, 5, stopAfter(thoughtTurns)); !slices.Equal(chosen, again) {
		return fmt.Errorf("a computer of level %d on seat %d plays by what is hidden from it", level, seat)
	}
	if len(chosen) == 0 {
		return fmt.Errorf("a computer of level %d on seat %d chooses nothing", level, seat)
	}
	return nil
}

func stopAfter(n int) func() bool {
	return func() bool { n--; return n <= 0 }
}
