package gardens

import (
	"math"
	"slices"
	"strconv"

	game "amytis/engine/gardens"
	"amytis/render"
)

// panel draws a player's seat, flower, name and score, and below them the player's storage.
type panel struct {
	view   *game.View
	garden *game.GardenView
	name   string
	// x, y is the panel's upper left corner; w is its width.
	x, y, w int
	// letter is the height of capitals.
	letter int
}

// height returns the height of the panel.
func (p panel) height() int { return p.letter*25/10 + p.letter*32/10 }

func (p panel) draw(l *render.List) {
	g := p.garden
	l.Note("panel of seat %d %s", g.Seat, g.Flower)
	p.drawTitle(l)
	p.drawStorage(l, p.y+p.letter*25/10)
}

func (p panel) drawTitle(l *render.List) {
	g, c := p.garden, p.letter
	middle := p.y + c*12/10
	l.Put(render.SeatChip(p.status(), c*2), p.x+c, middle)
	chip := ink
	l.Text(render.Bold(c, chip), p.x+c, middle+c/2, render.Centre, g.Seat.String())
	l.Put(flowerSprite(g.Flower, c*2), p.x+c*36/10, middle)

	score := strconv.Itoa(g.Score.Total)
	style := render.Bold(c*12/10, ink)
	right := p.x + p.w
	l.Text(style, right, middle+c*6/10, render.Right, score)
	right -= style.Width(score) + c
	l.Put(render.ScoreStar(c*16/10), right, middle)

	left := p.x + c*52/10
	l.Name(render.Bold(c, ink), left, middle+c/2, right-c-left, p.name, g.Resigned)
}

func (p panel) status() render.Status { return statusOf(p.view, p.garden) }

func statusOf(v *game.View, g *game.GardenView) render.Status {
	switch {
	case slices.Contains(v.Winners, g.Seat):
		return render.Winner
	case g.Resigned:
		return render.Gone
	case v.Turn.Has(g.Seat):
		return render.OnTurn
	}
	return render.Waiting
}

// drawStorage draws the player's pillars, the tile in the notch and the dug tile.
func (p panel) drawStorage(l *render.List, y int) {
	g, c := p.garden, p.letter
	middle := y + c*15/10
	x := p.drawPillars(l, p.x+c*6/10, middle, false, g.Singles)
	if g.Doubles > 0 {
		x = p.drawPillars(l, x, middle, true, g.Doubles)
	}
	x = max(x, p.x+p.w*28/100)
	held := []game.Tile{g.Notch}
	if g.Dug != 0 {
		held = append(held, g.Dug)
	}
	// Moves name tiles by their ids. If the room is too small, the ids are left out.
	named := x+len(held)*p.heldWidth() <= p.x+p.w
	for i, t := range held {
		x = p.drawHeld(l, x, middle, t, i > 0, named)
	}
}

func (p panel) drawPillars(l *render.List, x, middle int, double bool, n int) int {
	c := p.letter
	style := render.Bold(c, ink)
	text := "×" + strconv.Itoa(n)
	l.Put(pillarSign(double, c*2), x, middle)
	l.Text(style, x+c*8/10, middle+c/2, render.Left, text)
	return x + c*18/10 + style.Width(text)
}

// heldWidth returns the width of a stored tile with its id.
func (p panel) heldWidth() int { return p.letter*39/10 + render.Bold(p.letter, ink).Width("GM4") }

// drawHeld draws a stored tile and returns the x of the next one. The notch is drawn as a frame,
// even if it is empty.
func (p panel) drawHeld(l *render.List, x, middle int, t game.Tile, dug, named bool) int {
	c := p.letter
	u := c * 12 / 10
	sign := "notch"
	if dug {
		sign = "dug"
	}
	l.Note("%s %s", sign, t)
	l.Put(heldSprite(dug, u), x+u, middle)
	if t == 0 {
		return x + 3*u
	}
	drawTileFace(l, t, x+u, middle, u, 0)
	if !named {
		return x + 2*u + c
	}
	style := render.Bold(c, ink)
	l.Text(style, x+2*u+c/2, middle+c/2, render.Left, t.String())
	return x + 2*u + c*3/2 + style.Width(t.String())
}

// heldSprite returns the frame behind a stored tile: a plain one for the notch, a golden one for a
// tile just dug.
func heldSprite(dug bool, u int) *render.Sprite {
	kind, name := uint8(21), "notch"
	if dug {
		kind, name = 22, "dug"
	}
	return sheet.Sprite(spriteKey{part: signPart, a: kind, u: int16(u)}, func() *render.Sprite {
		half := u*13/10 + 2
		return render.Draw(name, 2*half, 2*half, half, half, func(p *render.Pen) {
			w := float64(u)
			if dug {
				p.Box(-w*1.16, -w*1.16, w*2.32, w*2.32, w*.1)
				p.Outline(render.Gold.At(12), ink, math.Max(1.5, w*.07))
				return
			}
			p.Box(-w*1.14, -w*1.14, w*2.28, w*2.28, w*.1)
			p.Outline(render.Sand.At(12), render.Sand.At(7), math.Max(1.5, w*.07))
		})
	})
}
