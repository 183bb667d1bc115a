package chart

import (
	"cmp"
	"fmt"
	"math"
	"strconv"

	"amytis/render"
)

// Ranking is a page of a leaderboard.
type Ranking struct {
	Rows []Rank
	// The bars show values from Low to High, in so many Steps, 0 for any length.
	Low, High float64
	Steps     int
}

type Rank struct {
	// Place is from 1. Rows may share it.
	Place int
	// Name may be illegible; then the row has only its place.
	Name  string
	Value float64
	// Label is written in place of the value, unless it is "".
	Label       string
	Wins, Games int
	// Own marks the row of the person who asks.
	Own bool
}

// The layout of a ranking: a row with its gap, the columns, and the ends of the right ones.
const (
	rankRow    = 68
	placeX     = 58
	nameX      = 108
	barX       = 510
	barWidth   = 220
	valueRight = 836
	gamesRight = render.Width - 44
)

// Draw returns the ranking, which is as high as its rows.
func (r Ranking) Draw() render.Picture { return r.compose().Picture() }

func (r Ranking) compose() *render.List {
	l := render.NewList(render.Width, rankRow*len(r.Rows)+8, render.Paper)
	digits := render.Bold(render.MinReadable+1, render.Black)
	for i, row := range r.Rows {
		middle := rankRow*i + rankRow/2 + 4
		l.Note("place %d", row.Place)
		l.Put(rowSprite(row.Own), 0, middle)
		if row.Place <= len(medals) {
			l.Put(medalSprite(row.Place), placeX, middle)
		}
		base := middle + digits.Height/2
		l.Text(digits, placeX, base, render.Centre, strconv.Itoa(row.Place))
		l.Name(digits, nameX, base, barX-nameX-16, row.Name, false)
		r.drawBar(l, row.Value, middle)
		l.Text(digits, valueRight, base, render.Right, cmp.Or(row.Label, strconv.Itoa(int(math.Round(row.Value)))))
		games := render.Lettering{Height: render.MinReadable, Colour: render.Ink.At(2)}
		l.Text(games, gamesRight, base, render.Right, fmt.Sprintf("%d/%d", row.Wins, row.Games))
	}
	return l
}

func (r Ranking) drawBar(l *render.List, value float64, middle int) {
	const high, gap = 30, 4
	steps := max(r.Steps, 1)
	length := int(math.Round((value - r.Low) / (r.High - r.Low) * barWidth))
	for i := range steps {
		x, end := barWidth*i/steps, barWidth*(i+1)/steps-gap
		l.Area(barX+x, middle-high/2, end-x, high, render.Sand.At(11))
		l.Area(barX+x, middle-high/2, max(0, min(end, length)-x), high, render.Lapis.At(5))
	}
}

// rowSprite returns the background of a row. One's own is an arrow.
func rowSprite(own bool) *render.Sprite {
	const edge, high = 8, rankRow - 6
	return render.Draw("row", render.Width, high, 0, high/2, func(p *render.Pen) {
		if !own {
			p.Box(edge, 2-high/2, render.Width-2*edge, high-4, 12)
			p.Outline(render.Sand.At(15), render.Sand.At(9), 2)
			return
		}
		const half, tip = high/2 - 3, render.Width - edge
		p.Polygon(render.Point{X: edge, Y: -half}, render.Point{X: tip - half, Y: -half}, render.Point{X: tip},
			render.Point{X: tip - half, Y: half}, render.Point{X: edge, Y: half})
		p.Outline(render.Gold.At(13), render.Black, 4)
	})
}

var medals = [...]render.Ramp{render.Gold, render.Basalt, render.Clay}

func medalSprite(place int) *render.Sprite {
	const radius = 24
	return render.Draw("medal", 60, rankRow, 30, rankRow/2, func(p *render.Pen) {
		for _, side := range []float64{-1, 1} {
			p.Polygon(render.Point{X: side * 6, Y: -20}, render.Point{X: side * 14, Y: -31},
				render.Point{X: side * 26, Y: -31}, render.Point{X: side * 20, Y: -8})
			p.Outline(render.Red.At(7), render.Red.At(2), 2)
		}
		p.Circle(0, 0, radius)
		p.Outline(medals[place-1].At(11), medals[place-1].At(3), 4)
	})
}

// Podium shows the first three of a season, or fewer. They may share places.
type Podium struct{ Rows []Rank }

// The layout of a podium: a block's width, its distance to the next, and where all blocks end.
const (
	podiumWide = 320
	podiumStep = 334
	podiumEnd  = 520
)

var podiumTops = [...]int{170, 240, 296}

var podiumOrder = [...]int{0, -1, 1} // the winner in the middle

func (p Podium) Draw() render.Picture { return p.compose().Picture() }

func (p Podium) compose() *render.List {
	l := render.NewList(render.Width, podiumEnd+10, render.Paper)
	for i, row := range p.Rows[:min(len(p.Rows), len(medals))] {
		place := row.Place
		metal := medals[place-1]
		l.Note("place %d", place)
		x, top := render.Width/2+podiumOrder[i]*podiumStep, podiumTops[place-1]
		block := fmt.Sprintf("podium %d", place)
		ground := render.Plate(block, podiumWide, podiumEnd-top, 12, 4, metal.At(12), metal.At(4))
		l.Put(ground, x-podiumWide/2, top)
		l.Put(medalSprite(place), x, top-90)
		digits := render.Bold(render.MinReadable+1, render.Black)
		l.Text(digits, x, top-90+digits.Height/2, render.Centre, strconv.Itoa(place))
		name := render.Legible(row.Name)
		style := render.Bold(36, render.Black).Shrunk(name, podiumWide, render.MinReadable)
		l.Text(style, x, top-18, render.Centre, style.Fit(name, podiumWide))
		l.Text(render.Bold(84, render.Black), x, top+112, render.Centre, row.Label)
		games := render.Lettering{Height: render.MinReadable, Colour: render.Black}
		l.Text(games, x, top+178, render.Centre, fmt.Sprintf("%d/%d", row.Wins, row.Games))
	}
	return l
}
