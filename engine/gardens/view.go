package gardens

import "amytis/engine"

// View is what a seat may see: all but the covered tiles of the quarry and the
// round tiles to come. It is the only input of pictures and alt text.
type View struct {
	// Seat is who asks, 0 a spectator.
	Seat engine.Seat
	// Stage is what the game is waiting for.
	Stage Stage
	// Turn is the set of seats that may act.
	Turn engine.SeatSet
	// Round runs from 1 to Rounds; Effect holds in it.
	Round, Rounds int
	Effect        Effect
	// Past are the effects of the rounds before this one, the first round's
	// "none" included.
	Past []Effect
	// Overlap and Build are the options.
	Overlap, Build string
	// Quarry by cell: Quarry[c-1] for Cell c.
	Quarry [quarryCells]QuarryCell
	Supply Supply
	// Gardens by seat: Gardens[0] is seat 1's.
	Gardens []GardenView
	// Winners is set once the game is over.
	Winners []engine.Seat
}

// Game is "gardens".
func (*View) Game() string { return ID }

// Stage is a part of the game.
type Stage uint8

// The stages.
const (
	// Removing is set-up step 5: clay tiles are removed.
	Removing Stage = iota + 1
	// Playing is the rounds.
	Playing
	// Over is after the last round, or when one seat is left.
	Over
)

// QuarryCell is a cell of the quarry as everybody sees it.
type QuarryCell struct {
	// Tile is the visible one, 0 where the cell is emptied.
	Tile Tile
	// Level is the visible tile's, 3 to 1, 0 where the cell is emptied.
	Level int
	// Yield is the number of single pillars that the asker would get by
	// digging here in this round, before the supply limits it; for a spectator
	// without the flower's.
	Yield int
}

// Supply is what is left for everybody (G-2).
type Supply struct {
	Singles, Doubles, Belvederes, Stairs, Fountains, Bridges, Statues uint8
}

// GardenView is a seat's garden and storage, all of it open.
type GardenView struct {
	Seat     engine.Seat
	Flower   Flower
	Resigned bool
	// Tiles in the order they were placed.
	Tiles []PlacedTile
	// Supports of all tiles, in their order.
	Supports []Support
	// Decor in the order they were built, belvederes not included.
	Decor []Decoration
	// Heights is h(p) by hole: Heights[p-1], 0 where the bare board shows.
	Heights [numHoles]int
	// Notch is the stored tile; Dug the one dug this turn and not placed yet.
	Notch, Dug Tile
	// Singles and Doubles are the pillars at hand.
	Singles, Doubles int
	// Building is set while the seat has dug and not ended its turn.
	Building bool
	Score    ScoreSheet
}

// PlacedTile is a tile in a garden.
type PlacedTile struct {
	Tile Tile
	// At is its south-west hole.
	At Hole
	// Rot is its rotation, quarter turns clockwise.
	Rot int
	// Level from 1.
	Level int
	// Open is the position without support, which bears a belvedere; NoHole if
	// there are four supports.
	Open Hole
	// Fresh is set for tiles placed in the turn that is still going on.
	Fresh bool
	// Hidden is set where higher tiles cover all of it.
	Hidden bool
}

// Holes are the four positions of the tile, NW NE SE SW.
func (p PlacedTile) Holes() [4]Hole {
	return [4]Hole{p.At + corners[0], p.At + corners[1], p.At + corners[2], p.At + corners[3]}
}

// BelvedereHidden reports whether heights cover the tile's belvedere.
func (p PlacedTile) BelvedereHidden(heights *[numHoles]int) bool {
	return p.Open != NoHole && heights[p.Open-1] > p.Level
}

// PlacementOf is the tile that a move would place, and where; false for a move
// that places none, or is not one at all.
func PlacementOf(m engine.Move) (PlacedTile, bool) {
	if m.Verb != verbPlace {
		return PlacedTile{}, false
	}
	for i, arg := range info.Verbs[verbPlace-1].Args {
		left := arg.Key != "" && m.Args[i] == 0
		if !left && !arg.Kind.Valid(m.Args[i:i+1]) {
			return PlacedTile{}, false
		}
	}
	pl := placementOf(m)
	return PlacedTile{Tile: pl.tile, At: pl.at, Rot: int(pl.rot), Level: int(pl.level), Open: pl.open}, true
}

// SupportKind is what a tile rests on at a position.
type SupportKind uint8

// The kinds of supports.
const (
	SinglePillar SupportKind = iota + 1
	DoublePillar
	StatueSupport
)

// Support is one support of a tile: it stands at Hole from level From (0 is the
// board) up to level To.
type Support struct {
	Kind     SupportKind
	Hole     Hole
	From, To int
}

// Decoration is one in a garden. A statue has A only; of the others A is the
// western end, or the southern one.
type Decoration struct {
	Kind Icon
	A, B Hole
	// Level is the level it is built on; of stairs, the lower of the two.
	Level int
	// LowAtB is set for stairs whose end B is the lower one.
	LowAtB bool
	// Supporting is set for a statue that supports a tile: it is no statue
	// any more (G-7).
	Supporting bool
	// Hidden is set where higher tiles cover all of it.
	Hidden bool
}

// ScoreSheet is a garden's score as on the pad, in VP, and the tie-break.
type ScoreSheet struct {
	Statues, Fountains, Bridges, Stairs, DecorSets, FlowerSets, Belvederes, Highest, Total int
	// OpenHoles are the holes of the board that no tile covers.
	OpenHoles int
}
