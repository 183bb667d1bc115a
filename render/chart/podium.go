package chart

import (
	"fmt"
	"strconv"

	"amytis/render"
)

// Podium shows the first three of a season, or fewer.
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

func (p Podium) Draw() (render.Picture, error) { return p.list().Picture() }

func (p Podium) list() *render.List {
	l := render.NewList(render.Width, podiumEnd+10, render.Paper)
	for i, row := range p.Rows[:min(len(p.Rows), len(medals))] {
		l.Note("place %d", i+1)
		x, top := render.Width/2+podiumOrder[i]*podiumStep, podiumTops[i]
		l.Put(render.Plate(fmt.Sprintf("podium %d", i+1), podiumWide, podiumEnd-top, 12, 4, medals[i].At(12), medals[i].At(4)),
			x-podiumWide/2, top)
		l.Put(medalSprite(i+1), x, top-90)
		digits := render.Bold(render.MinReadable+1, render.Black)
		l.Text(digits, x, top-90+digits.Height/2, render.Centre, strconv.Itoa(i+1))
		name, style := render.Legible(row.Name), render.Bold(36, render.Black)
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
