package render

import "math"

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
		p.Star(r)
		p.Outline(Gold.At(10), Black, math.Max(1, r*.12))
	})
}
