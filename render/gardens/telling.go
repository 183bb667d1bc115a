package gardens

import (
	"fmt"
	"strings"

	game "amytis/engine/gardens"
)

// position describes everything that is not in a garden, in several lines.
func (t teller) position() string {
	v := t.view
	var b strings.Builder
	b.WriteString(t.round() + "\n")
	if turn := v.Turn.Slice(); len(turn) > 0 {
		b.WriteString(t.Say("turn", "Names", t.NamesOf(turn)) + "\n")
	}
	if len(v.Past) > 0 {
		var past []string
		for _, e := range v.Past {
			past = append(past, t.Say("effect."+e.String()))
		}
		b.WriteString(t.Say("past", "Things", strings.Join(past, ", ")) + "\n")
	}
	b.WriteString("\n" + t.Say("view.quarry") + " " + t.Say("left", "Count", tilesLeft(v)) + "\n")
	for row := quarrySide - 1; row >= 0; row-- {
		for col := range quarrySide {
			b.WriteString("  " + t.quarryLine(game.CellAt(col, row)) + "\n")
		}
	}
	b.WriteString("\n" + t.supply() + "\n")
	return b.String()
}

func (t teller) quarryLine(c game.Cell) string {
	cell := t.view.Quarry[c-1]
	if cell.Tile == 0 {
		return t.cell(c, full)
	}
	line := c.String() + " " + t.tileFull(cell.Tile)
	if t.view.Stage != game.Playing {
		return line
	}
	return line + ", " + t.Say("yield", "Count", cell.Yield, "Doubles", cell.Doubles)
}

// gardenText describes a garden in full: its score, a map, and the contents of every level,
// including hidden pieces.
func (t teller) gardenText(g *game.GardenView) string {
	var b strings.Builder
	b.WriteString(t.Say("view.top", "Name", t.Name(g.Seat)) + " ")
	b.WriteString(t.Say("score", "Points", g.Score.Total, "Flower", t.Say("flower."+g.Flower.String())) + "\n")
	if g.Resigned {
		b.WriteString(t.Say("resigned") + "\n")
	}
	b.WriteString(t.padText(&g.Score) + "\n" + t.storage(g) + "\n")
	if len(g.Tiles) == 0 {
		b.WriteString(t.Say("empty") + "\n")
		return b.String()
	}
	b.WriteString("\n" + levelMap(g) + t.Say("legend") + "\n\n")
	c := newChanges(g, t.request)
	for level := highest(g); level > 0; level-- {
		b.WriteString(t.level(g, c, level, full) + "\n")
	}
	if hidden := t.hiddenPieces(g); hidden != "" {
		b.WriteString(hidden + "\n")
	}
	return b.String()
}

// padText lists the items of the score pad.
func (t teller) padText(s *game.ScoreSheet) string {
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

// hiddenPieces lists the pieces that no longer score because they are covered or support a tile.
func (t teller) hiddenPieces(g *game.GardenView) string {
	var things []string
	for i := range g.Tiles {
		if p := &g.Tiles[i]; p.Open != game.NoHole && p.BelvedereHidden(&g.Heights) {
			things = append(things, t.Say("belvederes", "Count", 1, "At", p.Open.String()))
		}
	}
	for i := range g.Decor {
		d := &g.Decor[i]
		thing := t.Say(pieceKeys[d.Kind], "Count", 1, "At", endHoles(d))
		switch {
		case d.Supporting:
			things = append(things, t.Say("supporting", "Thing", thing))
		case d.Hidden:
			things = append(things, thing)
		}
	}
	if len(things) == 0 {
		return ""
	}
	return t.Say("hidden_things", "Things", t.Clauses(things))
}

// levelMap draws a map of a garden in characters. Each position has its level and a sign: a small
// letter for an icon, a capital for a piece.
func levelMap(g *game.GardenView) string {
	var signs [holes * holes]byte
	for i := range g.Tiles {
		p := &g.Tiles[i]
		spots := p.Tile.Spots(p.Rot)
		for corner, h := range p.Holes() {
			if g.Heights[h-1] != p.Level {
				continue
			}
			sign := strings.ToLower(spots[corner].String())[0]
			if h == p.Open {
				sign = 'O'
			}
			signs[h-1] = sign
		}
	}
	for i := range g.Decor {
		d := &g.Decor[i]
		for _, h := range [...]game.Hole{d.A, d.B} {
			if h == game.NoHole || d.Supporting || g.Heights[h-1] > topOf(d) {
				continue
			}
			signs[h-1] = d.Kind.String()[0]
		}
		if d.Kind == game.Bridge && !d.Hidden {
			signs[(d.A+d.B)/2-1] = '='
		}
	}
	var b strings.Builder
	for row := holes - 1; row >= 0; row-- {
		fmt.Fprintf(&b, "%d ", row+1)
		for col := range holes {
			h := game.At(col, row)
			switch level := g.Heights[h-1]; {
			case signs[h-1] == 0:
				b.WriteString("   .")
			case level == 0:
				b.WriteString("   =")
			default:
				fmt.Fprintf(&b, " %2d%c", level, signs[h-1])
			}
		}
		b.WriteByte('\n')
	}
	b.WriteString("  ")
	for col := range holes {
		fmt.Fprintf(&b, "   %c", 'a'+col)
	}
	b.WriteByte('\n')
	return b.String()
}
