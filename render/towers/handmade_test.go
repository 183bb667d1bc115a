package towers

import (
	"amytis/engine"
	game "amytis/engine/towers"
)

// handmade is a position put together for the goldens, so that they change only
// when pictures do: a building of sixteen levels, each number of nobles on a
// tower, bridges both ways and over one another, a noble under an arch, every
// facing, something new of each kind.
func handmade() *game.View {
	b := newBuilder(1, 5, false)
	z := &b.v.Zones[0]
	tower := func(col, row, level uint8, facing game.Facing, nobles ...game.NobleView) {
		z.Towers = append(z.Towers, game.TowerView{At: game.Cell{Col: col, Row: row, Level: level}, Facing: facing, Nobles: nobles})
	}
	bridge := func(col, row, level uint8, north bool) {
		z.Bridges = append(z.Bridges, game.BridgeView{Bridge: game.Bridge{From: game.Cell{Col: col, Row: row, Level: level}, North: north}})
	}
	for level := uint8(1); level < 16; level++ {
		tower(10, 12, level, game.North)
	}
	tower(10, 12, 16, game.South, large(game.White))
	tower(11, 12, 1, game.East, small(game.Blue), small(game.Red))
	tower(12, 12, 1, game.South)
	tower(12, 12, 2, game.West)
	bridge(12, 12, 3, false)
	tower(14, 12, 1, game.North)
	tower(14, 12, 2, game.South)
	tower(13, 12, 1, game.East, small(game.Yellow), small(game.Green))
	tower(13, 12, 4, game.South)
	bridge(13, 10, 5, true)
	for level := uint8(1); level < 5; level++ {
		tower(13, 10, level, game.West)
	}
	tower(9, 12, 1, game.West, small(game.Yellow), small(game.Green), small(game.White))
	tower(9, 11, 1, game.South)
	tower(9, 11, 2, game.South, large(game.Yellow))
	tower(10, 11, 1, game.East, small(game.Red))
	tower(8, 12, 1, game.North, small(game.Blue))
	bridge(8, 9, 1, true)
	z.Towers[len(z.Towers)-1].New, z.Towers[len(z.Towers)-3].New = true, true
	z.Bridges[2].New = true
	b.score()
	b.v.Players[3].Resigned, b.v.Players[2].Towers = true, 0
	b.v.Stage, b.v.Placed, b.v.FirstRound, b.v.Connected = game.Placing, 3, false, false
	return b.v
}

// ended is the same game when it is over.
func ended() *game.View {
	v := handmade()
	v.Stage, v.Turn, v.Connected, v.Winners = game.Over, 0, true, []engine.Seat{5}
	return v
}

// handmadeQuick is a round between three, with towers as full as they get.
func handmadeQuick() *game.View {
	b := newBuilder(1, 3, true)
	for i := range b.v.Zones {
		z := &b.v.Zones[i]
		all := []game.NobleView{large(game.Blue), small(game.Blue), small(game.Yellow), small(game.Green)}
		for j := range all {
			z.Towers = append(z.Towers, game.TowerView{
				At:     game.Cell{Zone: uint8(z.Number), Col: uint8(12 + j), Row: uint8(12 + i*j%3), Level: 1},
				Facing: game.Facing(j + 1), Nobles: all[:j+1],
			})
		}
		from := game.Cell{Zone: uint8(z.Number), Col: 12, Row: 14, Level: 1}
		z.Bridges = append(z.Bridges, game.BridgeView{Bridge: game.Bridge{From: from}, New: i == 1})
	}
	b.v.Expert, b.v.Clock, b.v.Round = true, 300, 3
	b.v.Rounds = []game.RoundView{{Winners: []engine.Seat{2}}, {Winners: []engine.Seat{1, 2}, TimeUp: true}}
	for i, points := range [][2]int{{4, 0}, {12, 7}, {3, 3}} {
		p := &b.v.Players[i]
		p.Points, p.Score, p.Won = points, min(points[0], points[1]), [...]int{1, 2, 0}[i]
		p.SetAside, p.Left = p.Won, 27+6+8
		p.Large -= p.Won
	}
	b.v.Players[2].Stuck = true
	return b.v
}

func small(c game.Colour) game.NobleView { return game.NobleView{Colour: c, Size: game.Small} }
func large(c game.Colour) game.NobleView { return game.NobleView{Colour: c, Size: game.Large} }

// widest is a building from corner to corner of the table, and as high as it
// may be.
func widest() *game.View {
	b := newBuilder(2, 5, false)
	z := &b.v.Zones[0]
	for i := range uint8(game.Side) {
		for level := range i%4 + 1 {
			z.Towers = append(z.Towers, game.TowerView{At: game.Cell{Col: i, Row: i, Level: level + 1}, Facing: game.South})
		}
	}
	for level := range uint8(game.MaxLevel) {
		z.Towers = append(z.Towers, game.TowerView{At: game.Cell{Row: game.Side - 1, Level: level + 1}, Facing: game.East})
	}
	z.Towers[len(z.Towers)-1].Nobles = []game.NobleView{small(game.Red), small(game.Blue)}
	b.score()
	return b.v
}
