package gametest

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"

	"amytis/engine"
)

// checkLeaving checks resignations and skips: every seat can resign and somebody in turn can be
// skipped at any time, unless moves must be undone first.
func checkLeaving(p *game) error {
	s := p.state()
	_, over := s.Result()
	skippable := false
	for seat := engine.Seat(1); int(seat) <= len(p.seats); seat++ {
		for _, m := range []engine.Move{engine.ResignMove(seat), engine.LastResignMove(seat)} {
			after, err := leave(p, m, over)
			if err != nil {
				return err
			}
			if after == nil {
				continue
			}
			if err := checkResigned(after, seat); err != nil {
				return fmt.Errorf("after %s: %w", p.text(m), err)
			}
			if m.Args[0] != 0 && after.Turn() != 0 {
				return fmt.Errorf("the game goes on after %s", p.text(m))
			}
		}
		skipped, err := leave(p, engine.SkipMove(seat), over)
		if err != nil {
			return err
		}
		unfinished := refusal(s, engine.SkipMove(seat)) == engine.RefusedUnfinished
		skippable = skippable || skipped != nil || unfinished
		if skipped != nil && !s.Turn().Has(seat) {
			return fmt.Errorf("seat %d can be skipped with %s in turn", seat, s.Turn().Ref())
		}
	}
	if !over && !skippable && !s.Turn().Has(engine.Chance) {
		return fmt.Errorf("nobody can be skipped with %s in turn", s.Turn().Ref())
	}
	return checkLastLeft(p)
}

func checkLastLeft(p *game) error {
	s := p.state()
	order := p.r.Perm(len(p.seats))
	last := engine.Seat(order[0] + 1)
	for _, i := range order[1:] {
		next, err := s.Apply(engine.ResignMove(engine.Seat(i + 1)))
		if err != nil {
			return nil // over, or moves must be undone first
		}
		s = next
	}
	r, over := s.Result()
	if !over || !slices.Equal(r.Winners, []engine.Seat{last}) || r.Resigned.Len() != len(order)-1 {
		return fmt.Errorf("all but seat %d resigned: over is %t, result %v", last, over, r)
	}
	return nil
}

// leave returns the state after a resignation or a skip, nil if it is refused with a listed code.
func leave(p *game, m engine.Move, over bool) (engine.State, error) {
	after, err := p.state().Apply(m)
	switch {
	case err == nil && over:
		return nil, fmt.Errorf("%s is accepted after the end", p.text(m))
	case err == nil:
		return after, nil
	}
	code, err := judge(p, m, err)
	if over && code != engine.RefusedOver {
		return nil, fmt.Errorf("%s is refused with %q after the end", p.text(m), code)
	}
	return nil, err
}

// checkResigned checks that a seat that has resigned takes no further part.
func checkResigned(after engine.State, seat engine.Seat) error {
	result, over := after.Result()
	switch {
	case over != (after.Turn() == 0):
		return fmt.Errorf("over is %t with %s in turn", over, after.Turn().Ref())
	case after.Turn().Has(seat) || len(after.Legal(seat, nil)) > 0:
		return errors.New("still in turn, or with legal moves")
	case over && !result.Resigned.Has(seat):
		return errors.New("the result lacks the resignation")
	case over && slices.Contains(result.Winners, seat):
		return errors.New("it has won")
	case over:
		return nil
	}
	if _, plans := after.Foresee(seat, rand.New(rand.NewPCG(1, 1))); plans {
		return errors.New("it foresees a turn")
	}
	if code := refusal(after, engine.ResignMove(seat)); code != engine.RefusedResigned {
		return fmt.Errorf("resigning again is refused with %q", code)
	}
	for _, in := range after.Turn().Slice() {
		if in != engine.Chance && len(after.Legal(in, nil)) == 0 {
			return fmt.Errorf("seat %d is in turn and has no legal move", in)
		}
	}
	return nil
}
