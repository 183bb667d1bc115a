package babel

import (
	"math"
	"strconv"

	game "amytis/engine/babel"
	"amytis/render"
)

// rest is the width of the part of a card that the next card of a column covers.
const rest = 18

// cardLook is what changes the appearance of a card in a column.
type cardLook struct {
	people game.People
	half
	// w and h are the card's size, and hat is the height by which a fresh card stands out.
	w, h, hat int
	// fresh is for a new card, with a white edge.
	fresh bool
	// goesOn is for the last card of a line which goes on, with an arrow.
	goesOn bool
}

// cardSprite returns a people card of a column, with its face in the strip that the next card
// leaves visible. It is anchored at the upper left corner without the hat.
func cardSprite(c cardLook) *render.Sprite {
	name := render.Choose(c.fresh, "fresh card ", "card ") + c.people.String()
	by := key{render.Flag(c.right), render.Flag(c.goesOn)}
	return sheet.Draw(name, by, c.w, c.h+c.hat, 0, c.hat, func(p *render.Pen) {
		w, h, hat := float64(c.w), float64(c.h), float64(c.hat)
		ground, edge, mark := peopleColours(c.people)
		if c.fresh {
			p.Box(1, 1-hat, w-2, h+hat-2, 7)
			p.Outline(white, ink, 2)
			p.Box(5, 0, w-10, h-5, 5)
			p.Fill(ground)
		} else {
			p.Box(1, 1, w-2, h-2, 7)
			p.Outline(ground, edge, 2)
		}
		face := render.Choose(c.right, (w-rest)/2, w-(w-rest)/2)
		back := render.Choose(c.right, w-rest/2-2, rest/2+2)
		p.Translated(face, 0, func() { drawFace(p, c.people, w-rest, h, mark, ground) })
		p.Translated(back, h/2, func() {
			if c.goesOn {
				p.Polygon(pt(-6, -7), pt(6, -7), pt(0, 7))
				p.Fill(mark)
				return
			}
			p.Rotated(.25, func() { drawFrieze(p, h*.74, rest*.34, edge) })
		})
	})
}

// tabSprite returns the top of a fresh card above a trio's frame, anchored at its lower left.
func tabSprite(w, hat int) *render.Sprite {
	return sheet.Draw("tab", key{}, w, hat+5, 0, hat, func(p *render.Pen) {
		p.Box(1, 1-float64(hat), float64(w)-2, float64(hat)+3, 4)
		p.Outline(white, ink, 2)
	})
}

// olderSprite returns the card that stands for older cards, anchored at its upper left corner.
func olderSprite(w, h int) *render.Sprite {
	return sheet.Draw("older cards", key{}, w, h, 0, 0, func(p *render.Pen) {
		w, h := float64(w), float64(h)
		p.Box(1, 1, w-2, h-2, 7)
		p.Outline(render.Clay.At(5), render.Clay.At(0), 2)
		for i := range 3 {
			p.Circle(w/2, h*(.24+.26*float64(i)), 3.5)
		}
		p.Fill(cream)
	})
}

func drawFrieze(p *render.Pen, w, h float64, c render.Colour) {
	n := math.Max(1, math.Round(w/(2*h)))
	var zig []point
	for i := range int(n)*2 + 1 {
		zig = append(zig, pt(-w/2+w*float64(i)/(2*n), h*(.5-float64(i%2))))
	}
	p.Line(zig...)
	p.Stroke(c, math.Max(2, h*.18))
}

// pileSprite returns stack cards on each other, h high, anchored in the middle of the top one.
func pileSprite(name string, h, stack int, drawCard func(p *render.Pen, h float64)) *render.Sprite {
	return sheet.Draw(name, key{stack}, h+12, h+12, h/2+6, h/2+6, func(p *render.Pen) {
		for i := range stack {
			below := 2.5 * float64(stack-1-i)
			p.Translated(below, below, func() { drawCard(p, float64(h)) })
		}
	})
}

func backSprite(h, stack int) *render.Sprite {
	return pileSprite("people back", h, stack, func(p *render.Pen, h float64) { drawBack(p, h*.7, h) })
}

func drawBack(p *render.Pen, w, h float64) {
	p.Box(-w/2, -h/2, w, h, h*.1)
	p.Outline(render.Clay.At(5), render.Clay.At(0), math.Max(2, h*.03))
	p.Box(-w*.36, -h*.38, w*.72, h*.76, h*.05)
	p.Stroke(render.Clay.At(11), math.Max(1.5, h*.04))
	// The sign is an upright cuneiform wedge and a slanted one.
	for _, turn := range []float64{0, -.25} {
		p.Rotated(turn, func() {
			p.Polygon(pt(-h*.13, -h*.26), pt(h*.13, -h*.26), pt(0, -h*.02))
			p.Fill(render.Clay.At(13))
			p.Line(pt(0, -h*.1), pt(0, h*.26))
			p.Stroke(render.Clay.At(13), math.Max(1.5, h*.06))
		})
	}
}

// yardHat is the height by which a fresh card of a yard stands out.
const yardHat = 6

// templeCardSprite returns a temple card of a yard, h high. A card under another shows its value at
// its visible outer side. The anchor is the middle of the left side without the hat.
func templeCardSprite(value game.Step, s half, h int, top, fresh bool) *render.Sprite {
	name := render.Choose(fresh, "fresh temple ", "temple ") + strconv.Itoa(int(value))
	by := key{render.Flag(top), render.Flag(s.right)}
	return sheet.Draw(name, by, yardWidth, h+yardHat, 0, h/2+yardHat, func(p *render.Pen) {
		const w = float64(yardWidth)
		h := float64(h)
		ground := render.Choose(top, cream, under)
		if fresh {
			p.Box(1, 1-h/2-yardHat, w-2, h+yardHat-2, 7)
			p.Outline(white, ink, 2)
			p.Box(4, -h/2, w-8, h-4, 5)
			p.Outline(ground, ink, 1)
		} else {
			p.Box(1, 1-h/2, w-2, h-2, 7)
			p.Outline(ground, frame, 2)
		}
		digit := rune('0' + value)
		if !top {
			middle := render.Choose(s.right, w-yardStep/2., yardStep/2.)
			p.Letter(digit, middle, 0, render.MinReadable)
			p.Fill(brown)
			return
		}
		p.Translated(w/2, h*.43, func() { drawZiggurat(p, w*.78, h*.18, 2, render.Clay.At(8), frame) })
		p.Letter(digit, w/2, -h*.11, math.Max(h*.54, render.MinReadable))
		p.Fill(ink)
	})
}

// drawZiggurat draws a temple of n steps standing on the origin.
func drawZiggurat(p *render.Pen, w, h float64, n int, fill, edge render.Colour) {
	for i := range n {
		wide := w * (1 - float64(i)*.8/float64(n))
		p.Box(-wide/2, -h*float64(i+1)/float64(n), wide, h/float64(n), 0)
		p.Outline(fill, edge, math.Max(1.5, h*.05))
	}
}

func templeBackSprite(h, stack int) *render.Sprite {
	return pileSprite("temple back", h, stack, func(p *render.Pen, h float64) {
		p.Box(-h*.35, -h/2, h*.7, h, h*.1)
		p.Outline(under, frame, 2)
		p.Translated(0, h*.28, func() { drawZiggurat(p, h*.54, h*.52, 3, render.Clay.At(9), frame) })
	})
}

// emptySprite returns the outline of a pile without cards, anchored in the middle.
func emptySprite(h int) *render.Sprite {
	return sheet.Draw("no card", key{}, h, h, h/2, h/2, func(p *render.Pen) {
		h := float64(h)
		p.Box(-h*.35, -h/2+1, h*.7, h-2, h*.1)
		p.Outline(plain, pale, 2.5)
		p.Line(pt(-h*.2, h*.3), pt(h*.2, -h*.3))
		p.Stroke(pale, 2.5)
	})
}

// stackSize returns how many cards to draw for a pile of n cards.
func stackSize(n int) int { return min(3, (n+9)/10) }
