package gardens

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/engine"
	"amytis/engine/gametest"
)

// builder plays the scripts of tests from a plain setup; see do.
//
// Quarry row 1 has the jasmine tiles, row 2 the roses, row 3 the irises and row 4 the marigolds, in
// order. Seats 1 to 4 are J R I M. No round tile has an effect unless round sets one.
type builder struct {
	t *testing.T
	p Position
}

// plainSetup returns the setup, and the players that it is for.
func plainSetup(seats int) (s setup, infos []engine.SeatInfo) {
	s = setup{Quarry: map[string][]string{}}
	for c := Cell(1); c <= quarryCells; c++ {
		for _, tile := range []Tile{Tile(c) + 2*perMaterial, Tile(c) + perMaterial, Tile(c)} {
			s.Quarry[c.String()] = append(s.Quarry[c.String()], tile.String())
		}
	}
	rounds := "none none single single double double wild wild blank blank flower flower minus minus"
	s.Rounds = strings.Fields(rounds)[:roundTiles(seats)]
	infos = fourSeats()[:seats]
	for i := range infos {
		infos[i].Attr = (Jasmine + Flower(i)).String()
	}
	return s, infos
}

// newGame starts a game with that many seats.
func newGame(t *testing.T, seats int, opts engine.Options) *builder {
	s, infos := plainSetup(seats)
	p, err := Rules{}.Start(opts, infos, engine.FormatSetup(s))
	require.NoError(t, err)
	return &builder{t, p}
}

// building starts a game of four in which seat 1 has dug CJ1 and is building, without pillars.
func building(t *testing.T, steps ...string) *builder {
	b := &builder{t: t}
	b.do("building")
	b.do(steps...)
	return b
}

func (b *builder) garden(seat engine.Seat) *garden { return b.p.garden(seat) }

// do runs steps of gametest.Script. The words are for seat 1 unless they begin with another one.
func (b *builder) do(steps ...string) (refused []string) {
	b.t.Helper()
	words := map[string]func(string){
		// game 3 build=together: the start of a game with some seats and options
		"game": func(args string) { b.p = newGame(b.t, int(args[0]-'0'), gametest.Options(args[1:])).p },
		// building overlap=adjacent: a game of four in which seat 1 has dug CJ1 and has no pillars
		"building": func(args string) {
			b.p = newGame(b.t, 4, gametest.Options(args)).p
			b.do("1 dig a1")
			b.garden(1).singles = 0
		},
		"hand":    b.hand,
		"fresh":   b.fresh,
		"lay":     b.lay,
		"earlier": func(string) { b.earlier(1) },
		"heights": b.heights,
		// round wild: it is round 2, with that effect
		"round": func(effect string) { b.p.round, b.p.effects[0] = 2, effectOf(effect) },
		"has":   b.has,
		// turn #1,2 in round 3: who is in turn
		"turn": func(want string) {
			require.Equal(b.t, want, fmt.Sprintf("%s in round %d", Rules{}.Turn(&b.p).Ref(), b.p.round))
		},
		// won #1: who has won
		"won": func(want string) { require.Equal(b.t, want, Rules{}.Ending(&b.p).Winners.Ref()) },
	}
	for _, some := range steps {
		refused = append(refused, gametest.Script(b.t, Rules{}, &b.p, words, some)...)
	}
	return refused
}

// seatOf reads the seat at the beginning of a word's arguments, 1 without one.
func seatOf(args string) (engine.Seat, string) {
	if len(args) > 1 && args[0] >= '1' && args[0] <= '4' && args[1] == ' ' {
		return engine.Seat(args[0] - '0'), args[2:]
	}
	return 1, args
}

// hand gives a seat a dug tile, single and double pillars without a dig: "CJ1 4 0".
func (b *builder) hand(args string) {
	seat, args := seatOf(args)
	g := b.garden(seat)
	var tile string
	_, err := fmt.Sscan(args, &tile, &g.singles, &g.doubles)
	require.NoError(b.t, err, args)
	var v [1]uint32
	require.True(b.t, tileKind.Parse(tile, v[:]), tile)
	g.dug, g.building = Tile(v[0]), true
}

// fresh places tiles in the current turn: "CJ1 c3 r0 L1, CR1 e3 r0 L1", with just enough pillars.
func (b *builder) fresh(args string) {
	seat, places := seatOf(args)
	for place := range strings.SplitSeq(places, ", ") {
		b.do(fmt.Sprintf("hand %d %s 40 0 | %[1]d place %[3]s", seat, place[:3], place))
		b.garden(seat).singles, b.garden(seat).doubles = 0, 0
	}
}

// lay places tiles as if in an earlier turn. The seat goes on building with nothing at hand.
func (b *builder) lay(args string) {
	seat, _ := seatOf(args)
	b.fresh(args)
	b.earlier(seat)
}

// earlier makes the tiles that the seat placed this turn tiles of an earlier turn.
func (b *builder) earlier(seat engine.Seat) {
	g := b.garden(seat)
	g.fresh, g.asUsed = 0, false
	g.layers.fresh = 0
}

// has checks a seat's things: "singles=3 dug=GR2 c4=S fountains=6 b2=4". A hole shows an icon; all
// else that is none of the seat's is a line of its score.
func (b *builder) has(args string) {
	seat, args := seatOf(args)
	g := b.garden(seat)
	is := map[string]string{
		"singles": number(g.singles), "doubles": number(g.doubles), "dug": g.dug.String(), "notch": g.notch.String(),
		"tiles": number(g.numTiles), "standing": number(g.statues),
	}
	for _, line := range g.score().items() {
		is[line.Name] = fmt.Sprint(line.Value)
	}
	for h := Hole(1); h <= numHoles; h++ {
		is[h.String()] = g.icon(h).String()
	}
	for name, want := range gametest.Options(args) {
		require.Equal(b.t, want, is[name], "%s in %q", name, args)
	}
}

func (b *builder) score(seat engine.Seat) ScoreSheet { return b.garden(seat).score() }

func (b *builder) view(seat engine.Seat) *View { return Rules{}.View(&b.p, seat).(*View) }

func cell(t testing.TB, name string) Cell {
	var v [1]uint32
	require.True(t, cellKind.Parse(name, v[:]), name)
	return Cell(v[0])
}

// heights sets the number of tiles left in quarry cells: "a1:2 b1:0".
func (b *builder) heights(cells string) {
	for _, field := range strings.Fields(cells) {
		name, n, _ := strings.Cut(field, ":")
		b.p.height[cell(b.t, name)-1] = n[0] - '0'
	}
}
