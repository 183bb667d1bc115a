package gardens

import (
	"math/rand/v2"
	"testing"

	"amytis/engine"
	game "amytis/engine/gardens"
	"amytis/render/rendertest"
)

// playUntil plays a game until stop returns true or the game ends. It chooses moves by rank with
// some randomness, so that gardens get rich.
func playUntil(tb testing.TB, seats int, seed uint64, opts engine.Options, stop func(v *game.View) bool) *game.View {
	tb.Helper()
	var last *game.View
	rendertest.Play(tb, game.Game, opts, seats, rand.New(rand.NewPCG(seed, 7)), choose, func(s engine.State, _ int) bool {
		if s.Turn() == 0 {
			last = s.View(1).(*game.View)
			return false
		}
		last = s.View(s.Turn().Slice()[0]).(*game.View)
		return !stop(last)
	})
	return last
}

// choose prefers moves that score at once, then tiles at their best place. It samples at most 60
// moves.
func choose(s engine.State, turn []engine.Seat, r *rand.Rand) engine.Move {
	legal := s.Legal(turn[0], nil)
	return rendertest.Best(s, legal, min(len(legal), 60), r, func(m engine.Move) int {
		return map[string]int{"place": 100, "statue": 1000, "fountain": 1000, "bridge": 1000, "stairs": 1000}[verbOf(m)]
	})
}

func verbOf(m engine.Move) string { return game.Game.Info().VerbInfo(m.Verb).Name }

// lateView returns a rich position near the end of a game, in the middle of a turn.
func lateView(tb testing.TB, seats int, seed uint64) *game.View {
	return playUntil(tb, seats, seed, nil, func(v *game.View) bool {
		g := &v.Gardens[v.Turn.Slice()[0]-1]
		return v.Round >= v.Rounds-2 && g.Building && len(g.Tiles) > 0 && g.Tiles[len(g.Tiles)-1].Fresh
	})
}

func atRound(n int) func(v *game.View) bool {
	return func(v *game.View) bool { return v.Stage == game.Playing && v.Round >= n }
}

// aTurn plays like playUntil until the first whole turn from a round on in which a player built a
// decoration. It returns the positions before and after that turn, and the player's seat. The
// player of the next turn sees both.
func aTurn(tb testing.TB, seats int, seed uint64, opts engine.Options, round int) (
	before, after *game.View, seat engine.Seat) {
	tb.Helper()
	ended := func(v *game.View) bool {
		if before != nil && v.Turn.Slice()[0] != seat {
			now, then := v.Gardens[seat-1], before.Gardens[seat-1]
			if len(now.Decor) > len(then.Decor) && len(now.Tiles) > len(then.Tiles) {
				return true
			}
		}
		if v.Round >= round && v.Turn.Slice()[0] != seat {
			before, seat = v, v.Turn.Slice()[0]
		}
		return false
	}
	after = playUntil(tb, seats, seed, opts, ended)
	return before, after, seat
}

// handmade returns a fixed position for the golden files, so that they change only if the pictures
// do. It has every decoration, a hidden tile, a supporting statue, an empty cell and levels of two
// digits.
func handmade() *game.View {
	v := &game.View{
		Seat: 1, Stage: game.Playing, Turn: engine.Seats(1), Round: 3, Rounds: 15,
		Effect: game.Wild, Past: []game.Effect{game.NoEffect, game.Double},
	}
	for i := range v.Quarry {
		v.Quarry[i] = game.QuarryCell{Tile: tile(i * 3), Level: 3 - i*3/16, Yield: i % 6}
	}
	v.Quarry[5] = game.QuarryCell{}

	g := game.GardenView{Seat: 1, Flower: game.Rose, Notch: tile(20), Dug: tile(33), Singles: 7, Doubles: 1,
		Building: true}
	place(&g, game.PlacedTile{Tile: 50, At: game.At(2, 2), Level: 1})
	place(&g, game.PlacedTile{Tile: tile(21), At: game.At(4, 2), Rot: 1, Level: 1})
	place(&g, game.PlacedTile{Tile: tile(38), At: game.At(4, 5), Rot: 2, Level: 1, Open: game.At(5, 6)})
	place(&g, game.PlacedTile{Tile: tile(5), At: game.At(3, 3), Level: 2})
	place(&g, game.PlacedTile{Tile: tile(9), At: game.At(2, 4), Rot: 3, Level: 2, Open: game.At(2, 5)})
	place(&g, game.PlacedTile{Tile: tile(14), At: game.At(0, 0), Level: 1})
	place(&g, game.PlacedTile{Tile: tile(44), At: game.At(0, 1), Rot: 1, Level: 3})
	for level := 4; level <= 12; level++ {
		place(&g, game.PlacedTile{Tile: tile(level * 5), At: game.At(0, level%2), Level: level, Fresh: level == 12})
	}
	g.Decor = []game.Decoration{
		{Kind: game.Statue, A: game.At(2, 3), Level: 1},
		{Kind: game.Statue, A: game.At(3, 3), Level: 1, Supporting: true},
		{Kind: game.Stairs, A: game.At(4, 2), B: game.At(4, 3), Level: 1},
		{Kind: game.Fountain, A: game.At(2, 4), B: game.At(3, 4), Level: 2},
		{Kind: game.Bridge, A: game.At(5, 3), B: game.At(5, 5), Level: 1},
	}
	g.Score = game.ScoreSheet{Statues: 1, Fountains: 6, Bridges: 3, Stairs: 3, DecorSets: 4, Belvederes: 2,
		Highest: 24, Total: 43, OpenHoles: 40}
	other := game.GardenView{Seat: 2, Flower: game.Iris, Notch: 51, Resigned: true}
	v.Gardens = []game.GardenView{g, other}
	return v
}

// tile returns a quarry tile by its index.
func tile(n int) game.Tile { return game.Tile(n%48 + 1) }

// place adds a tile with the supports under it.
func place(g *game.GardenView, t game.PlacedTile) {
	for _, h := range t.Holes() {
		from := g.Heights[h-1]
		if h != t.Open {
			kind := game.SinglePillar
			if t.Level-from > 1 {
				kind = game.DoublePillar
			}
			g.Supports = append(g.Supports, game.Support{Kind: kind, Hole: h, From: from, To: t.Level})
		}
		g.Heights[h-1] = t.Level
	}
	g.Tiles = append(g.Tiles, t)
	for i := range g.Tiles {
		p := &g.Tiles[i]
		p.Hidden = true
		for _, h := range p.Holes() {
			p.Hidden = p.Hidden && g.Heights[h-1] > p.Level
		}
	}
}

// handmadeBefore returns the position before the last tile and decorations of handmade.
func handmadeBefore() *game.View {
	v := handmade()
	g := &v.Gardens[0]
	g.Tiles = g.Tiles[:len(g.Tiles)-1]
	g.Decor = g.Decor[:2]
	return v
}
