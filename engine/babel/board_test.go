package babel

import (
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"amytis/engine"
)

// side is a player's side of a board as tests write it.
type side struct {
	hand    string // "AHS"
	columns string // "H:SSSSAPP S:PP"
	temples string // "H:136 A:1", from the bottom
	yard    string // "53", the top last
	pawn    string // "H", "" for the quarry
	start   bool
	owed    uint8
}

// board returns a position in seat 1's turn after the draw. The remaining cards are in the draw
// piles: people in the order of the peoples, the lowest temple cards on top.
func board(t testing.TB, sides ...side) Position {
	t.Helper()
	p := Position{active: 1, stage: Acting}
	people := tally{perPeople, perPeople, perPeople, perPeople, perPeople}
	steps := perStep
	for i, s := range sides {
		pl := &p.players[i]
		for _, letter := range []byte(s.hand) {
			pl.hand[peopleOf(letter)-1]++
			people[peopleOf(letter)-1]--
		}
		for at, cards := range bySite(s.columns) {
			for _, letter := range []byte(cards) {
				pl.column(at).push(peopleOf(letter))
				people[peopleOf(letter)-1]--
			}
		}
		for at, cards := range bySite(s.temples) {
			for _, digit := range cards {
				*pl.temple(at) = pl.temple(at).withStep(Step(digit - '0'))
				steps[digit-'0']--
			}
		}
		for _, digit := range s.yard {
			pl.yard.push(Step(digit - '0'))
			steps[digit-'0']--
		}
		if s.pawn != "" {
			pl.pawn = peopleOf(s.pawn[0])
		}
		if pl.start = s.start; s.start {
			steps[1]--
		}
		pl.owed = s.owed
	}
	for _, card := range people.list() {
		p.people.push(card)
	}
	for s := Step(topStep); s >= 1; s-- {
		for range steps[s] {
			p.quarry.push(s)
		}
	}
	return p
}

// bySite splits "H:136 A:1" by site.
func bySite(text string) map[People]string {
	sites := map[People]string{}
	for _, word := range strings.Fields(text) {
		sites[peopleOf(word[0])] = word[2:]
	}
	return sites
}

// play plays moves in notation and checks that Legal lists them.
func play(t testing.TB, p *Position, lines ...string) {
	t.Helper()
	for _, line := range lines {
		m := move(t, line)
		if m.Seat != engine.Chance && m.Verb != engine.Resign {
			require.Contains(t, Rules{}.Legal(p, m.Seat, nil), m, line)
		}
		require.NoError(t, Rules{}.Apply(p, m), line)
	}
}

// move reads a move and checks that it is written the same way again.
func move(t testing.TB, line string) engine.Move {
	t.Helper()
	m, err := Game.ParseMove(line)
	require.NoError(t, err, line)
	require.Equal(t, line, string(Game.AppendMove(nil, m)))
	return m
}

// refused checks that a move is refused with that code and placeholders, and changes nothing.
func refused(t testing.TB, p *Position, line, code string, args ...string) {
	t.Helper()
	before := *p
	m := move(t, line)
	err := engine.Play(Rules{}, p, 2, m)
	var why *engine.RuleError
	require.True(t, errors.As(err, &why), "%s: %v", line, err)
	assert.Equal(t, code, why.Code, line)
	assert.Equal(t, engine.Refuse(code, "", args...).Args, why.Args, line)
	assert.Equal(t, before, *p, line)
	assert.NotContains(t, Rules{}.Legal(p, m.Seat, nil), m, line)
}

// shows checks the set fields of a player's side, and the cards owed.
func shows(t testing.TB, p *Position, seat engine.Seat, want side) {
	t.Helper()
	pl := p.player(seat)
	if want.hand != "" {
		assert.Equal(t, want.hand, text(pl.hand.list()), "hand")
	}
	for at, cards := range bySite(want.columns) {
		assert.Equal(t, cards, text(pl.column(at).list()), "column %s", at)
	}
	for at, cards := range bySite(want.temples) {
		assert.Equal(t, cards, digits(pl.temple(at).list()), "temple %s", at)
	}
	if want.yard != "" {
		assert.Equal(t, want.yard, digits(Rules{}.View(p, seat).(*View).Players[seat-1].Yard), "yard")
	}
	if want.pawn != "" {
		assert.Equal(t, want.pawn, pl.pawn.String(), "pawn")
	}
	assert.Equal(t, int(want.owed), int(pl.owed), "owed")
}

// digits returns the values of temple cards as a text.
func digits(steps []Step) string {
	text := ""
	for _, s := range steps {
		text += string(rune('0' + s))
	}
	return text
}

// over checks that the game is over, with that reason and winners.
func over(t testing.TB, p *Position, reason string, winners ...engine.Seat) {
	t.Helper()
	r, ended := Rules{}.Result(p)
	require.True(t, ended, "the game is over")
	assert.Equal(t, reason, r.Reason)
	assert.Equal(t, winners, r.Winners)
	assert.Zero(t, Rules{}.Turn(p))
	assert.Empty(t, Rules{}.Legal(p, 1, nil))
}
