package towers

import (
	"strconv"

	"amytis/engine"
	game "amytis/engine/towers"
	"amytis/render"
)

const (
	rungHeight = 44
	levelWide  = 46
)

// ladder is how many nobles each player has on each level, and bridges left on level 0.
type ladder struct {
	counts [game.MaxLevel + 1][game.MaxSeats]int
	// lit are the levels that the ghost changes, as if it were placed.
	lit [game.MaxLevel + 1]bool
}

func newLadder(v *game.View, g ghost, seat engine.Seat) ladder {
	r := ladder{counts: nobleCounts(&v.Zones[0])}
	for i := range v.Players {
		r.counts[0][i] = v.Players[i].Bridges
	}
	other := g.partner()
	switch {
	case !g.isShown() || !bool(g.fits):
	case g.IsBridge():
		r.change(0, seat, -1)
	case g.Facing == 0:
		r.change(g.At.Level, engine.Seat(g.Noble.Colour), 1)
		if other.isShown() {
			r.change(g.At.Level, engine.Seat(other.Noble.Colour), -1)
			r.change(other.At.Level, engine.Seat(g.Noble.Colour), -1)
			r.change(other.At.Level, engine.Seat(other.Noble.Colour), 1)
		}
	}
	return r
}

func (r *ladder) change(level uint8, seat engine.Seat, by int) {
	r.counts[level][seat-1] += by
	r.lit[level] = true
}

func (r *ladder) levels() (levels []int) {
	for level := game.MaxLevel; level >= 0; level-- {
		if r.lit[level] || r.counts[level] != [game.MaxSeats]int{} {
			levels = append(levels, level)
		}
	}
	return levels
}

// leader returns the seat with the most nobles on a level, 0 for a tie, and their number.
func (r *ladder) leader(level int) (leader engine.Seat, most int) {
	for i, n := range r.counts[level] {
		switch {
		case n > most:
			leader, most = engine.Seat(i+1), n
		case n == most:
			leader = 0
		}
	}
	return leader, most
}

// drawLadder draws a row for each level with nobles, the highest first, and one for bridges left.
// It returns the rest of the box below.
func drawLadder(l *render.List, s scene, in box) (rest box) {
	r := newLadder(s.view, s.ghost, s.req.Seat)
	levels := r.levels()
	if len(levels) == 0 {
		return in
	}
	step := min(rungHeight, in.h/len(levels))
	style := render.Bold(min(letter, max(step-8, render.MinScenery)), ink)
	points := style.Width("+"+strconv.Itoa(levels[0])) + 12
	l.SceneryIf(style.Height < letter, func() { // one can read it only in a large picture
		for i, level := range levels {
			r.drawRung(l, s, level, style, points, box{in.x, in.y + i*step, in.w, step - 3})
		}
	})
	used := len(levels)*step + edge - 3
	return box{in.x, in.y + used, in.w, in.h - used}
}

// drawRung draws a level's row: its number, the nobles by seat, and the points, points pixels wide.
func (r *ladder) drawRung(l *render.List, s scene, level int, style render.Lettering, points int, in box) {
	l.Note("level %d", level)
	base := in.y + (in.h+style.Height)/2
	leader, most := r.leader(level)
	mine := r.lit[level] && level > 0 && leader == s.req.Seat
	l.Put(rungSprite(r.lit[level], points*render.Flag(mine), in.w, in.h), in.x, in.y)
	if level == 0 {
		l.Put(sideBridgeSprite(true, 0, levelWide/3-1, letter+1), in.x+2, in.y+(in.h-letter-1)/2)
	} else {
		l.Text(render.Bold(style.Height, label), in.x+levelWide/2, base, render.Centre, strconv.Itoa(level))
	}
	wide := (in.w - levelWide - points) / len(s.view.Players)
	for i := range s.view.Players {
		n := r.counts[level][i]
		x := in.x + levelWide + i*wide
		switch {
		case n == 0:
			continue
		case level == 0:
			l.Text(style, x+wide/2, base, render.Centre, "−"+strconv.Itoa(n))
			continue
		case leader == engine.Seat(i+1):
			l.Put(leadSprite(wide-2, in.h-4), x+1, in.y+2)
		case n == most:
			l.Put(tieSprite(wide-2, in.h-4), x+1, in.y+2)
		}
		x += (wide - 2*token - style.Width("0")) / 2
		l.Put(tokenSprite(game.NobleView{Colour: s.view.Players[i].Colour, Size: game.Small}, token), x+token-1, in.y+in.h/2)
		l.Text(style, x+2*token, base, render.Left, strconv.Itoa(n))
	}
	if level == 0 {
		return
	}
	brings := render.Choose(leader == 0, "=", "+"+strconv.Itoa(level))
	if mine {
		style.Colour = render.White
	}
	l.Text(style, in.x+in.w-points/2, base, render.Centre, brings)
}

// rungSprite returns the background of a row, green if lit. So is the right end, points wide, if
// the ghost's seat gets them.
func rungSprite(lit bool, points, w, h int) *render.Sprite {
	edge := render.Choose(lit, tagColour(true), render.Sand.At(9))
	head := render.Choose(lit, tagColour(true), frame)
	line := render.Choose(lit, 5., 2)
	return sheet.Draw("rung", key{render.Flag(lit), points}, w, h, 0, 0, func(p *render.Pen) {
		p.Box(line/2, line/2, float64(w)-line, float64(h)-line, 8)
		p.Outline(render.Sand.At(15), edge, line)
		p.Box(0, 0, levelWide, float64(h), 8)
		p.Box(float64(w-points), 0, float64(points), float64(h), 8)
		p.Fill(head)
	})
}

// leadSprite returns the gold ground of the player with the most nobles of a level.
func leadSprite(w, h int) *render.Sprite {
	return render.Plate("leads", w, h, 8, 2, render.Gold.At(12), ink)
}

// tieSprite returns the hatched ground of players who share the most nobles of a level.
func tieSprite(w, h int) *render.Sprite {
	return sheet.Draw("tie", key{}, w, h, 0, 0, func(p *render.Pen) {
		wide, high := float64(w), float64(h)
		p.Box(1, 1, wide-2, high-2, 8)
		p.Outline(render.Sand.At(13), render.Sand.At(6), 2)
		p.Box(3, 3, wide-6, high-6, 6)
		p.Clipped(func() {
			p.Hatch(wide, high, 9)
			p.Stroke(render.Sand.At(8), 2)
		})
	})
}
