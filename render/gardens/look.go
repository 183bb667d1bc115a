package gardens

import (
	game "amytis/engine/gardens"
	"amytis/render"
)

// sheet keeps the sprites of all pictures of the game.
var sheet render.Sheet[look]

// look is all that the look of a sprite depends on.
type look struct {
	part    part
	a, b, c uint8
	// u is the width of a hole in pixels, or the size of a sign.
	u int16
	// h is the height of a level in pixels, where it matters.
	h int16
}

// part is a kind of sprite.
type part uint8

const (
	boardPart part = iota
	tilePart
	freshPart
	spotPart
	badgePart
	decorPart
	belvederePart
	cellPart
	effectPart
	flowerPart
	signPart
	compassPart
	slabPart
	pillarPart
	standingPart
	groundPart
	isoGroundPart
	isoTilePart
	isoSpotPart
	isoDecorPart
	ghostPart
	framePart
)

// The colours of things.
const (
	ink   = render.Black
	paper = render.Paper
	frame = render.Colour(render.Wood)*render.Shades + 6
	// shadow is put over what it falls on, half covering it.
	shadow = render.Colour(render.Wood)*render.Shades + 3
	lineOf = render.Colour(render.Sand)*render.Shades + 9
)

// stone is the ramp of a material and the step of a tile of it on the ground.
func stone(m game.Material) (render.Ramp, int) {
	switch m {
	case game.Clay:
		return render.Clay, 7
	case game.Granite:
		return render.Granite, 9
	case game.Basalt:
		return render.Basalt, 4
	}
	return render.Lapis, 6
}

// shadeOf is how many steps a tile is lightened by its level.
func shadeOf(level int) int { return min(max(level-1, 0), 4) }

// petals are the colours of a flower: inside and edge.
func petals(f game.Flower) (fill, edge render.Colour) {
	switch f {
	case game.Jasmine:
		return render.White, render.Leaf.At(4)
	case game.Rose:
		return render.Rose.At(8), render.Rose.At(2)
	case game.Iris:
		return render.Iris.At(6), render.Iris.At(1)
	}
	return render.Gold.At(10), render.Gold.At(3)
}

func px(u int, share float64) int { return int(float64(u)*share + .5) }
