package babel

import (
	"math"
	"strconv"

	"amytis/engine"
	game "amytis/engine/babel"
	"amytis/render"
)

const (
	handCardWidth, handCardHeight = 116, 162
	// handStep is the least distance between cards at which each shows its letter and its sign.
	handStep   = 44
	cornerSize = 34
)

// hand draws the viewer's cards side by side, sorted by people.
type hand struct {
	board
	name      string
	top, high int
}

// draw lays the cards on a carpet, to the right of their owner's name if there is room. It cuts the
// name if cards would overlap by more than a quarter. Too many become one card of each people.
func (h hand) draw(l *render.List) {
	cards := h.view.Hand
	l.Note("hand of %d", len(cards))
	const wide = render.Width - 2*margin
	l.Put(carpetSprite(wide, h.high), margin, h.top)
	l.Part("hand", nil, margin+4, h.top+4, wide-8, h.high-8)
	for _, g := range h.ghosts {
		if g.Action == game.DrawCards && g.Seat == h.view.Seat {
			g.drawFrame(l, margin+ghostReach, h.top+ghostReach, wide-2*ghostReach, h.high-2*ghostReach)
			g.drawVerdict(l, render.Width-margin-ghostSign, h.top+ghostSign)
		}
	}
	room := wide - 40 - handCardWidth
	least := (len(cards) - 1) * handStep
	if least > room {
		h.drawCounts(l)
		return
	}
	x := margin + 20
	style := render.Bold(render.MinReadable, cream)
	nameRoom := max(240, room-2*least)
	named := style.Width(style.Fit(render.Legible(h.name), nameRoom)) + 24
	if least <= room-named {
		l.Name(style, x, h.top+(h.high+style.Height)/2, nameRoom, h.name, false)
		x += named
		room -= named
	}
	if len(cards) == 0 {
		l.Put(emptySprite(handCardHeight*8/10), render.Width/2, h.top+h.high/2)
		return
	}
	step := min(handCardWidth+8, room/max(1, len(cards)-1))
	drawn := h.countDrawn()
	places := make([]struct{ x, y, turn int }, len(cards))
	x += (room - step*(len(cards)-1)) / 2
	counts := handCounts(cards)
	first := 0
	for i, people := range cards {
		if i > 0 && people != cards[i-1] {
			first = i
		}
		// The cards lie on an arc, a little turned; the cards of one people lie parallel.
		off := 2*first + counts[people-1] - len(cards)
		turn := int(math.Round(4 * float64(off) / float64(max(len(cards), 4))))
		y := h.top + h.high/2 + turn*turn/2 - 2
		after := i + drawn[people-1] // the last cards of a people are the fresh ones
		fresh := after > i && (after >= len(cards) || cards[after] != people)
		if fresh {
			y -= 12
		}
		places[i].x, places[i].y, places[i].turn = x+i*step+handCardWidth/2, y, turn
		l.Put(handCardSprite(people, turn, fresh), x+i*step+handCardWidth/2, y)
	}
	h.markHand(l, func(i int) (x, y, turn int) { return places[i].x, places[i].y, places[i].turn })
}

func (h hand) countDrawn() (drawn [game.NumPeoples]int) {
	if h.before.Seat != h.view.Seat {
		return drawn
	}
	was := handCounts(h.before.Hand)
	for i, n := range handCounts(h.view.Hand) {
		drawn[i] = max(0, n-was[i])
	}
	return drawn
}

func (h hand) drawCounts(l *render.List) {
	const step = (render.Width - 2*margin - 20) / game.NumPeoples
	middle := h.top + h.high/2
	place := func(p game.People) int { return margin + 14 + handCardWidth/2 + int(p-1)*step }
	for i, n := range handCounts(h.view.Hand) {
		if n == 0 {
			continue
		}
		x := place(game.People(i + 1))
		l.Put(handCardSprite(game.People(i+1), 0, false), x, middle)
		l.Text(render.Bold(34, cream), x+handCardWidth/2+6, middle+17, render.Left, "×"+strconv.Itoa(n))
	}
	h.markHand(l, func(i int) (x, y, turn int) { return place(h.view.Hand[i]), middle, 0 })
}

func handCounts(hand []game.People) (counts [game.NumPeoples]int) {
	for _, p := range hand {
		counts[p-1]++
	}
	return counts
}

// handCardSprite returns a card that leans to the right by turn degrees, anchored in the middle. A
// fresh card has a golden edge.
func handCardSprite(people game.People, turn int, fresh bool) *render.Sprite {
	const w, h = handCardWidth + 30, handCardHeight + 20
	name := "card " + people.String() + " in hand"
	paper := cream
	if fresh {
		name = "fresh " + name
		paper = gold
	}
	return sheet.Draw(name, key{turn}, w, h, w/2, h/2, func(p *render.Pen) {
		p.Rotated(float64(turn)/360, func() {
			p.Box(5-handCardWidth/2, 6-handCardHeight/2, handCardWidth, handCardHeight, 11)
			p.Tint(ink, .45)
		})
		p.Rotated(float64(turn)/360, func() { drawHandCard(p, people, paper) })
	})
}

func drawHandCard(p *render.Pen, people game.People, paper render.Colour) {
	const w, h = float64(handCardWidth), float64(handCardHeight)
	ground, edge, mark := peopleColours(people)
	p.Box(-w/2, -h/2, w, h, 11)
	p.Outline(paper, ink, 2.5)
	p.Box(-w/2+5, -h/2+5, w-10, h-10, 8)
	p.Outline(ground, edge, 1.5)
	x, y := -w/2+27, -h/2+28
	p.Letter(rune(people.String()[0]), x, y, cornerSize)
	p.Fill(mark)
	p.Translated(x, y+cornerSize+6, func() { drawSign(p, people, cornerSize/2, mark, ground) })
	p.Circle(w*.14, h*.1, w*.31)
	p.Outline(cream, edge, 2.5)
	dark := render.Choose(mark == ink, edge, ground)
	p.Translated(w*.14, h*.1, func() { drawSign(p, people, w*.215, dark, cream) })
	p.Translated(0, h*.41, func() { drawFrieze(p, w*.74, h*.045, edge) })
}

const carpetGround = render.Colour(render.Lapis)*render.Shades + 2

func drawRosette(p *render.Pen, r float64) {
	for i := range 10 {
		p.Petal(render.Polar(float64(i)/10, r*.25), render.Polar(float64(i)/10, r), r*.24)
	}
	p.Fill(render.Lapis.At(4))
	p.Circle(0, 0, r*.2)
	p.Fill(render.Gold.At(8))
}

func carpetSprite(w, h int) *render.Sprite {
	return sheet.Draw("carpet", key{}, w, h, 0, 0, func(p *render.Pen) {
		w, h := float64(w), float64(h)
		p.Box(1.5, 1.5, w-3, h-3, 10)
		p.Outline(carpetGround, ink, 3)
		p.Box(8, 8, w-16, h-16, 6)
		p.Stroke(render.Gold.At(10), 3)
		for i := range 5 { // rosettes, as on the Gate of Ishtar, but not behind the name
			p.Translated(w*(float64(i)+3.5)/8, h/2, func() { drawRosette(p, 26) })
		}
	})
}

// openHands returns the players' views among the views of a replay.
func openHands(open []engine.View) (views []*game.View) {
	for _, v := range open {
		if view, ok := v.(*game.View); ok && view != nil && view.Seat != 0 {
			views = append(views, view)
		}
	}
	return views
}

// drawOpenHand draws a hand's signs from the outer end. Many of them overlap.
func drawOpenHand(l *render.List, s half, cards []game.People, middle int) {
	const inner, outer = edge, render.Width/2 - margin
	const sign = discardSign
	l.Note("open hand %v", cards)
	drawTray(l, s.left(inner, outer-inner), middle, outer-inner, false)
	l.Put(handSprite(signSize), s.x(outer-14-signSize/2), middle)
	const first, last = outer - 14 - signSize - 12 - sign/2, inner + 10 + sign/2
	step := min(sign+6, (first-last)/max(1, len(cards)-1))
	for i, people := range cards {
		l.Put(plaqueSprite(people, sign, sign, false), s.x(first-i*step), middle)
	}
}
