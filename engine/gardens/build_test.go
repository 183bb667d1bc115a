package gardens

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/engine"
)

// builder plays scripted moves from a plain setup.
//
// Quarry row 1 has the jasmine tiles, row 2 the roses, row 3 the irises and row 4 the marigolds, in
// order of their numbers. Seats 1 to 4 are J R I M. No round tile has an effect unless round sets
// one.
type builder struct {
	t *testing.T
	p Position
}

// newGame starts a game with that many seats.
func newGame(t *testing.T, seats int, opts engine.Options) *builder {
	var setup strings.Builder
	setup.WriteString(`{"quarry": {`)
	for c := Cell(1); c <= quarryCells; c++ {
		if c > 1 {
			setup.WriteString(", ")
		}
		fmt.Fprintf(&setup, `"%s": ["%s", "%s", "%s"]`, c, Tile(c)+2*perMaterial, Tile(c)+perMaterial, Tile(c))
	}
	setup.WriteString(`}, "rounds": [`)
	rounds := strings.Fields("none none single single double double wild wild blank blank flower flower minus minus")
	setup.WriteString(`"` + strings.Join(rounds[:roundTiles(seats)], `", "`) + `"]}`)
	infos := fourSeats()[:seats]
	for i := range infos {
		infos[i].Attr = (Jasmine + Flower(i)).String()
	}
	p, err := Rules{}.Start(opts, infos, []byte(setup.String()))
	require.NoError(t, err)
	return &builder{t, p}
}

// building starts a game of four in which seat 1 has dug and is building.
func building(t *testing.T) *builder { return buildingWith(t, nil) }

// buildingWith is building with options.
func buildingWith(t *testing.T, opts engine.Options) *builder {
	b := newGame(t, 4, opts)
	b.play("1 dig a1")
	b.garden(1).singles = 0
	return b
}

func (b *builder) garden(seat engine.Seat) *garden { return b.p.garden(seat) }

// try plays a move if it is legal. It also checks that Legal lists exactly the accepted moves and
// that a refused move changes nothing.
func (b *builder) try(line string) error {
	b.t.Helper()
	m, err := Game.ParseMove(line)
	if err != nil {
		return err
	}
	before := b.p
	listed := false
	for _, l := range (Rules{}).Legal(&b.p, m.Seat, nil) {
		listed = listed || l == m
	}
	err = engine.Play(Rules{}, &b.p, int(b.p.seats), m)
	if err != nil {
		require.True(b.t, before == b.p, "%s was refused but changed the position", line)
	}
	if m.Verb != engine.Resign && m.Verb != engine.Skip {
		require.Equal(b.t, err == nil, listed, "%s: Legal lists it: %t, Apply returned: %v", line, listed, err)
	}
	return err
}

func (b *builder) play(lines ...string) {
	b.t.Helper()
	for _, line := range lines {
		require.NoError(b.t, b.try(line), line)
	}
}

// refused checks that each move is refused with that code and rule.
func (b *builder) refused(code, rule string, lines ...string) {
	b.t.Helper()
	for _, line := range lines {
		var refused *engine.RuleError
		require.True(b.t, errors.As(b.try(line), &refused), "%s is legal", line)
		require.Equal(b.t, code+" by "+rule, refused.Code+" by "+refused.Rule, line)
	}
}

// hand gives the seat a dug tile and pillars without a dig.
func (b *builder) hand(seat engine.Seat, tile string, singles, doubles uint8) {
	b.t.Helper()
	var v [1]uint32
	require.True(b.t, tileKind.Parse(tile, v[:]), tile)
	g := b.garden(seat)
	g.dug, g.singles, g.doubles, g.building = Tile(v[0]), singles, doubles, true
}

// fresh places tiles ("CJ1 c3 r0 L1") in the current turn. The pillars appear as needed and none
// are left over.
func (b *builder) fresh(seat engine.Seat, places ...string) {
	b.t.Helper()
	for _, place := range places {
		b.hand(seat, place[:3], 40, 0)
		b.play(fmt.Sprintf("%d place %s", seat, place))
		g := b.garden(seat)
		g.singles, g.doubles = 0, 0
	}
}

// lay places tiles as if in an earlier turn. The seat goes on building with nothing at hand.
func (b *builder) lay(seat engine.Seat, places ...string) {
	b.t.Helper()
	b.fresh(seat, places...)
	b.earlier(seat)
}

// earlier makes the tiles that the seat placed this turn tiles of an earlier turn.
func (b *builder) earlier(seat engine.Seat) {
	g := b.garden(seat)
	g.fresh, g.asUsed = 0, false
	g.layers.fresh = 0
}

// round moves on to round 2 with effect e.
func (b *builder) round(e Effect) {
	b.p.round = 2
	b.p.effects[0] = e
}

func (b *builder) score(seat engine.Seat) ScoreSheet { return b.garden(seat).score() }

func hole(t testing.TB, name string) Hole {
	var v [1]uint32
	require.True(t, holeKind.Parse(name, v[:]), name)
	return Hole(v[0])
}

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
