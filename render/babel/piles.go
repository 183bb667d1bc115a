package babel

import (
	"strconv"

	game "amytis/engine/babel"
	"amytis/render"
)

// piles draws what the players share: the draw piles, the pawns still in the quarry, and the
// discards.
type piles struct {
	view   *game.View
	x, y   int
	w      int
	letter int
	// tall puts the discards below the draw piles.
	tall bool
}

func (p piles) rowHeight() int { return p.letter * 38 / 10 }

func (p piles) height() int {
	if p.tall {
		return 2 * p.rowHeight()
	}
	return p.rowHeight()
}

func (p piles) draw(l *render.List) {
	v, c := p.view, p.letter
	l.Note("%d people cards, %d temple cards", v.People, v.Quarry)
	middle := p.y + p.rowHeight()/2
	high := c * 29 / 10
	x := p.x + c/4
	if v.Stage == game.Drawing {
		l.Put(trayStripe(c*53/10, c*34/10, true), x-c/4, middle)
	}
	x = p.drawPile(l, backSprite(high, stackSize(v.People)), high, x, middle, v.People)
	x = p.drawPile(l, templeBackSprite(high, stackSize(v.Quarry)), high, x, middle, v.Quarry)
	for i := range v.Players {
		if v.Players[i].Pawn == game.NoPeople {
			l.Put(pawnSprite(v.Players[i].Seat, c*3), x+c*8/10, middle+c*14/10)
			x += c * 195 / 100
		}
	}
	if p.tall {
		p.drawDiscards(l, p.x, middle+p.rowHeight(), p.w)
		return
	}
	wide := c * 20
	p.drawDiscards(l, p.x+p.w-wide, middle, wide)
}

// drawPile draws a pile with its number of cards and returns the x of the next pile.
func (p piles) drawPile(l *render.List, s *render.Sprite, high, x, middle, n int) int {
	c := p.letter
	paint := ink
	if n == 0 {
		s, paint = emptySprite(high), render.Red.At(5)
	}
	style := render.Bold(c, paint)
	l.Put(s, x+high*4/10, middle)
	l.Text(style, x+high, middle+c/2, render.Left, strconv.Itoa(n))
	return x + high + style.Width("00") + c
}

// drawDiscards draws the number of discarded cards of each people.
func (p piles) drawDiscards(l *render.List, x, middle, w int) {
	v, c := p.view, p.letter
	l.Note("discards %v", v.Discards)
	l.Put(trayStripe(w, c*34/10, v.Stage == game.Shuffling), x, middle)
	step := (w - c/2) / game.NumPeoples
	for i, n := range v.Discards {
		at := x + c/4 + i*step + step/2
		paint := ink
		if n == 0 {
			paint = faint
		}
		l.Put(markSprite(game.People(i+1), step*86/100, c*16/10, n == 0), at, middle-c*6/10)
		l.Text(render.Bold(c*9/10, paint), at, middle+c*14/10, render.Centre, strconv.Itoa(n))
	}
}

// trayStripe returns the background of piles, lit if a player must take cards there. Its anchor is
// the middle of its left side.
func trayStripe(w, h int, lit bool) *render.Sprite {
	b := uint8(0)
	if lit {
		b = 1
	}
	return sheet.Sprite(spriteKey{part: trayPart, b: b, w: int16(w), h: int16(h)}, func() *render.Sprite {
		return render.Draw([]string{"tray", "tray lit"}[b], w, h, 0, h/2, func(p *render.Pen) {
			w, h := float64(w), float64(h)
			fill, edge, line := render.Sand.At(13), render.Sand.At(9), 2.
			if lit {
				fill, edge, line = render.Gold.At(14), render.Red.At(6), 3
			}
			p.Box(2, 2-h/2, w-4, h-4, h*.12)
			p.Outline(fill, edge, line)
		})
	})
}
