package gardens

import (
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

// lightRoom lights the holes where a tile could lie.
func (b *board) lightRoom(room []game.PlacedTile) {
	for _, p := range room {
		for _, h := range p.Holes() {
			b.lit[h-1] = true
		}
	}
}

// drawLight draws the light on a hole, below the signs there, if the hole is lit and as high as
// level. Lit holes have a line around them.
func (b board) drawLight(l *render.List, h game.Hole, level int) {
	if !b.lit[h-1] || b.garden.Heights[h-1] != level {
		return
	}
	var edges key
	for i, way := range [...]offset{{0, 1}, {1, 0}, {0, -1}, {-1, 0}} {
		col, row := h.Col()+way.x, h.Row()+way.y
		edges[i] = render.Flag(min(col, row) < 0 || max(col, row) >= holes || !b.lit[game.At(col, row)-1])
	}
	x, y := b.middle(h)
	l.Put(lightSprite(b.u, edges), x, y)
}

func lightSprite(u int, edges key) *render.Sprite {
	return sheet.Draw("room", edges, u, u, u/2, u/2, func(p *render.Pen) {
		half := float64(u / 2)
		w := float64(u)
		p.Box(-half, -half, w, w, 0)
		p.Tint(render.Green.At(11), .5)
		for i, edge := range edges {
			if edge == 1 {
				p.Rotated(float64(i)/4, func() { p.Box(-half, -half, w, 5, 0) })
			}
		}
		p.Fill(render.Verdict(true).Colour())
	})
}

// roomFacts tells the places where a tile could lie, the highest level first.
func (t teller) roomFacts(room []game.PlacedTile) (facts []string) {
	const most = 8
	for level := highest(&t.view.Gardens[t.request.Seat-1]) + 1; level > 0; level-- {
		var at []string
		for _, p := range room {
			if p.Level == level && !slices.Contains(at, tileArea(p)) {
				at = append(at, tileArea(p))
			}
		}
		n := min(len(at), most)
		if n > 0 {
			facts = append(facts, t.Say("room", "Level", level, "At", joinCommas(at[:n]), "More", len(at)-n))
		}
	}
	return facts
}
