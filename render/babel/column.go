package babel

import (
	"slices"
	"strconv"

	"amytis/engine"
	game "amytis/engine/babel"
	"amytis/render"
)

const (
	// columnStart is the distance of the first card from the middle of the picture.
	columnStart = wallWidth/2 + cellWidth + 8
	// tailWidth is the room for the number of cards, and for what changed.
	tailWidth = 66
	// widest and narrowest are distances between neighbours. The least shows sign and letter.
	widest, narrowest = 44, 33
	trioThick         = 4
)

// column draws the people cards of a site side by side, the oldest next to the temple.
type column struct {
	half
	m      *measures
	site   *game.SiteView
	before *game.SiteView
	// top is the upper side of the row.
	top   int
	seat  engine.Seat
	where game.People
	// ghosts are the picture's ghosts. Only the first one's new cards are drawn.
	ghosts []ghost
}

func (c column) draw(l *render.List) {
	change := columnChange{}
	if c.before != nil {
		change = compareColumns(c.before.Column, c.site.Column)
	}
	tail := c.drawTail(l, change)
	cards := c.site.Column
	if len(c.ghosts) > 0 {
		cards = slices.Concat(cards, c.ghosts[0].addedCards(c.seat, c.where))
	}
	if len(cards) == 0 {
		return
	}
	g := c.arrange(len(cards), boardReach-columnStart-tail)
	c.drawShadows(l, g)
	fresh := make([]bool, g.shown)
	if change.fresh != nil {
		copy(fresh, change.fresh[g.older:])
	}
	for i, people := range cards[g.older:] {
		d, y := g.place(i)
		w := g.step + rest
		l.Put(cardSprite(cardLook{people: people, half: c.half, w: w, h: g.high, hat: g.hat, fresh: fresh[i],
			goesOn: g.line > 0 && g.endsLine(i)}), c.left(d, w), c.top+y)
	}
	if g.older > 0 {
		_, y := g.place(0)
		l.Put(olderSprite(g.step-2, g.high), c.left(columnStart, g.step-2), c.top+y)
	}
	for _, run := range c.site.Trios {
		c.eachLine(g, span{run.From, run.To}, func(x, y, w, h int) { drawFrame(l, x, y, w, h) })
		l.Scenery(func() { c.drawTabs(l, g, fresh, run) })
	}
	for i, ghost := range c.ghosts {
		framed := ghost.takenCards(c.seat, c.where)
		if i == 0 {
			framed = append(framed, span{len(c.site.Column), len(cards)})
		}
		for _, s := range framed {
			c.eachLine(g, s, func(x, y, w, h int) { ghost.drawFrame(l, x, y, w, h) })
		}
	}
}

// drawTabs draws the tops of a trio's fresh cards again, because the trio's frame covers them.
func (c column) drawTabs(l *render.List, g arrangement, fresh []bool, run game.Run) {
	for i := max(run.From-g.older, 0); i < run.To-g.older; i++ {
		if fresh[i] {
			d, y := g.place(i)
			l.Put(tabSprite(g.step-8, g.hat), c.left(d+4, g.step-8), c.top+y)
		}
	}
}

func (c column) drawShadows(l *render.List, g arrangement) {
	l.Scenery(func() {
		for first := 0; first < g.shown; {
			d, y := g.place(first)
			last := first
			for last+1 < g.shown && !g.endsLine(last) {
				last++
			}
			outer, _ := g.place(last)
			w := outer - d + g.step + rest - 4
			l.Area(c.left(d+8, w), c.top+y+6, w, g.high-2, shade)
			first = last + 1
		}
	})
}

// arrangement says where the cards of a column lie: in one line, or in two if there are many.
type arrangement struct {
	// older is the number of cards left out at the start; one card stands for them.
	older int
	// each is the number of cards in a line, shown of all except the older ones.
	each, shown int
	step, high  int
	// hat is the room above each line, line the distance between two.
	hat, line int
}

// arrange fits n cards into a width.
func (c column) arrange(n, w int) arrangement {
	fit := (w - rest) / narrowest
	g := arrangement{each: n, shown: n, step: widest, high: c.m.cardHeight(), hat: c.m.hat}
	if n > fit {
		g.high, g.hat = c.m.halfCardHeight(), halfHat
		g.line = g.high + g.hat
		g.each = (n + 1) / 2
		if n > 2*fit {
			g.older = n - 2*fit + 1
			g.each = fit
			g.shown = n - g.older
		}
	}
	g.step = min(widest, (w-rest)/g.each)
	return g
}

func (g arrangement) place(i int) (d, y int) {
	if g.older > 0 {
		i++ // the card for the older ones comes first
	}
	return columnStart + i%g.each*g.step, g.hat + i/g.each*g.line
}

func (g arrangement) endsLine(i int) bool {
	if g.older > 0 {
		i++
	}
	return i == g.each-1
}

// drawTail writes the number of cards and what changed at the row's outer end, and returns its
// width. A gain and a loss leave no room for the number.
func (c column) drawTail(l *render.List, change columnChange) int {
	wide := tailWidth
	pills := change.pills()
	for _, p := range pills {
		wide = max(wide, p.width()+8)
	}
	outer := boardReach - 4
	middle := c.top + c.m.row/2 - 2
	count := func(y int) {
		style := render.Bold(countLetter, brown)
		l.Text(style, c.x(outer-tailWidth/2+6), y+countLetter/2, render.Centre, strconv.Itoa(len(c.site.Column)))
	}
	switch {
	case len(pills) == 2:
		for i := range pills {
			pills[i].draw(l, c.left(outer-pills[i].width(), pills[i].width()), middle+(2*i-1)*(pillHeight/2+2))
		}
	case len(pills) == 1:
		pills[0].draw(l, c.left(outer-pills[0].width(), pills[0].width()), middle+pillHeight/2+1)
		count(middle - pillHeight/2 - 1)
	case len(c.site.Column) > 0:
		count(middle)
	}
	return wide
}

// eachLine calls draw with the place of each line that shows a part of the column.
func (c column) eachLine(g arrangement, s span, draw func(x, y, w, h int)) {
	for from := max(s.from-g.older, 0); from < s.to-g.older; {
		to := from + 1
		d, y := g.place(from)
		for to < s.to-g.older {
			if _, below := g.place(to); below != y {
				break
			}
			to++
		}
		w := (to - from) * g.step
		if to == g.shown {
			w += rest
		}
		draw(c.left(d, w), c.top+y, w, g.high)
		from = to
	}
}

func drawFrame(l *render.List, x, y, w, h int) {
	for _, f := range []struct {
		outX, outY, wide, high int
		paint                  render.Colour
	}{{4, 6, trioThick + 3, trioThick + 5, ink}, {2, 4, trioThick - 1, trioThick + 1, gold}} {
		x, y, w, h := x-f.outX, y-f.outY, w+2*f.outX, h+2*f.outY
		l.Area(x, y, w, f.high, f.paint)
		l.Area(x, y+h-f.high, w, f.high, f.paint)
		l.Area(x, y, f.wide, h, f.paint)
		l.Area(x+w-f.wide, y, f.wide, h, f.paint)
	}
}
