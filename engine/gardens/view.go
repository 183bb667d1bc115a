package gardens

import "amytis/engine"

// View is what a seat may see: everything but the covered quarry tiles and the round tiles to come.
type View struct {
	Seat  engine.Seat // the viewer's seat, 0 for a spectator
	Stage Stage
	Turn  engine.SeatSet
	// Round is the current round, 1 to Rounds, or 0 in set-up 5. Effect is its effect.
	Round, Rounds int
	Effect        Effect
	Past          []Effect // the effects of the rounds before this one, from round 1 on
	// Overlap and Build are the options' values.
	Overlap, Build string
	Quarry         [quarryCells]QuarryCell // by cell: Quarry[c-1] for Cell c
	Gardens        []GardenView            // by seat: Gardens[0] is seat 1's
	Winners        []engine.Seat
}

func (*View) Game() string { return ID }

type Stage uint8

// The stages, in order.
const (
	Removing Stage = iota + 1 // set-up 5: clay tiles are removed
	Playing                   // the part with rounds
	Over                      // after the last round, or when one seat is left
)

type QuarryCell struct {
	Tile Tile // the visible tile, 0 if the cell is emptied
	// Level is the level of the visible tile, 1 to 3, or 0 if the cell is emptied.
	Level int
	// Yield and Doubles are the single and double pillars that the viewer would get by digging
	// here. For a spectator the flower does not count.
	Yield, Doubles int
}

type GardenView struct {
	Seat     engine.Seat
	Flower   Flower
	Resigned bool
	Tiles    []PlacedTile // in the order they were placed
	Supports []Support    // in the order of Tiles
	Decor    []Decoration // in the order it was built, without belvederes
	// Heights[p-1] is the level of the highest tile over hole p, 0 where the bare board shows.
	Heights [numHoles]int
	// Notch is the stored tile. Dug is the tile dug this turn and not placed yet.
	Notch, Dug Tile
	// Singles and Doubles are the pillars at hand.
	Singles, Doubles int
	Building         bool // the seat has dug and not ended its turn
	Score            ScoreSheet
}

type PlacedTile struct {
	Tile Tile
	At   Hole // the tile's south-west hole
	Rot  int  // the rotation in quarter turns clockwise, 0 to 3
	// Level counts from 1 (G-5).
	Level  int
	Open   Hole // the position without support, under a belvedere, or NoHole
	Fresh  bool // the tile was placed in the turn that is still going on
	Hidden bool // higher tiles cover all of the tile
}

// Holes returns the tile's four positions, NW NE SE SW.
func (p PlacedTile) Holes() [4]Hole {
	return [4]Hole{p.At + corners[0], p.At + corners[1], p.At + corners[2], p.At + corners[3]}
}

// BelvedereHidden reports whether a tile covers the belvedere. heights is GardenView.Heights.
func (p PlacedTile) BelvedereHidden(heights *[numHoles]int) bool {
	return p.Open != NoHole && heights[p.Open-1] > p.Level
}

// QuarryCellOf returns the cell that m digs out or removes a tile from, false for any other move.
func QuarryCellOf(m engine.Move) (c Cell, ok bool) {
	if !info.WellFormed(m, verbRemove, verbDig) {
		return 0, false
	}
	return Cell(m.Args[0]), true
}

// PlacementOf returns the tile that m places, and where, false for any other move.
func PlacementOf(m engine.Move) (PlacedTile, bool) {
	if !info.WellFormed(m, verbPlace, verbPlace) {
		return PlacedTile{}, false
	}
	pl := placementOf(m)
	return PlacedTile{Tile: pl.tile, At: pl.at, Rot: int(pl.rot), Level: int(pl.level), Open: pl.open}, true
}

type SupportKind uint8

const (
	SinglePillar SupportKind = iota + 1
	DoublePillar
	StatueSupport
)

// Support is one support of a tile. It stands at Hole from level From (0 is the board) to level To.
type Support struct {
	Kind     SupportKind
	Hole     Hole
	From, To int
}

// Decoration is a decoration in a garden. A is its western or southern end, B the other or NoHole.
type Decoration struct {
	Kind Icon
	A, B Hole
	// Level is the level it is built on. For stairs it is the lower one.
	Level      int
	LowAtB     bool // end B of the stairs is the lower one
	Supporting bool // the statue supports a tile and no longer counts (G-7)
	Hidden     bool // higher tiles cover every position of the decoration
}

// DecorationOf returns the decoration that m builds, false for any other move.
func DecorationOf(m engine.Move, g *GardenView) (d Decoration, ok bool) {
	if !info.WellFormed(m, verbStatue, verbStairs) {
		return Decoration{}, false
	}
	d = Decoration{Kind: Statue + Icon(m.Verb-verbStatue), A: Hole(m.Args[0]), Level: g.Heights[m.Args[0]-1]}
	if d.Kind == Statue {
		return d, true
	}
	if m.Args[0] == m.Args[1] {
		return Decoration{}, false
	}
	d.B = Hole(m.Args[1])
	if d.B.Col() < d.A.Col() || d.B.Row() < d.A.Row() {
		d.A, d.B = d.B, d.A
	}
	low, high := g.Heights[d.A-1], g.Heights[d.B-1]
	d.Level = min(low, high)
	d.LowAtB = d.Kind == Stairs && high < low
	return d, true
}

// ScoreSheet is a garden's score in VP, with the tie-break.
type ScoreSheet struct {
	Statues, Fountains, Bridges, Stairs, DecorSets, FlowerSets, Belvederes, Highest, Total int
	// OpenHoles is the number of holes of the board that no tile covers: the tie-break.
	OpenHoles int
}

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
		Winners: p.winners.Slice(),
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
