package gametest

import (
	"errors"
	"fmt"
	"reflect"

	"amytis/engine"
)

// checkHidden checks that a seat's view stays the same when what is hidden from it changes. It also
// checks that the record of the running game does not tell what a spectator may not see.
func checkHidden(p *game) error {
	if p.hooks.Permute == nil {
		return nil
	}
	for seat := engine.Seat(0); int(seat) <= len(p.seats); seat++ {
		h := p.history()
		setup, moves := p.hooks.Permute(h, seat, p.r)
		other, n, err := p.Replay(p.options, p.seats, setup, moves)
		if err != nil {
			return fmt.Errorf("hook Permute gives another history: move %d: %w", n+1, err)
		}
		if len(p.moves) == 0 && string(setup) == string(p.setup) {
			return errors.New("hook Permute changes nothing")
		}
		if !reflect.DeepEqual(p.state().View(seat), other.View(seat)) {
			return fmt.Errorf(
				"seat %d's view tells what is hidden from it: setup %s looks different from %s",
				seat,
				p.setup,
				setup,
			)
		}
		if !imagined(p.state(), seat, p.luck(5)).Equal(imagined(other, seat, p.luck(5))) {
			return fmt.Errorf("what seat %d imagines depends on what is hidden from it", seat)
		}
		if _, over := other.Result(); seat != 0 || over {
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
