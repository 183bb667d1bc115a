package gardens

import "amytis/engine"

// The victory points of gardens.md, "Scoring".
const (
	perLevelBig = 3 // fountain, bridge
	perSet      = 4
	perHighest  = 2
)

// shown counts what is visible from above: tiles by flower and decorations by kind.
type shown struct {
	flowers [Marigold + 1]int
	pieces  [Stairs + 1]int
}

func (g *garden) score() ScoreSheet {
	var of shown
	return g.scoreOf(&of)
}

func (g *garden) scoreOf(of *shown) ScoreSheet {
	var s ScoreSheet
	flowers, pieces := &of.flowers, &of.pieces
	for i := range g.tiles[:g.numTiles] {
		t := &g.tiles[i]
		if !g.tileHidden(t) {
			flowers[t.tile.Flower()]++
		}
		if t.open != NoHole && !g.covered(t.open, t.level) {
			s.Belvederes++
		}
	}
	for i := range g.decor[:g.numDecor] {
		d := &g.decor[i]
		if g.decorHidden(d) {
			continue
		}
		pieces[d.kind]++
		switch d.kind {
		case Statue:
			s.Statues += int(d.level)
		case Fountain:
			s.Fountains += perLevelBig * int(d.level)
		case Bridge:
			s.Bridges += perLevelBig * int(d.level)
		case Stairs:
			s.Stairs += int(d.level + d.levelB)
		}
	}
	s.DecorSets = perSet * min(pieces[Statue], pieces[Fountain], pieces[Bridge], pieces[Stairs])
	s.FlowerSets = perSet * min(flowers[Jasmine], flowers[Rose], flowers[Iris], flowers[Marigold])
	s.Highest = perHighest * int(g.highest)
	s.OpenHoles = int(count(g.layers.levels[0]))
	s.Total = s.Statues + s.Fountains + s.Bridges + s.Stairs + s.DecorSets + s.FlowerSets + s.Belvederes + s.Highest
	return s
}

// tileHidden reports whether higher tiles cover all four positions of t.
func (g *garden) tileHidden(t *placement) bool {
	for _, d := range corners {
		if !g.covered(t.at+d, t.level) {
			return false
		}
	}
	return true
}

// decorHidden reports whether higher tiles cover all positions of d, three of a bridge (G-8, G-13).
func (g *garden) decorHidden(d *decor) bool {
	switch {
	case !g.covered(d.a, d.level):
		return false
	case d.kind == Statue:
		return true
	case d.kind == Bridge:
		return g.covered(d.b, d.level) && g.covered(between(d.a, d.b), d.level)
	}
	return g.covered(d.b, d.levelB)
}

func (Rules) Ending(p *Position) engine.Ending {
	return engine.Ending{Winners: p.winners, Resigned: p.resigned}
}

func (Rules) Scores(p *Position) []engine.Score {
	scores := make([]engine.Score, p.seats)
	for i := range scores {
		scores[i] = p.gardens[i].score().items()
	}
	return scores
}

func (Rules) Records(p *Position) engine.Score {
	highest := 0
	for _, seat := range p.playing().Slice() {
		highest = max(highest, int(p.garden(seat).highest))
	}
	return engine.Score{{Name: "highest", Value: highest}}
}

func (s ScoreSheet) items() engine.Score {
	return engine.Score{
		{Name: "statues", Value: s.Statues},
		{Name: "fountains", Value: s.Fountains},
		{Name: "bridges", Value: s.Bridges},
		{Name: "stairs", Value: s.Stairs},
		{Name: "decor_sets", Value: s.DecorSets},
		{Name: "flower_sets", Value: s.FlowerSets},
		{Name: "belvederes", Value: s.Belvederes},
		{Name: "highest", Value: s.Highest},
		{Name: "total", Value: s.Total},
		{Name: "open_holes", Value: s.OpenHoles},
	}
}
