package towers

import (
	game "amytis/engine/towers"
	"amytis/render"
)

// These are the width and the largest height of large pictures of the table.
const (
	tableWidth  = 1600
	tableHeight = 1200
)

// tablePicture shows everything of a tactical game: the building from above and from a corner, all
// players, and the score pad.
func tablePicture(v *game.View, r render.Request) *render.List {
	if r.Scale == render.Phone {
		return tableOnPhone(v, r)
	}
	const half = tableWidth/2 - 3*edge/2
	z := &v.Zones[0]
	rows := playerRows(v, r, half, largeLetter, edge)
	pad := scorepad{view: v, x: edge*2 + half, w: half, letter: largeLetter}
	pad.line = min(38, 520/pad.lines())
	pad.letter = min(largeLetter, pad.line*7/10)

	top, corner := boardHeight(z, half, largeLetter), isoHeight(z, half, largeLetter)
	high := min(max(top+rowsHeight(rows), corner+pad.height())+3*edge, tableHeight)
	l := render.NewList(tableWidth, high, paper)
	low := high - edge - rowsHeight(rows)
	drawZone(l, z, ghost{}, viewTop, box{edge, edge, half, min(top, low-2*edge)}, largeLetter)
	drawRows(l, rows, edge, low)
	pad.y = high - edge - pad.height()
	pad.draw(l)
	drawZone(l, z, ghost{}, viewIso, box{pad.x, edge, half, pad.y - 2*edge}, largeLetter)
	return l
}

// tableOnPhone shows the same in one column.
func tableOnPhone(v *game.View, r render.Request) *render.List {
	const wide, padWide = phoneWidth - 2*edge, 340
	l := render.NewList(phoneWidth, 0, paper)
	z := &v.Zones[0]
	rows := playerRows(v, r, wide, phoneLetter, 0)
	drawRows(l, rows, edge, edge/2)
	y := edge + rowsHeight(rows)
	top := min(boardHeight(z, wide, phoneLetter), 720)
	drawZone(l, z, ghost{}, viewTop, box{edge, y, wide, top}, phoneLetter)
	y += top + edge

	pad := scorepad{view: v, x: phoneWidth - edge - padWide, y: y, w: padWide, line: 36, letter: phoneLetter}
	pad.draw(l)
	const corner = wide - padWide - edge
	high := max(pad.height(), min(isoHeight(z, corner, phoneLetter), 560))
	drawZone(l, z, ghost{}, viewIso, box{edge, y, corner, high}, phoneLetter)
	l.Height = y + high + edge
	return l
}

// playerRows returns the rows of all players.
func playerRows(v *game.View, r render.Request, w, letter, gap int) []row {
	rows := make([]row, len(v.Players))
	y := 0
	for i := range rows {
		rows[i] = newRow(v, v.Players[i].Seat, r, letter)
		rows[i].w, rows[i].tall = w, w < rows[i].minWidth()
		rows[i].y = y
		y += rows[i].height() + gap
	}
	return rows
}

func rowsHeight(rows []row) int {
	last := &rows[len(rows)-1]
	return last.y + last.height()
}

func drawRows(l *render.List, rows []row, x, y int) {
	for _, r := range rows {
		r.x, r.y = r.x+x, r.y+y
		r.draw(l)
	}
}
