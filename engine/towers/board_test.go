package towers

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"amytis/engine"
)

var (
	tactical       = engine.Options{"mode": modeTactical}
	tacticalExpert = engine.Options{"mode": modeTactical, "expert": "true"}
	quick          = engine.Options{"mode": modeQuick}
	quickExpert    = engine.Options{"mode": modeQuick, "expert": "true"}
	quickClock     = engine.Options{"mode": modeQuick, "clock": "300"}
)

func seatInfos(n int) []engine.SeatInfo {
	return []engine.SeatInfo{{Name: "ana"}, {Name: "bo"}, {Name: "cy"}, {Name: "di"}, {Name: "eve"}}[:n]
}

// begin returns the first position of a game.
func begin(tb testing.TB, opts engine.Options, seats int) Position {
	tb.Helper()
	p, err := Rules{}.Start(opts, seatInfos(seats), Game.Deal(opts, nil, nil))
	require.NoError(tb, err)
	return p
}

// later returns a tactical position of seat 1's turn after the first round.
func later(tb testing.TB, opts engine.Options, seats int) Position {
	tb.Helper()
	p := begin(tb, opts, seats)
	p.turn.first = false
	return p
}

// set places pieces without regard to turns, first round and supply.
func set(tb testing.TB, p *Position, lines ...string) {
	tb.Helper()
	for _, line := range lines {
		m := move(tb, line)
		pm := placementOf(&m)
		first := p.turn.first
		p.turn.first = false
		require.Equal(tb, allowed, checkPlace(p, m.Seat, &pm).code, line)
		p.turn.first = first
		p.place(m.Seat, &pm)
	}
	p.turn.grown = false
}

// column sets towers on top of each other, from one level to another.
func column(tb testing.TB, p *Position, seat engine.Seat, spot string, from, to int) {
	tb.Helper()
	for level := from; level <= to; level++ {
		set(tb, p, fmt.Sprintf("%d tower %s.%d n", seat, spot, level))
	}
}

// play plays moves in notation and checks that Legal lists them.
func play(tb testing.TB, p *Position, lines ...string) {
	tb.Helper()
	for _, line := range lines {
		m := move(tb, line)
		if m.Seat != engine.Chance && m.Verb != engine.Resign {
			require.True(tb, lists(p, m), line)
		}
		require.NoError(tb, Rules{}.Apply(p, m), line)
	}
}

// move reads a move and checks that it is written the same way again.
func move(tb testing.TB, line string) engine.Move {
	tb.Helper()
	m, err := Game.ParseMove(line)
	require.NoError(tb, err, line)
	require.Equal(tb, line, text(m))
	return m
}

func text(m engine.Move) string { return string(Game.AppendMove(nil, m)) }

// refused checks that a move is refused with that code, rule and placeholders, and changes nothing.
func refused(tb testing.TB, p *Position, line, code, rule string, args ...string) {
	tb.Helper()
	before := *p
	m := move(tb, line)
	err := engine.Play(Rules{}, p, int(p.seats), m)
	var why *engine.RuleError
	require.True(tb, errors.As(err, &why), "%s: %v", line, err)
	assert.Equal(tb, code, why.Code, line)
	assert.Equal(tb, rule, why.Rule, line)
	assert.Equal(tb, engine.Refuse(code, "", args...).Args, why.Args, line)
	assert.Equal(tb, before, *p, line)
	assert.False(tb, lists(p, m), line)
}

// lists reports whether Legal lists a move.
func lists(p *Position, m engine.Move) bool {
	return slices.Contains(Rules{}.Legal(p, m.Seat, nil), m)
}

// over checks that the game is over with those winners, and returns its result.
func over(tb testing.TB, p *Position, winners ...engine.Seat) engine.Result {
	tb.Helper()
	r, ended := Rules{}.Result(p)
	require.True(tb, ended, "the game is over")
	assert.Equal(tb, winners, r.Winners)
	assert.Zero(tb, Rules{}.Turn(p))
	assert.Empty(tb, Rules{}.Legal(p, winners[0], nil))
	return r
}

func view(p *Position) *View { return Rules{}.View(p, 0).(*View) }

// texts returns a seat's legal moves of a verb in notation.
func texts(p *Position, seat engine.Seat, v engine.Verb) []string {
	var all []string
	for _, m := range (Rules{}).Legal(p, seat, nil) {
		if m.Verb == v {
			all = append(all, text(m))
		}
	}
	return all
}
