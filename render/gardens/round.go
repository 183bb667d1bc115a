package gardens

import (
	"math"
	"strconv"

	game "amytis/engine/gardens"
	"amytis/render"
)

// track draws the rounds in a row: the effects of past rounds, the current one marked, and numbered
// discs for later ones. The current effect is also shown large at the start.
type track struct {
	view    *game.View
	x, y, w int
	letter  int
}

func (t track) height() int { return t.letter * 36 / 10 }

func (t track) draw(l *render.List) {
	v := t.view
	l.Note("round %d of %d: %s", v.Round, v.Rounds, v.Effect)
	middle := t.y + t.height()/2
	big := t.letter * 34 / 10
	text := strconv.Itoa(v.Round) + "/" + strconv.Itoa(v.Rounds)
	style := render.Bold(t.letter*13/10, ink)
	l.Put(effectSprite(currentEffect(v), big), t.x+big/2, middle)
	x := t.x + big + t.letter*7/10
	l.Text(style, x, middle+t.letter*13/20, render.Left, text)
	x += style.Width(text) + t.letter

	step := (t.x + t.w - x) / max(v.Rounds, 1)
	size := min(step*9/10, t.letter*24/10)
	l.Area(x, middle-1, step*v.Rounds-step/2, 2, lineColour)
	for i := range v.Rounds {
		at := x + i*step + step/2
		switch {
		case i < len(v.Past):
			l.Put(effectSprite(v.Past[i], size), at, middle)
			l.Put(doneSprite(size), at, middle)
		case i+1 == v.Round && v.Stage != game.Removing:
			l.Put(effectSprite(currentEffect(v), size), at, middle)
			l.Put(currentSprite(size), at, middle)
		default:
			l.Put(comingSprite(size), at, middle)
			height := min(t.letter, size/2)
			l.Text(render.Bold(height, render.Sand.At(5)), at, middle+height/2, render.Centre, strconv.Itoa(i+1))
		}
	}
}

// currentEffect returns the effect of the current round, or NoEffect before the first round.
func currentEffect(v *game.View) game.Effect {
	if v.Effect == 0 {
		return game.NoEffect
	}
	return v.Effect
}

func comingSprite(size int) *render.Sprite {
	return sheet.Sprite(spriteKey{part: effectPart, a: 100, u: int16(size)}, func() *render.Sprite {
		return render.Draw("coming", size, size, size/2, size/2, func(p *render.Pen) {
			p.Circle(0, 0, float64(size)/2-1)
			p.Outline(render.Sand.At(13), lineColour, 1.5)
		})
	})
}

// doneSprite returns a veil over the sign of a past round.
func doneSprite(size int) *render.Sprite {
	return sheet.Sprite(spriteKey{part: effectPart, a: 101, u: int16(size)}, func() *render.Sprite {
		return render.Draw("done", size, size, size/2, size/2, func(p *render.Pen) {
			p.Circle(0, 0, float64(size)/2)
			p.Tint(paper, .5)
		})
	})
}

func currentSprite(size int) *render.Sprite {
	return sheet.Sprite(spriteKey{part: effectPart, a: 102, u: int16(size)}, func() *render.Sprite {
		half := size/2 + size/8 + 2
		return render.Draw("current", 2*half, 2*half, half, half, func(p *render.Pen) {
			p.Circle(0, 0, float64(half)-2)
			p.Stroke(render.Red.At(6), math.Max(2, float64(size)*.08))
		})
	})
}

// supply draws what is left in the supply, n items per row.
type supply struct {
	view       *game.View
	x, y, w, n int
	letter     int
}

func (s supply) height() int { return (7 + s.n - 1) / s.n * s.letter * 26 / 10 }

func (s supply) draw(l *render.List) {
	l.Note("supply")
	left := &s.view.Supply
	size := s.letter * 19 / 10
	items := [...]struct {
		sign  *render.Sprite
		count uint8
	}{
		{pillarSign(false, size), left.Singles}, {pillarSign(true, size), left.Doubles},
		{belvedereSprite(size * 12 / 10), left.Belvederes},
		{iconSprite(game.Stairs, size), left.Stairs}, {iconSprite(game.Fountain, size), left.Fountains},
		{iconSprite(game.Bridge, size), left.Bridges}, {iconSprite(game.Statue, size), left.Statues},
	}
	step := s.w / s.n
	for i, item := range items {
		x, y := s.x+i%s.n*step+size/2, s.y+i/s.n*s.letter*26/10+s.letter*13/10
		l.Put(item.sign, x, y)
		paint := ink
		if item.count == 0 {
			paint = render.Red.At(6)
		}
		l.Text(render.Bold(s.letter, paint), x+size*6/10, y+s.letter/2, render.Left, strconv.Itoa(int(item.count)))
	}
}
