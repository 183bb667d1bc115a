package tictactoe

import (
	"image"
	"strings"

	"amytis/engine"
	"amytis/render"
)

type gallery struct{}

// marks are the seats' letters, by seat.
const marks = " XO"

func (gallery) Complete(v engine.View, r render.Request) (render.Request, error) {
	_, r, err := render.Resolve[position](&info, v, r)
	if err != nil {
		return r, err
	}
	return r.WithSeat(0, info.MaxSeats)
}

func (gallery) Draw(v engine.View, r render.Request) *render.List {
	l := render.NewList(render.Width, render.Height, render.Paper)
	gallery{}.Board(l, v, r, image.Rect(0, 0, render.Width, render.Height))
	return l
}

func (gallery) Board(l *render.List, v engine.View, _ render.Request, in image.Rectangle) {
	size := in.Dy() / 3
	for i, seat := range v.(*position).marks {
		x, y := in.Min.X+i%3*size, in.Min.Y+(2-i/3)*size
		l.Area(x+8, y+8, size-16, size-16, render.Wood.At(5))
		l.Text(render.Bold(size/2, render.Black), x+size/2, y+3*size/4, render.Centre, marks[seat:seat+1])
	}
}

func (gallery) Boards(l *render.List, v engine.View, r render.Request, in image.Rectangle) {
	gallery{}.Board(l, v, r, in)
}

func (gallery) Wide() bool { return false }

func (gallery) Tell(v engine.View, r render.Request, w render.Words, _ render.Detail) (f render.Facts) {
	p := v.(*position)
	t := render.NewTeller(info.ID, r, w)
	var squares [3][]string
	for i, seat := range p.marks {
		squares[seat] = append(squares[seat], string(square.Append(nil, []uint32{uint32(i) + 1})))
	}
	switch {
	case p.turn == 0:
		f.Next = append(f.Next, t.Say("over", "Names", t.NamesOf(rules{}.Ending(p).Winners.Slice())))
	case p.turn.Has(engine.Chance):
		f.Next = append(f.Next, t.Say("toss"))
	default:
		f.Next = append(f.Next, t.Say("turn", "Name", t.Name(p.turn.Slice()[0])))
	}
	for seat := engine.Seat(1); seat <= 2; seat++ {
		f.Rest = append(f.Rest, t.Say("side", "Name", t.Name(seat), "Squares", strings.Join(squares[seat], ", ")))
	}
	return f
}

// Sign is the letter of a seat; other columns have none.
func (gallery) Sign(_ engine.View, line string, number, size int) *render.Sprite {
	if line != render.SeatLine {
		return nil
	}
	return render.Draw("mark "+marks[number:number+1], size, size, size/2, size/2, func(p *render.Pen) {
		p.Letter(rune(marks[number]), 0, 0, float64(size)*.8)
		p.Fill(render.Black)
	})
}

func (gallery) Icon(engine.Icon) *render.Sprite              { return nil }
func (gallery) EachSign(func(name string, s *render.Sprite)) {}
