package gardens

import (
	"fmt"
	"slices"
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

func (t teller) icons(tile game.Tile) (icons []string) {
	for _, icon := range tile.Spots(0) {
		if icon != game.Blank {
			icons = append(icons, t.Say("icon."+icon.String()))
		}
	}
	return icons
}

// tileArea names the holes that a tile covers, such as "c3–d4".
func tileArea(p game.PlacedTile) string {
	return p.At.String() + "–" + p.Holes()[1].String()
}

func (t teller) piecesOnLevel(g *game.GardenView, c changes, level int, detail render.Detail) (things []string) {
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
	return t.Wrap(fresh, "fresh", text)
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
	return text + " " + t.Say("ghost_shows", "Things", things) + " " + t.Say("ghost_over", "Things", below)
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
			texts = append(texts, t.Say(pieceKeys[kind], "Count", len(at), "At", at))
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
		letters := ""
		for _, icon := range cell.Tile.Spots(0) {
			letters += strings.Trim(icon.String(), "-")
		}
		icons = []string{letters}
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

// textBoard tells the whole position.
type textBoard struct{ teller }

// whole describes the position, the garden of the request's seat first.
func (t textBoard) whole() []string {
	v := t.view
	var lines []string
	if v.Stage != game.Playing {
		lines = append(lines, t.stage())
	}
	if v.Round == 0 {
		lines = append(lines, t.Say("board.rounds", "Rounds", v.Rounds))
	} else {
		lines = append(lines, t.round())
	}
	var effects []string
	for _, e := range v.Past {
		effects = append(effects, t.Say("effect."+e.String()))
	}
	lines = slices.Concat(lines,
		t.When(v.Turn != 0, "turn", "Names", t.NamesOf(v.Turn.Slice())),
		t.When(len(effects) > 0, "past", "Things", t.Clauses(effects)),
		[]string{t.Say("board.options", "Things", t.Clauses([]string{
			t.Option("overlap", v.Overlap), t.Option("build", v.Build)})),
			"", t.Say("left", "Count", tilesLeft(v))},
		t.quarryLines())
	for i := range v.Gardens {
		g := &v.Gardens[(int(t.request.Seat)-1+i)%len(v.Gardens)]
		lines = append(append(lines, ""), t.gardenLines(g)...)
	}
	return lines
}

// quarryLines describes the quarry from the north, one tile a line, emptied cells together.
func (t textBoard) quarryLines() (lines []string) {
	var empty []string
	for c := range quarryRows {
		cell := t.view.Quarry[c-1]
		if cell.Tile == 0 {
			empty = append(empty, c.String())
			continue
		}
		line := t.Say("board.cell", "Cell", c.String(), "Level", cell.Level, "Tile", t.tileWithIcons(cell.Tile))
		if t.view.Stage == game.Playing {
			line += "; " + t.Say("yield", "Count", cell.Yield, "Doubles", cell.Doubles)
		}
		lines = append(lines, line+".")
	}
	return append(lines, t.When(len(empty) > 0, "board.empty", "Cells", empty)...)
}

func (t textBoard) gardenLines(g *game.GardenView) []string {
	lines := slices.Concat(
		[]string{t.Say("board.garden", "Name", t.Name(g.Seat)) + " " + t.score(g)},
		t.When(g.Resigned, "resigned"), t.When(g.Building, "board.building"),
		[]string{t.padText(&g.Score), t.Say("board.open_holes", "Holes", g.Score.OpenHoles), t.storage(g)},
		t.When(len(g.Tiles) == 0, "empty"))
	for level := highest(g); level > 0; level-- {
		lines = append(lines, t.levelLines(g, level)...)
	}
	return lines
}

func (t textBoard) levelLines(g *game.GardenView, level int) (lines []string) {
	for _, p := range g.Tiles {
		if p.Level == level {
			lines = append(lines, t.Say("level", "Level", level, "Things", t.Clauses(t.tileFacts(g, p))))
		}
	}
	var decor []string
	for _, d := range g.Decor {
		if d.Level == level {
			thing := t.Wrap(d.Supporting, "supporting", t.decor(d))
			decor = append(decor, t.Wrap(d.Hidden, "board.covered", thing))
		}
	}
	return append(lines, t.When(len(decor) > 0, "level", "Level", level, "Things", t.Clauses(decor))...)
}

func (t textBoard) tileFacts(g *game.GardenView, p game.PlacedTile) []string {
	thing := t.Wrap(p.Fresh, "fresh", t.tile(p.Tile, render.Whole)+" "+tileArea(p))
	facts := []string{t.Wrap(p.Hidden, "board.covered", thing), t.Say(fmt.Sprintf("turned.r%d", p.Rot))}
	spots := t.spots(g, p)
	var supports []string
	holes := p.Holes()
	for _, s := range g.Supports {
		if s.To == p.Level && slices.Contains(holes[:], s.Hole) {
			key := [...]string{game.SinglePillar: "count.singles", game.DoublePillar: "count.doubles",
				game.StatueSupport: "icon." + game.Statue.String()}[s.Kind]
			supports = append(supports, s.Hole.String()+" "+t.Say(key, "Count", 1))
		}
	}
	facts = append(facts, t.When(len(spots) > 0, "board.spots", "Things", spots)...)
	return append(facts, t.Say("board.supports", "Things", supports))
}

// spots lists a tile's visible spots by hole: icon, belvedere or blank, and whether it is built on.
func (t textBoard) spots(g *game.GardenView, p game.PlacedTile) (spots []string) {
	icons := p.Tile.Spots(p.Rot)
	for corner, h := range p.Holes() {
		if g.Heights[h-1] != p.Level {
			continue
		}
		spot := t.Say("board.blank")
		switch icon := icons[corner]; {
		case h == p.Open:
			spot = t.Say("count.belvederes", "Count", 1)
		case icon != game.Blank:
			spot = t.Say("icon." + icon.String())
		}
		built := slices.ContainsFunc(g.Decor, func(d game.Decoration) bool {
			return (d.A == h || d.B == h) && (d.Level == p.Level || topOf(d) == p.Level)
		})
		spots = append(spots, h.String()+" "+t.Wrap(built, "board.built", spot))
	}
	return spots
}

func (t textBoard) padText(s *game.ScoreSheet) string {
	items := [...]struct {
		key string
		n   int
	}{{"count.statues", s.Statues}, {"count.fountains", s.Fountains}, {"count.bridges", s.Bridges},
		{"count.stairs", s.Stairs}, {"sets.decorations", s.DecorSets}, {"sets.flowers", s.FlowerSets},
		{"count.belvederes", s.Belvederes}, {"sets.highest", s.Highest}}
	things := make([]string, len(items))
	for i, item := range items {
		things[i] = t.Say(item.key, "Count", 2) + " " + strconv.Itoa(item.n)
	}
	return t.Say("pad", "Things", things)
}
