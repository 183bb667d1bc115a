package towers

import (
	"amytis/engine"
	game "amytis/engine/towers"
	"amytis/render"
)

const rowHeight = 50

// drawRows draws a row for every player: the shape and colour of the player's nobles, the name and
// the points. The row of the player on turn is an arrow, a winner's row has a laurel.
func drawRows(l *render.List, s scene, x, y, w int) {
	for i := range s.view.Players {
		drawRow(l, s, engine.Seat(i+1), box{x, y + i*rowHeight, w, rowHeight - 4})
	}
}

func drawRow(l *render.List, s scene, seat engine.Seat, in box) {
	p := &s.view.Players[seat-1]
	l.Note("seat %d %s", seat, p.Colour)
	status := s.status(seat)
	middle := in.y + in.h/2
	l.Put(rowSprite(status, in.w, in.h), in.x, in.y)
	l.Part("player", seat, in.x, in.y, in.w, in.h)
	drawPlayer(l, s, seat, in.x+in.h/2+4, middle)
	points := p.Total
	if s.view.Quick {
		points = p.Score
	}
	style := render.Bold(letter+1, ink)
	text := render.Points(points)
	right := in.x + in.w - 14
	if status == render.OnTurn {
		right -= in.h / 4
	}
	l.Text(style, right, middle+style.Height/2, render.Right, text)
	right -= max(style.Width(text), style.Width("10")) + 8
	drawName(l, s, seat, in.x+in.h+12, right, middle)
}

func drawPlayer(l *render.List, s scene, seat engine.Seat, x, middle int) {
	if s.status(seat) == render.Winner {
		l.Put(laurelSprite(), x, middle)
	}
	l.Put(tokenSprite(game.NobleView{Colour: s.view.Players[seat-1].Colour, Size: game.Small}, token), x, middle)
}

func drawName(l *render.List, s scene, seat engine.Seat, left, right, middle int) {
	style := render.Bold(letter, ink)
	l.Name(style, left, middle+letter/2, right-left, s.req.Shown(seat), s.view.Players[seat-1].Resigned)
}

// rowSprite returns the background of a row. Its anchor is the upper left corner.
func rowSprite(status render.Status, w, h int) *render.Sprite {
	name := "row " + status.String()
	switch status {
	case render.OnTurn:
		return sheet.Draw(name, key{}, w, h, 0, 0, func(p *render.Pen) {
			wide, high := float64(w), float64(h)
			p.Polygon(pt(2, 2), pt(wide-high*.4, 2), pt(wide-2, high/2), pt(wide-high*.4, high-2), pt(2, high-2))
			p.Outline(render.Gold.At(12), ink, 3)
		})
	case render.Winner:
		return render.Plate(name, w, h, 12, 4, render.Gold.At(13), render.Leaf.At(4))
	}
	return render.Plate(name, w, h, 12, 2, render.Sand.At(15), render.Sand.At(9))
}

func laurelSprite() *render.Sprite {
	const half = token*3/2 + 2
	return sheet.Draw("laurel", key{}, 2*half, 2*half, half, half, func(p *render.Pen) {
		for i := range 12 {
			a := (float64(i) + .5) / 12
			p.Petal(render.Polar(a, token*.9), render.Polar(a+.05, token*1.5), .3)
			p.Outline(render.Leaf.At(7), render.Leaf.At(2), 1.5)
		}
	})
}
