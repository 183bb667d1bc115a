package gardens

import (
	"math"

	"amytis/render"
)

func windowSprite(w, h, horizon int) *render.Sprite {
	return sheet.Draw("window", key{horizon}, w, h, 0, 0, func(p *render.Pen) {
		const round, edge = 16, 5
		p.Box(0, 0, float64(w), float64(h), round)
		p.Fill(frame)
		p.Box(edge, edge, float64(w-2*edge), float64(h-2*edge), round-edge)
		p.Clipped(func() { drawLandscape(p, float64(w), float64(h), float64(horizon)) })
	})
}

// landscapeSprite returns a landscape that fills a whole picture.
func landscapeSprite(horizon int) *render.Sprite {
	return sheet.Draw("landscape", key{horizon}, render.Width, render.Height, 0, 0, func(p *render.Pen) {
		drawLandscape(p, render.Width, render.Height, float64(horizon))
	})
}

// drawLandscape fills w by h pixels with a sky, a sun, a distant temple tower and green fields.
func drawLandscape(p *render.Pen, w, h, horizon float64) {
	const bands = 4
	for i := range bands {
		p.Box(0, math.Round(horizon*float64(i)/bands), w, h, 0)
		p.Fill(render.Sky.At(10 + i))
	}
	size := math.Min(w, h)
	p.Circle(w*.84, size*.16, size*.07)
	p.Fill(render.Gold.At(14))
	for i := range 4 {
		wide, tall := size*(.34-.08*float64(i)), size*.055
		p.Box(math.Round(w*.17-wide/2), math.Round(horizon-tall*float64(i+1)), math.Round(wide), math.Round(tall)+2, 0)
		p.Fill(render.Sky.At(8 + i/2))
	}
	p.Box(0, horizon, w, h, 0)
	p.Fill(render.Leaf.At(12))
	for _, hill := range [][4]float64{{.55, .5, .05, 11}, {.95, .35, .07, 11}, {.3, .4, .035, 12}} {
		p.Ellipse(w*hill[0], horizon+2, w*hill[1]/2, h*hill[2])
		p.Fill(render.Leaf.At(int(hill[3])))
	}
	p.Box(0, horizon, w, h, 0)
	p.Fill(render.Leaf.At(12))
	p.Box(0, math.Round(horizon+(h-horizon)*.35), w, h, 0)
	p.Fill(render.Leaf.At(13))
}
