package babel

import (
	game "amytis/engine/babel"
	"amytis/render"
)

// sheet holds the game's sprites.
var sheet render.Sheet[spriteKey]

// spriteKey identifies a sprite by everything that changes its appearance.
type spriteKey struct {
	part part
	a, b uint8
	// w and h are sizes in pixels.
	w, h int16
}

// part is the kind of a sprite.
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

// These are the colours with a fixed meaning.
const (
	ink   = render.Black
	cream = render.Colour(render.Sand)*render.Shades + 15
	paper = render.Paper
	frame = render.Colour(render.Wood)*render.Shades + 5
	faint = render.Colour(render.Sand)*render.Shades + 6
)

// peopleColours returns the colours of a people's cards: background, edge, and marks.
func peopleColours(p game.People) (ground, edge, mark render.Colour) {
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
