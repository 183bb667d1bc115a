package render

import (
	"image"
	"strconv"

	"amytis/engine"
)

// End is the end of a game for its picture, completed by Gallery.Boards.
type End struct {
	Places  []Place  // the winners first
	Columns []Column // the parts of the scores
}

type Place struct {
	Seat        engine.Seat
	Rank, Total int
	Resigned    bool
}

// Column is a line of the score pad, or part Number of one with several, with the points by seat.
type Column struct {
	Line   string
	Number int
	Points []int
}

// SeatLine is the line whose parts are the seats, for the signs of players.
const SeatLine = "seat"

// The layout of the picture of an end. Columns have room for two digits and a minus sign.
const (
	endEdge    = 8
	endHead    = 64
	endRows    = 250
	endRow     = 68
	endColumns = 604 // the room for columns; what they leave is for names
	mostColumn = 64
	endSign    = 46
)

// MostColumns is how many columns fit beside the totals.
const MostColumns = endColumns / 50

// EndPicture shows the places with names, totals and their parts, and boards below.
func EndPicture(g Gallery, v engine.View, r Request) (*List, error) {
	r, err := g.Complete(v, r)
	if err != nil {
		return nil, err
	}
	l := NewList(Width, Height, Paper)
	high := min(endRow, endRows/len(r.End.Places))
	l.Put(ScoreStar(endSign), r.End.totalRight()-endSign/2, endHead/2+2)
	for i, c := range r.End.Columns {
		sign := g.Sign(v, c.Line, c.Number, endSign)
		if sign != nil {
			l.Put(sign, r.End.column(i), endHead/2+2)
			continue
		}
		style := Bold(MinReadable, Wood.At(3))
		l.Text(style, r.End.column(i), (endHead+style.Height)/2, Centre, strconv.Itoa(c.Number))
	}
	for i, p := range r.End.Places {
		l.Note("place %d of seat %d", p.Rank, p.Seat)
		r.drawPlace(l, p, g.Sign(v, SeatLine, int(p.Seat), endSign), endHead+i*high, high)
	}
	top := endHead + high*len(r.End.Places) + endEdge
	g.Boards(l, v, r, image.Rect(endEdge, top, Width-endEdge, Height-endEdge))
	return l, nil
}

func (e *End) columnWidth() int { return min(mostColumn, endColumns/max(len(e.Columns), 1)) }

func (e *End) totalRight() int { return Width - 2*endEdge - len(e.Columns)*e.columnWidth() }

func (e *End) column(i int) int { return e.totalRight() + endEdge + (2*i+1)*e.columnWidth()/2 }

func (r Request) drawPlace(l *List, p Place, sign *Sprite, y, high int) {
	middle := y + high/2
	digits := Bold(MinReadable, Black)
	status := StatusOf(p.Rank == 1, p.Resigned, false)
	fill := Choose(p.Rank == 1, Gold.At(13), Sand.At(15))
	edge := Choose(p.Rank == 1, Leaf.At(4), Sand.At(9))
	l.Put(Plate("place "+status.String(), Width-2*endEdge, high-2, 12, 3, fill, edge), endEdge, y+1)
	l.Put(SeatChip(status, min(high*3/4, endSign)), 48, middle)
	l.Text(digits, 48, middle+digits.Height/2, Centre, strconv.Itoa(p.Rank))
	total := Bold(36, Black)
	text := Points(p.Total)
	right := r.End.totalRight()
	l.Text(total, right, middle+total.Height/2, Right, text)
	r.Caption(l, p.Seat, p.Resigned, sign, 88, middle, right-88-10-max(total.Width(text), total.Width("00")))
	for i, c := range r.End.Columns {
		digits.Colour = Choose(c.Points[p.Seat-1] == 0, Wood.At(5), Black)
		l.Text(digits, r.End.column(i), middle+digits.Height/2, Centre, Points(c.Points[p.Seat-1]))
	}
}

// Half returns the left half (0) or the right one (1) of a part of the picture, with a gap between.
func Half(in image.Rectangle, i int) image.Rectangle {
	wide := (in.Dx() - endEdge) / 2
	in.Min.X += i * (wide + endEdge)
	in.Max.X = in.Min.X + wide
	return in
}

// Caption writes a player's name behind the player's sign, at most w pixels wide.
func (r Request) Caption(l *List, seat engine.Seat, resigned bool, sign *Sprite, x, middle, w int) {
	style := Bold(MinReadable+1, Black)
	l.Put(sign, x+endSign/2, middle)
	l.Name(style, x+endSign+8, middle+style.Height/2, w-endSign-8, r.Shown(seat), resigned)
}

// Points writes a number with a true minus sign (−), which is as wide as a digit.
func Points(n int) string {
	if n < 0 {
		return "−" + strconv.Itoa(-n)
	}
	return strconv.Itoa(n)
}
