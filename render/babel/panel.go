package babel

import (
	"math"
	"slices"
	"strconv"

	"amytis/engine"
	game "amytis/engine/babel"
	"amytis/render"
)

// panel draws a player's seat, name, hand, total and yard, and the total's distance to winning.
type panel struct {
	view   *game.View
	player *game.PlayerView
	name   string
	x, y   int
	w      int
	letter int
	// tall puts the marks below the yard instead of beside it.
	tall bool
}

func newPanel(v *game.View, seat engine.Seat, r render.Request, x, y, w, letter int, tall bool) panel {
	return panel{view: v, player: &v.Players[seat-1], name: r.Name(seat), x: x, y: y, w: w, letter: letter, tall: tall}
}

func (p panel) titleHeight() int { return p.letter * 27 / 10 }
func (p panel) yardHeight() int  { return p.letter * 36 / 10 }
func (p panel) marksHeight() int { return p.letter * 34 / 10 }

// height returns the height of the panel.
func (p panel) height() int {
	if p.tall {
		return 2*p.titleHeight() + p.yardHeight() + p.marksHeight() + p.letter
	}
	return p.titleHeight() + p.yardHeight()
}

func (p panel) draw(l *render.List) {
	l.Note("panel of seat %d", p.player.Seat)
	if p.tall {
		p.drawTitle(l, p.x+p.w)
		y := p.y + p.titleHeight()
		p.drawTotal(l, p.x+p.w, y)
		p.drawCards(l, p.x+p.letter*12/10, y)
		y += p.titleHeight()
		p.drawYard(l, p.x, y, p.w)
		p.drawMarks(l, p.x+p.letter/2, y+p.yardHeight(), p.w-p.letter)
		return
	}
	p.drawTotal(l, p.x+p.w, p.y)
	cards := p.x + p.w - p.letter*55/10 - p.cardsWidth()
	p.drawCards(l, cards+p.letter*8/10, p.y)
	p.drawTitle(l, cards)
	y := p.y + p.titleHeight()
	half := p.w * 49 / 100
	p.drawYard(l, p.x, y, half)
	p.drawMarks(l, p.x+half+p.letter, y, p.w-half-p.letter*3/2)
}

func statusOf(v *game.View, p *game.PlayerView) render.Status {
	switch {
	case slices.Contains(v.Winners, p.Seat):
		return render.Winner
	case p.Resigned:
		return render.Gone
	case v.Active == p.Seat && v.Stage != game.Over:
		return render.OnTurn
	}
	return render.Waiting
}

// drawTitle draws the seat's chip, pawn and name, up to x = right.
func (p panel) drawTitle(l *render.List, right int) {
	c := p.letter
	middle := p.y + p.titleHeight()/2
	drawChip(l, statusOf(p.view, p.player), p.player.Seat, p.x+c*12/10, middle, c)
	left := p.x + c*36/10
	l.Put(pawnSprite(p.player.Seat, c*22/10), left, middle+c*11/10)
	left += c * 12 / 10
	l.Name(render.Bold(c, ink), left, middle+c/2, right-left-c/2, p.name, p.player.Resigned)
}

func drawChip(l *render.List, s render.Status, seat engine.Seat, x, y, c int) {
	l.Put(render.SeatChip(s, c*21/10), x, y)
	l.Text(render.Bold(c, ink), x, y+c/2, render.Centre, seat.String())
}

// drawTotal draws the points, ending at x = right.
func (p panel) drawTotal(l *render.List, right, y int) {
	c := p.letter
	middle := y + p.titleHeight()/2
	style := render.Bold(c*15/10, ink)
	text := strconv.Itoa(p.player.Total)
	l.Text(style, right, middle+c*15/20, render.Right, text)
	l.Put(render.ScoreStar(c*2), right-style.Width(text)-c*12/10, middle)
}

// cardsWidth returns the width that drawCards needs.
func (p panel) cardsWidth() int {
	wide := p.letter*20/10 + render.Bold(p.letter, ink).Width("×"+strconv.Itoa(p.player.Hand)) + p.letter/2
	if p.player.Owed > 0 {
		wide += p.letter*22/10 + render.Bold(p.letter, ink).Width("−"+strconv.Itoa(p.player.Owed))
	}
	if p.migrates() {
		wide += p.letter * 24 / 10
	}
	return wide
}

func (p panel) migrates() bool {
	return p.view.Active == p.player.Seat && p.view.Stage != game.Over
}

// drawCards draws the number of cards in hand and the number still owed. In the player's turn it
// also shows whether migration is still available.
func (p panel) drawCards(l *render.List, x, y int) {
	c := p.letter
	middle := y + p.titleHeight()/2
	style := render.Bold(c, ink)
	l.Put(handSprite(c*21/10), x, middle)
	x += c * 12 / 10
	text := "×" + strconv.Itoa(p.player.Hand)
	l.Text(style, x, middle+c/2, render.Left, text)
	x += style.Width(text) + c*14/10
	if p.player.Owed > 0 {
		l.Put(owedSprite(c*2), x, middle)
		x += c
		text := "−" + strconv.Itoa(p.player.Owed)
		l.Text(render.Bold(c, render.Red.At(5)), x, middle+c/2, render.Left, text)
		x += style.Width(text) + c*14/10
	}
	if p.migrates() {
		l.Put(migrateSprite(c*2, p.view.Migrated), x, middle)
	}
}

// drawYard draws a yard with its top card at the right end. If there are too many cards, it leaves
// out the lowest.
func (p panel) drawYard(l *render.List, x, y, w int) {
	c := p.letter
	yard := p.player.Yard
	l.Note("yard %v", yard)
	high := c * 3
	middle := y + p.yardHeight()/2
	style := render.Bold(c, ink)
	text := "×" + strconv.Itoa(len(yard))
	if len(yard) == 0 {
		l.Put(emptySprite(high), x+high*8/20, middle)
		l.Text(render.Bold(c, faint), x+high, middle+c/2, render.Left, text)
		return
	}
	step := high * 44 / 100
	room := (w-high*8/10-style.Width(text)-c)/step + 1
	shown := yard
	if len(yard) > room {
		shown = yard[len(yard)-room+1:]
		l.Text(render.Bold(c, faint), x, middle+c/2, render.Left, "…")
		x += step
	}
	for i, value := range shown {
		l.Put(templeCardSprite(value, high, i == len(shown)-1), x, middle)
		x += step
	}
	x += high*8/10 - step
	if p.player.StartUnbuilt {
		l.Put(dutySprite(c*12/10), x-c*2/10, middle-high/2+c*3/10)
	}
	l.Text(style, x+c*5/10, middle+c/2, render.Left, text)
}

// handSprite returns the sign of a hand: two cards from behind.
func handSprite(size int) *render.Sprite {
	return sheet.Sprite(spriteKey{part: handPart, h: int16(size)}, func() *render.Sprite {
		return render.Draw("sign hand", size+8, size+4, size/2+4, size/2+2, func(p *render.Pen) {
			h := float64(size)
			for _, turn := range []float64{-.045, .045} {
				p.Translated(turn*h*3, 0, func() { p.Rotated(turn, func() { drawBack(p, h*.62, h*.9) }) })
			}
		})
	})
}

// owedSprite returns the sign of cards that must be discarded.
func owedSprite(size int) *render.Sprite {
	return sheet.Sprite(spriteKey{part: owedPart, h: int16(size)}, func() *render.Sprite {
		return render.Draw("sign owed", size+4, size+4, size/2+2, size/2+2, func(p *render.Pen) {
			h := float64(size)
			drawBack(p, h*.6, h*.9)
			p.Line(pt(-h*.46, h*.46), pt(h*.46, -h*.46))
			p.Stroke(cream, h*.2)
			p.Line(pt(-h*.44, h*.44), pt(h*.44, -h*.44))
			p.Stroke(render.Red.At(5), h*.12)
		})
	})
}

// migrateSprite returns the sign of the turn's migration: three moving cards, crossed out once the
// player has migrated.
func migrateSprite(size int, done bool) *render.Sprite {
	b := uint8(0)
	if done {
		b = 1
	}
	return sheet.Sprite(spriteKey{part: migratePart, b: b, h: int16(size)}, func() *render.Sprite {
		name := [...]string{"sign migration", "sign migrated"}[b]
		return render.Draw(name, size+4, size+4, size/2+2, size/2+2, func(p *render.Pen) {
			h := float64(size)
			fill, edge := render.Sand.At(15), ink
			if done {
				fill, edge = render.Sand.At(13), render.Sand.At(8)
			}
			for i := range 3 {
				p.Box(-h*.48, h*(-.46+.31*float64(i)), h*.46, h*.28, h*.04)
				p.Outline(fill, edge, math.Max(1.2, h*.05))
			}
			p.Line(pt(h*.04, 0), pt(h*.32, 0))
			p.Stroke(edge, h*.12)
			p.Polygon(pt(h*.24, -h*.22), pt(h*.5, 0), pt(h*.24, h*.22))
			p.Fill(edge)
			if done {
				p.Line(pt(-h*.48, h*.48), pt(h*.48, -h*.48))
				p.Stroke(render.Red.At(5), h*.1)
			}
		})
	})
}

// dutySprite marks the starting 1 until it is built.
func dutySprite(size int) *render.Sprite {
	return sheet.Sprite(spriteKey{part: dutyPart, h: int16(size)}, func() *render.Sprite {
		return render.Draw("duty", size+2, size+2, size/2+1, size/2+1, func(p *render.Pen) {
			r := float64(size) / 2
			p.Circle(0, 0, r*.95)
			p.Outline(render.Red.At(6), ink, math.Max(1, r*.14))
			p.Letter('!', 0, 0, r*1.1)
			p.Fill(cream)
		})
	})
}
