package towers

import (
	game "amytis/engine/towers"
	"amytis/render"
)

// Large pictures of everything, and how high they are at most.
const (
	tableWidth  = 1600
	tableHeight = 1200
)

// tablePicture is everything of tactical: the building from above and from a
// corner, all players, and the score pad.
func tablePicture(v *game.View, r render.Request) *render.List {
	if r.Scale == render.Phone {
		return tableOnPhone(v, r)
	}
	const half = tableWidth/2 - 3*edge/2
	z := &v.Zones[0]
	rows := playerRows(v, r, half, largeLetter, edge)
	pad := majority{view: v, x: edge*2 + half, w: half, letter: largeLetter}
	pad.line = min(38, 520/pad.lines())
	pad.letter = min(largeLetter, pad.line*7/10)

	top, corner := boardHigh(z, half, largeLetter), isoHigh(z, half, largeLetter)
	high := min(max(top+rowsHigh(rows), corner+pad.height())+3*edge, tableHeight)
	l := render.NewList(tableWidth, high, paper)
	low := high - edge - rowsHigh(rows)
	drawZone(l, z, ghost{}, viewTop, box{edge, edge, half, min(top, low-2*edge)}, largeLetter)
	drawRows(l, rows, edge, low)
	pad.y = high - edge - pad.height()
	pad.draw(l)
	drawZone(l, z, ghost{}, viewIso, box{pad.x, edge, half, pad.y - 2*edge}, largeLetter)
	return l
}

// tableOnPhone is the same in a column.
func tableOnPhone(v *game.View, r render.Request) *render.List {
	const wide, padWide = phoneWidth - 2*edge, 340
	l := render.NewList(phoneWidth, 0, paper)
	z := &v.Zones[0]
	rows := playerRows(v, r, wide, phoneLetter, 0)
	drawRows(l, rows, edge, edge/2)
	y := edge + rowsHigh(rows)
	top := min(boardHigh(z, wide, phoneLetter), 720)
	drawZone(l, z, ghost{}, viewTop, box{edge, y, wide, top}, phoneLetter)
	y += top + edge

	pad := majority{view: v, x: phoneWidth - edge - padWide, y: y, w: padWide, line: 36, letter: phoneLetter}
	pad.draw(l)
	const corner = wide - padWide - edge
	high := max(pad.height(), min(isoHigh(z, corner, phoneLetter), 560))
	drawZone(l, z, ghost{}, viewIso, box{edge, y, corner, high}, phoneLetter)
	l.Height = y + high + edge
	return l
}

// playerRows are the rows of all players.
func playerRows(v *game.View, r render.Request, w, letter, gap int) []row {
	rows := make([]row, len(v.Players))
	y := 0
	for i := range rows {
		rows[i] = rowOf(v, v.Players[i].Seat, r, letter)
		rows[i].w, rows[i].tall = w, w < rows[i].needs()
		rows[i].y = y
		y += rows[i].height() + gap
	}
	return rows
}

func rowsHigh(rows []row) int {
	last := &rows[len(rows)-1]
	return last.y + last.height()
}

func drawRows(l *render.List, rows []row, x, y int) {
	for _, r := range rows {
		r.x, r.y = r.x+x, r.y+y
		r.draw(l)
	}
}
