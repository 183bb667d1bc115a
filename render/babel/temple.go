package babel

import (
	"slices"
	"strconv"

	game "amytis/engine/babel"
	"amytis/render"
)

const (
	topStep    = 6
	templeBase = 88
	// These are distances from the middle of the picture.
	templePlace = wallWidth/2 + cellWidth - templeBase/2 - 6
	valuePlace  = wallWidth/2 + 26
	// valueTip is the height of the tip of a changed value's arrow.
	valueTip = 9
)

func templeValue(cards []game.Step) game.Step {
	if len(cards) == 0 {
		return 0
	}
	return cards[len(cards)-1]
}

// drawTemple draws a temple from the side, with scaffolding for skipped steps and its value in the
// sky.
func (s lot) drawTemple(l *render.List) {
	cards := s.site.Temple
	value, old := templeValue(cards), templeValue(s.before.Temple)
	stood := countUnchanged(s.before.Temple, cards)
	x := s.x(templePlace)
	l.Scenery(func() {
		l.Put(lotSprite(), x, s.foot)
		if value < old {
			l.Put(rubbleSprite(s.m.step), x, s.foot-int(value)*s.m.step)
		}
		for step := game.Step(1); step <= value; step++ {
			y := s.foot - int(step-1)*s.m.step
			if i := slices.Index(cards, step); i >= 0 {
				l.Put(stepSprite(step, s.m.step, i >= stood), x, y)
			} else {
				l.Put(scaffoldSprite(step, s.m.step), x, y)
			}
		}
	})
	if value == 0 && old == 0 {
		return
	}
	x, y := s.x(valuePlace), s.foot-s.m.row+ground+s.m.value/2+valueTip+6
	paint := ink
	if value != old {
		l.Put(valueSprite(s.m.value, value > old), x, y)
		paint = white
	}
	l.Text(render.Bold(s.m.value, paint), x, y+s.m.value/2, render.Centre, strconv.Itoa(int(value)))
}

// valueSprite returns the ground of a changed value, anchored in its middle: a green arrow upwards
// or a red one downwards.
func valueSprite(value int, more bool) *render.Sprite {
	name := render.Choose(more, "value higher", "value lower")
	w, h := value+8, value*2
	return sheet.Draw(name, key{}, w, h, w/2, h/2, func(p *render.Pen) {
		r, t := float64(value)/2+2, float64(value)/2+4
		paint := render.Choose(more, grown, lost)
		up := render.Choose(more, 1., -1)
		p.Polygon(pt(-r, up*t), pt(-r, -up*t), pt(0, -up*(t+valueTip)), pt(r, -up*t), pt(r, up*t))
		p.Outline(paint, white, 2.5)
	})
}

func stepWidth(s game.Step) float64 { return templeBase * (1 - float64(s-1)*.13) }

// brickColours returns a step's colours: the higher, the paler, and a glazed shrine at the top.
func brickColours(s game.Step) (wall, joint render.Colour) {
	switch s {
	case 1:
		return render.Clay.At(6), render.Clay.At(3)
	case 2:
		return render.Clay.At(9), render.Clay.At(6)
	case 3:
		return render.Clay.At(12), render.Clay.At(9)
	case 4:
		return render.Sand.At(11), render.Sand.At(8)
	case 5:
		return render.Sand.At(14), render.Sand.At(10)
	}
	return render.Lapis.At(6), render.Lapis.At(3)
}

// stepSprite returns a temple step, white-edged if fresh, anchored at the middle of its foot.
func stepSprite(s game.Step, high int, fresh bool) *render.Sprite {
	w, h := stepWidth(s), float64(high)
	name := render.Choose(fresh, "fresh step ", "step ") + strconv.Itoa(int(s))
	return sheet.Draw(name, key{}, templeBase+8, high+6, templeBase/2+4, high+3, func(p *render.Pen) {
		wall, joint := brickColours(s)
		p.Box(-w/2, -h, w, h, 0)
		p.Fill(wall)
		for x := -w/2 + 7; x < w/2-6; x += 9 {
			p.Box(x, -h*.55, 3.5, h*.55, 0)
		}
		p.Fill(joint)
		p.Box(w*.3, -h, w*.2, h, 0)
		p.Tint(ink, .2)
		p.Box(-w/2, -h, w, h*.24, 0)
		p.Fill(render.Ramp(wall / render.Shades).At(int(wall%render.Shades) + 2)) // two steps lighter
		if fresh {
			p.Box(-w/2, -h+.5, w, h-1, 0)
			p.Stroke(white, 5)
		}
		p.Box(-w/2, -h, w, h, 0)
		p.Stroke(render.Wood.At(1), 2)
	})
}

func scaffoldSprite(s game.Step, high int) *render.Sprite {
	w, h := stepWidth(s)*.94, float64(high)
	name := "scaffold " + strconv.Itoa(int(s))
	return sheet.Draw(name, key{}, templeBase+8, high+6, templeBase/2+4, high+3, func(p *render.Pen) {
		n := max(2, int(w/h/1.4))
		for i := range n {
			wide := w / float64(n)
			x := -w/2 + w*float64(i)/float64(n)
			p.Line(pt(x, 0), pt(x+wide, -h))
			p.Line(pt(x+wide, 0), pt(x, -h))
		}
		p.Stroke(render.Wood.At(7), 1.5)
		for i := range n + 1 {
			x := -w/2 + w*float64(i)/float64(n)
			p.Line(pt(x, 0), pt(x, -h))
		}
		p.Line(pt(-w/2, -h+1), pt(w/2, -h+1))
		p.Stroke(render.Wood.At(3), 2.5)
	})
}

func lotSprite() *render.Sprite {
	return sheet.Draw("lot", key{}, templeBase+16, 8, templeBase/2+8, 4, func(p *render.Pen) {
		p.Box(-templeBase/2-5, -3, templeBase+10, 6, 3)
		p.Outline(render.Sand.At(9), frame, 1.5)
	})
}

// rubbleSprite returns what is left of lost steps, anchored at the middle of its foot.
func rubbleSprite(step int) *render.Sprite {
	high := step * 2
	return sheet.Draw("rubble", key{}, templeBase, high+4, templeBase/2, high+2, func(p *render.Pen) {
		u := float64(step)
		for i, brick := range []struct{ x, y, turn float64 }{
			{-2, .35, .02}, {-1, .4, -.03}, {.1, .35, .01}, {1.2, .4, .05}, {2.1, .3, -.02}, {-.5, 1, .08}, {.6, 1, -.06},
		} {
			wall, _ := brickColours(game.Step(1 + i%3))
			p.Translated(brick.x*u, -brick.y*u, func() {
				p.Rotated(brick.turn, func() {
					p.Box(-u*.5, -u*.32, u, u*.64, 0)
					p.Outline(wall, render.Wood.At(1), 1.5)
				})
			})
		}
	})
}

func (s lot) drawCell(l *render.List) {
	h := s.m.row - ground
	x := s.left(wallWidth/2, cellWidth)
	even := (int(s.at)+int(s.player.Seat))%2 == 0
	l.Scenery(func() {
		for i, c := range skyColours {
			l.Area(x, s.y+h*i/3, cellWidth, h-h*i/3, c)
		}
		l.Put(hillSprite(s.m.row/4, even), x, s.foot)
		free := h - s.m.value - valueTip - 6 // below the temple's value
		l.Put(palmSprite(free*(7+2*render.Flag(even))/10), s.x(wallWidth/2+20+int(s.at)%3*5), s.foot+1)
		l.Area(s.left(wallWidth/2+cellWidth, 3), s.y, 3, h, render.Clay.At(7))
	})
}

// hillSprite returns the hills behind a temple, anchored at their left foot.
func hillSprite(high int, mirrored bool) *render.Sprite {
	return sheet.Draw("hills", key{render.Flag(mirrored)}, cellWidth, high, 0, high, func(p *render.Pen) {
		w, h := float64(cellWidth), float64(high)
		place := func(x float64) float64 {
			if mirrored {
				return w * (1 - x)
			}
			return w * x
		}
		p.Ellipse(place(.26), 0, w*.34, h*.6)
		p.Fill(render.Sand.At(12))
		p.Ellipse(place(.72), 0, w*.36, h*.95)
		p.Fill(render.Sand.At(13))
	})
}

// palmSprite returns a date palm, anchored at its foot.
func palmSprite(high int) *render.Sprite {
	return sheet.Draw("palm", key{}, high+4, high*12/10, high/2+2, high*11/10, func(p *render.Pen) {
		h := float64(high)
		p.Curve(pt(0, 0), pt(h*.02, -h*.3), pt(h*.08, -h*.5), pt(h*.06, -h*.74))
		p.Stroke(render.Wood.At(5), h*.11)
		for _, turn := range []float64{-.32, -.2, -.08, .06, .17, .29} {
			p.Translated(h*.06, -h*.72, func() {
				p.Petal(pt(0, 0), render.Polar(turn, h*.4), h*.08)
				p.Fill(render.Leaf.At(6))
			})
		}
	})
}
