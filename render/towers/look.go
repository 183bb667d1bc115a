package towers

import (
	game "amytis/engine/towers"
	"amytis/render"
)

// sheet keeps the sprites of all pictures of the game. Sizes come in steps (see
// inSteps), so that it does not grow with every building that is drawn.
var sheet render.Sheet[look]

// look is all that the look of a sprite depends on.
type look struct {
	part    part
	a, b, c uint8
	// u is the width of a cell in pixels, or the size of a sign.
	u int16
	// h is the height of a level in pixels, where it matters.
	h int16
}

// part is a kind of sprite.
type part uint8

const (
	towerPart part = iota
	gatePart
	bridgePart
	framePart
	tokenPart
	figurePart
	sideTowerPart
	sideBridgePart
	sideFramePart
	isoGroundPart
	isoBlockPart
	isoFramePart
	signPart
	platePart
	padPart
	ghostPart
	ghostFramePart
	tagPart
	haloPart
)

// The colours of things.
const (
	ink   = render.Black
	paper = render.Paper
	faint = render.Colour(render.Sand)*render.Shades + 8
	frame = render.Colour(render.Wood)*render.Shades + 5
	// label is the colour of coordinates.
	label = render.Colour(render.Sand)*render.Shades + 3
	fresh = render.Colour(render.Gold)*render.Shades + 12
	// ground is the table under a building.
	ground     = render.Colour(render.Leaf)*render.Shades + 12
	groundLine = render.Colour(render.Leaf)*render.Shades + 10
	// shadow is put over what it falls on, half covering it.
	shadow = render.Colour(render.Wood)*render.Shades + 1
)

// Towers are of sandstone, bridges of bricks.
const (
	sandstone = render.Sand
	brick     = render.Clay
)

// shades are the steps of a ramp that pieces have from above by their level: the
// higher, the lighter. Most games are decided low, so that is where they differ
// most.
var shades = [game.MaxLevel + 1]int{0, 8, 9, 10, 11, 12, 13, 13, 14, 14, 14, 15, 15, 15, 15, 15, 15}

// dye is a player's colour.
func dye(c game.Colour) render.Colour {
	switch c {
	case game.Blue:
		return render.Lapis.At(6)
	case game.Yellow:
		return render.Gold.At(12)
	case game.Green:
		return render.Green.At(7)
	case game.Red:
		return render.Red.At(6)
	}
	return render.White
}

type point = render.Point

func pt(x, y float64) point { return point{X: x, Y: y} }

func px(u int, share float64) int { return int(float64(u)*share + .5) }

// inSteps rounds a size down to one of few.
func inSteps(size int) int {
	if size < 24 {
		return max(size, 4)
	}
	return size - size%4
}
