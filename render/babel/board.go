package babel

import (
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

// leastRows keeps pictures of a game of about one size.
const leastRows = 5

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
