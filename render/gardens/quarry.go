package gardens

import (
	"image"
	"slices"
	"strconv"

	game "amytis/engine/gardens"
	"amytis/render"
)

const quarrySide = 4

// The measures of the quarry. A cell shows its pile with the pillars that digging yields below it.
const (
	quarryTile  = 52 // half the width of a tile
	quarryHole  = 62 // the width of a hole that its signs are made for
	quarryLayer = 6  // the height of a tile seen from its edge
	quarryX     = frameWide - 2
	cellWidth   = 147
	cellHeight  = 163
	pileMiddle  = cellWidth/2 + 6 // the x of a pile's middle in its cell
	pileBottom  = 122             // the y of a pile's foot in its cell

	digX     = quarryX + quarrySide*cellWidth + 12
	digBoard = 451
)

// quarryPicture shows the tiles to dig with their yields and the ghost's cell, beside the garden of
// who digs.
func quarryPicture(v *game.View, r render.Request) *render.List {
	l := render.NewList(render.Width, render.Height, paper)
	l.Note("quarry")
	l.Area(0, 0, quarryX, render.Height, frame)
	l.Area(quarryX, quarrySide*cellHeight, quarrySide*cellWidth, render.Height, frame)
	style := render.Bold(render.MinReadable, onWood)
	for i := range quarrySide {
		l.Text(style, quarryX+i*cellWidth+pileMiddle, render.Height-frameWide/4-2, render.Centre,
			string(rune('a'+i)))
		l.Text(style, quarryX/2, (quarrySide-1-i)*cellHeight+(cellHeight+render.MinReadable)/2, render.Centre,
			strconv.Itoa(i+1))
	}
	for i := range v.Quarry {
		c := game.Cell(i + 1)
		left, top := quarryX+c.Col()*cellWidth, (quarrySide-1-c.Row())*cellHeight
		drawCell(l, v, c, left, top)
		l.Part("cell", c, left, top, cellWidth, cellHeight)
		if c == markedCell(r) {
			l.Note("mark %s", c)
			fits := render.Verdict(r.Ghost.Legal)
			l.Put(fits.Frame(cellWidth, cellHeight, 6), left, top)
			l.Put(fits.Sign(render.MinReadable+7), left+cellWidth-24, top+24)
		}
	}
	g := &v.Gardens[r.Seat-1]
	b := boardIn(g, r, image.Rect(digX, 4, digX+digBoard, 4+digBoard))
	b.lightRoom(roomFor(v, r))
	b.draw(l)
	drawStorage(l, g, digX, digBoard)
	if g.Dug == 0 { // otherwise its tile takes the place
		drawTitle(l, v, g, r, digX, heldY-slot-36, digBoard)
	}
	return l
}

func markedCell(r render.Request) game.Cell {
	c, _ := game.QuarryCellOf(r.Ghost.Move)
	return c
}

func quarryRows(yield func(game.Cell) bool) {
	for i := range quarrySide * quarrySide {
		if !yield(game.CellAt(i%quarrySide, quarrySide-1-i/quarrySide)) {
			return
		}
	}
}

func drawCell(l *render.List, v *game.View, c game.Cell, x, y int) {
	cell := v.Quarry[c-1]
	l.Note("cell %s: %s L%d yields %d %d", c, cell.Tile, cell.Level, cell.Yield, cell.Doubles)
	if cell.Tile == 0 {
		l.Area(x, y, cellWidth, cellHeight, wood.At(1))
		l.Area(x+2, y+2, cellWidth-4, cellHeight-4, wood.At(3))
		return
	}
	l.Put(pileSprite(cell.Level), x, y)
	middle := y + pileBottom - cell.Level*quarryLayer - quarryTile
	drawTileFace(l, cell.Tile, x+pileMiddle, middle, quarryTile, quarryHole)
	if v.Stage == game.Playing {
		drawYield(l, cell, x, y+(pileBottom+cellHeight)/2-2)
	}
}

func drawYield(l *render.List, cell game.QuarryCell, x, y int) {
	const sign, each = 34, 71
	counts := []int{cell.Yield}
	left := x + pileMiddle - each/2 + 2
	if cell.Doubles > 0 {
		counts = append(counts, cell.Doubles)
		left = x + 5
	}
	for i, n := range counts {
		paint := render.Choose(n == 0, faintInk, ink)
		l.Put(pillarSign(i > 0, sign), left+i*each+sign/4, y)
		l.Text(render.Bold(render.MinReadable, paint), left+i*each+sign/2+3, y+render.MinReadable/2, render.Left, "+"+strconv.Itoa(n))
	}
}

// pileSprite returns a cell's ground with the edges of its tiles, and beside them a bar for each.
func pileSprite(level int) *render.Sprite {
	return sheet.Draw("cell L"+strconv.Itoa(level), key{}, cellWidth, cellHeight, 0, 0, func(p *render.Pen) {
		p.Box(0, 0, cellWidth, cellHeight, 0)
		p.Fill(wood.At(1))
		p.Box(2, 2, cellWidth-4, cellHeight-4, 8)
		p.Fill(cellGround(level))
		const x, bottom = float64(pileMiddle - quarryTile + 1), float64(pileBottom)
		const w = 2*quarryTile - 2
		p.Box(x+5, bottom-2*quarryTile, w+3, 2*quarryTile+1, 8)
		p.Tint(shadow, .5)
		for i, m := range []game.Material{game.Basalt, game.Granite, game.Clay}[:level] {
			ramp, step := stoneRamp(m)
			y := bottom - float64(i+1)*quarryLayer
			p.Box(x, y-20, w, quarryLayer+20, 6)
			p.Fill(ramp.At(step - 5))
			p.Box(x+1, y-20, w-2, quarryLayer+18, 5)
			p.Fill(ramp.At(step - 2))
			p.Box(7, bottom-float64(i+1)*14, 15, 9, 2)
			p.Fill(ink)
		}
	})
}

func cellGround(level int) render.Colour { return render.Sand.At(9 + level*5/3) }

// drawTileFace draws a tile off a board, centred at x, y and 2*half wide, with signs as on a board
// with holes of the width hole.
func drawTileFace(l *render.List, t game.Tile, x, y, half, hole int) {
	l.Put(tileSprite(t.Material(), 1, half), x, y)
	for i, icon := range t.Spots(0) {
		d := half - px(hole, .35)
		putSpot(l, icon, hole, x+corner[i].x*d, y+corner[i].y*d)
	}
	l.Put(flowerSprite(t.Flower(), px(hole, 2*wideBadgeShare)), x, y)
}

// roomFor returns the places where the tile that the ghost digs could lie, as r.Can tells.
func roomFor(v *game.View, r render.Request) (room []game.PlacedTile) {
	c := markedCell(r)
	if c == 0 || r.Can == nil {
		return nil
	}
	for _, m := range r.Can() {
		if p, ok := game.PlacementOf(m); ok && p.Tile == v.Quarry[c-1].Tile {
			room = append(room, p)
		}
	}
	return room
}

func (b *board) lightRoom(room []game.PlacedTile) {
	for _, p := range room {
		for _, h := range p.Holes() {
			b.lit[h-1] = true
		}
	}
}

// drawLight draws the light on a lit hole of a level, with a line around it, below the signs there.
func (b board) drawLight(l *render.List, h game.Hole, level int) {
	if !b.lit[h-1] || b.garden.Heights[h-1] != level {
		return
	}
	var edges key
	for i, way := range [...]offset{{0, 1}, {1, 0}, {0, -1}, {-1, 0}} {
		col, row := h.Col()+way.x, h.Row()+way.y
		edges[i] = render.Flag(min(col, row) < 0 || max(col, row) >= holes || !b.lit[game.At(col, row)-1])
	}
	x, y := b.middle(h)
	l.Put(lightSprite(b.u, edges), x, y)
}

func lightSprite(u int, edges key) *render.Sprite {
	return sheet.Draw("room", edges, u, u, u/2, u/2, func(p *render.Pen) {
		half := float64(u / 2)
		w := float64(u)
		p.Box(-half, -half, w, w, 0)
		p.Tint(render.Green.At(11), .5)
		for i, edge := range edges {
			if edge == 1 {
				p.Rotated(float64(i)/4, func() { p.Box(-half, -half, w, 5, 0) })
			}
		}
		p.Fill(render.Verdict(true).Colour())
	})
}

// roomFacts tells the places where a tile could lie, the highest level first.
func (t teller) roomFacts(room []game.PlacedTile) (facts []string) {
	const most = 8
	for level := highest(&t.view.Gardens[t.request.Seat-1]) + 1; level > 0; level-- {
		var at []string
		for _, p := range room {
			if p.Level == level && !slices.Contains(at, tileArea(p)) {
				at = append(at, tileArea(p))
			}
		}
		n := min(len(at), most)
		if n > 0 {
			facts = append(facts, t.Say("room", "Level", level, "At", at[:n], "More", len(at)-n))
		}
	}
	return facts
}
