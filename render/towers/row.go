package towers

import (
	"amytis/engine"
	game "amytis/engine/towers"
	"amytis/render"
)

// rowHeight is the height of a player's row, highRow in the quick game, with the rounds won.
const (
	rowHeight = 44
	highRow   = 70
	pipsWide  = 66
)

// drawRow draws a player's nobles, name and points, on an arrow for the player on turn and with a
// laurel for a winner.
func drawRow(l *render.List, s scene, seat engine.Seat, in box) {
	p := &s.view.Players[seat-1]
	l.Note("seat %d %s", seat, p.Colour)
	status := s.status(seat)
	middle := in.y + in.h/2
	l.Put(rowSprite(status, in.w, in.h), in.x, in.y)
	l.Part("player", seat, in.x, in.y, in.w, in.h)
	drawPlayer(l, s, seat, in.x+rowHeight/2+2, middle)
	style := render.Bold(letter+1, ink)
	left, right := in.x+rowHeight+6, in.x+in.w-12
	points := render.Points(p.Total)
	nameMiddle := middle
	switch {
	case s.view.Quick:
		l.Put(pipsSprite(p.Won), left, in.y+in.h*76/100)
		nameMiddle = in.y + in.h*26/100
		points = render.Points(p.Score)
	case status == render.OnTurn:
		right -= in.h / 4
	}
	l.Text(style, right, middle+style.Height/2, render.Right, points)
	drawName(l, s, seat, left, right-style.Width(points)-8, nameMiddle)
}

// pipsSprite returns the rounds won, of the three that win, anchored in the middle at the left.
func pipsSprite(won int) *render.Sprite {
	const r, step = 8., 19.
	return sheet.Draw("rounds won", key{won}, pipsWide, letter+1, 0, (letter+1)/2, func(p *render.Pen) {
		p.Box(1, -letter/2, pipsWide-2, letter-1, letter/2)
		p.Outline(render.Sand.At(12), render.Sand.At(8), 1.5)
		for i := range 3 {
			p.Circle(pipsWide/2+step*float64(i-1), 0, r)
			if i < won {
				p.Outline(render.Gold.At(11), ink, 2)
			} else {
				p.Outline(render.Sand.At(15), render.Sand.At(7), 2)
			}
		}
	})
}

func drawPlayer(l *render.List, s scene, seat engine.Seat, x, middle int) {
	if s.status(seat) == render.Winner {
		l.Put(laurelSprite(), x, middle)
	}
	l.Put(tokenSprite(game.NobleView{Colour: s.view.Players[seat-1].Colour, Size: game.Small}, token), x, middle)
}

// drawName writes a player's name, a long one in smaller letters.
func drawName(l *render.List, s scene, seat engine.Seat, left, right, middle int) {
	name := s.req.Shown(seat)
	style := render.Bold(letter, ink).Shrunk(name, right-left, render.MinScenery)
	l.SceneryIf(style.Height < letter, func() {
		l.Name(style, left, middle+style.Height/2, right-left, name, s.view.Players[seat-1].Resigned)
	})
}

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
