package babel

import (
	"strconv"

	game "amytis/engine/babel"
	"amytis/render"
)

const pilesHeight = 56

const discardSign = 40

const pawnRoom = 44

func drawPiles(l *render.List, v *game.View, ghosts []ghost, top int) {
	l.Note("%d people cards, %d temple cards", v.People, v.Quarry)
	const high = 46
	middle := top + pilesHeight/2
	drawTray(l, margin, middle, 138, v.Stage == game.Drawing)
	drawPile(l, backSprite(high, stackSize(v.People)), high, margin+34, middle, v.People)
	quarry := 138
	for i := range v.Players {
		if v.Players[i].Pawn == game.NoPeople {
			quarry += pawnRoom
		}
	}
	const gap = 8
	drawTray(l, margin+138+gap, middle, quarry, false)
	l.Part("deck", nil, margin+4, top+4, 138-8, pilesHeight-8)
	l.Part("quarry", nil, margin+138+gap+4, top+4, quarry-8, pilesHeight-8)
	drawPile(l, templeBackSprite(high, stackSize(v.Quarry)), high, margin+138+gap+34, middle, v.Quarry)
	x := margin + 138 + gap + 154
	for _, p := range v.Players {
		if p.Pawn == game.NoPeople {
			l.Put(pawnSprite(p.Seat, 48, false), x, middle+23)
			x += pawnRoom
		}
	}
	for _, g := range ghosts {
		switch g.Action {
		case game.DrawCards:
			g.markPile(l, margin, top, 138)
		case game.EndTurn:
			g.markPile(l, margin+138+gap, top, quarry)
		}
	}
	discards := margin + 138 + gap + quarry + gap
	drawDiscards(l, v, discards, middle, render.Width-margin-discards)
}

// markPile frames a pile from which the ghost takes cards; x, top is its upper left corner.
func (g ghost) markPile(l *render.List, x, top, wide int) {
	g.drawFrame(l, x+ghostReach, top+ghostReach, wide-2*ghostReach, pilesHeight-2*ghostReach)
	g.drawVerdict(l, x+wide-6, top+4)
}

// drawPile draws a pile with its number of cards; x is its middle.
func drawPile(l *render.List, s *render.Sprite, high, x, middle, n int) {
	paint := ink
	if n == 0 {
		s = emptySprite(high)
		paint = lost
	}
	l.Put(s, x, middle)
	l.Text(render.Bold(letter, paint), x+32, middle+letter/2, render.Left, strconv.Itoa(n))
}

func drawDiscards(l *render.List, v *game.View, x, middle, w int) {
	l.Note("discards %v", v.Discards)
	drawTray(l, x, middle, w, v.Stage == game.Shuffling)
	l.Part("discards", nil, x+4, middle-pilesHeight/2+4, w-8, pilesHeight-8)
	const sign = discardSign
	l.Put(heapSprite(44), x+38, middle)
	step := (w - 76) / game.NumPeoples
	for i, n := range v.Discards {
		at := x + 80 + i*step
		paint := render.Choose(n == 0, faint, ink)
		l.Put(plaqueSprite(game.People(i+1), sign, sign, n == 0), at+sign/2, middle)
		l.Text(render.Bold(letter, paint), at+sign+8, middle+letter/2, render.Left, strconv.Itoa(n))
	}
}

// drawTray draws the background of piles from x on, golden if a player must take cards there.
func drawTray(l *render.List, x, middle, w int, awaited bool) {
	y := middle - pilesHeight/2
	if awaited {
		l.Put(render.Plate("tray awaited", w, pilesHeight, 9, 4, lit, lost), x, y)
		return
	}
	l.Put(render.Plate("tray", w-2, pilesHeight-2, 9, 2, plain, render.Sand.At(7)), x+1, y+1)
}

// heapSprite returns the sign of the discards, crossed cards, anchored in the middle.
func heapSprite(size int) *render.Sprite {
	return sheet.Draw("discards", key{}, size+20, size+4, size/2+10, size/2+2, func(p *render.Pen) {
		h := float64(size)
		for i, turn := range []float64{-.16, .1, .02} {
			people := game.People(2*i + 1)
			fill, edge, mark := peopleColours(people)
			p.Translated((float64(i)-1)*h*.2, 0, func() {
				p.Rotated(turn, func() {
					p.Box(-h*.26, -h*.38, h*.52, h*.76, 4)
					p.Outline(fill, edge, 2)
					drawSign(p, people, h*.15, mark, fill)
				})
			})
		}
	})
}
