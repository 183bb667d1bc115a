package render

import (
	"math"
)

// Status is what a seat chip shows about its player.
type Status uint8

const (
	// Waiting is for a player who is not on turn, has not won and has not left.
	Waiting Status = iota
	OnTurn
	Winner
	Gone // the player left the game
)

// StatusOf returns the first status that holds, else Waiting.
func StatusOf(won, resigned, onTurn bool) Status {
	switch {
	case won:
		return Winner
	case resigned:
		return Gone
	case onTurn:
		return OnTurn
	}
	return Waiting
}

func (s Status) String() string { return [...]string{"waiting", "on turn", "winner", "gone"}[s] }

// SeatChip returns the disc behind a seat's number, size pixels high: pointed for the seat on turn,
// with a laurel for a winner, crossed out for a player who left.
func SeatChip(s Status, size int) *Sprite {
	return signs.Draw("seat "+s.String(), Key{}, size*2, size*2, size, size, func(p *Pen) {
		drawChip(p, s, float64(size)/2-1)
	})
}

func drawChip(p *Pen, s Status, r float64) {
	line := math.Max(1.5, r*.1)
	switch s {
	case OnTurn:
		p.Polygon(Point{r * 1.65, 0}, Point{r * .45, -r}, Point{-r * .5, -r}, Point{-r, -r * .5},
			Point{-r, r * .5}, Point{-r * .5, r}, Point{r * .45, r})
		p.Outline(Gold.At(11), Black, line)
	case Winner:
		for i := range 11 {
			a := float64(i)/11 + .5/11
			p.Petal(Polar(a, r*.85), Polar(a+.06, r*1.4), r*.25)
			p.Outline(Leaf.At(7), Leaf.At(2), math.Max(1, r*.05))
		}
		p.Circle(0, 0, r)
		p.Outline(Gold.At(12), Black, line)
	default:
		p.Circle(0, 0, r)
		p.Outline(Sand.At(14), Wood.At(5), line)
		if s == Gone {
			p.Line(Point{-r, -r}, Point{r, r})
			p.Stroke(Red.At(6), line)
		}
	}
}

// Plate returns a background of w by h pixels, with round corners and an edge of line pixels. It is
// anchored at its upper left corner.
func Plate(name string, w, h int, round, line float64, fill, edge Colour) *Sprite {
	by := Key{int(fill), int(edge), int(line), int(round * 100)}
	return signs.Draw(name, by, w, h, 0, 0, func(p *Pen) {
		p.Box(line/2, line/2, float64(w)-line, float64(h)-line, round)
		p.Outline(fill, edge, line)
	})
}

// ScoreStar returns the star shown before a score; size is its height in pixels.
func ScoreStar(size int) *Sprite {
	return signs.Draw("sign score", Key{}, size+2, size+2, size/2+1, size/2+1, func(p *Pen) {
		r := float64(size) / 2
		p.Star(5, r, r*.45)
		p.Outline(Gold.At(10), Black, math.Max(1, r*.12))
	})
}

// Verdict says whether a ghost may be placed. Pictures show it by shape as well as colour: a solid
// frame with a check mark, or a dashed one with a cross.
type Verdict bool

func (v Verdict) String() string { return Choose(v, "fits", "does not fit") }

func (v Verdict) Colour() Colour { return Choose(v, Green, Red).At(6) }

// Sign returns a check mark on a disc, or a cross on a square, size pixels high.
func (v Verdict) Sign(size int) *Sprite {
	return signs.Draw("sign "+v.String(), Key{size}, size+4, size+4, size/2+2, size/2+2, func(p *Pen) {
		v.drawSign(p, float64(size)/2)
	})
}

func (v Verdict) drawSign(p *Pen, r float64) {
	if v {
		p.Circle(0, 0, r)
		p.Outline(v.Colour(), White, r*.14)
		p.Line(Point{-r * .45, r * .05}, Point{-r * .12, r * .4}, Point{r * .48, -r * .36})
	} else {
		p.Box(-r*.9, -r*.9, r*1.8, r*1.8, r*.2)
		p.Outline(v.Colour(), White, r*.14)
		p.Line(Point{-r * .45, -r * .45}, Point{r * .45, r * .45})
		p.Line(Point{-r * .45, r * .45}, Point{r * .45, -r * .45})
	}
	p.Stroke(White, r*.28)
}

// Frame returns a frame as DrawFrame draws it, anchored at its upper left corner.
func (v Verdict) Frame(w, h, wide int) *Sprite {
	return signs.Draw("frame "+v.String(), Key{wide}, w+4, h+4, 2, 2, func(p *Pen) {
		v.DrawFrame(p, float64(w), float64(h), float64(wide))
	})
}

// Hatching returns lines over w by h pixels where a ghost does not fit, which leave visible what is
// in its way, anchored at the upper left corner.
func (v Verdict) Hatching(w, h int) *Sprite {
	return signs.Draw("hatching", Key{}, w, h, 0, 0, func(p *Pen) {
		p.Hatch(float64(w), float64(h), 18)
		p.Stroke(v.Colour(), 2)
	})
}

// DrawFrame draws a frame of w by h pixels from the origin, wide pixels thick, with a white edge.
func (v Verdict) DrawFrame(p *Pen, w, h, wide float64) {
	for _, layer := range []struct {
		edge   float64
		colour Colour
	}{{math.Min(2, math.Ceil(wide/5)), White}, {0, v.Colour()}} {
		lay := func(x, y, w, h float64) {
			e := layer.edge
			p.Box(x-e, y-e, w+2*e, h+2*e, 0)
		}
		for _, d := range v.dashes(w, wide) {
			lay(d.from, 0, d.long, wide)
			lay(d.from, h-wide, d.long, wide)
		}
		for _, d := range v.dashes(h, wide) {
			lay(0, d.from, wide, d.long)
			lay(w-wide, d.from, wide, d.long)
		}
		p.Fill(layer.colour)
	}
}

// dash is a stretch of one side of a frame.
type dash struct{ from, long float64 }

// dashes divides a frame's side into dashes that touch the corners, or returns a whole solid side.
func (v Verdict) dashes(length, wide float64) []dash {
	if v {
		return []dash{{0, length}}
	}
	n := int(math.Max(1, math.Round(length/(5*wide))))
	step := (length - wide) / float64(n)
	parts := make([]dash, n+1)
	for i := range parts {
		middle := wide/2 + float64(i)*step
		from := math.Max(0, math.Round(middle-step*.3))
		to := math.Min(length, math.Round(middle+step*.3))
		parts[i] = dash{from, to - from}
	}
	return parts
}
