package gardens

import (
	"strconv"

	game "amytis/engine/gardens"
	"amytis/render"
)

const quarrySide = 4

// The measures of the quarry in pixels. Each cell shows its pile of tiles, with the pillars that
// digging yields to the right of it.
const (
	quarryTile  = 68 // half the width of a tile
	quarryLayer = 6  // the height of a tile seen from its edge
	cellWidth   = 262
	cellHeight  = 161
	// pileMiddle is the x of a pile's middle in its cell if yields stand beside it.
	pileMiddle = 80
	// pileBottom is the y of a pile's foot in its cell.
	pileBottom = cellHeight - 4
)

// quarryPicture shows the tiles to dig with their yields, and marks the ghost's cell.
func quarryPicture(v *game.View, r render.Request) *render.List {
	const band = frameWide
	l := render.NewList(render.Width, render.Height, frame)
	l.Note("quarry")
	style := render.Bold(render.MinReadable, onWood)
	x, y := band, (render.Height-band-quarrySide*cellHeight)/2
	l.Put(pitSprite(), x, y)
	pile := pileMiddle
	if v.Stage != game.Playing {
		pile = cellWidth / 2
	}
	for i := range quarrySide {
		l.Text(style, x+i*cellWidth+pile, render.Height-band/4, render.Centre,
			string(rune('a'+i)))
		l.Text(style, x/2, y+(quarrySide-1-i)*cellHeight+(cellHeight+render.MinReadable)/2, render.Centre,
			strconv.Itoa(i+1))
	}
	for i := range v.Quarry {
		c := game.Cell(i + 1)
		left, top := x+c.Col()*cellWidth, y+(quarrySide-1-c.Row())*cellHeight
		drawCell(l, v, c, pile, left, top)
		l.Part("cell", c, left, top, cellWidth, cellHeight)
		if c == markedCell(r) {
			l.Note("mark %s", c)
			fits := render.Verdict(r.Ghost.Legal)
			l.Put(fits.Frame(cellWidth-4, cellHeight-4, 8), left+2, top+2)
			l.Put(fits.Sign(render.MinReadable+7), left+cellWidth-24, top+26)
		}
	}
	return l
}

// markedCell returns the cell that the ghost of a request takes its tile from, 0 for none.
func markedCell(r render.Request) game.Cell {
	c, _ := game.QuarryCellOf(r.Ghost.Move)
	return c
}

// drawCell draws a cell with its upper left corner at x, y. pile is the x of the pile in the cell.
func drawCell(l *render.List, v *game.View, c game.Cell, pile, x, y int) {
	cell := v.Quarry[c-1]
	l.Note("cell %s: %s L%d yields %d %d", c, cell.Tile, cell.Level, cell.Yield, cell.Doubles)
	if cell.Tile == 0 {
		l.Put(emptyCellSprite(), x, y)
		return
	}
	l.Put(pileSprite(cell.Level, pile), x, y)
	middle := y + pileBottom - cell.Level*quarryLayer - quarryTile
	drawTileFace(l, cell.Tile, x+pile, middle, quarryTile, cell.Level)
	if v.Stage == game.Playing {
		drawYield(l, cell, x+2*pile+2, y+cellHeight/2)
	}
}

func drawYield(l *render.List, cell game.QuarryCell, x, y int) {
	const letter, sign, row = 36, 56, 66
	counts := []int{cell.Yield}
	if cell.Doubles > 0 {
		counts = append(counts, cell.Doubles)
		y -= row / 2
	}
	for i, n := range counts {
		paint := ink
		if n == 0 {
			paint = faintInk
		}
		l.Put(pillarSign(i > 0, sign), x+sign/4, y+i*row)
		l.Text(render.Bold(letter, paint), x+sign/2+6, y+i*row+letter/2, render.Left, "+"+strconv.Itoa(n))
	}
}

func pitSprite() *render.Sprite {
	w, h := quarrySide*cellWidth+4, quarrySide*cellHeight+4
	return sheet.Draw("quarry", key{}, w, h, 2, 2, func(p *render.Pen) {
		p.Box(-2, -2, float64(w), float64(h), 6)
		p.Fill(wood.At(1))
	})
}

// pileSprite returns the ground of a cell with the edges of its tiles. Its anchor is the cell's
// upper left corner.
func pileSprite(level, pile int) *render.Sprite {
	return sheet.Draw("cell L"+strconv.Itoa(level), key{pile}, cellWidth, cellHeight, 0, 0, func(p *render.Pen) {
		p.Box(2, 2, cellWidth-4, cellHeight-4, 8)
		p.Fill(cellGround(level))
		x, bottom := float64(pile-quarryTile+1), float64(pileBottom)
		const w = 2*quarryTile - 2
		p.Box(x+6, bottom-2*quarryTile, w+4, 2*quarryTile+1, 8)
		p.Tint(shadow, .5)
		for i, m := range []game.Material{game.Basalt, game.Granite, game.Clay}[:level] {
			ramp, step := stoneRamp(m)
			y := bottom - float64(i+1)*quarryLayer
			p.Box(x, y-20, w, quarryLayer+20, 6)
			p.Fill(ramp.At(step - 5))
			p.Box(x+1, y-20, w-2, quarryLayer+18, 5)
			p.Fill(ramp.At(step - 2))
		}
	})
}

// cellGround is darker on lower levels.
func cellGround(level int) render.Colour { return render.Sand.At(9 + level*5/3) }

func emptyCellSprite() *render.Sprite {
	return sheet.Draw("cell empty", key{}, cellWidth, cellHeight, 0, 0, func(p *render.Pen) {
		for i, c := range []int{4, 3, 2} {
			d := 2 + 9*float64(i)
			p.Box(d, d, cellWidth-2*d, cellHeight-2*d, 8)
			p.Fill(wood.At(c))
		}
	})
}

// drawTileFace draws a tile that does not lie on a board, centred at x, y; half is half its width.
// Its signs are as large as on a board. The flower bears the level unless the level is 0.
func drawTileFace(l *render.List, t game.Tile, x, y, half, level int) {
	l.Put(tileSprite(t.Material(), max(level, 1), half), x, y)
	for i, icon := range t.Spots(0) {
		d := half - px(boardHole, .35)
		putSpot(l, icon, boardHole, x+corner[i].x*d, y+corner[i].y*d)
	}
	if level == 0 {
		l.Put(flowerSprite(t.Flower(), px(boardHole, 2*wideBadgeShare)), x, y)
		return
	}
	drawBadge(l, t, level, x, y, px(boardHole, wideBadgeShare))
}
