package gardens

import (
	"fmt"
	"slices"
	"strings"

	game "amytis/engine/gardens"
	"amytis/render"
)

// textBoard describes the whole position, one fact after another.
type textBoard struct{ teller }

// position describes everything that is not in a garden, in several lines.
func (t textBoard) position() string {
	v := t.view
	var b strings.Builder
	if v.Stage != game.Playing {
		b.WriteString(t.stage() + "\n")
	}
	if v.Round == 0 {
		b.WriteString(t.Say("board.rounds", "Rounds", v.Rounds) + "\n")
	} else {
		b.WriteString(t.round() + "\n")
	}
	if v.Turn != 0 {
		b.WriteString(t.Say("turn", "Names", t.NamesOf(v.Turn.Slice())) + "\n")
	}
	if len(v.Past) > 0 {
		var effects []string
		for _, e := range v.Past {
			effects = append(effects, t.Say("effect."+e.String()))
		}
		b.WriteString(t.Say("past", "Things", t.Clauses(effects)) + "\n")
	}
	b.WriteString(t.Say("board.options", "Things", t.Clauses([]string{
		t.Option(game.ID, "overlap", v.Overlap), t.Option(game.ID, "build", v.Build),
	})) + "\n")
	b.WriteString("\n" + t.Say("left", "Count", tilesLeft(v)) + "\n")
	b.WriteString(t.quarryLines())
	return b.String()
}

// quarryLines describes the quarry, one tile a line, from the north. Emptied cells share a line.
func (t textBoard) quarryLines() string {
	var b strings.Builder
	var empty []string
	for row := quarrySide - 1; row >= 0; row-- {
		for col := range quarrySide {
			c := game.CellAt(col, row)
			cell := t.view.Quarry[c-1]
			if cell.Tile == 0 {
				empty = append(empty, c.String())
				continue
			}
			b.WriteString(t.Say("board.cell", "Cell", c.String(), "Level", cell.Level, "Tile", t.tileWithIcons(cell.Tile)))
			if t.view.Stage == game.Playing {
				b.WriteString("; " + t.Say("yield", "Count", cell.Yield, "Doubles", cell.Doubles))
			}
			b.WriteString(".\n")
		}
	}
	if len(empty) > 0 {
		b.WriteString(t.Say("board.empty", "Cells", strings.Join(empty, ", ")) + "\n")
	}
	return b.String()
}

// gardenText describes a garden: its score, its storage, and its levels, the highest first.
func (t textBoard) gardenText(g *game.GardenView) string {
	var b strings.Builder
	b.WriteString(t.Say("board.garden", "Name", t.Name(g.Seat)) + " ")
	b.WriteString(t.Say("score", "Points", g.Score.Total, "Flower", t.Say("flower."+g.Flower.String())) + "\n")
	if g.Resigned {
		b.WriteString(t.Say("resigned") + "\n")
	}
	if g.Building {
		b.WriteString(t.Say("board.building") + "\n")
	}
	b.WriteString(t.padText(&g.Score) + "\n")
	b.WriteString(t.Say("board.open_holes", "Holes", g.Score.OpenHoles) + "\n" + t.storage(g) + "\n")
	if len(g.Tiles) == 0 {
		b.WriteString(t.Say("empty") + "\n")
	}
	for level := highest(g); level > 0; level-- {
		b.WriteString(t.levelLines(g, level))
	}
	return b.String()
}

// levelLines describes a level: a line for each tile, then one for its decorations.
func (t textBoard) levelLines(g *game.GardenView, level int) string {
	var b strings.Builder
	for _, p := range g.Tiles {
		if p.Level == level {
			b.WriteString(t.Say("level", "Level", level, "Things", t.Clauses(t.tileFacts(g, p))) + "\n")
		}
	}
	var decor []string
	for _, d := range g.Decor {
		if d.Level != level {
			continue
		}
		thing := t.Say(pieceKeys[d.Kind], "Count", 1, "At", endHoles(d))
		if d.Supporting {
			thing = t.Say("supporting", "Thing", thing)
		}
		if d.Hidden {
			thing = t.Say("board.covered", "Thing", thing)
		}
		decor = append(decor, thing)
	}
	if len(decor) > 0 {
		b.WriteString(t.Say("level", "Level", level, "Things", t.Clauses(decor)) + "\n")
	}
	return b.String()
}

// tileFacts describes a tile in a garden: its place, its visible spots and its supports.
func (t textBoard) tileFacts(g *game.GardenView, p game.PlacedTile) []string {
	thing := t.tile(p.Tile, render.Full) + " " + tileArea(p)
	if p.Fresh {
		thing = t.Say("fresh", "Thing", thing)
	}
	if p.Hidden {
		thing = t.Say("board.covered", "Thing", thing)
	}
	facts := []string{thing, t.Say(fmt.Sprintf("turned.r%d", p.Rot))}
	spots := t.spots(g, p)
	if len(spots) > 0 {
		facts = append(facts, t.Say("board.spots", "Things", strings.Join(spots, ", ")))
	}
	var supports []string
	holes := p.Holes()
	for _, s := range g.Supports {
		if s.To == p.Level && slices.Contains(holes[:], s.Hole) {
			supports = append(supports, s.Hole.String()+" "+t.supportName(s.Kind))
		}
	}
	return append(facts, t.Say("board.supports", "Things", strings.Join(supports, ", ")))
}

// spots lists the visible spots of a tile by hole: icon, belvedere or blank, and whether something
// is built there.
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
		if isBuilt(g, p.Level, h) {
			spot = t.Say("board.built", "Thing", spot)
		}
		spots = append(spots, h.String()+" "+spot)
	}
	return spots
}

// isBuilt reports whether an end of a decoration stands at a hole of a level.
func isBuilt(g *game.GardenView, level int, at game.Hole) bool {
	return slices.ContainsFunc(g.Decor, func(d game.Decoration) bool {
		return (d.A == at || d.B == at) && (d.Level == level || topOf(d) == level)
	})
}

func (t textBoard) supportName(kind game.SupportKind) string {
	switch kind {
	case game.SinglePillar:
		return t.Say("count.singles", "Count", 1)
	case game.DoublePillar:
		return t.Say("count.doubles", "Count", 1)
	}
	return t.Say("icon." + game.Statue.String())
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
		things[i] = fmt.Sprintf("%s %d", t.Say(item.key, "Count", 2), item.n)
	}
	return t.Say("pad", "Things", strings.Join(things, ", "))
}
