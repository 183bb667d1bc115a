package babel

import (
	"cmp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"amytis/engine"
	"amytis/engine/gametest"
)

// board returns a position in seat 1's turn after the draw. The sides of the players are written as
//
//	hand=AHS columns=H:SSSSAPP,S:PP temples=H:136,A:1 yard=53 pawn=H owed=3 start
//
// from the bottom to the top. The remaining cards are in the draw piles: people in the order of the
// peoples, the lowest temple cards on top.
func board(t testing.TB, sides ...string) Position {
	t.Helper()
	p := Position{active: 1, stage: Acting}
	people := tally{perPeople, perPeople, perPeople, perPeople, perPeople}
	steps := perStep
	for i, text := range sides {
		pl, s := &p.players[i], gametest.Options(text)
		for _, letter := range []byte(s["hand"]) {
			pl.hand[peopleOf(letter)-1]++
			people[peopleOf(letter)-1]--
		}
		for at, cards := range bySite(s["columns"]) {
			for _, letter := range []byte(cards) {
				pl.column(at).push(peopleOf(letter))
				people[peopleOf(letter)-1]--
			}
		}
		for at, cards := range bySite(s["temples"]) {
			for _, digit := range cards {
				*pl.temple(at) = pl.temple(at).withStep(Step(digit - '0'))
				steps[digit-'0']--
			}
		}
		for _, digit := range s["yard"] {
			pl.yard.push(Step(digit - '0'))
			steps[digit-'0']--
		}
		if s["pawn"] != "" {
			pl.pawn = peopleOf(s["pawn"][0])
		}
		if _, pl.start = s["start"]; pl.start {
			steps[1]--
		}
		if s["owed"] != "" {
			pl.owed = s["owed"][0] - '0'
		}
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

// bySite splits "H:136,A:1" by site.
func bySite(text string) map[People]string {
	sites := map[People]string{}
	for word := range strings.SplitSeq(text, ",") {
		if word == "" {
			continue
		}
		sites[peopleOf(word[0])] = word[2:]
	}
	return sites
}

// run runs steps of gametest.Script on a position, and returns the refused ones' codes.
func run(t testing.TB, p *Position, steps string) (refused []string) {
	t.Helper()
	var sides [2]string
	set := func(i int) func(string) {
		return func(args string) {
			sides[i] = args
			lowest := p.lowest
			*p = board(t, sides[:]...)
			p.lowest = lowest
		}
	}
	shows := func(seat engine.Seat) func(string) {
		return func(args string) { shows(t, p, seat, args) }
	}
	return gametest.Script(t, Rules{}, p, map[string]func(string){
		// me hand=AHS columns=H:SSSSAPP,S:PP pawn=H: a board in seat 1's turn after the draw; opp
		// is the side of seat 2. What is left of the cards is in the draw piles.
		"me": set(0), "opp": set(1),
		// mine yard=21: fields of seat 1's side. theirs is for seat 2
		"mine": shows(1), "theirs": shows(2),
		// lowest: the lowest card of a demolished temple lies on top
		"lowest": func(string) { p.lowest = true },
		// final: it is the final phase
		"final": func(string) { p.final = true },
		// drawing M AHH: the turn begins, with these people cards to be drawn and these discarded
		"drawing": func(args string) {
			drawn, discarded, _ := strings.Cut(args, " ")
			p.stage, p.people, p.discards = Drawing, row{}, tally{}
			for _, letter := range []byte(drawn) {
				p.people.push(peopleOf(letter))
			}
			for _, letter := range []byte(discarded) {
				p.discards[peopleOf(letter)-1]++
			}
		},
		// quarry 42: the temple cards to be drawn, the next one last
		"quarry": func(args string) {
			p.quarry = pile{}
			for _, digit := range args {
				p.quarry.push(Step(digit - '0'))
			}
		},
		// turn #1,2 acting: who is in turn at which stage
		"turn": func(want string) {
			stage := [...]string{Drawing: "drawing", Shuffling: "shuffling", Acting: "acting", Over: "over"}[p.stage]
			assert.Equal(t, want, Rules{}.Turn(p).Ref()+" "+stage, steps)
		},
		// phase true: whether the final phase has begun
		"phase": func(want string) { assert.Equal(t, want, strconv.FormatBool(p.final), steps) },
		// over fifteen #1: why the game is over, and who has won
		"over": func(want string) {
			end := Rules{}.Ending(p)
			assert.Equal(t, want, end.Reason+" "+end.Winners.Ref(), steps)
		},
		// discarded AAH: the discards
		"discarded": func(want string) { assert.Equal(t, want, text(p.discards.list()), steps) },
		// discards 2 A,A A,H: what a seat may discard
		"discards": func(args string) {
			var lines []string
			for _, m := range (Rules{}).Legal(p, engine.Seat(args[0]-'0'), nil) {
				lines = append(lines, string(cardsKind{}.Append(nil, m.Args[:1])))
			}
			assert.Equal(t, args[2:], strings.Join(lines, " "), steps)
		},
	}, steps)
}

// move reads a move in the notation.
func move(t testing.TB, line string) engine.Move {
	t.Helper()
	m, err := Game.ParseMove(line)
	require.NoError(t, err, line)
	return m
}

// shows checks the set fields of a player's side, the number of cards kept, and the cards owed.
func shows(t testing.TB, p *Position, seat engine.Seat, side string) {
	t.Helper()
	pl, want := p.player(seat), gametest.Options(side)
	if want["hand"] != "" {
		assert.Equal(t, want["hand"], text(pl.hand.list()), "hand")
	}
	for at, cards := range bySite(want["columns"]) {
		assert.Equal(t, cards, text(pl.column(at).list()), "column %s", at)
	}
	for at, cards := range bySite(want["temples"]) {
		assert.Equal(t, cards, digits(pl.temple(at).list()), "temple %s", at)
	}
	if want["yard"] != "" {
		assert.Equal(t, want["yard"], digits(Rules{}.View(p, seat).(*View).Players[seat-1].Yard), "yard")
	}
	if want["pawn"] != "" {
		assert.Equal(t, want["pawn"], pl.pawn.String(), "pawn")
	}
	if want["keeps"] != "" {
		assert.Equal(t, want["keeps"], strconv.Itoa(Rules{}.View(p, 0).(*View).Players[seat-1].Hand), "cards kept")
		assert.Equal(t, want["keeps"], strconv.Itoa(Rules{}.Scores(p)[seat-1].Int("hand")))
	}
	assert.Equal(t, cmp.Or(want["owed"], "0"), strconv.Itoa(int(pl.owed)), "owed")
	if _, start := want["start"]; start {
		assert.True(t, pl.start, "the starting 1 is unbuilt")
	}
}

// digits returns the values of temple cards as a text.
func digits(steps []Step) string {
	text := ""
	for _, s := range steps {
		text += string(rune('0' + s))
	}
	return text
}
