package gametest

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"amytis/engine"
)

// checkState checks the present state.
func (p *game) checkState() error {
	s := p.state()
	before := s.View(1)
	for _, check := range []func() error{
		p.checkTurn, p.checkPace, p.checkLegal, p.checkSound, p.checkApply, p.checkAim, p.checkNeighbours, p.checkLeaving, p.checkViews, p.checkHidden,
	} {
		if err := check(); err != nil {
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
func (p *game) checkTurn() error {
	s := p.state()
	turn := s.Turn()
	result, over := s.Result()
	if over != (turn == 0) {
		return fmt.Errorf("over is %t with %s in turn", over, turn.Ref())
	}
	if over {
		if err := p.checkResult(result); err != nil {
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
func (p *game) checkPace() error {
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

func (p *game) checkResult(r engine.Result) error {
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

// readBack is about the number of legal moves whose text is read back at a state.
const readBack = 500

// checkLegal checks that Legal appends each move of the seat once, in a fixed order, without
// allocating if dst has room. It also checks that the moves' texts read back.
func (p *game) checkLegal() error {
	s := p.state()
	for _, seat := range s.Turn().Slice() {
		legal := s.Legal(seat, nil)
		seen := make(map[engine.Move]bool, len(legal))
		read := 1 + len(legal)/readBack
		for i, m := range legal {
			if seen[m] || m.Seat != seat {
				return fmt.Errorf("seat %d's move %s is listed twice or of another seat", seat, p.text(m))
			}
			seen[m] = true
			if (i+len(p.moves))%read != 0 {
				continue
			}
			if err := checkText(p.Game, m); err != nil {
				return err
			}
		}
		marker := engine.ResignMove(seat)
		again := s.Legal(seat, []engine.Move{marker})
		if again[0] != marker || !slices.Equal(again[1:], legal) {
			return errors.New("method Legal does not append the same moves in the same order again")
		}
		if len(p.moves)%10 != 0 {
			continue // counting is slow
		}
		if n := testing.AllocsPerRun(1, func() { again = s.Legal(seat, again[:0]) }); n > 0 {
			return fmt.Errorf("method Legal allocates %.0f times where dst has room", n)
		}
	}
	return nil
}

// checkSound checks that sound moves are legal moves, each once, in a fixed order.
func (p *game) checkSound() error {
	s := p.state()
	for _, seat := range s.Turn().Slice() {
		if seat == engine.Chance {
			return nil
		}
		legal := make(map[engine.Move]bool)
		for _, m := range s.Legal(seat, nil) {
			legal[m] = true
		}
		sound := s.Sound(seat, nil)
		if len(sound) == 0 || !slices.Equal(sound, s.Sound(seat, nil)) {
			return fmt.Errorf("seat %d has %d sound moves, or not the same in the same order again", seat, len(sound))
		}
		for _, m := range sound {
			if !legal[m] {
				return fmt.Errorf("move %s is sound, but not legal, or listed twice", p.text(m))
			}
			delete(legal, m)
		}
	}
	return nil
}

// checkText checks that a move's text is words with one space between and reads back as the move.
func checkText(g engine.Game, m engine.Move) error {
	prefix := []byte("before ")
	line, found := bytes.CutPrefix(g.AppendMove(prefix, m), prefix)
	text := string(line)
	switch back, err := g.ParseMove(text); {
	case !found:
		return errors.New("AppendMove does not append")
	case err != nil:
		return fmt.Errorf("move %q does not parse: %w", text, err)
	case back != m:
		return fmt.Errorf("move %q: written of %v, read as %v", text, m, back)
	case len(text) > engine.MaxMoveText || text != strings.Join(strings.Fields(text), " "):
		return fmt.Errorf("move %q: too long, or not single words", text)
	}
	return nil
}

// sampled is the number of legal moves that are played at a state.
const sampled = 48

// checkApply checks that legal moves can be played and described, twice with the same result.
func (p *game) checkApply() error {
	s := p.state()
	for _, seat := range s.Turn().Slice() {
		legal := s.Legal(seat, nil)
		p.r.Shuffle(len(legal), func(i, j int) { legal[i], legal[j] = legal[j], legal[i] })
		for i, m := range legal[:min(len(legal), sampled)] {
			next, err := s.Apply(m)
			if err != nil {
				return fmt.Errorf("legal move %s refused: %w", p.text(m), err)
			}
			again, err := s.Apply(m)
			if err != nil || !next.Equal(again) {
				return fmt.Errorf("move %s leads to two different states, or only once: %w", p.text(m), err)
			}
			if !s.Unaffected(s, seat) || s.Unaffected(next, seat) != next.Unaffected(s, seat) {
				return fmt.Errorf("method Unaffected is not reflexive or not symmetric around %s", p.text(m))
			}
			if i >= 4 {
				continue
			}
			if !reflect.DeepEqual(s.Describe(m), s.Describe(m)) {
				return fmt.Errorf("move %s is described in two ways", p.text(m))
			}
			if err := p.checkShorthand(m); err != nil {
				return fmt.Errorf("move %s: %w", p.text(m), err)
			}
		}
	}
	return nil
}

// checkViews checks that each seat and a spectator have a view that stays the same, and each seat a
// score.
func (p *game) checkViews() error {
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

// checkLeaving checks resignations and skips: every seat can resign and somebody in turn can be
// skipped at any time, unless moves must be undone first.
func (p *game) checkLeaving() error {
	s := p.state()
	_, over := s.Result()
	skippable := false
	for seat := engine.Seat(1); int(seat) <= len(p.seats); seat++ {
		after, err := p.leave(engine.ResignMove(seat), over)
		if err != nil {
			return err
		}
		if after != nil {
			if err := p.checkLeft(after, seat); err != nil {
				return fmt.Errorf("after seat %d's resignation: %w", seat, err)
			}
		}
		skipped, err := p.leave(engine.SkipMove(seat), over)
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
	return p.checkLastLeft()
}

// checkLastLeft checks that the last seat left has won.
func (p *game) checkLastLeft() error {
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
func (p *game) leave(m engine.Move, over bool) (engine.State, error) {
	after, err := p.state().Apply(m)
	switch {
	case err == nil && over:
		return nil, fmt.Errorf("%s is accepted after the end", p.text(m))
	case err == nil:
		return after, nil
	}
	code, err := p.judge(m, err)
	if over && code != engine.RefusedOver {
		return nil, fmt.Errorf("%s is refused with %q after the end", p.text(m), code)
	}
	return nil, err
}

// checkLeft checks that a seat that has resigned takes no further part.
func (p *game) checkLeft(after engine.State, seat engine.Seat) error {
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

// refusal returns the code with which a move is refused, "" if it can be played.
func refusal(s engine.State, m engine.Move) string {
	_, err := s.Apply(m)
	var refused *engine.RuleError
	if errors.As(err, &refused) {
		return refused.Code
	}
	return ""
}
