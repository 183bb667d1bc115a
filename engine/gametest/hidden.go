package gametest

import (
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"

	"amytis/engine"
)

// checkHidden checks that all that a seat sees and reads stays the same when what is hidden from it
// changes. It also checks that the record of the running game does not tell what a spectator may not
// see.
func checkHidden(p *game) error {
	if p.hooks.Permute == nil {
		return nil
	}
	for seat := engine.Seat(0); int(seat) <= len(p.seats); seat++ {
		h := p.history()
		setup, moves := p.hooks.Permute(h, seat, p.r)
		before, n, err := p.Replay(p.options, p.seats, setup, moves[:max(0, len(moves)-1)])
		other := before
		if err == nil && len(moves) > 0 {
			other, err = before.Apply(moves[n])
		}
		if err != nil {
			return fmt.Errorf("hook Permute gives another history: move %d: %w", n+1, err)
		}
		p.permuted = p.permuted || string(setup) != string(p.setup) || !slices.Equal(moves, p.moves)
		if n < len(moves) && !maps.Equal(p.states[n].Describe(p.moves[n]).Facts, before.Describe(moves[n]).Facts) {
			return fmt.Errorf("the line about %s tells seat %d what is hidden from it", p.text(p.moves[n]), seat)
		}
		tells := told(other, seat)
		for method, said := range told(p.state(), seat) {
			if !reflect.DeepEqual(said, tells[method]) {
				return fmt.Errorf("method %s tells seat %d what is hidden from it", method, seat)
			}
		}
		if !imagined(p.state(), seat, p.luck(5)).Equal(imagined(other, seat, p.luck(5))) {
			return fmt.Errorf("what seat %d imagines depends on what is hidden from it", seat)
		}
		_, over := other.Result()
		if over && !p.permuted {
			return errors.New("hook Permute changes nothing in a whole game")
		}
		if seat != 0 || over {
			continue
		}
		mine, err := p.record(len(p.moves))
		if err != nil {
			return err
		}
		theirs, err := appendRecord(p.Game, History{p.options, p.seats, setup, moves, other})
		if err != nil {
			return err
		}
		if string(mine) != string(theirs) {
			return fmt.Errorf("the running record tells what is hidden: %s and %s", mine, theirs)
		}
	}
	return nil
}

// told returns what a seat sees and reads at s, by the method that tells it.
func told(s engine.State, seat engine.Seat) map[string]any {
	all := map[string]any{"View": s.View(seat), "Scene": s.Scene(), "Tally": s.Tally(), "Scores": s.Scores()}
	if s.Turn().Has(seat) && seat != engine.Chance {
		all["Need"] = s.Need(seat)
	}
	var described []engine.Description
	for i, legal := 0, s.Legal(seat, nil); i < len(legal); i += 1 + len(legal)/sampled {
		described = append(described, s.Describe(legal[i]))
	}
	all["Describe"] = described
	return all
}
