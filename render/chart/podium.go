package chart

import (
	"fmt"
	"strconv"

	"amytis/render"
)

// Podium shows the first three of a season, or fewer. They may share places.
type Podium struct{ Rows []Rank }

// The layout of a podium, in pixels: a block's width and its distance to the next, where the blocks
// begin by place, and where they all end.
const (
	podiumWide = 320
	podiumStep = 334
	podiumEnd  = 520
)

var podiumTops = [...]int{170, 240, 296}

// podiumOrder has the winner in the middle.
var podiumOrder = [...]int{0, -1, 1}

func (p Podium) Draw() render.Picture { return p.compose().Picture() }

func (p Podium) compose() *render.List {
	l := render.NewList(render.Width, podiumEnd+10, render.Paper)
	for i, row := range p.Rows[:min(len(p.Rows), len(medals))] {
		place := row.Place
		metal := medals[place-1]
		l.Note("place %d", place)
		x, top := render.Width/2+podiumOrder[i]*podiumStep, podiumTops[place-1]
		l.Put(render.Plate(fmt.Sprintf("podium %d", place), podiumWide, podiumEnd-top, 12, 4, metal.At(12), metal.At(4)),
			x-podiumWide/2, top)
		l.Put(medalSprite(place), x, top-90)
		digits := render.Bold(render.MinReadable+1, render.Black)
		l.Text(digits, x, top-90+digits.Height/2, render.Centre, strconv.Itoa(place))
		name := render.Legible(row.Name)
		style := render.Bold(36, render.Black)
		for style.Height > render.MinReadable && style.Width(name) > podiumWide {
			style.Height--
		}
		l.Text(style, x, top-18, render.Centre, style.Fit(name, podiumWide))
		l.Text(render.Bold(84, render.Black), x, top+112, render.Centre, row.Label)
		games := render.Lettering{Height: render.MinReadable, Colour: render.Black}
		l.Text(games, x, top+178, render.Centre, fmt.Sprintf("%d/%d", row.Wins, row.Games))
	}
	return l
}
