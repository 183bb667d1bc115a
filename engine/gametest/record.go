package gametest

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"amytis/engine"
)

// checkRecord checks that the record of the game checks, and that it replays to the same states.
func checkRecord(p *game) error {
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

// checkTamperedRecord checks that a changed record fails, and that the error names the changed
// place.
func checkTamperedRecord(p *game) error {
	bad := p.r.IntN(len(p.moves))
	for _, line := range []string{"nonsense", "", p.text(illegalMove(p, bad))} {
		err := checkChangedRecord(p, func(r *engine.Record) { r.Moves[bad] = line })
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
		if err := checkChangedRecord(p, change); !errors.As(err, &wrong) {
			return fmt.Errorf("%s: %v", name, err)
		}
	}
	return nil
}

// illegalMove returns a move of the game that is refused at the state before move i.
func illegalMove(p *game, i int) engine.Move {
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

func checkChangedRecord(p *game, change func(*engine.Record)) error {
	r, err := p.parsed(len(p.moves))
	if err != nil {
		return err
	}
	change(r)
	return r.Check(p.Game)
}

// checkRunningRecord checks that the record of a running game has no result, and that it can be
// checked only if nothing in it is masked.
func checkRunningRecord(p *game) error {
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
	if p.hooks.Permute == nil && has(p.Game, "Imagine") {
		return errors.New("the game is an engine.Hider, but there is no Permute hook to tell what is hidden")
	}
	return nil
}
