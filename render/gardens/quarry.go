package gardens

import (
	"strconv"

	game "amytis/engine/gardens"
	"amytis/render"
)

const quarrySide = 4

// quarry draws the quarry from above.
type quarry struct {
	view *game.View
	// x, y is the north-west corner of the quarry; q is the width and height of a cell.
	x, y, q int
	// letter is the height of letters and digits.
	letter int
}

func (m quarry) draw(l *render.List) {
	l.Note("quarry")
	style := render.Bold(m.letter, render.Sand.At(3))
	gap := m.letter * 6 / 10
	for i := range quarrySide {
		l.Text(style, m.x+i*m.q+m.q/2, m.y+quarrySide*m.q+gap+m.letter, render.Centre, string(rune('a'+i)))
		l.Text(style, m.x-gap, m.y+(quarrySide-1-i)*m.q+(m.q+m.letter)/2, render.Right, strconv.Itoa(i+1))
	}
	for i := range m.view.Quarry {
		m.drawCell(l, game.Cell(i+1))
	}
}

func (m quarry) drawCell(l *render.List, c game.Cell) {
	cell := m.view.Quarry[c-1]
	x, y := m.x+c.Col()*m.q, m.y+(quarrySide-1-c.Row())*m.q
	l.Note("cell %s: %s L%d yields %d", c, cell.Tile, cell.Level, cell.Yield)
	l.Put(cellSprite(cell.Level, m.q), x, y)
	if cell.Tile == 0 {
		return
	}
	// The number of pillars that the tile yields is written below it.
	strip := m.strip()
	u := (m.q - strip - m.q/10) / 2
	cx, cy := x+m.q/2, y+m.q/25+u
	drawTileFace(l, cell.Tile, cx, cy, u, cell.Level)
	size := m.letter
	if m.view.Stage != game.Playing {
		return
	}
	bottom := y + m.q - m.q/25
	number := "+" + strconv.Itoa(cell.Yield)
	wide := render.Bold(size, ink).Width(number)
	l.Put(pillarSign(false, size*13/10), cx-wide/2-size/4, bottom-strip/2)
	l.Text(render.Bold(size, ink), cx-wide/2+size*6/10, bottom-strip/2+size/2, render.Left, number)
}

// markedCell returns the cell of the quarry that the ghost of a request is about, 0 if there is
// none.
func markedCell(r render.Request) game.Cell {
	c, _ := game.QuarryCellOf(r.Ghost.Move)
	return c
}

// drawMark frames a cell as the frame of a ghost does; none if it is 0.
func (m quarry) drawMark(l *render.List, c game.Cell, fits render.Verdict) {
	if c == 0 {
		return
	}
	l.Note("mark %s", c)
	u := m.q / 2
	x, y := m.x+c.Col()*m.q+u, m.y+(quarrySide-1-c.Row())*m.q+u
	l.Put(ghostFrame(fits, u), x, y)
	l.Put(fits.Sign(px(u, .56)), x+u*4/5, y-u*4/5)
}

// strip returns the height of the line below a tile.
func (m quarry) strip() int { return m.letter * 14 / 10 }

// cellSprite returns the frame of a quarry cell, or a pit if the cell is empty.
func cellSprite(level, q int) *render.Sprite {
	return sheet.Sprite(spriteKey{part: cellPart, a: uint8(level), u: int16(q)}, func() *render.Sprite {
		return render.Draw("cell L"+strconv.Itoa(level), q, q, 0, 0, func(p *render.Pen) {
			w := float64(q)
			p.Box(1, 1, w-2, w-2, w*.06)
			if level == 0 {
				p.Outline(render.Wood.At(5), render.Wood.At(3), 2)
				p.Box(w*.1, w*.1, w*.8, w*.8, w*.05)
				p.Fill(render.Wood.At(3))
				p.Box(w*.15, w*.15, w*.75, w*.75, w*.05)
				p.Fill(render.Wood.At(4))
				return
			}
			// The ground is darker on lower levels.
			p.Outline(render.Sand.At(7+2*level), render.Sand.At(5), 2)
		})
	})
}

// drawTileFace draws a tile that does not lie on a board, centred at x, y. It shows all the tile's
// spots and, in its flower, the level; no level if it is 0.
func drawTileFace(l *render.List, t game.Tile, x, y, u, level int) {
	l.Put(tileSprite(t.Material(), max(level, 1), u), x, y)
	for i, icon := range t.Spots(0) {
		dx, dy := u/2, -u/2
		if i == 0 || i == 3 {
			dx = -dx
		}
		if i >= 2 {
			dy = -dy
		}
		l.Put(spotSprite(icon, px(u, .35)), x+dx, y+dy)
	}
	if level == 0 {
		l.Put(flowerSprite(t.Flower(), px(u, .8)), x, y)
		return
	}
	l.Put(badgeSprite(t.Flower(), px(u, .26), u), x, y)
	drawLevel(l, level, x, y, px(u, .3))
}
