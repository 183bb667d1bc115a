package gardens

import (
	"amytis/engine"
	game "amytis/engine/gardens"
	"amytis/render"
)

func (Gallery) Icon(icon engine.Icon) *render.Sprite {
	name := game.Game.Info().IconName(icon)
	for kind := game.Statue; kind <= game.Stairs; kind++ {
		if icon == game.DecorIcon(kind) {
			return render.DrawIcon(name, func(p *render.Pen) { drawDecorIcon(p, kind) })
		}
	}
	for m := game.Clay; m <= game.Start; m++ {
		for f := game.Jasmine; f <= game.Marigold; f++ {
			if icon == game.TileIcon(m, f) {
				return render.DrawIcon(name, func(p *render.Pen) { drawTileIcon(p, m, f) })
			}
		}
	}
	return nil
}

var plates = [...]render.Colour{
	game.Statue: render.Gold.At(12), game.Fountain: render.Water.At(15), game.Bridge: render.Sand.At(14),
	game.Stairs: render.Red.At(12),
}

func drawDecorIcon(p *render.Pen, kind game.Icon) {
	p.Plate(plates[kind])
	drawIcon(p, kind, 34)
}

// drawTileIcon draws a tile with its flower. Clay is a square, granite an octagon, basalt a hexagon
// and a start tile a star, for all who cannot tell the colours apart.
func drawTileIcon(p *render.Pen, m game.Material, f game.Flower) {
	p.Edge(func() { layStone(p, m) })
	ramp, step := stoneRamp(m)
	layStone(p, m)
	p.Fill(ramp.At(step))
	drawFlower(p, f, 37)
}

func layStone(p *render.Pen, m game.Material) {
	switch m {
	case game.Clay:
		p.Polygon(render.Regular(4, .125, 67)...)
	case game.Granite:
		p.Polygon(render.Regular(8, .0625, 53)...)
	case game.Basalt:
		p.Polygon(render.Regular(6, 0, 52)...)
	default:
		var star []point
		for i, tip := range render.Regular(8, 0, 54) {
			star = append(star, tip, render.Polar((float64(i)+.5)/8, 41))
		}
		p.Polygon(star...)
	}
}

func (Gallery) EachSign(show func(name string, s *render.Sprite)) {
	const size = 66
	for m := game.Clay; m <= game.Start; m++ {
		show("material."+m.String(), tileSprite(m, 1, size/2))
	}
	for f := game.Jasmine; f <= game.Marigold; f++ {
		show("flower."+f.String(), flowerSprite(f, size))
	}
	for i := game.Statue; i <= game.Stairs; i++ {
		show("icon."+i.String(), spotSprite(i, 2*size))
	}
	show("count.belvederes", belvedereSprite(size))
	show("count.singles", pillarSign(false, size))
	show("count.doubles", pillarSign(true, size))
	show("sets.highest", highestSprite(size))
}
