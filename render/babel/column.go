package babel

import (
	"strconv"

	game "amytis/engine/babel"
	"amytis/render"
)

// A column is shown in one stack while it has no more cards than that, in two
// beside each other if it is longer.
const oneStack = 13

func stacks(n int) int {
	if n > oneStack {
		return 2
	}
	return 1
}

// perStack is the number of cards in the first stack of a column of n.
func perStack(n int) int { return (n + stacks(n) - 1) / stacks(n) }

// column is the people cards of a site; x is its middle, y where it starts.
type column struct {
	site *game.SiteView
	m    *measures
	x, y int
	// up is set where the newest card is the uppermost.
	up bool
}

func (c column) draw(l *render.List) {
	cards := c.site.Column
	if len(cards) == 0 {
		return
	}
	for i := range cards {
		x, top, _ := c.place(i)
		l.Put(cardSprite(cards[i], c.m, c.wide(), c.up), x, top)
	}
	for _, run := range c.site.Trios {
		c.drawTrio(l, run)
	}
	_, top, bottom := c.place(perStack(len(cards)) - 1)
	if stacks(len(cards)) > 1 {
		c.drawTurn(l)
	}
	y := bottom + c.m.letter*15/10
	if c.up {
		y = top - c.m.letter*5/10
	}
	l.Text(render.Bold(c.m.letter*9/10, render.Wood.At(3)), c.x, y, render.Centre, strconv.Itoa(len(cards)))
}

// drawTurn tells that a column goes on in its second stack: the end of the first
// is cut off behind its face, and an arrow points on.
func (c column) drawTurn(l *render.List) {
	x, top, bottom := c.place(perStack(len(c.site.Column)) - 1)
	rest := c.m.body - c.m.strip
	y := bottom - rest/2
	if c.up {
		y = top + rest/2
	}
	l.Put(turnSprite(c.wide(), rest, c.up), x+c.wide()/2, y)
}

// wide is the width of a card.
func (c column) wide() int {
	if stacks(len(c.site.Column)) > 1 {
		return c.m.lane/2 - 8
	}
	return c.m.card
}

// place is where the i-th card lies: its left side, top and bottom.
func (c column) place(i int) (x, top, bottom int) {
	n := len(c.site.Column)
	x = c.x - c.wide()/2
	if stacks(n) > 1 {
		x = c.x - c.m.lane/2 + 6 + i/perStack(n)*(c.wide()+4)
	}
	row := i % perStack(n)
	if c.up {
		bottom = c.y - row*c.m.strip
		return x, bottom - c.m.body, bottom
	}
	top = c.y + row*c.m.strip
	return x, top, top + c.m.body
}

// newest reports whether the i-th is the card on which no other lies.
func (c column) newest(i int) bool { return i == len(c.site.Column)-1 }

// drawTrio frames three or more cards of a people, in every stack that they lie
// in, and sets a gem at the side of the most of them.
func (c column) drawTrio(l *render.List, run game.Run) {
	each := perStack(len(c.site.Column))
	most, at := 0, 0
	for from := run.From; from < run.To; {
		to := min(run.To, (from/each+1)*each)
		x, top, bottom := c.place(from)
		_, lastTop, lastBottom := c.place(to - 1)
		switch {
		case c.up && c.newest(to-1):
			top = lastTop
		case c.up:
			top = lastBottom - c.m.strip
		case c.newest(to - 1):
			bottom = lastBottom
		default:
			bottom = lastTop + c.m.strip
		}
		c.drawFrame(l, x, top, c.wide(), bottom-top)
		if to-from > most {
			most, at = to-from, (from+to)/2
		}
		from = to
	}
	x, top, bottom := c.place(at)
	y := top + c.m.strip/2
	if c.up {
		y = bottom - c.m.strip/2
	}
	size := c.m.strip * 9 / 10
	if stacks(len(c.site.Column)) > 1 {
		size = c.m.strip * 7 / 10
	}
	if at >= each || stacks(len(c.site.Column)) == 1 {
		x += c.wide()
	}
	l.Put(trioSprite(size), x, y)
}

func (c column) drawFrame(l *render.List, x, y, w, h int) {
	t := max(4, c.m.strip/7)
	for _, f := range []struct {
		out, thick int
		paint      render.Colour
	}{{t + 1, t + 2, ink}, {t, t, render.Gold.At(12)}} {
		x, y, w, h := x-f.out+1, y-f.out+1, w+2*f.out-2, h+2*f.out-2
		l.Area(x, y, w, f.thick, f.paint)
		l.Area(x, y+h-f.thick, w, f.thick, f.paint)
		l.Area(x, y, f.thick, h, f.paint)
		l.Area(x+w-f.thick, y, f.thick, h, f.paint)
	}
}

// turnSprite covers the rest of a card by an arrow; its anchor is the middle.
func turnSprite(w, h int, up bool) *render.Sprite {
	b := uint8(0)
	if up {
		b = 1
	}
	return sheet.Sprite(look{part: arrowPart, a: 1, b: b, w: int16(w), h: int16(h)}, func(look) *render.Sprite {
		return render.Draw("goes on", w+2, h+2, w/2+1, h/2+1, func(p *render.Pen) {
			w, h := float64(w), float64(h)
			p.Box(-w/2-1, -h/2-1, w+2, h+2, 0)
			p.Fill(render.Sand.At(15))
			p.Line(pt(-w*.24, 0), pt(w*.1, 0))
			p.Stroke(render.Wood.At(4), h*.24)
			p.Polygon(pt(w*.06, -h*.36), pt(w*.3, 0), pt(w*.06, h*.36))
			p.Fill(render.Wood.At(4))
		})
	})
}
