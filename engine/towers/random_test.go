package towers

import (
	"errors"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"amytis/engine"
)

// tables are the games that are played at random.
var tables = []struct {
	name  string
	opts  engine.Options
	seats int
}{
	{
		"tactical",
		tactical,
		3,
	},
	{"tactical", tacticalExpert, 4},
	{"tactical", tactical, 5},
	{"tactical", tacticalExpert, 5},
	{"quick", quick, 3},
	{"quick", quickExpert, 4},
	{"quick", quickExpert, 5},
	{"quick", quickClock, 5},
}

// randomGame is a random game in progress.
type randomGame struct {
	Position
	r     *rand.Rand
	moves []engine.Move
	// before holds the positions before each move of the turn.
	before []Position
	// wild allows moves that may lead to dead ends. builds places few nobles.
	wild, builds bool
	list         []engine.Move
}

// do plays m, or returns the reason why it is refused.
func (g *randomGame) do(m engine.Move) error {
	before := g.Position
	if err := (Rules{}).Apply(&g.Position, m); err != nil {
		return err
	}
	if g.quick || g.turn.active != before.turn.active {
		g.before = g.before[:0]
	} else {
		g.before = append(g.before, before)
	}
	g.moves = append(g.moves, m)
	return nil
}

// back takes back the last move.
func (g *randomGame) back() {
	last := len(g.before) - 1
	g.Position, g.before = g.before[last], g.before[:last]
	g.moves = g.moves[:len(g.moves)-1]
}

// step plays a move of a seat in turn, a skip, a resignation or the clock's move.
func (g *randomGame) step() error {
	turn := (Rules{}).Turn(&g.Position).Slice()
	seat := turn[g.r.IntN(len(turn))]
	switch {
	case g.r.IntN(1000) == 0:
		return g.leave(engine.ResignMove(engine.Seat(1 + g.r.IntN(int(g.seats)))))
	case g.r.IntN(300) == 0:
		return g.leave(engine.SkipMove(seat))
	case g.clock > 0 && g.r.IntN(40) == 0:
		return g.do(Rules{}.Pace(&g.Position).TimeUp)
	}
	if m, found := g.pick(seat); found {
		return g.do(m)
	}
	if !g.wild {
		return errors.New("no sound move")
	}
	for range 1 + g.r.IntN(int(g.turn.placed)) {
		g.back()
	}
	return nil
}

// pick returns a random move of a seat. It guesses a few times first, because that is faster than
// listing moves.
func (g *randomGame) pick(seat engine.Seat) (m engine.Move, found bool) {
	for range 40 {
		if m := g.guess(seat); g.good(&m) {
			return m, true
		}
	}
	if g.wild {
		g.list = Rules{}.Legal(&g.Position, seat, g.list[:0])
	} else {
		g.list = Rules{}.Sound(&g.Position, seat, g.list[:0])
	}
	if len(g.list) == 0 {
		return m, false
	}
	return g.list[g.r.IntN(len(g.list))], true
}

// good reports whether a guess is legal and, unless the player is wild, sound.
func (g *randomGame) good(m *engine.Move) bool {
	if g.quick || m.Verb > verbLarge {
		return g.check(m).code == allowed
	}
	if checkStep(&g.Position) != allowed || checkSupply(&g.Position, m.Seat, m.Verb) != allowed {
		return false
	}
	pm := placementOf(m)
	return checkPlace(&g.Position, m.Seat, &pm).code == allowed &&
		(g.wild || keepsSound(&g.Position, m.Seat, &pm))
}

// guess returns a move that may be legal: a piece near or on another one, or the end of the turn.
func (g *randomGame) guess(seat engine.Seat) engine.Move {
	m := engine.Move{Seat: seat}
	if g.quick && g.r.IntN(30) == 0 {
		m.Verb = verbStuck
		return m
	}
	if !g.quick && g.turn.placed >= minPlaced && g.r.IntN(3) > 0 {
		m.Verb = verbDone
		return m
	}
	m.Verb = g.guessVerb(seat)
	at := g.guessCell(seat, m.Verb)
	m.Args[0] = at.value()
	switch m.Verb {
	case verbTower:
		m.Args[1] = 1 + g.r.Uint32N(4)
	case verbBridge:
		m.Args[0] = Bridge{at, g.r.IntN(2) == 0}.value()
		if !(bridgeKind{}).Valid(m.Args[:1]) {
			m.Args[0] = Bridge{Cell{Zone: at.Zone, Level: 1}, false}.value()
		}
	}
	return m
}

// guessVerb returns the verb of a piece that the seat has left, if any.
func (g *randomGame) guessVerb(seat engine.Seat) engine.Verb {
	if g.quick && g.r.IntN(20) == 0 {
		return verbTake
	}
	v, kinds := verbTower, 4
	if pl := g.player(seat); g.builds && pl.towers+pl.bridges > 0 && g.r.IntN(8) > 0 {
		kinds = 2
	}
	for range 8 {
		v = verbTower + engine.Verb(g.r.IntN(kinds))
		if g.player(seat).supply(v) > 0 {
			break
		}
	}
	return v
}

// guessCell returns the cell of a tower, or a cell beside it for towers and bridges.
func (g *randomGame) guessCell(seat engine.Seat, v engine.Verb) Cell {
	zone := uint8(0)
	if g.quick {
		zone = zonesOf(seat, g.round.in)[g.r.IntN(2)]
	}
	if g.nTowers == 0 || g.wild && g.r.IntN(20) == 0 || g.quick && g.r.IntN(10) == 0 {
		return Cell{Zone: zone, Col: uint8(8 + g.r.IntN(10)), Row: uint8(8 + g.r.IntN(10)), Level: 1}
	}
	at := g.towers[g.r.IntN(int(g.nTowers))].at
	for range 4 {
		if at.Zone != zone {
			at = g.towers[g.r.IntN(int(g.nTowers))].at
		}
	}
	if v > verbBridge {
		return at
	}
	if v == verbBridge && g.r.IntN(2) == 0 {
		at.Level = 1
	}
	switch g.r.IntN(6) {
	case 0:
		at.Col = min(at.Col+1, Side-1)
	case 1:
		at.Col = max(at.Col, 1) - 1
	case 2:
		at.Row = min(at.Row+1, Side-1)
	case 3:
		at.Row = max(at.Row, 1) - 1
	default:
		at.Level = min(at.Level+1, MaxLevel)
	}
	return at
}

// leave plays a skip or a resignation. As at a table, moves of a turn that could not end are taken
// back first (T-15).
func (g *randomGame) leave(m engine.Move) error {
	for {
		err := g.do(m)
		var refused *engine.RuleError
		switch {
		case err == nil || !errors.As(err, &refused):
			return err
		case refused.Code == engine.RefusedResigned:
			return nil
		case refused.Code != engine.RefusedUnfinished:
			return err
		}
		g.back()
	}
}

// mostMoves is more than any of these games needs.
const mostMoves = 4000

// play plays a game to its end.
func (g *randomGame) play(t testing.TB, opts engine.Options, seats int, seed uint64) {
	t.Helper()
	g.Position, g.r, g.builds = begin(t, opts, seats), rand.New(rand.NewPCG(seed, 7)), seed%2 == 0
	g.moves, g.before = g.moves[:0], g.before[:0]
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

// played is the state of a game that is over, as the random game left it.
type played struct {
	engine.State
	p *Position
}

func (s played) Result() (engine.Result, bool) { return Rules{}.Result(s.p) }

// rescore checks that the game's record replays to the same score.
func (g *randomGame) rescore(t testing.TB, opts engine.Options) {
	t.Helper()
	setup := Rules{}.Deal(opts, nil, nil)
	seats := seatInfos(int(g.seats))
	rec, err := engine.NewRecord(Game, opts, seats, setup, g.moves, played{p: &g.Position})
	require.NoError(t, err)
	require.NoError(t, rec.Check(Game))
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
func testGames(t *testing.T, name string, games uint64, wild bool) {
	t.Parallel()
	if testing.Short() {
		games /= 10
	}
	g := &randomGame{wild: wild}
	moves, ends := 0, map[string]int{}
	for seed := range games {
		var of []int
		for i := range tables {
			if tables[i].name == name {
				of = append(of, i)
			}
		}
		table := tables[of[seed%uint64(len(of))]]
		g.play(t, table.opts, table.seats, seed)
		g.rescore(t, table.opts)
		moves += len(g.moves)
		ends[g.ending()]++
	}
	t.Log(ends, moves/int(games), "moves a game")
	for _, ending := range map[string][]string{"tactical": {"all stand", "no room", "one left"}, "quick": {"rounds", "one left"}}[name] {
		assert.True(t, ends[ending] > 0 || testing.Short(), ending)
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

func TestRandomTacticalGamesStayValid(t *testing.T) { testGames(t, "tactical", 1_000, false) }
func TestRandomQuickGamesStayValid(t *testing.T)    { testGames(t, "quick", 1_000, false) }

// TestWildTacticalGamesStayValid plays a wild player, who leaves buildings in parts and takes moves
// back at dead ends.
func TestWildTacticalGamesStayValid(t *testing.T) { testGames(t, "tactical", 400, true) }
