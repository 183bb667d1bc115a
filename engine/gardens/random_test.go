package gardens

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/engine"
	"amytis/engine/gametest"
)

// TestStoredRecordsStillReplay checks records of ended games made by another implementation of
// gardens.md. If a rule or a score changes on purpose, delete the records that the change explains,
// no others, and lower the count: nothing here can make them anew.
func TestStoredRecordsStillReplay(t *testing.T) {
	files, err := filepath.Glob("testdata/records/*.json")
	require.NoError(t, err)
	require.Greater(t, len(files), 12)
	for _, file := range files {
		data, err := os.ReadFile(file)
		require.NoError(t, err)
		r, err := engine.ParseRecord(data)
		require.NoError(t, err, file)
		require.NoError(t, r.Check(Game),
			"%s: another rule or score: if you mean it, raise RulesVersion and delete this record", file)
	}
}

// mixed returns the i-th of a series of tables with all sizes and options.
func mixed(i int) ([]engine.SeatInfo, engine.Options) {
	opts := engine.Options{"overlap": []string{overlapNever, overlapAdjacent}[i/3%2],
		"build": []string{buildTurns, buildTogether}[i/6%2]}
	return fourSeats()[:2+i%3], opts
}

func TestScoresOfRandomGamesAreThoseOfThePlainRules(t *testing.T) {
	for i := range 1000 {
		seats, opts := mixed(i)
		r := newRand(uint64(i))
		_, s, err := Game.Playout(opts, seats, Game.Deal(opts, seats, r), r)
		require.NoError(t, err)
		for seat, g := range s.View(engine.Chance).(*View).Gardens {
			require.Equal(t, naiveScore(&g), g.Score, "game %d seat %d", i, seat+1)
		}
	}
}

// naiveScore scores a garden from its view, written straight from gardens.md, "Scoring".
func naiveScore(g *GardenView) ScoreSheet {
	var s ScoreSheet
	height := map[Hole]int{}
	for _, tile := range g.Tiles {
		for _, h := range tile.Holes() {
			height[h] = max(height[h], tile.Level)
		}
	}
	flowers, pieces := map[Flower]int{}, map[Icon]int{}
	for _, tile := range g.Tiles {
		seen := false
		for _, h := range tile.Holes() {
			seen = seen || height[h] == tile.Level
		}
		if seen {
			flowers[tile.Tile.Flower()]++
		}
		if tile.Open != NoHole && height[tile.Open] == tile.Level {
			s.Belvederes++
		}
		s.Highest = max(s.Highest, 2*tile.Level)
	}
	for _, d := range g.Decor {
		upper := d.Level
		if d.Kind == Stairs {
			upper++
		}
		levels := [2]int{d.Level, upper}
		if d.LowAtB {
			levels = [2]int{upper, d.Level}
		}
		if height[d.A] > levels[0] && (d.B == NoHole || height[d.B] > levels[1]) {
			continue // the middle of a bridge is never covered (G-13)
		}
		pieces[d.Kind]++
		switch d.Kind {
		case Statue:
			s.Statues += d.Level
		case Fountain:
			s.Fountains += 3 * d.Level
		case Bridge:
			s.Bridges += 3 * d.Level
		case Stairs:
			s.Stairs += d.Level + upper
		}
	}
	s.DecorSets = 4 * min(pieces[Statue], pieces[Fountain], pieces[Bridge], pieces[Stairs])
	s.FlowerSets = 4 * min(flowers[Jasmine], flowers[Rose], flowers[Iris], flowers[Marigold])
	s.OpenHoles = 64 - len(height)
	s.Total = s.Statues + s.Fountains + s.Bridges + s.Stairs + s.DecorSets + s.FlowerSets + s.Belvederes + s.Highest
	return s
}

func ExampleRules() {
	seats := []engine.SeatInfo{{Name: "ana", Attr: "R"}, {Name: "bo"}}
	setup := Game.Deal(nil, seats, newRand(1))
	s, err := Game.Start(nil, seats, setup)
	if err != nil {
		panic(err)
	}
	for _, m := range s.Legal(1, nil)[:3] {
		fmt.Println(string(Game.AppendMove(nil, m)), s.Describe(m).Facts["material"], s.Describe(m).Facts["flower"])
	}
	// Output:
	// 1 remove a1 @material.C @flower.R
	// 1 remove b1 @material.C @flower.I
	// 1 remove c1 @material.C @flower.M
}

func TestLayersAndRatingFollowFromTheGarden(t *testing.T) {
	seats := fourSeats()
	r := rand.New(rand.NewPCG(1, 1))
	for range 8 {
		p, err := Rules{}.Start(nil, seats, Rules{}.Deal(nil, seats, r))
		require.NoError(t, err)
		for turn := (Rules{}).Turn(&p); turn != 0; turn = (Rules{}).Turn(&p) {
			seat := engine.Seat(1)
			for !turn.Has(seat) {
				seat++
			}
			m := Rules{}.Draw(&p, seat, r)
			require.NoError(t, Rules{}.Apply(&p, m))
			for i := range p.seats {
				g := p.gardens[i]
				require.Equal(t, layersOf(&g), g.layers)
				kept, fit := g.rating, g.fit
				g.rate()
				require.Equal(t, g.rating, kept)
				require.Equal(t, g.fit, fit)
			}
		}
	}
}

// layersOf returns the layers as they follow from the holes.
func layersOf(g *garden) (l layers) {
	for i, level := range g.h {
		h := Hole(i + 1)
		if g.free(h) {
			l.free |= bit(h)
		}
		if g.fresh > 0 && g.isFresh(h) {
			l.fresh |= bit(h)
		}
		if level > 0 {
			l.icons[g.icon(h)] |= bit(h)
		}
		l.levels[level] |= bit(h)
		l.tops[max(level, g.top[i])] |= bit(h)
	}
	return l
}

func TestNoDecorationIsLegalUnlessItMayBeReady(t *testing.T) {
	seats := fourSeats()
	r := rand.New(rand.NewPCG(2, 1))
	ready := 0
	for range 20 {
		p, err := Rules{}.Start(nil, seats, Rules{}.Deal(nil, seats, r))
		require.NoError(t, err)
		for turn := (Rules{}).Turn(&p); turn != 0; turn = (Rules{}).Turn(&p) {
			seat := turn.Slice()[0]
			require.NoError(t, Rules{}.Apply(&p, Rules{}.Draw(&p, seat, r)))
			g := p.garden(seat)
			if p.mayBeReady(g) {
				ready++
				continue
			}
			require.Empty(t, legalDecor(&p, g, seat, nil))
		}
	}
	require.NotZero(t, ready)
}

func newRand(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 1)) }

func fourSeats() []engine.SeatInfo {
	return []engine.SeatInfo{{Name: "ana"}, {Name: "bo"}, {Name: "cleo"}, {Name: "dan"}}
}

// midgame returns a position of round 10, with a seat that has two tiles and about 1,100 moves.
func midgame(tb testing.TB) (Position, engine.Seat) {
	var best Position
	var bestSeat engine.Seat
	bestGap := 1 << 30
	for seed := range uint64(40) {
		r := rand.New(rand.NewPCG(seed, 1))
		seats := fourSeats()
		p, err := Rules{}.Start(nil, seats, Rules{}.Deal(nil, seats, r))
		require.NoError(tb, err)
		var legal []engine.Move
		for p.stage != Over {
			seat := Rules{}.Turn(&p).Slice()[0]
			legal = Rules{}.Legal(&p, seat, legal[:0])
			g := p.garden(seat)
			if p.round == 10 && g.dug != 0 && g.notch != 0 {
				if gap := max(len(legal)-1100, 1100-len(legal)); gap < bestGap {
					best, bestSeat, bestGap = p, seat, gap
				}
			}
			require.NoError(tb, Rules{}.Apply(&p, legal[r.IntN(len(legal))]))
		}
	}
	return best, bestSeat
}

func BenchmarkLegalMidgame(b *testing.B) {
	p, seat := midgame(b)
	legal := Rules{}.Legal(&p, seat, nil)
	b.ReportAllocs()
	for b.Loop() {
		legal = Rules{}.Legal(&p, seat, legal[:0])
	}
	b.ReportMetric(float64(len(legal)), "moves")
}

func BenchmarkRandomGame(b *testing.B) { gametest.BenchmarkPlayouts(b, Game, nil, 4) }
