package gardens

import (
	"strconv"
	"strings"

	game "amytis/engine/gardens"
	"amytis/render"
)

type teller struct {
	render.Teller
	view    *game.View
	request render.Request
}

func newTeller(v *game.View, r render.Request, w render.Words) teller {
	return teller{render.NewTeller(game.ID, r, w), v, r}
}

func (t teller) tile(tile game.Tile, detail render.Detail) string {
	material := t.Say("material." + tile.Material().String())
	if detail == render.Brief {
		return material
	}
	return t.Say("tile", "Material", material, "Flower", t.Say("flower."+tile.Flower().String()))
}

func (t teller) tileWithIcons(tile game.Tile) string {
	return t.Say("tile_shows", "Name", t.tile(tile, render.Full), "Icons", t.icons(tile))
}

func (t teller) icons(tile game.Tile) string {
	var icons []string
	for _, icon := range tile.Spots(0) {
		if icon != game.Blank {
			icons = append(icons, t.Say("icon."+icon.String()))
		}
	}
	return joinCommas(icons)
}

func joinCommas(things []string) string { return strings.Join(things, ", ") }

// tileArea names the holes that a tile covers, such as "c3–d4".
func tileArea(p game.PlacedTile) string {
	return p.At.String() + "–" + p.Holes()[1].String()
}

func (t teller) piecesOnLevel(g *game.GardenView, c changes, level int, detail render.Detail) []string {
	var things []string
	for i, p := range g.Tiles {
		if p.Level == level {
			things = append(things, t.placedTile(p, c.tiles[i], detail))
		}
	}
	return append(things, t.visiblePieces(g, level)...)
}

func (t teller) placedTile(p game.PlacedTile, fresh bool, detail render.Detail) string {
	text := t.tile(p.Tile, detail) + " " + tileArea(p)
	if p.Hidden {
		return t.Say("hidden", "Thing", text)
	}
	return t.marked(fresh, "fresh", text)
}

// marked wraps a thing in the text of key if something holds of it.
func (t teller) marked(holds bool, key, thing string) string {
	if holds {
		return t.Say(key, "Thing", thing)
	}
	return thing
}

func (t teller) decor(d game.Decoration) string {
	return t.Say(pieceKeys[d.Kind], "Count", 1, "At", endHoles(d))
}

func (t teller) score(g *game.GardenView) string {
	return t.Say("score", "Points", g.Score.Total, "Flower", t.Say("flower."+g.Flower.String()))
}

func (t teller) ghost(g ghost) string {
	text := t.Say("ghost", "Tile", t.tile(g.Tile, render.Full), "At", g.At.String(), "Level", g.Level,
		"Turned", t.Say("turned.r"+strconv.Itoa(g.Rot)), "Verdict", t.Verdict(g.fits, "fits", "does_not_fit"))
	if !g.onBoard() {
		return text
	}
	var things, below []string
	spots := g.Tile.Spots(g.Rot)
	heights := &t.view.Gardens[t.request.Seat-1].Heights
	for i, h := range g.Holes() {
		below = append(below, h.String()+" "+strconv.Itoa(heights[h-1]))
		switch {
		case h == g.Open:
			things = append(things, t.Say("belvederes", "Count", 1, "At", h.String()))
		case spots[i] != game.Blank:
			things = append(things, t.Say("icon."+spots[i].String())+" "+h.String())
		}
	}
	return text + " " + t.Say("ghost_shows", "Things", joinCommas(things)) + " " +
		t.Say("ghost_over", "Things", joinCommas(below))
}

func (t teller) planned(d planned) string {
	return t.Say("ghost_built", "Thing", t.decor(d.Decoration), "Level", d.Level,
		"Verdict", t.Verdict(d.fits, "can_stand", "cannot_stand"))
}

// visiblePieces lists the visible pieces on a level, in one text for each kind.
func (t teller) visiblePieces(g *game.GardenView, level int) []string {
	var places [game.Stairs + 1][]string
	for _, p := range g.Tiles {
		if p.Level == level && p.Open != game.NoHole && !p.BelvedereHidden(&g.Heights) {
			places[game.Blank] = append(places[game.Blank], p.Open.String())
		}
	}
	for _, d := range g.Decor {
		if d.Level == level && !d.Hidden && !d.Supporting {
			places[d.Kind] = append(places[d.Kind], endHoles(d))
		}
	}
	var texts []string
	for kind, at := range places {
		if len(at) > 0 {
			texts = append(texts, t.Say(pieceKeys[kind], "Count", len(at), "At", joinCommas(at)))
		}
	}
	return texts
}

// pieceKeys holds the text keys of pieces by icon. Index 0, the blank icon, stands for belvederes.
var pieceKeys = [...]string{"belvederes", "statues", "fountains", "bridges", "stairs"}

// endHoles names the holes of a decoration; the lower end of stairs comes first.
func endHoles(d game.Decoration) string {
	if d.B == game.NoHole {
		return d.A.String()
	}
	from, to := ends(d)
	return from.String() + "–" + to.String()
}

func (t teller) storage(g *game.GardenView) string {
	things := append([]string{t.Say("singles", "Count", g.Singles)},
		t.When(g.Doubles > 0, "doubles", "Count", g.Doubles)...)
	if g.Notch != 0 {
		things = append(things, t.Say("notch", "Tile", t.tileWithIcons(g.Notch)))
	}
	if g.Dug != 0 {
		things = append(things, t.Say("dug", "Tile", t.tileWithIcons(g.Dug)))
	}
	return t.Say("hand", "Things", t.Clauses(things))
}

func (t teller) cell(c game.Cell, detail render.Detail) string {
	cell := t.view.Quarry[c-1]
	if cell.Tile == 0 {
		return t.Say("cell_empty", "Cell", c.String())
	}
	icons := t.icons(cell.Tile)
	if detail == render.Brief { // the round's effect tells the double pillars
		icons = ""
		for _, icon := range cell.Tile.Spots(0) {
			icons += strings.Trim(icon.String(), "-")
		}
		cell.Doubles = 0
	}
	name := t.tile(cell.Tile, render.Full)
	if t.view.Stage != game.Playing {
		return t.Say("cell_waiting", "Cell", c.String(), "Tile", name, "Icons", icons)
	}
	return t.Say("cell", "Cell", c.String(), "Tile", name, "Icons", icons, "Count", cell.Yield,
		"Doubles", cell.Doubles)
}

func tilesLeft(v *game.View) int {
	n := 0
	for i := range v.Quarry {
		n += v.Quarry[i].Level
	}
	return n
}

// stage describes the set-up, the round, or the end of the game.
func (t teller) stage() string {
	switch t.view.Stage {
	case game.Removing:
		return t.Say("removing")
	case game.Playing:
		return t.round()
	}
	return t.Say("over", "Names", t.NamesOf(t.view.Winners))
}

func (t teller) round() string {
	return t.Say("round", "Round", t.view.Round, "Rounds", t.view.Rounds,
		"Effect", t.Say("effect."+t.view.Effect.String()))
}
