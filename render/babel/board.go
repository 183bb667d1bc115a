package babel

import (
	game "amytis/engine/babel"
	"amytis/render"
)

// measures holds the sizes of things on the board, in pixels.
type measures struct {
	// lane is the width of a site; card is the width of a card in a column.
	lane, card int
	// strip is the visible height of a card under another; body is the full height of a card.
	strip, body int
	// step is the height of a temple's step; base is the width of a temple's foot.
	step, base int
	// band is the height of the wall between the sides.
	band int
	// pawn is the height of a pawn.
	pawn int
	// value is the height of a temple's value; letter is the height of most other letters.
	value, letter int
}

var (
	phoneMeasures = measures{lane: 156, card: 126, strip: 34, body: 60, step: 25, base: 116, band: 72, pawn: 66,
		value: 27, letter: 22}
	largeMeasures = measures{lane: 190, card: 152, strip: 39, body: 70, step: 31, base: 142, band: 86, pawn: 82,
		value: 33, letter: 24}
)

// sky returns the height of the strip with a side's temples.
func (m *measures) sky(p *game.PlayerView) int {
	steps := 3
	for i := range p.Sites {
		steps = max(steps, int(templeValue(p.Sites[i].Temple)))
	}
	return steps*m.step + m.value*17/10 + m.step*2/3
}

// leastRows is the smallest number of rows, so that the pictures of a game have similar heights.
const leastRows = 5

// rows returns the number of cards below each other that a side has room for.
func rows(p *game.PlayerView) int {
	n := leastRows
	for i := range p.Sites {
		n = max(n, perStack(len(p.Sites[i].Column)))
	}
	return n
}

// columnsHeight returns the height of a side's columns.
func (m *measures) columnsHeight(p *game.PlayerView) int {
	return (rows(p)-1)*m.strip + m.body + m.letter*2 + m.strip/4
}

// board draws both sides of the five sites.
type board struct {
	view *game.View
	m    *measures
	x, y int
}

func (b board) width() int { return game.NumPeoples * b.m.lane }

func (b board) height() int {
	v := b.view
	return b.m.columnsHeight(&v.Players[farSeat(v)-1]) + b.m.columnsHeight(&v.Players[nearSeat(v)-1]) +
		b.m.sky(&v.Players[0]) + b.m.sky(&v.Players[1]) + b.m.band
}

func (b board) draw(l *render.List) {
	v, m := b.view, b.m
	above, below := &v.Players[farSeat(v)-1], &v.Players[nearSeat(v)-1]
	y := b.y + m.columnsHeight(above)
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

// drawSide draws one side: its columns start at height columns, its temples at height sky. up means
// that the columns grow upwards.
func (b board) drawSide(l *render.List, p *game.PlayerView, columns, sky int, up bool) {
	m := b.m
	high, ground := m.columnsHeight(p), sky+m.sky(p)
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
		l.Note("site %s: temple %d, column of %d", at, templeValue(site.Temple), len(site.Column))
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

func templeValue(cards []game.Step) game.Step {
	if len(cards) == 0 {
		return 0
	}
	return cards[len(cards)-1]
}
