package babel

import (
	game "amytis/engine/babel"
	"amytis/render"
)

// sheet keeps the sprites of all pictures of the game.
var sheet render.Sheet[look]

// look is all that the look of a sprite depends on.
type look struct {
	part part
	a, b uint8
	// w and h are measures in pixels.
	w, h int16
}

// part is a kind of sprite.
type part uint8

const (
	signPart part = iota
	cardPart
	backPart
	leaningPart
	plaquePart
	stepPart
	scaffoldPart
	lotPart
	templeCardPart
	templeBackPart
	pawnPart
	bandPart
	skyPart
	trayPart
	handPart
	owedPart
	migratePart
	pennantPart
	emptyPart
	dutyPart
	trioPart
	arrowPart
	platePart
	palmPart
)

// The colours of things.
const (
	ink   = render.Black
	cream = render.Colour(render.Sand)*render.Shades + 15
	paper = render.Paper
	frame = render.Colour(render.Wood)*render.Shades + 5
	faint = render.Colour(render.Sand)*render.Shades + 6
)

// dye is the colour of a people's cards: the ground, its edge, and what is
// written on it.
func dye(p game.People) (ground, edge, mark render.Colour) {
	switch p {
	case game.Assyrians:
		return render.Red.At(5), render.Red.At(1), cream
	case game.Hittites:
		return render.Leaf.At(5), render.Leaf.At(0), cream
	case game.Medes:
		return render.Gold.At(11), render.Gold.At(2), ink
	case game.Persians:
		return render.Iris.At(4), render.Iris.At(0), cream
	}
	return render.Water.At(7), render.Water.At(0), ink
}

type point = render.Point

func pt(x, y float64) point { return point{X: x, Y: y} }
