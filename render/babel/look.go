package babel

import (
	game "amytis/engine/babel"
	"amytis/render"
)

var sheet = render.NewSheet()

type key = render.Key

const (
	ink   = render.Black
	white = render.White
	cream = render.Colour(render.Sand)*render.Shades + 15
	paper = render.Paper
	frame = render.Colour(render.Wood)*render.Shades + 5
	brown = render.Colour(render.Wood)*render.Shades + 3
	faint = render.Colour(render.Wood)*render.Shades + 6
	// plain is the ground of heads and piles, under of covered cards and every second row. lit
	// marks the seat on turn, a winner, the pile to draw from and a pawn's site.
	plain = render.Colour(render.Sand)*render.Shades + 13
	lit   = render.Colour(render.Gold)*render.Shades + 14
	under = render.Colour(render.Sand)*render.Shades + 12
	shade = render.Colour(render.Sand)*render.Shades + 9
	pale  = render.Colour(render.Sand)*render.Shades + 5 // for what is not there
	gold  = render.Colour(render.Gold)*render.Shades + 12
	grown = render.Colour(render.Green)*render.Shades + 4
	lost  = render.Colour(render.Red)*render.Shades + 5
)

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
	return render.Water.At(8), render.Water.At(0), ink
}

var skyColours = [...]render.Colour{render.Sky.At(12), render.Sky.At(13), render.Sky.At(14)}

type point = render.Point

func pt(x, y float64) point { return point{X: x, Y: y} }
