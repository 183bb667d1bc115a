package gardens

import (
	"maps"
	"slices"

	game "amytis/engine/gardens"
	"amytis/render"
)

// roomFor returns the places where the tile that the ghost digs could lie, as r.Can tells.
func roomFor(v *game.View, r render.Request) (room []game.PlacedTile) {
	c := markedCell(r)
	if c == 0 || r.Can == nil {
		return nil
	}
	for _, m := range r.Can() {
		if p, ok := game.PlacementOf(m); ok && p.Tile == v.Quarry[c-1].Tile {
			room = append(room, p)
		}
	}
	return room
}

// light lights the holes where a tile could lie.
func (b *board) light(room []game.PlacedTile) {
	for i := range room {
		for _, h := range room[i].Holes() {
			b.lit[h-1] = true
		}
	}
}

// drawLight draws the light on a hole, below the signs there, if the hole is lit and as high as
// level.
func (b board) drawLight(l *render.List, h game.Hole, level int) {
	if b.lit[h-1] && b.garden.Heights[h-1] == level {
		x, y := b.middle(h)
		l.Put(lightSprite(b.u), x, y)
	}
}

// drawRoom draws a line around the lit holes.
func (b board) drawRoom(l *render.List) {
	for _, line := range []struct {
		wide int
		c    render.Colour
	}{{8, render.White}, {4, render.Verdict(true).Colour()}} {
		edge := func(x, y, dx, dy int) {
			out := line.wide / 2
			l.Area(b.x+x*b.u-out, b.y+y*b.u-out, dx*b.u+line.wide, dy*b.u+line.wide, line.c)
		}
		lit := func(x, y int) bool {
			return x >= 0 && x < holes && y >= 0 && y < holes && b.lit[game.At(x, holes-1-y)-1]
		}
		for y := range holes + 1 {
			for x := range holes + 1 {
				if lit(x, y) != lit(x-1, y) {
					edge(x, y, 0, 1)
				}
				if lit(x, y) != lit(x, y-1) {
					edge(x, y, 1, 0)
				}
			}
		}
	}
}

// lightSprite returns the light on a hole.
func lightSprite(u int) *render.Sprite {
	return sheet.Draw("room", key{}, u, u, u/2, u/2, func(p *render.Pen) {
		p.Box(float64(-u/2), float64(-u/2), float64(u), float64(u), 0)
		p.Tint(render.Green.At(11), .5)
	})
}

// room tells the places where a tile could lie, the highest level first.
func (t teller) room(room []game.PlacedTile) (facts []string) {
	const most = 8
	at := map[int][]string{}
	for i := range room {
		at[room[i].Level] = append(at[room[i].Level], tileArea(&room[i]))
	}
	for _, level := range slices.Backward(slices.Sorted(maps.Keys(at))) {
		places := slices.Compact(slices.Sorted(slices.Values(at[level])))
		named := min(len(places), most)
		facts = append(facts, t.Say("room", "Level", level, "At", commas(places[:named]), "More", len(places)-named))
	}
	return facts
}
