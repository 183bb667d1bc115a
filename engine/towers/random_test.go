package towers

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"amytis/engine"
	"amytis/engine/longrun"
)

// tables are the games that are played at random.
var tables = map[string][]struct {
	opts  engine.Options
	seats int
}{
	"tactical": {{tactical, 3}, {tacticalExpert, 4}, {tactical, 5}, {tacticalExpert, 5}},
	"quick":    {{quick, 3}, {quickExpert, 4}, {quickExpert, 5}, {quickClock, 5}},
}

// randomGame is a random game in progress.
type randomGame struct {
	Position
	r     *rand.Rand
	moves []engine.Move
}

// drawn returns a sound move of a seat in turn.
func drawn(p *Position, seat engine.Seat, r *rand.Rand) engine.Move {
	if m := (Rules{}).Draw(p, seat, r); m.Verb != 0 {
		return m
	}
	sound := Rules{}.Sound(p, seat, nil)
	return sound[r.IntN(len(sound))]
}

// step plays a move of a seat in turn, a skip, a resignation or the clock's move.
func (g *randomGame) step() error {
	turn := (Rules{}).Turn(&g.Position).Slice()
	seat := turn[g.r.IntN(len(turn))]
	m := drawn(&g.Position, seat, g.r)
	switch {
	case g.r.IntN(150) == 0:
		m = engine.ResignMove(engine.Seat(1 + g.r.IntN(int(g.seats))))
	case g.r.IntN(300) == 0:
		m = engine.SkipMove(seat)
	case g.clock > 0 && g.r.IntN(40) == 0:
		m = Rules{}.Pace(&g.Position).TimeUp
	}
	err := (Rules{}).Apply(&g.Position, m)
	switch {
	case err == nil:
		g.moves = append(g.moves, m)
	case m.Verb == engine.Resign || m.Verb == engine.Skip: // twice, or in a turn that could not end
		return nil
	}
	return err
}

// mostMoves is more than any of these games needs.
const mostMoves = 4000

// play plays a game to its end.
func (g *randomGame) play(t testing.TB, opts engine.Options, seats int, seed uint64) {
	t.Helper()
	g.Position, g.r, g.moves = begin(t, opts, seats), rand.New(rand.NewPCG(seed, 7)), g.moves[:0]
	for steps := 0; g.stage != Over; steps++ {
		if err := g.step(); err != nil {
			t.Fatalf("seed %d, move %d: %v", seed, len(g.moves), err)
		}
		if fault := g.fault(); fault != "" {
			t.Fatalf("seed %d, move %d (%s): %s", seed, len(g.moves), text(g.moves[len(g.moves)-1]), fault)
		}
		if steps > mostMoves {
			t.Fatalf("seed %d: the game does not end", seed)
		}
		if seed%10 == 0 && (g.stage == Over || g.r.IntN(40) == 0) {
			g.recount(t)
		}
	}
}

// fault returns what is wrong with the position: pieces lost or made. "" is nothing.
func (g *randomGame) fault() string {
	set := supplies[int(g.seats)]
	players := int(g.seats)
	all := set.tactical
	if g.quick {
		all, players = set.quick, g.round.in.Len()
	}
	towers, bridges, standing := int(g.nTowers), int(g.nBridges), 0
	aside := 0
	for i := range g.players {
		pl := &g.players[i]
		towers, bridges, standing = towers+int(pl.towers), bridges+int(pl.bridges), standing+int(pl.small)+int(pl.large)
		if g.quick && g.round.in.Has(engine.Seat(i+1)) {
			aside += int(pl.aside)
		}
	}
	for i := range g.standing() {
		n := g.towers[i].nobles
		standing += int(n.smalls())
		if n.large() != 0 {
			standing++
		}
	}
	switch {
	case towers != players*int(all), bridges != players*int(set.bridges):
		return "building pieces were lost or made"
	case standing+aside != players*(noblesSmall+noblesLarge) && g.stage != Over:
		return "nobles were lost or made"
	}
	return ""
}

// recount compares scores and connection with the naive rules.
func (g *randomGame) recount(t testing.TB) {
	t.Helper()
	g.requireKept(t)
	v := view(&g.Position)
	if !v.Quick {
		require.Equal(t, naiveParts(v.Zones[0]) <= 1, v.Connected)
		totals := naiveTotals(v)
		for i := range v.Players {
			require.Equal(t, totals[i], v.Players[i].Total)
			require.Equal(t, totals[i], Rules{}.Scores(&g.Position)[i].Total())
		}
		return
	}
	zones := map[int]ZoneView{}
	for _, z := range v.Zones {
		zones[z.Number] = z
	}
	for _, pl := range v.Players {
		for i, z := range pl.Zones {
			require.Equal(t, naivePoints(zones[z], pl.Colour, v.Expert), pl.Points[i])
		}
		require.Equal(t, min(pl.Points[0], pl.Points[1]), pl.Score)
	}
	for _, r := range v.Rounds {
		if g.resigned == 0 {
			require.Equal(t, naiveBest(r, g.all().Slice()), r.Winners)
		}
	}
}

// testGames plays games of one mode and checks that every kind of ending occurs.
func testGames(t *testing.T, name string, endings ...string) {
	t.Parallel()
	games := longrun.Choose[uint64](60, 400)
	g := &randomGame{}
	moves, ends := 0, map[string]int{}
	for seed := range games {
		table := tables[name][seed%uint64(len(tables[name]))]
		g.play(t, table.opts, table.seats, seed)
		moves += len(g.moves)
		ends[g.ending()]++
	}
	t.Log(ends, moves/int(games), "moves a game")
	for _, ending := range endings {
		assert.Positive(t, ends[ending], ending)
	}
}

// ending returns how the game ended.
func (g *randomGame) ending() string {
	switch {
	case g.left().Len() == 1:
		return "one left"
	case g.quick:
		return "rounds"
	case allStand(&g.Position):
		return "all stand"
	}
	return "no room"
}

func TestRandomTacticalGamesStayValid(t *testing.T) {
	testGames(t, "tactical", "all stand", "no room", "one left")
}

func TestRandomQuickGamesStayValid(t *testing.T) { testGames(t, "quick", "rounds", "one left") }

// requireKept checks that what a round's position keeps is what it would count anew.
func (g *randomGame) requireKept(t testing.TB) {
	t.Helper()
	if !g.quick || g.stage == Over {
		return
	}
	p := g.Position
	for i := range p.zones {
		z := &p.zones[i]
		towers, _ := p.in(uint8(i + 1))
		z.nobled, z.bare = numberSet{}, openTowers{}
		for _, n := range towers {
			switch tower := &p.towers[n]; {
			case !tower.nobles.none():
				z.nobled.add(n)
			case !p.buried.has(n):
				z.bare.add(tower.at.Level)
			}
		}
		if p.round.in.Has(engine.Seat(i + 1)) {
			p.survey(uint8(i + 1))
		}
	}
	p.weigh(p.round.in)
	require.Equal(t, g.Position, p)
	for seat := engine.Seat(1); seat <= p.seats && !p.expert; seat++ {
		for _, zone := range zonesOf(seat, p.round.in) {
			require.True(t, zone == 0 || p.side(zone, seat).scored == p.zonePoints(zone, colourOf(seat)), "the points of seat %d in zone %d are outdated", seat, zone)
		}
	}
}
