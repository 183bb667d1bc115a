package towers

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"amytis/engine"
	"amytis/engine/gametest"
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

// run runs steps of gametest.Script on a position, and returns the refused ones' codes.
func run(tb testing.TB, p *Position, steps string) (refused []string) {
	tb.Helper()
	fields := func(args string, is reflect.Value) {
		for _, field := range strings.Fields(args) {
			name, want, _ := strings.Cut(field, "=")
			got := strings.ReplaceAll(fmt.Sprint(is.FieldByName(name)), " ", ",")
			assert.Equal(tb, want, got, "%s in %q of %s", name, args, steps)
		}
	}
	return gametest.Script(tb, Rules{}, p, map[string]func(string){
		// game 4 mode=quick: the start of a game with some seats and options
		"game": func(args string) { *p = begin(tb, gametest.Options(args[1:]), int(args[0]-'0')) },
		// later 3: seat 1's turn after the first round of a tactical game
		"later": func(args string) { *p = later(tb, gametest.Options(args[1:]), int(args[0]-'0')) },
		// nobles 3: later, with nobles of all kinds on towers
		"nobles": func(args string) { *p = withNobles(tb, gametest.Options(args[1:])) },
		// set 1 tower k7.1 n, 2 small k7.1: placed without regard to turns, first round and supply
		"set": func(args string) { set(tb, p, strings.Split(args, ", ")...) },
		// column k7 3: seat 1's towers on top of each other, from level 1 to 3
		"column": func(args string) {
			spot, top, _ := strings.Cut(args, " ")
			var to int
			_, err := fmt.Sscan(top, &to)
			require.NoError(tb, err)
			column(tb, p, 1, spot, 1, to)
		},
		// hand 2 small=6 large=2: all that a seat has left to place
		"hand": func(args string) {
			pl := p.player(engine.Seat(args[0] - '0'))
			*pl = player{won: pl.won}
			left := map[string]*uint8{"towers": &pl.towers, "bridges": &pl.bridges, "small": &pl.small, "large": &pl.large}
			for name, n := range gametest.Options(args[1:]) {
				_, err := fmt.Sscan(n, left[name])
				require.NoError(tb, err, name)
			}
		},
		// won 2 1: the rounds that a seat has won
		"won": func(args string) { p.player(engine.Seat(args[0] - '0')).won = args[2] - '0' },
		// player 1 Points=[10,0]: fields of a player's view. view MayEnd=true: of the whole view
		"player": func(args string) { fields(args[1:], reflect.ValueOf(view(p).Players[args[0]-'1'])) },
		"view":   func(args string) { fields(args, reflect.ValueOf(*view(p))) },
		// turn #1,3: the seats in turn, "#" once the game is over
		"turn": func(want string) { assert.Equal(tb, want, Rules{}.Turn(p).Ref(), steps) },
		// room 2 4: how many pieces a seat could place
		"room": func(args string) { assert.Equal(tb, args[2:], number(room(p, engine.Seat(args[0]-'0'))), steps) },
		// parts 2: the parts of the building
		"parts": func(want string) {
			assert.Equal(tb, want, number(int(p.parts)), steps)
			assert.Equal(tb, want, number(naiveParts(view(p).Zones[0])), steps)
		},
		// standing 4: the number of towers on the first table
		"standing": func(want string) { assert.Equal(tb, want, number(len(view(p).Zones[0].Towers)), steps) },
		// on k7.1 small yellow, large blue: the nobles of a tower
		"on": func(args string) {
			var names []string
			spot, want, _ := strings.Cut(args, " ")
			for _, n := range p.towerAt(placed(tb, spot)).nobles.list() {
				names = append(names, n.Size.String()+" "+n.Colour.String())
			}
			assert.Equal(tb, want, strings.Join(names, ", "), steps)
		},
		// sound MayEnd=true: what holds after every sound move, of which there are some
		"sound": func(args string) {
			moves := Rules{}.Sound(p, Rules{}.Turn(p).Slice()[0], nil)
			require.NotEmpty(tb, moves, steps)
			for _, m := range moves {
				next := *p
				require.NoError(tb, Rules{}.Apply(&next, m))
				fields(args, reflect.ValueOf(*view(&next)))
			}
		},
		// stuck 2: a seat in turn has no legal move
		"stuck": func(args string) { assert.Empty(tb, Rules{}.Legal(p, engine.Seat(args[0]-'0'), nil), steps) },
	}, steps)
}

func placed(tb testing.TB, text string) Cell {
	c, ok := parseCell(text, false)
	require.True(tb, ok, text)
	return c
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

// withNobles returns a tactical position with nobles of all kinds on towers.
func withNobles(tb testing.TB, opts engine.Options) Position {
	p := later(tb, opts, 3)
	set(tb, &p, "1 tower k7.1 n", "1 tower l7.1 e", "1 tower m7.1 n", "1 tower n7.1 n", "1 tower o7.1 n",
		"1 tower p7.1 n", "1 tower p7.2 n", "1 small k7.1", "2 small l7.1", "3 small l7.1", "1 large m7.1",
		"2 large n7.1", "2 small o7.1")
	return p
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
