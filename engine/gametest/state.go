package gametest

import (
	"errors"
	"fmt"
	"reflect"
	"slices"

	"amytis/engine"
)

func checkState(p *game) error {
	s := p.state()
	before := s.View(1)
	for _, check := range []func(*game) error{
		checkTurn, checkPace, checkLegal, checkSound, checkApply,
		checkAim, checkNeighbours, checkLeaving, checkViews, checkHidden,
		checkImagine, checkDraw, checkWorth, checkWorthAfter, checkThinking, checkComputers,
	} {
		if err := check(p); err != nil {
			return err
		}
	}
	if !reflect.DeepEqual(before, s.View(1)) {
		return errors.New("the state has changed by being asked and by moves played from it")
	}
	return nil
}

// checkTurn checks that the game is over exactly when nobody is in turn, and that exactly the seats
// in turn have legal moves. Chance must be in turn alone, and has none.
func checkTurn(p *game) error {
	s := p.state()
	turn := s.Turn()
	result, over := s.Result()
	if over != (turn == 0) {
		return fmt.Errorf("over is %t with %s in turn", over, turn.Ref())
	}
	if over {
		if err := checkResult(p, result); err != nil {
			return err
		}
	}
	if turn.Has(engine.Chance) && turn != engine.Seats(engine.Chance) {
		return fmt.Errorf("chance is in turn with others: %s", turn.Ref())
	}
	for seat := engine.Seat(0); seat <= engine.MaxSeats+1; seat++ {
		in := seat != engine.Chance && seat <= engine.MaxSeats && turn.Has(seat)
		if in && int(seat) > len(p.seats) {
			return fmt.Errorf("seat %d of %d is in turn", seat, len(p.seats))
		}
		if n := len(s.Legal(seat, nil)); (n > 0) != in {
			return fmt.Errorf("seat %d has %d legal moves with %s in turn", seat, n, turn.Ref())
		}
	}
	return nil
}

// checkPace checks that the round began during the game and not before the previous round, and that
// the clock's move ends it.
func checkPace(p *game) error {
	s := p.state()
	pace := s.Pace()
	before := 0
	if n := len(p.states); n > 1 {
		before = p.states[n-2].Pace().Since
	}
	if pace.Since < before || pace.Since > len(p.moves) {
		return fmt.Errorf(
			"the round began after %d moves of %d, the one before after %d",
			pace.Since,
			len(p.moves),
			before,
		)
	}
	if pace.Clock <= 0 || s.Turn() == 0 {
		if pace.Clock < 0 || (pace.TimeUp != engine.Move{} && pace.Clock == 0) {
			return fmt.Errorf("no clock runs, but it is %+v", pace)
		}
		return nil
	}
	if err := checkText(p.Game, pace.TimeUp); err != nil {
		return err
	}
	after, err := s.Apply(pace.TimeUp)
	if err != nil {
		return fmt.Errorf("the clock's %s is refused: %w", p.text(pace.TimeUp), err)
	}
	if after.Turn() != 0 && after.Pace().Since != len(p.moves)+1 {
		return fmt.Errorf("the clock's %s does not begin another round", p.text(pace.TimeUp))
	}
	return nil
}

func checkResult(p *game, r engine.Result) error {
	switch {
	case len(r.Winners) == 0 || !slices.IsSorted(r.Winners):
		return fmt.Errorf("winners %v: some, in ascending order", r.Winners)
	case !reflect.DeepEqual(r.Scores, p.state().Scores()):
		return fmt.Errorf("result scores %v, state scores %v", r.Scores, p.state().Scores())
	}
	for _, seat := range r.Winners {
		if seat == 0 || int(seat) > len(p.seats) || r.Resigned.Has(seat) {
			return fmt.Errorf("winner %d with %d seats, %s resigned", seat, len(p.seats), r.Resigned.Ref())
		}
	}
	return nil
}

// checkViews checks that each seat and a spectator have a view that stays the same, and each seat a
// score.
func checkViews(p *game) error {
	s := p.state()
	for seat := engine.Seat(0); int(seat) <= len(p.seats); seat++ {
		v := s.View(seat)
		if v.Game() != p.Info().ID || !reflect.DeepEqual(v, s.View(seat)) {
			return fmt.Errorf("seat %d's view is of %q, or another when asked again", seat, v.Game())
		}
	}
	if n := len(s.Scores()); n != len(p.seats) {
		return fmt.Errorf("%d scores for %d seats", n, len(p.seats))
	}
	return nil
}
