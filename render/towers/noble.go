package towers

import (
	"math"
	"slices"
	"strconv"

	game "amytis/engine/towers"
	"amytis/render"
)

// layShape adds a disc, triangle, square, diamond or cross, by colour, within r of the origin.
func layShape(p *render.Pen, c game.Colour, r float64) {
	switch c {
	case game.Blue:
		p.Circle(0, 0, r*.92)
	case game.Yellow:
		p.Polygon(pt(0, -r*.98), pt(r*1.04, r*.8), pt(-r*1.04, r*.8))
	case game.Green:
		p.Box(-r*.88, -r*.88, r*1.76, r*1.76, 0)
	case game.Red:
		p.Polygon(pt(0, -r*1.12), pt(r*.92, 0), pt(0, r*1.12), pt(-r*.92, 0))
	default:
		layCross(p, r, .38)
	}
}

// layCross adds a cross within r of the origin, its arms 2*in*r wide.
func layCross(p *render.Pen, r, in float64) {
	const out = 1.0
	var corners []point
	for _, q := range [][2]float64{{-in, -out}, {in, -out}, {in, -in}, {out, -in}, {out, in}, {in, in},
		{in, out}, {-in, out}, {-in, in}, {-out, in}, {-out, -in}, {-in, -in}} {
		corners = append(corners, pt(q[0]*r, q[1]*r))
	}
	p.Polygon(corners...)
}

func drawHead(p *render.Pen, c game.Colour, r float64) {
	layShape(p, c, r)
	p.Outline(playerColour(c), ink, math.Max(1.4, r*.16))
}

func drawCrown(p *render.Pen, w float64) {
	layCrown(p, w)
	p.Outline(render.Gold.At(11), ink, math.Max(1.2, w*.07))
}

// crownAt returns how far above the middle of a head of radius r its crown sits.
func crownAt(c game.Colour, r float64) float64 {
	switch c {
	case game.Yellow:
		return r * .45
	case game.Red:
		return r * .7
	}
	return r * .62
}

// tokenSprite returns a noble from above, within r of its middle, with a crown on a large one.
func tokenSprite(n game.NobleView, r int) *render.Sprite {
	half := r*12/10 + 2
	return sheet.Draw(nobleName(n), key{r}, 2*half, 2*half, half, half, func(p *render.Pen) {
		r := float64(r)
		if n.Colour == game.Red { // a diamond is tall
			r *= .9
		}
		if n.Size == game.Small {
			drawHead(p, n.Colour, r)
			return
		}
		p.Translated(0, r*.2, func() { drawHead(p, n.Colour, r*.82) })
		p.Translated(0, -r*.32, func() { drawCrown(p, r*1.05) })
	})
}

// numberedToken returns a noble that fills a cell with its level and, in the corner, a crown. It is
// anchored at the cell's upper left corner.
func numberedToken(n game.NobleView, level, u int) *render.Sprite {
	text := strconv.Itoa(level)
	return sheet.Draw("level "+text+" "+nobleName(n), key{}, u, u, 0, 0, func(p *render.Pen) {
		w := float64(u)
		p.Translated(w/2, w/2, func() {
			high, r, drop, front := w*.6, w*.46, 0., render.White
			switch n.Colour {
			case game.Yellow:
				high, drop, front = w*.5, w*.14, ink
			case game.White:
				front = ink
			case game.Red:
				high, r = w*.52, w*.42
			}
			share := .82 - .1*float64(len(text))
			if n.Size == game.Large { // the crown is in the corner
				high, drop = high*.86, drop+w*.06
			}
			if n.Colour == game.White {
				layCross(p, r, .62)
			} else {
				layShape(p, n.Colour, r)
			}
			p.Outline(playerColour(n.Colour), ink, math.Max(1.4, w*.05))
			p.Translated(0, drop, func() { drawDigits(p, text, high, share) })
			p.Fill(front)
			if n.Size == game.Large {
				p.Translated(w*.27, -w*.22, func() {
					layCrown(p, w*.4)
					p.Stroke(render.White, math.Max(2.5, w*.08))
					drawCrown(p, w*.4)
				})
			}
		})
	})
}

func nobleName(n game.NobleView) string { return n.Size.String() + " " + n.Colour.String() }

// figureSprite returns a noble from the side, with a head of radius r, anchored at its foot.
func figureSprite(n game.NobleView, r int) *render.Sprite {
	return sheet.Draw("figure "+nobleName(n), key{r}, 4*r, 6*r, 2*r, 5*r+r/2, func(p *render.Pen) {
		drawFigure(p, n, float64(r))
	})
}

func drawFigure(p *render.Pen, n game.NobleView, r float64) {
	tall := render.Choose(n.Size == game.Large, r*1.9, r*1.5)
	p.Polygon(pt(-r*.42, -tall), pt(r*.42, -tall), pt(r*.86, 0), pt(-r*.86, 0))
	p.Outline(playerColour(n.Colour), ink, math.Max(1.2, r*.13))
	p.Translated(0, -tall-r*.5, func() {
		drawHead(p, n.Colour, r)
		if n.Size == game.Large {
			p.Translated(0, -crownAt(n.Colour, r), func() { drawCrown(p, r*1.4) })
		}
	})
}

// spot is a noble's place on its tower from above, from the cell's upper left corner.
type spot struct{ x, y, r int }

// sortNobles returns nobles in the order of their places, the small ones first.
func sortNobles(nobles []game.NobleView) []game.NobleView {
	return slices.SortedStableFunc(slices.Values(nobles), func(a, b game.NobleView) int { return int(a.Size) - int(b.Size) })
}

// noblePlaces returns where n nobles stand in a cell u wide, a large one last, beside the plaque of
// their level.
func noblePlaces(n, u int) (spots []spot, plaque box) {
	const in = 2
	half := u / 2
	r := (u - 2*in - 2) * 10 / 45
	edge := r + (r+9)/10 // with the outline
	left, right, top, foot := in+edge, u-in-edge-1, in+edge, u-in-edge-1
	plaque = box{in, in, half - in - 1, px(u, .72)}
	if n < 3 {
		return []spot{{right, foot, r}, {right, top, r}}[:n], plaque
	}
	plaque.h = foot - edge - in - 1
	if n == 3 {
		return []spot{{left, foot, r}, {right, foot, r}, {right, top, r}}, plaque
	}
	// Three small ones stand along the foot.
	low := (u - 2*in - 2) * 10 / 67
	edge = low + (low+9)/10
	for i := range n - 1 {
		spots = append(spots, spot{in + edge + (u-2*in-2*edge-1)*i/(n-2), u - in - edge - 1, low})
	}
	return append(spots, spot{right, top, r}), plaque
}
