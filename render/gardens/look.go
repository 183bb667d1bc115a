package gardens

import (
	game "amytis/engine/gardens"
	"amytis/render"
)

var sheet = render.NewSheet()

type key = render.Key

const (
	ink      = render.Black
	paper    = render.Paper
	wood     = render.Wood
	frame    = render.Colour(wood)*render.Shades + 4
	faintInk = render.Colour(wood)*render.Shades + 3
	onWood   = render.Colour(render.Sand)*render.Shades + 14
	ground   = render.Colour(render.Sand)*render.Shades + 12
	shadow   = render.Colour(wood)*render.Shades + 3
	wet      = render.Colour(render.Water)*render.Shades + 4
	// mark is for new pieces.
	mark = render.Colour(render.Gold)*render.Shades + 12
)

// stoneRamp returns the ramp of a material and the step for a tile on level 1.
func stoneRamp(m game.Material) (render.Ramp, int) {
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

func levelShade(level int) int { return min(max(level-1, 0)*2/3, 3) }

func petalColours(f game.Flower) (fill, edge render.Colour) {
	switch f {
	case game.Jasmine:
		return render.White, render.Leaf.At(1)
	case game.Rose:
		return render.Rose.At(9), render.Rose.At(0)
	case game.Iris:
		return render.Iris.At(9), render.Iris.At(0)
	}
	return render.Gold.At(10), render.Gold.At(0)
}

// px returns a share of u, rounded to whole pixels.
func px(u int, share float64) int { return int(float64(u)*share + .5) }
