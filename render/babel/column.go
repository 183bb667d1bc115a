package babel

import (
	"slices"
	"strconv"

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

// drawColumn draws the people cards side by side, the oldest next to the temple. Of ghosts' new
// cards it draws only the first one's.
func (s lot) drawColumn(l *render.List) {
	change := compareColumns(s.before.Column, s.site.Column)
	tail := s.drawTail(l, change.pills())
	cards := s.site.Column
	if len(s.ghosts) > 0 {
		cards = slices.Concat(cards, s.ghosts[0].addedCards(s.player.Seat, s.at))
	}
	if len(cards) == 0 {
		return
	}
	g := s.m.arrange(len(cards), boardReach-columnStart-tail)
	s.drawShadows(l, g)
	fresh := make([]bool, g.shown)
	copy(fresh, change.fresh[g.older:])
	for i, people := range cards[g.older:] {
		d, y := g.place(i)
		w := g.step + rest
		l.Put(cardSprite(cardLook{people: people, half: s.half, w: w, h: g.high, hat: g.hat, fresh: fresh[i],
			goesOn: g.line > 0 && g.endsLine(i)}), s.left(d, w), s.y+y)
	}
	if g.older > 0 {
		_, y := g.place(0)
		l.Put(olderSprite(g.step-2, g.high), s.left(columnStart, g.step-2), s.y+y)
	}
	for _, run := range s.site.Trios {
		s.eachLine(g, span{run.From, run.To}, func(x, y, w, h int) { drawFrame(l, x, y, w, h) })
		l.Scenery(func() { s.drawTabs(l, g, fresh, run) })
	}
	for i, ghost := range s.ghosts {
		framed := ghost.takenCards(s.player.Seat, s.at)
		if i == 0 {
			framed = append(framed, span{len(s.site.Column), len(cards)})
		}
		for _, part := range framed {
			s.eachLine(g, part, func(x, y, w, h int) { ghost.drawFrame(l, x, y, w, h) })
		}
	}
}

// drawTabs draws the tops of a trio's fresh cards again, because the trio's frame covers them.
func (s lot) drawTabs(l *render.List, g arrangement, fresh []bool, run game.Run) {
	for i := max(run.From-g.older, 0); i < run.To-g.older; i++ {
		if fresh[i] {
			d, y := g.place(i)
			l.Put(tabSprite(g.step-8, g.hat), s.left(d+4, g.step-8), s.y+y)
		}
	}
}

func (s lot) drawShadows(l *render.List, g arrangement) {
	l.Scenery(func() {
		for first := 0; first < g.shown; {
			d, y := g.place(first)
			last := first
			for last+1 < g.shown && !g.endsLine(last) {
				last++
			}
			outer, _ := g.place(last)
			w := outer - d + g.step + rest - 4
			l.Area(s.left(d+8, w), s.y+y+6, w, g.high-2, shade)
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

func (m *measures) arrange(n, w int) arrangement {
	fit := (w - rest) / narrowest
	g := arrangement{each: n, shown: n, step: widest, high: m.cardHeight(), hat: m.hat}
	if n > fit {
		g.high, g.hat = m.halfCardHeight(), halfHat
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
func (s lot) drawTail(l *render.List, pills []pill) int {
	wide := tailWidth
	for _, p := range pills {
		wide = max(wide, p.width()+8)
	}
	outer := boardReach - 4
	middle := s.y + s.m.row/2 - 2
	count := func(y int) {
		style := render.Bold(countLetter, brown)
		l.Text(style, s.x(outer-tailWidth/2+6), y+countLetter/2, render.Centre, strconv.Itoa(len(s.site.Column)))
	}
	switch {
	case len(pills) == 2:
		for i := range pills {
			pills[i].draw(l, s.left(outer-pills[i].width(), pills[i].width()), middle+(2*i-1)*(pillHeight/2+2))
		}
	case len(pills) == 1:
		pills[0].draw(l, s.left(outer-pills[0].width(), pills[0].width()), middle+pillHeight/2+1)
		count(middle - pillHeight/2 - 1)
	case len(s.site.Column) > 0:
		count(middle)
	}
	return wide
}

// eachLine calls draw with the place of each line that shows a part of the column.
func (s lot) eachLine(g arrangement, part span, draw func(x, y, w, h int)) {
	for from := max(part.from-g.older, 0); from < part.to-g.older; {
		to := from + 1
		d, y := g.place(from)
		for to < part.to-g.older {
			if _, below := g.place(to); below != y {
				break
			}
			to++
		}
		w := (to - from) * g.step
		if to == g.shown {
			w += rest
		}
		draw(s.left(d, w), s.y+y, w, g.high)
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
