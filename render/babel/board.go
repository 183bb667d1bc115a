package babel

import (
	"math"
	"strconv"

	game "amytis/engine/babel"
	"amytis/render"
)

// measures are the sizes of things on the board, in pixels.
type measures struct {
	// lane is the width of a site, card that of a card in its column.
	lane, card int
	// strip is what is seen of a card under another, body its whole height.
	strip, body int
	// step is the height of a temple's step, base the width of its foot.
	step, base int
	// band is the height of the wall between the sides.
	band int
	// pawn is the height of pawns.
	pawn int
	// value is the height of a temple's value, letter that of most else.
	value, letter int
}

var (
	phoneMeasures = measures{lane: 156, card: 126, strip: 34, body: 60, step: 25, base: 116, band: 72, pawn: 66, value: 27, letter: 22}
	largeMeasures = measures{lane: 190, card: 152, strip: 39, body: 70, step: 31, base: 142, band: 86, pawn: 82, value: 33, letter: 24}
)

// sky is the height of the strip that a side's temples stand in.
func (m *measures) sky(p *game.PlayerView) int {
	steps := 3
	for i := range p.Sites {
		steps = max(steps, int(topOf(p.Sites[i].Temple)))
	}
	return steps*m.step + m.value*17/10 + m.step*2/3
}

// A column is shown in one stack while it has no more cards than that, in two
// beside each other if it is longer.
const oneStack = 13

// leastRows keeps pictures of a game of about one size.
const leastRows = 5

func stacks(n int) int {
	if n > oneStack {
		return 2
	}
	return 1
}

// perStack is the number of cards in the first stack of a column of n.
func perStack(n int) int { return (n + stacks(n) - 1) / stacks(n) }

// rows is the number of cards that a side must have room for.
func rows(p *game.PlayerView) int {
	n := leastRows
	for i := range p.Sites {
		n = max(n, perStack(len(p.Sites[i].Column)))
	}
	return n
}

// columnsHigh is the height of a side's columns.
func (m *measures) columnsHigh(p *game.PlayerView) int {
	return (rows(p)-1)*m.strip + m.body + m.letter*2 + m.strip/4
}

// board is both sides of the five sites.
type board struct {
	view *game.View
	m    *measures
	x, y int
}

func (b board) width() int { return game.NumPeoples * b.m.lane }

func (b board) height() int {
	v := b.view
	return b.m.columnsHigh(&v.Players[far(v)-1]) + b.m.columnsHigh(&v.Players[near(v)-1]) +
		b.m.sky(&v.Players[0]) + b.m.sky(&v.Players[1]) + b.m.band
}

func (b board) draw(l *render.List) {
	v, m := b.view, b.m
	above, below := &v.Players[far(v)-1], &v.Players[near(v)-1]
	y := b.y + m.columnsHigh(above)
	b.drawSide(l, above, b.y, y, true)
	y += m.sky(above)
	b.drawBand(l, y)
	y += m.band
	b.drawSide(l, below, y+m.sky(below), y, false)
	w, h := b.width(), b.height()
	for _, edge := range [][4]int{{-4, -4, w + 8, 4}, {-4, h, w + 8, 4}, {-4, 0, 4, h}, {w, 0, 4, h}} {
		l.Area(b.x+edge[0], b.y+edge[1], edge[2], edge[3], frame)
	}
}

// drawSide draws a seat's half: its columns from the height columns on, its
// temples from sky on.
func (b board) drawSide(l *render.List, p *game.PlayerView, columns, sky int, up bool) {
	m := b.m
	high, ground := m.columnsHigh(p), sky+m.sky(p)
	l.Note("side of seat %d", p.Seat)
	for i := range p.Sites {
		floor := render.Sand.At(12 + i%2)
		if p.Pawn == game.People(i+1) {
			floor = render.Gold.At(14)
		}
		l.Area(b.x+i*m.lane, columns, m.lane, high, floor)
	}
	b.drawSky(l, sky, m.sky(p))
	for i := range p.Sites {
		at := game.People(i + 1)
		x := b.x + i*m.lane + m.lane/2
		site := &p.Sites[i]
		l.Note("site %s: temple %d, column of %d", at, topOf(site.Temple), len(site.Column))
		drawTemple(l, m, site.Temple, x, ground-m.step/4)
		if p.Pawn == at {
			l.Put(pawnSprite(p.Seat, m.pawn), x+m.lane*37/100, ground-m.step/8)
		}
		c := column{site: site, m: m, x: x, y: columns + m.strip/4, up: up}
		if up {
			c.y = sky - m.strip/4
		}
		c.draw(l)
	}
}

func topOf(cards []game.Step) game.Step {
	if len(cards) == 0 {
		return 0
	}
	return cards[len(cards)-1]
}

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
	l.Text(letters(c.m.letter*9/10, render.Wood.At(3)), c.x, y, render.Centre, strconv.Itoa(len(cards)))
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

// drawBand draws the wall between the sides, with the sites' plaques.
func (b board) drawBand(l *render.List, y int) {
	v, m := b.view, b.m
	l.Note("sites")
	for i := range game.NumPeoples {
		x := b.x + i*m.lane + m.lane/2
		l.Put(bandSprite(m.lane, m.band, v.Final), b.x+i*m.lane, y)
		l.Put(plateSprite(m.lane*62/100+8, m.band*66/100+8), x, y+m.band/2)
		l.Put(markSprite(game.People(i+1), m.lane*62/100, m.band*66/100, false), x, y+m.band/2)
	}
}

// plateSprite is the golden plate under a site's plaque.
func plateSprite(w, h int) *render.Sprite {
	return sheet.Sprite(look{part: platePart, w: int16(w), h: int16(h)}, func(look) *render.Sprite {
		return render.Draw("plate", w, h, w/2, h/2, func(p *render.Pen) {
			w, h := float64(w), float64(h)
			p.Box(-w/2, -h/2, w, h, h*.22)
			p.Fill(render.Gold.At(13))
		})
	})
}

// bandSprite is a wall of glazed bricks, a lane of it; in the final phase it is
// red, and its edges are jagged.
func bandSprite(w, h int, final bool) *render.Sprite {
	b := uint8(0)
	if final {
		b = 1
	}
	return sheet.Sprite(look{part: bandPart, b: b, w: int16(w), h: int16(h)}, func(look) *render.Sprite {
		return render.Draw([]string{"wall", "wall of the final phase"}[b], w, h, 0, 0, func(p *render.Pen) {
			drawWall(p, float64(w), float64(h), final)
		})
	})
}

func drawWall(p *render.Pen, w, h float64, final bool) {
	ramp := render.Lapis
	if final {
		ramp = render.Red
	}
	p.Box(0, 0, w, h, 0)
	p.Fill(ramp.At(4))
	const rows, bricks = 4, 4
	for i := range rows {
		y := h * float64(i) / rows
		p.Line(pt(0, y), pt(w, y))
		for j := range bricks {
			x := w / bricks * (float64(j) + .25 + .5*float64(i%2))
			p.Line(pt(x, y), pt(x, y+h/rows))
		}
	}
	p.Stroke(ramp.At(2), 1.5)
	for _, y := range []float64{h * .05, h * .95} {
		p.Line(pt(-h, y), pt(w+h, y))
	}
	p.Stroke(render.Gold.At(10), math.Max(3, h*.06))
	if final {
		drawTeeth(p, w, h)
	}
}

func drawTeeth(p *render.Pen, w, h float64) {
	const n = 7
	for i := range n {
		x, wide := w*float64(i)/n, w/n
		p.Polygon(pt(x, h*.08), pt(x+wide, h*.08), pt(x+wide/2, h*.2))
		p.Polygon(pt(x, h*.92), pt(x+wide, h*.92), pt(x+wide/2, h*.8))
	}
	p.Fill(render.Gold.At(10))
}
