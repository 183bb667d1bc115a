package towers

import (
	game "amytis/engine/towers"
	"amytis/render"
)

// sheet holds the game's sprites, in few sizes (see [roundSize]), so that it does not grow.
var sheet = render.NewSheet()

type key = render.Key

const (
	// letter is the height of small letters, and token the radius of small nobles.
	letter = render.MinReadable
	token  = 15
	edge   = 12
)

const (
	ink   = render.Black
	paper = render.Paper
	// frame is the colour of the wood around a table, with coordinates in the colour label.
	frame      = render.Colour(render.Wood)*render.Shades + 3
	label      = render.Colour(render.Sand)*render.Shades + 14
	fresh      = render.White
	ground     = render.Colour(render.Leaf)*render.Shades + 12
	groundLine = render.Colour(render.Leaf)*render.Shades + 10
	note       = render.Colour(render.Wood)*render.Shades + 2 // for coordinates on sky and sand
	quiet      = render.Colour(render.Wood)*render.Shades + 4 // for numbers that must not distract
	spent      = render.Colour(render.Red)*render.Shades + 5  // for a 0 among the pieces left
	shadow     = render.Colour(render.Wood)*render.Shades + 1 // translucent
)

// Towers are made of sandstone, bridges of bricks.
const (
	sandstone = render.Sand
	brick     = render.Clay
)

// shades holds the ramp step of a piece's top by its level: the higher, the lighter, most of all on
// the low levels, where games are decided.
var shades = [game.MaxLevel + 1]int{0, 8, 9, 10, 11, 12, 12, 12, 13, 13, 13, 13, 14, 14, 14, 14, 14}

func playerColour(c game.Colour) render.Colour {
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

// px returns a share of u, rounded to whole pixels.
func px(u int, share float64) int { return int(float64(u)*share + .5) }

func roundSize(size int) int {
	if size < 24 {
		return max(size, 4)
	}
	return size - size%2
}
