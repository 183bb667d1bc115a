package gametest

import (
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"amytis/engine"
	"amytis/engine/ai"
)

// luck returns a source of chance that is the same each time for the same state and number.
func (p *game) luck(n int) *rand.Rand { return rand.New(rand.NewPCG(uint64(len(p.moves)), uint64(n))) }

func imagined(s engine.State, seat engine.Seat, luck ...*rand.Rand) engine.State {
	m := s.Mind()
	for _, r := range luck {
		m.Imagine(seat, r)
	}
	return m.State()
}

// checkImagine checks that imagining keeps the seat's view and does not depend on what was hidden:
// imagining twice gives what the second time alone would give. Seat 0 is a spectator.
func checkImagine(p *game) error {
	s := p.state()
	for seat := engine.Seat(0); int(seat) <= len(p.seats); seat++ {
		once := imagined(s, seat, p.luck(2))
		if !reflect.DeepEqual(s.View(seat), once.View(seat)) {
			return fmt.Errorf("seat %d imagines a position that it can see is another", seat)
		}
		if once.Turn() != s.Turn() || !maps.Equal(setOf(once.Legal(seat, nil)), setOf(s.Legal(seat, nil))) {
			return fmt.Errorf("seat %d imagines a position with another turn or other moves of its own", seat)
		}
		if !once.Equal(imagined(s, seat, p.luck(1), p.luck(2))) {
			return fmt.Errorf("what seat %d imagines depends on what is hidden from it", seat)
		}
		if len(p.moves)%10 != 0 || !has(p.Game, "Imagine") {
			continue // counting is slow
		}
		m := s.Mind()
		r := p.luck(2)
		if n := testing.AllocsPerRun(1, func() { m.Imagine(seat, r) }); n > 0 {
			return fmt.Errorf("method Imagine allocates %.0f times", n)
		}
	}
	return nil
}

func setOf(moves []engine.Move) map[engine.Move]bool {
	set := make(map[engine.Move]bool, len(moves))
	for _, m := range moves {
		set[m] = true
	}
	return set
}

const drawsPerCheck = 6

func checkDraw(p *game) error {
	s := p.state()
	if s.Turn().Has(engine.Chance) {
		return nil // checkThinking plays the moves of chance
	}
	d := s.Mind()
	for seat := engine.Seat(1); seat <= engine.Seat(len(p.seats)); seat++ {
		sound := s.Sound(seat, nil)
		r := p.luck(3)
		if err := checkDrawn(p, d, seat, setOf(sound), r); err != nil {
			return err
		}
		if err := checkDrawAfterUnsound(p, seat, sound, r); err != nil {
			return err
		}
		if len(p.moves)%10 != 0 || !has(p.Game, "Draw") {
			continue // counting is slow
		}
		// A drawer that finds nothing by chance may list the moves.
		if n := testing.AllocsPerRun(20, func() { d.Draw(seat, r) }); n > 0 {
			return fmt.Errorf("method Draw allocates %.0f times", n)
		}
	}
	if !d.State().Equal(s) {
		return errors.New("method Draw changes the position")
	}
	return nil
}

// checkDrawn checks that a seat draws some of the given moves, and the zero Move if there are none.
func checkDrawn(p *game, d engine.Mind, seat engine.Seat, from map[engine.Move]bool, r *rand.Rand) error {
	for range drawsPerCheck {
		switch m := d.Draw(seat, r); {
		case len(from) == 0 && m != engine.Move{}:
			return fmt.Errorf("seat %d has no moves, but draws %s", seat, p.text(m))
		case len(from) > 0 && !from[m]:
			return fmt.Errorf("seat %d draws %s, which is not sound", seat, p.text(m))
		}
	}
	return nil
}

// checkDrawAfterUnsound checks that a seat draws legal moves, and a search ends, after a move that
// is legal but not sound. The turn may have no end then.
func checkDrawAfterUnsound(p *game, seat engine.Seat, sound []engine.Move, r *rand.Rand) error {
	legal := p.state().Legal(seat, nil)
	if len(legal) == len(sound) {
		return nil
	}
	m := legal[r.IntN(len(legal))]
	if slices.Contains(sound, m) {
		return nil
	}
	s, err := p.state().Apply(m)
	if err != nil {
		return err
	}
	from := setOf(s.Sound(seat, nil))
	if err := checkDrawn(p, s.Mind(), seat, from, r); err != nil {
		return fmt.Errorf("after %s, which is not sound: %w", p.text(m), err)
	}
	chosen := ai.NewPlayer(p.Game).Think(s, seat, ai.Budget{Turns: 1}, 1).Best.Moves
	if (len(chosen) > 0) != (len(from) > 0) || len(chosen) > 0 && !from[chosen[0]] {
		return fmt.Errorf("after %s, which is not sound, a search chooses %d moves of %d", p.text(m), len(chosen), len(from))
	}
	return nil
}

// checkWorth checks that a position is always worth the same, nothing to seats that do not exist,
// and most to the winners. Finding it must not allocate.
func checkWorth(p *game) error {
	s := p.state()
	d := s.Mind()
	var worth, again [engine.MaxSeats + 1]int32
	d.Worth(&worth)
	again[0], again[len(p.seats)] = 1, 1
	d.Worth(&again)
	if worth != again || !d.State().Equal(s) {
		return fmt.Errorf("a position is worth %v, then %v, or has changed", worth, again)
	}
	for seat, value := range worth {
		if value != 0 && (seat == 0 || seat > len(p.seats)) {
			return fmt.Errorf("the position is worth %d to seat %d of %d", value, seat, len(p.seats))
		}
	}
	if result, over := s.Result(); over {
		for seat := 1; seat <= len(p.seats); seat++ {
			won := slices.Contains(result.Winners, engine.Seat(seat))
			if won != (worth[seat] > engine.WinWorth/2) {
				return fmt.Errorf("the ended game is worth %d to seat %d; has it won: %t", worth[seat], seat, won)
			}
		}
	}
	if len(p.moves)%10 != 0 || !has(p.Game, "Worth") {
		return nil // counting is slow
	}
	if n := testing.AllocsPerRun(1, func() { d.Worth(&worth) }); n > 0 {
		return fmt.Errorf("method Worth allocates %.0f times", n)
	}
	return nil
}

// checkWorthAfter checks that valuing a drawn move tells what the position is worth once it is
// played. It must neither change the position nor allocate.
func checkWorthAfter(p *game) error {
	s := p.state()
	if s.Turn().Has(engine.Chance) {
		return nil
	}
	d, played := s.Mind(), s.Mind()
	var worth, after [engine.MaxSeats + 1]int32
	for _, seat := range s.Turn().Slice() {
		r := p.luck(5)
		for range drawsPerCheck {
			m := d.Draw(seat, r)
			if m.Verb == 0 || !d.WorthAfter(m, &worth) {
				continue
			}
			if !d.State().Equal(s) {
				return errors.New("method WorthAfter changes the position")
			}
			played.CopyFrom(d)
			if err := played.Play(m); err != nil {
				return err
			}
			played.Worth(&after)
			if worth != after {
				return fmt.Errorf("after %s the position would be worth %v, but is worth %v", p.text(m), worth, after)
			}
			if len(p.moves)%10 != 0 {
				continue // counting is slow
			}
			if n := testing.AllocsPerRun(1, func() { d.WorthAfter(m, &worth) }); n > 0 {
				return fmt.Errorf("method WorthAfter allocates %.0f times", n)
			}
		}
	}
	return nil
}

// checkThinking checks that drawn moves lead a game to its end from what a seat imagines. A Mind
// must play them like a State.
func checkThinking(p *game) error {
	const apart = 25 // moves between the states that are played out
	s := p.state()
	if len(p.moves)%apart != 0 || s.Turn() == 0 {
		return nil
	}
	r := p.luck(4)
	d := s.Mind()
	d.Imagine(engine.Seat(1+r.IntN(len(p.seats))), r)
	s = d.State()
	copied := d.Clone()
	d.CopyFrom(copied)
	for n := 0; !d.Over(); n++ {
		turn := d.Turn().Slice()
		m := d.Draw(turn[r.IntN(len(turn))], r)
		next, err := s.Apply(m)
		if err != nil || d.Play(m) != nil {
			return fmt.Errorf("drawn move %s, after %d others from an imagined state, is refused: %w", p.text(m), n, err)
		}
		s = next
		if !d.State().Equal(s) {
			return fmt.Errorf("a Mind plays %s in another way than a State", p.text(m))
		}
		if n == maxMoves {
			return errors.New("drawn moves do not end the game")
		}
	}
	if copied.Over() {
		return errors.New("the copy of a Mind changes with it")
	}
	return nil
}
