package gardens

import "amytis/engine"

// View returns everything but the covered quarry and round tiles. Views differ in the yields only.
func (Rules) View(p *Position, seat engine.Seat) engine.View {
	v := &View{
		Seat:    seat,
		Stage:   p.stage,
		Turn:    Rules{}.Turn(p),
		Round:   int(p.round),
		Rounds:  int(p.rounds) + 1,
		Effect:  p.effect(),
		Overlap: overlapNever,
		Build:   buildTurns,
		Gardens: make([]GardenView, p.seats),
	}
	if p.adjacent {
		v.Overlap = overlapAdjacent
	}
	if p.together {
		v.Build = buildTogether
	}
	for r := 1; r < int(p.round); r++ {
		effect := NoEffect
		if r > 1 {
			effect = p.effects[r-2]
		}
		v.Past = append(v.Past, effect)
	}
	var flower Flower
	if seat != engine.Chance && int(seat) <= int(p.seats) {
		flower = p.garden(seat).flower
	}
	for c := Cell(1); c <= quarryCells; c++ {
		cell := QuarryCell{Tile: p.visible(c), Level: int(p.height[c-1])}
		if p.stage == Playing {
			singles, doubles := p.gain(c, flower)
			cell.Yield, cell.Doubles = int(singles), int(doubles)
		}
		v.Quarry[c-1] = cell
	}
	for i := range v.Gardens {
		v.Gardens[i] = p.gardens[i].view(engine.Seat(i + 1))
		v.Gardens[i].Resigned = p.resigned.Has(engine.Seat(i + 1))
	}
	if p.stage == Over {
		v.Winners = p.winners.Slice()
	}
	return v
}

func (g *garden) view(seat engine.Seat) GardenView {
	v := GardenView{
		Seat:     seat,
		Flower:   g.flower,
		Notch:    g.notch,
		Dug:      g.dug,
		Singles:  int(g.singles),
		Doubles:  int(g.doubles),
		Building: g.building,
		Score:    g.score(),
	}
	for i, h := range g.h {
		v.Heights[i] = int(h)
	}
	for i := range g.decor[:g.numDecor] {
		v.Decor = append(v.Decor, g.viewDecor(i))
	}
	v.Tiles, v.Supports = g.viewTiles()
	return v
}

func (g *garden) viewDecor(i int) Decoration {
	d := &g.decor[i]
	return Decoration{
		Kind: d.kind, A: d.a, B: d.b,
		Level:      int(min(d.level, d.levelB)),
		LowAtB:     d.kind == Stairs && d.levelB < d.level,
		Supporting: g.supporting>>i&1 != 0,
		Hidden:     g.decorHidden(d),
	}
}

// viewTiles lists the tiles, and their supports, which follow from the order of placing.
func (g *garden) viewTiles() ([]PlacedTile, []Support) {
	tiles := make([]PlacedTile, g.numTiles)
	supports := make([]Support, 0, 4*int(g.numTiles))
	var below [numHoles]uint8
	for i := range tiles {
		t := &g.tiles[i]
		tiles[i] = PlacedTile{
			Tile: t.tile, At: t.at, Rot: int(t.rot), Level: int(t.level), Open: t.open,
			Fresh:  i >= int(g.numTiles-g.fresh),
			Hidden: g.tileHidden(t),
		}
		for _, d := range corners {
			h := t.at + d
			if h != t.open {
				supports = append(supports, Support{
					Kind: g.supportKind(h, below[h-1], t.level), Hole: h, From: int(below[h-1]), To: int(t.level)})
			}
			below[h-1] = t.level
		}
	}
	return tiles, supports
}

func (g *garden) supportKind(h Hole, from, to uint8) SupportKind {
	if to-from == 2 {
		return DoublePillar
	}
	for i := range g.decor[:g.numDecor] {
		if d := &g.decor[i]; g.supporting>>i&1 != 0 && d.a == h && d.level == from {
			return StatueSupport
		}
	}
	return SinglePillar
}
