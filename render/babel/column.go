package babel

import (
	"strconv"

	game "amytis/engine/babel"
	"amytis/render"
)

// oneStack is the number of cards up to which a column is drawn as one stack. A longer column is
// drawn as two stacks side by side.
const oneStack = 13

func stacks(n int) int {
	if n > oneStack {
		return 2
	}
	return 1
}

// perStack returns the number of cards in the first stack of a column of n cards.
func perStack(n int) int { return (n + stacks(n) - 1) / stacks(n) }

// column draws the people cards of a site. x is its middle; y is where it starts.
type column struct {
	site *game.SiteView
	m    *measures
	x, y int
	// up means that the column grows upwards.
	up bool
}

func (c column) draw(l *render.List) {
	cards := c.site.Column
	if len(cards) == 0 {
		return
	}
	for i := range cards {
		x, top, _ := c.place(i)
		l.Put(cardSprite(cards[i], c.m, c.cardWidth(), c.up), x, top)
	}
	for _, run := range c.site.Trios {
		c.drawTrio(l, run)
	}
	_, top, bottom := c.place(perStack(len(cards)) - 1)
	if stacks(len(cards)) > 1 {
		c.drawContinuation(l)
	}
	y := bottom + c.m.letter*15/10
	if c.up {
		y = top - c.m.letter*5/10
	}
	l.Text(render.Bold(c.m.letter*9/10, render.Wood.At(3)), c.x, y, render.Centre, strconv.Itoa(len(cards)))
}

// drawContinuation shows that a column continues in its second stack: an arrow covers the rest of
// the last card of the first stack.
func (c column) drawContinuation(l *render.List) {
	x, top, bottom := c.place(perStack(len(c.site.Column)) - 1)
	rest := c.m.body - c.m.strip
	y := bottom - rest/2
	if c.up {
		y = top + rest/2
	}
	l.Put(continuationSprite(c.cardWidth(), rest, c.up), x+c.cardWidth()/2, y)
}

// cardWidth returns the width of a card.
func (c column) cardWidth() int {
	if stacks(len(c.site.Column)) > 1 {
		return c.m.lane/2 - 8
	}
	return c.m.card
}

// place returns the left side, top and bottom of the i-th card.
func (c column) place(i int) (x, top, bottom int) {
	n := len(c.site.Column)
	x = c.x - c.cardWidth()/2
	if stacks(n) > 1 {
		x = c.x - c.m.lane/2 + 6 + i/perStack(n)*(c.cardWidth()+4)
	}
	row := i % perStack(n)
	if c.up {
		bottom = c.y - row*c.m.strip
		return x, bottom - c.m.body, bottom
	}
	top = c.y + row*c.m.strip
	return x, top, top + c.m.body
}

// newest reports whether the i-th card is the last one, so that no card covers it.
func (c column) newest(i int) bool { return i == len(c.site.Column)-1 }

// drawTrio frames three or more neighbouring cards of one people, separately in each stack. It puts
// a gem beside the longest part.
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
		c.drawFrame(l, x, top, c.cardWidth(), bottom-top)
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
		x += c.cardWidth()
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

// continuationSprite returns the arrow to the second stack, which covers the rest of a card. Its
// anchor is the middle.
func continuationSprite(w, h int, up bool) *render.Sprite {
	b := uint8(0)
	if up {
		b = 1
	}
	return sheet.Sprite(spriteKey{part: arrowPart, a: 1, b: b, w: int16(w), h: int16(h)}, func() *render.Sprite {
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
