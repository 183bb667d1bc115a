package gardens

import (
	"slices"

	game "amytis/engine/gardens"
	"amytis/render"
)

// changes says which tiles and decorations of a garden a picture marks as new.
type changes struct {
	tiles, decor []bool
}

// newChanges returns the pieces that are new since r.Before. Without r.Before, the table marks
// nothing, and other pictures mark this turn's tiles, because decorations need one of them.
func newChanges(g *game.GardenView, r render.Request) changes {
	c := changes{make([]bool, len(g.Tiles)), make([]bool, len(g.Decor))}
	before, _ := r.Before.(*game.View)
	if before == nil {
		for i := range g.Tiles {
			c.tiles[i] = g.Tiles[i].Fresh && r.View != "table"
		}
		return c
	}
	old := &before.Gardens[g.Seat-1]
	for i, t := range g.Tiles {
		c.tiles[i] = !slices.ContainsFunc(old.Tiles, func(o game.PlacedTile) bool {
			return o.Tile == t.Tile && o.At == t.At && o.Level == t.Level && o.Rot == t.Rot
		})
	}
	for i, d := range g.Decor {
		c.decor[i] = !slices.ContainsFunc(old.Decor, func(o game.Decoration) bool {
			return o.Kind == d.Kind && o.A == d.A && o.B == d.B && o.Level == d.Level
		})
	}
	return c
}
