package gametest

import (
	"encoding/json"
	"strings"

	"github.com/stretchr/testify/require"

	"amytis/engine"
)

// checkRecord checks that the record of the game checks, and that it replays to the same states.
func checkRecord(p *game) {
	r := p.parsed(len(p.moves))
	require.NoError(p, r.Check(p.Game), "the record of the game")
	for _, n := range []int{0, 1, p.r.IntN(len(p.moves)), len(p.moves)} {
		s, err := r.Replay(p.Game, n)
		require.NoError(p, err)
		require.True(p, s.Equal(p.states[n]), "the record replays to another state after %d moves", n)
	}
}

// checkTamperedRecord checks that a changed record fails with an error that names the place.
func checkTamperedRecord(p *game) {
	changed := func(change func(*engine.Record)) error {
		r := p.parsed(len(p.moves))
		change(r)
		return r.Check(p.Game)
	}
	bad := p.r.IntN(len(p.moves))
	for _, line := range []string{"nonsense", "", p.text(illegalMove(p, bad)).String()} {
		var wrong *engine.MoveError
		err := changed(func(r *engine.Record) { r.Moves[bad] = line })
		require.ErrorAs(p, err, &wrong, "move %d replaced by %q", bad+1, line)
		require.Equal(p, engine.MoveError{Number: bad + 1, Move: line, Err: wrong.Err}, *wrong)
	}
	for name, change := range map[string]func(r *engine.Record){
		"a move too few":  func(r *engine.Record) { r.Moves = r.Moves[:len(r.Moves)-1] },
		"no result":       func(r *engine.Record) { r.Result = nil },
		"another winner":  func(r *engine.Record) { r.Result = replace(r.Result, `"winners":[`, `"winners":[7,`) },
		"a score too few": func(r *engine.Record) { r.Result = replace(r.Result, `"scores":[{`, `"scores":[{"x":1,`) },
		"an empty result": func(r *engine.Record) { r.Result = json.RawMessage(`{}`) },
	} {
		var wrong *engine.ResultError
		require.ErrorAs(p, changed(change), &wrong, name)
	}
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

// checkRunningRecord checks that a running game's record has no result, and checks unless masked.
func checkRunningRecord(p *game) {
	n := p.r.IntN(len(p.moves))
	r := p.parsed(n)
	require.Nil(p, r.Result, "the record after %d moves of %d has a result", n, len(p.moves))
	masked := string(p.states[n].Mask(p.setup)) != string(p.setup)
	err := r.Check(p.Game)
	require.Equal(p, masked, err != nil, "the running record is masked: %t, and its check says: %v", masked, err)
	told := p.hooks.Permute != nil || !has(p.Game, "Imagine")
	require.True(p, told, "the game is an engine.Hider, but there is no Permute hook to tell what is hidden")
}
