package gametest

import (
	"encoding/json"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/stretchr/testify/require"

	"amytis/engine"
)

func checkEndedGame(p *game) {
	for _, m := range p.moves {
		require.Equal(p, engine.RefusedOver, refusal(p.state(), m), "%s after the end", p.text(m))
	}
	checkConcurrentUse(p)
	checkReplay(p)
	checkPlayout(p)
	checkRecord(p)
	checkTamperedRecord(p)
	checkRunningRecord(p)
}

// checkConcurrentUse uses a state in several goroutines. The race detector finds shared writes.
func checkConcurrentUse(p *game) {
	s := p.states[p.r.IntN(len(p.moves))]
	if s.Turn().Has(engine.Chance) {
		return
	}
	want := s.Legal(s.Turn().Slice()[0], nil)
	faults := make(chan error)
	const askers = 4
	for range askers {
		go func() { faults <- ask(p, s, want) }()
	}
	for range askers {
		require.NoError(p, <-faults)
	}
}

// ask calls the methods of a state that are called often.
func ask(p *game, s engine.State, want []engine.Move) error {
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

// checkReplay checks that a replay stops at the first illegal move.
func checkReplay(p *game) {
	bad := p.r.IntN(len(p.moves))
	moves := slices.Clone(p.moves)
	moves[bad] = engine.Move{}
	_, n, err := p.Replay(p.options, p.seats, p.setup, moves)
	require.Equal(p, bad, n, "replay does not stop at the bad move: %v", err)
	judge(p, moves[bad], err)
}

// checkPlayout checks that a seed always gives the same random game, and that it replays.
func checkPlayout(p *game) {
	play := func() ([]engine.Move, engine.State) {
		r := rand.New(rand.NewPCG(5, uint64(len(p.moves))))
		moves, end, err := p.Playout(p.options, p.seats, p.setup, r)
		require.NoError(p, err)
		return moves, end
	}
	moves, end := play()
	require.Zero(p, end.Turn(), "a playout stops before the end")
	again, _ := play()
	require.Equal(p, moves, again, "one seed gives two games")
	s, _, err := p.Replay(p.options, p.seats, p.setup, moves)
	require.NoError(p, err)
	require.True(p, s.Equal(end), "a playout replays to another state")
}

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
