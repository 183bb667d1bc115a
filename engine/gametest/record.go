package gametest

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"amytis/engine"
)

// checkGame checks a game that is over.
func (p *game) checkGame() error {
	return errors.Join(p.checkEnded(), p.checkShared(), p.checkReplay(), p.checkPlayout(), p.checkRecord(), p.checkTampered(), p.checkRunning())
}

// checkEnded checks that no move of the game can be played again.
func (p *game) checkEnded() error {
	for _, m := range p.moves {
		if code := refusal(p.state(), m); code != engine.RefusedOver {
			return fmt.Errorf("%s after the end is refused with %q", p.text(m), code)
		}
	}
	return nil
}

// checkShared checks a state by several goroutines at once. The race detector finds shared writes.
func (p *game) checkShared() error {
	s := p.states[p.r.IntN(len(p.moves))]
	if s.Turn().Has(engine.Chance) {
		return nil
	}
	want := s.Legal(s.Turn().Slice()[0], nil)
	faults := make(chan error)
	const askers = 4
	for range askers {
		go func() { faults <- p.ask(s, want) }()
	}
	var all []error
	for range askers {
		all = append(all, <-faults)
	}
	return errors.Join(all...)
}

// ask calls the methods of a state that are called often.
func (p *game) ask(s engine.State, want []engine.Move) error {
	legal := s.Legal(want[0].Seat, nil)
	if !slices.Equal(legal, want) {
		return errors.New("method Legal lists other moves to several askers at once")
	}
	s.View(want[0].Seat)
	s.Scores()
	s.Describe(want[0])
	s.Mask(p.setup)
	_, err := s.Apply(want[0])
	return err
}

// checkReplay checks that a replay leads to the same states and stops at the first illegal move.
func (p *game) checkReplay() error {
	for _, n := range []int{0, 1, p.r.IntN(len(p.moves)), len(p.moves)} {
		s, played, err := p.Replay(p.options, p.seats, p.setup, p.moves[:n])
		if err != nil || played != n || !s.Equal(p.states[n]) {
			return fmt.Errorf("the first %d moves: %d replayed, or to another state: %w", n, played, err)
		}
	}
	bad := p.r.IntN(len(p.moves))
	moves := slices.Clone(p.moves)
	moves[bad] = engine.Move{}
	_, n, err := p.Replay(p.options, p.seats, p.setup, moves)
	if n != bad || err == nil {
		return fmt.Errorf("replay does not stop at move %d but at %d: %w", bad, n, err)
	}
	_, err = p.judge(moves[bad], err)
	return err
}

// checkPlayout checks that a seed always gives the same random game, and that it replays.
func (p *game) checkPlayout() error {
	play := func() ([]engine.Move, engine.State, error) {
		return p.Playout(p.options, p.seats, p.setup, rand.New(rand.NewPCG(5, uint64(len(p.moves)))))
	}
	moves, end, err := play()
	if err != nil {
		return err
	}
	if _, over := end.Result(); !over {
		return errors.New("a playout stops before the end")
	}
	again, _, err := play()
	if err != nil || !slices.Equal(moves, again) {
		return fmt.Errorf("one seed gives two games: %w", err)
	}
	s, _, err := p.Replay(p.options, p.seats, p.setup, moves)
	if err != nil || !s.Equal(end) {
		return fmt.Errorf("a playout replays to another state: %w", err)
	}
	return nil
}

// parsed writes the record after n moves and reads it again.
func (p *game) parsed(n int) (*engine.Record, error) {
	data, err := p.record(n)
	if err != nil {
		return nil, err
	}
	return engine.ParseRecord(data)
}

// checkRecord checks that the record of the game checks, and that it replays to the same states.
func (p *game) checkRecord() error {
	r, err := p.parsed(len(p.moves))
	if err != nil {
		return err
	}
	if err := r.Check(p.Game); err != nil {
		return fmt.Errorf("the record of the game: %w", err)
	}
	for range 4 {
		n := p.r.IntN(len(p.moves) + 1)
		if s, err := r.Replay(p.Game, n); err != nil || !s.Equal(p.states[n]) {
			return fmt.Errorf("the record replays to another state after %d moves: %w", n, err)
		}
	}
	return nil
}

// checkTampered checks that a changed record fails, and that the error names the changed place.
func (p *game) checkTampered() error {
	bad := p.r.IntN(len(p.moves))
	for _, line := range []string{"nonsense", "", p.text(p.illegal(bad))} {
		err := p.tampered(func(r *engine.Record) { r.Moves[bad] = line })
		var wrong *engine.MoveError
		if !errors.As(err, &wrong) || wrong.Number != bad+1 || wrong.Move != line {
			return fmt.Errorf("move %d replaced by %q: %v", bad+1, line, err)
		}
	}
	results := map[string]func(r *engine.Record){
		"a move too few":  func(r *engine.Record) { r.Moves = r.Moves[:len(r.Moves)-1] },
		"no result":       func(r *engine.Record) { r.Result = nil },
		"another winner":  func(r *engine.Record) { r.Result = replace(r.Result, `"winners":[`, `"winners":[7,`) },
		"a score too few": func(r *engine.Record) { r.Result = replace(r.Result, `"scores":[{`, `"scores":[{"x":1,`) },
		"an empty result": func(r *engine.Record) { r.Result = json.RawMessage(`{}`) },
	}
	for name, change := range results {
		var wrong *engine.ResultError
		if err := p.tampered(change); !errors.As(err, &wrong) {
			return fmt.Errorf("%s: %v", name, err)
		}
	}
	return nil
}

// illegal returns a move of the game that is refused at the state before move i.
func (p *game) illegal(i int) engine.Move {
	s := p.states[i]
	for {
		m := p.moves[p.r.IntN(len(p.moves))]
		m.Seat = engine.Seat(1 + p.r.IntN(engine.MaxSeats))
		if refusal(s, m) != "" {
			return m
		}
	}
}

func replace(raw json.RawMessage, old, new string) json.RawMessage {
	return json.RawMessage(strings.Replace(string(raw), old, new, 1))
}

func (p *game) tampered(change func(*engine.Record)) error {
	r, err := p.parsed(len(p.moves))
	if err != nil {
		return err
	}
	change(r)
	return r.Check(p.Game)
}

// checkRunning checks that the record of a running game has no result, and that it can be checked only if
// nothing in it is masked.
func (p *game) checkRunning() error {
	n := p.r.IntN(len(p.moves))
	r, err := p.parsed(n)
	if err != nil {
		return err
	}
	if r.Result != nil {
		return fmt.Errorf("the record after %d moves of %d has a result", n, len(p.moves))
	}
	masked := string(p.states[n].Mask(p.setup)) != string(p.setup)
	err = r.Check(p.Game)
	if masked == (err == nil) {
		return fmt.Errorf("the running record is masked: %t, and its check says: %v", masked, err)
	}
	if p.hooks.Permute == nil && masked {
		return errors.New("the setup is masked, but there is no Permute hook to tell what is hidden")
	}
	return nil
}
