package gardens

import (
	"fmt"
	"slices"
	"strconv"

	game "amytis/engine/gardens"
	"amytis/render"
)

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
	return append(lines, t.When(len(empty) > 0, "board.empty", "Cells", joinCommas(empty))...)
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
			thing := t.marked(d.Supporting, "supporting", t.decor(d))
			decor = append(decor, t.marked(d.Hidden, "board.covered", thing))
		}
	}
	return append(lines, t.When(len(decor) > 0, "level", "Level", level, "Things", t.Clauses(decor))...)
}

func (t textBoard) tileFacts(g *game.GardenView, p game.PlacedTile) []string {
	thing := t.marked(p.Fresh, "fresh", t.tile(p.Tile, render.Whole)+" "+tileArea(p))
	facts := []string{t.marked(p.Hidden, "board.covered", thing), t.Say(fmt.Sprintf("turned.r%d", p.Rot))}
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
	return slices.Concat(facts, t.When(len(spots) > 0, "board.spots", "Things", joinCommas(spots)),
		[]string{t.Say("board.supports", "Things", joinCommas(supports))})
}

// spots lists a tile's visible spots by hole: icon, belvedere or blank, and whether it is built on.
func (t textBoard) spots(g *game.GardenView, p game.PlacedTile) []string {
	var spots []string
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
		spots = append(spots, h.String()+" "+t.marked(built, "board.built", spot))
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
	return t.Say("pad", "Things", joinCommas(things))
}
