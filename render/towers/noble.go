package towers

import (
	"math"

	game "amytis/engine/towers"
	"amytis/render"
)

// layShape adds the shape of a colour's nobles to the path, within r of the origin: a disc,
// triangle, square, diamond or cross.
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
		const in, out = .38, 1.0
		var corners []point
		for _, q := range [][2]float64{{-in, -out}, {in, -out}, {in, -in}, {out, -in}, {out, in}, {in, in},
			{in, out}, {-in, out}, {-in, in}, {-out, in}, {-out, -in}, {-in, -in}} {
			corners = append(corners, pt(q[0]*r, q[1]*r))
		}
		p.Polygon(corners...)
	}
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

// tokenSprite returns a noble from above, with radius r and a crown for a large one.
func tokenSprite(n game.NobleView, r int) *render.Sprite {
	half := r*17/10 + 3
	return sheet.Draw(nobleName(n), key{r}, 2*half, 2*half, half, half, func(p *render.Pen) {
		r := float64(r)
		drawHead(p, n.Colour, r)
		if n.Size == game.Large {
			p.Translated(0, -crownAt(n.Colour, r), func() { drawCrown(p, r*1.5) })
		}
	})
}

func nobleName(n game.NobleView) string { return n.Size.String() + " " + n.Colour.String() }

// figureSprite returns a noble from the side: a head of radius r on a robe. The anchor is the
// middle of its foot.
func figureSprite(n game.NobleView, r int) *render.Sprite {
	return sheet.Draw("figure "+nobleName(n), key{r}, 4*r, 6*r, 2*r, 5*r+r/2, func(p *render.Pen) {
		drawFigure(p, n, float64(r))
	})
}

func drawFigure(p *render.Pen, n game.NobleView, r float64) {
	tall := r * 1.5
	if n.Size == game.Large {
		tall = r * 1.9
	}
	p.Polygon(pt(-r*.42, -tall), pt(r*.42, -tall), pt(r*.86, 0), pt(-r*.86, 0))
	p.Outline(playerColour(n.Colour), ink, math.Max(1.2, r*.13))
	p.Translated(0, -tall-r*.5, func() {
		drawHead(p, n.Colour, r)
		if n.Size == game.Large {
			p.Translated(0, -crownAt(n.Colour, r), func() { drawCrown(p, r*1.4) })
		}
	})
}

// spot is the position and radius of a noble on its tower seen from above, in pixels from the
// upper left corner of the cell.
type spot struct{ x, y, r int }

// standing returns nobles in drawing order, the small ones first, with more among them unless it is
// nil. at is the index of more, -1 for none.
func standing(nobles []game.NobleView, more *game.NobleView) (all []game.NobleView, at int) {
	at = -1
	for _, size := range []game.Size{game.Small, game.Large} {
		for _, n := range nobles {
			if n.Size == size {
				all = append(all, n)
			}
		}
		if more != nil && more.Size == size {
			at = len(all)
			all = append(all, *more)
		}
	}
	return all, at
}

// noblePlaces returns the positions of nobles in a cell u wide, beside the number in its upper left
// corner. wide says that the number has two digits. In a small cell, nobles lie partly behind the
// next.
func noblePlaces(nobles []game.NobleView, u int, wide bool) []spot {
	n := len(nobles)
	r := max(token, px(u, .235))
	if n > 2 {
		r = max(token, px(u, .22))
	}
	spots := make([]spot, 0, n)
	low, high := u-r-1, r+1
	small := n
	if n > 0 && nobles[n-1].Size == game.Large {
		small--
	}
	switch row := n > 1 && wide; {
	case n == 1 && small == 1:
		spots = append(spots, spot{u - r - 1, u - r - 1, r})
	case row || small > 3:
		for i := range small {
			spots = append(spots, spot{r + 1 + (u-2*r-2)*i/max(n-1, 1), low, r})
		}
	default:
		corners := []spot{{r + 1, low, r}, {u - r - 1, low, r}}
		if u < roomyCell {
			corners[0] = spot{u - r - 1, high, r}
		}
		if small > 2 || small < n {
			corners = []spot{{u - r - 1, high, r}, {r + 1, low, r}, {u - r - 1, low, r}}
		}
		if small < n {
			corners = []spot{{r + 1, low, r}, {u - r - 1, high, r}, {u * 45 / 100, low, r}}
		}
		spots = append(spots, corners[:small]...)
	}
	if small < n {
		r = max(token, px(u, .25))
		spots = append(spots, spot{u - r*95/100 - 1, u - r - 1, r})
	}
	return spots
}
