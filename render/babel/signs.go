package babel

import (
	"math"

	"amytis/engine"
	game "amytis/engine/babel"
	"amytis/render"
)

// drawSign draws the sign of a people within r of the origin: a bull's head for Assyria, a chariot
// wheel for the Hittites, a fire altar for the Medes, a winged disc for Persia, a star for Sumer.
func drawSign(p *render.Pen, people game.People, r float64, c, back render.Colour) {
	switch people {
	case game.Assyrians:
		drawBull(p, r, c, back)
	case game.Hittites:
		drawWheel(p, r, c)
	case game.Medes:
		drawAltar(p, r, c, back)
	case game.Persians:
		drawWings(p, r, c, back)
	case game.Sumerians:
		drawRays(p, r, c, back)
	}
}

func drawBull(p *render.Pen, r float64, c, back render.Colour) {
	for _, s := range []float64{-1, 1} {
		p.Curve(pt(s*r*.2, -r*.42), pt(s*r*.95, -r*.35), pt(s*r*1.0, -r*.6), pt(s*r*.72, -r*.98))
		p.Stroke(c, r*.24)
		p.Petal(pt(s*r*.3, -r*.22), pt(s*r*.98, -r*.02), .2*r)
		p.Fill(c)
	}
	p.Polygon(pt(-r*.5, -r*.5), pt(r*.5, -r*.5), pt(r*.42, r*.2), pt(r*.36, r*.78), pt(r*.16, r*.98),
		pt(-r*.16, r*.98), pt(-r*.36, r*.78), pt(-r*.42, r*.2))
	p.Fill(c)
	for _, s := range []float64{-1, 1} {
		p.Circle(s*r*.22, -r*.06, r*.1)
		p.Fill(back)
		p.Circle(s*r*.16, r*.72, r*.07)
		p.Fill(back)
	}
}

func drawWheel(p *render.Pen, r float64, c render.Colour) {
	p.Circle(0, 0, r*.86)
	p.Stroke(c, r*.28)
	for i := range 3 {
		p.Line(render.Polar(float64(i)/6, r*.8), render.Polar(float64(i)/6, -r*.8))
	}
	p.Stroke(c, r*.17)
	p.Circle(0, 0, r*.27)
	p.Fill(c)
}

func drawAltar(p *render.Pen, r float64, c, back render.Colour) {
	p.Box(-r*.72, r*.7, r*1.44, r*.28, 0)
	p.Fill(c)
	p.Box(-r*.5, r*.38, r*1.0, r*.22, 0)
	p.Fill(c)
	for _, s := range []float64{-1, 1} {
		p.Petal(pt(s*r*.16, r*.3), pt(s*r*.62, -r*.5), r*.22)
		p.Fill(c)
	}
	p.Petal(pt(0, r*.34), pt(0, -r*1.02), r*.52)
	p.Fill(c)
	p.Petal(pt(0, r*.24), pt(0, -r*.34), r*.2)
	p.Fill(back)
}

func drawWings(p *render.Pen, r float64, c, back render.Colour) {
	for i, w := range []float64{1.06, .92, .68} {
		y := r * (-.62 + .31*float64(i))
		p.Box(-r*w, y, 2*r*w, r*.25, r*.12)
		p.Fill(c)
	}
	p.Polygon(pt(-r*.17, r*.2), pt(r*.17, r*.2), pt(r*.52, r), pt(-r*.52, r))
	p.Fill(c)
	p.Circle(0, -r*.44, r*.6)
	p.Fill(back)
	p.Circle(0, -r*.44, r*.54)
	p.Fill(c)
	p.Circle(0, -r*.44, r*.24)
	p.Fill(back)
}

func drawRays(p *render.Pen, r float64, c, back render.Colour) {
	p.Star(8, r*1.06, r*.43)
	p.Fill(c)
	p.Circle(0, 0, r*.2)
	p.Fill(back)
}

// plaqueSprite returns a people's sign on a plaque of its colour, with its letter if that fits.
// empty is for a people without cards.
func plaqueSprite(people game.People, w, h int, empty bool) *render.Sprite {
	return sheet.Draw("plaque "+people.String(), key{render.Flag(empty)}, w, h, w/2, h/2, func(p *render.Pen) {
		w, h := float64(w), float64(h)
		ground, edge, mark := peopleColours(people)
		if empty {
			ground, edge, mark = plain, render.Sand.At(8), pale
		}
		p.Box(1.5-w/2, 1.5-h/2, w-3, h-3, w*.16)
		p.Outline(ground, edge, 3)
		p.Translated(0, -h/2, func() { drawFace(p, people, w, h, mark, ground) })
	})
}

// These are the least sizes of signs and letters on cards and plaques.
const (
	signRadius = 15.
	faceLetter = render.MinReadable
	// faceHeight is the height of a card that has room for its sign and its letter.
	faceHeight = 2*signRadius + faceLetter + 7
)

// faceSizes returns the sign's radius, and the letter's height or 0 if both do not fit.
func faceSizes(w, h float64) (radius, high float64) {
	if h < faceHeight {
		return math.Min(w/2-1, h*.46), 0
	}
	more := h - faceHeight
	return math.Min(w/2-1, signRadius+more*.25), math.Min(w*.9, faceLetter+more*.2)
}

// drawFace draws a people's sign, and its letter below, in a strip of w by h below the origin.
func drawFace(p *render.Pen, people game.People, w, h float64, c, back render.Colour) {
	r, high := faceSizes(w, h)
	if high == 0 {
		p.Translated(0, h/2, func() { drawSign(p, people, r, c, back) })
		return
	}
	gap := (h - 2*r - high) / 3
	p.Translated(0, gap+r, func() { drawSign(p, people, r, c, back) })
	p.Letter(rune(people.String()[0]), 0, h-gap-high/2, high)
	p.Fill(c)
}

func (Gallery) Icon(icon engine.Icon) *render.Sprite {
	name := game.Game.Info().IconName(icon)
	if name == "" {
		return nil
	}
	draw := map[engine.Icon]func(p *render.Pen){
		game.CardIcon: drawCardsIcon, game.DiscardIcon: drawDiscardIcon, game.MigrateIcon: drawMigrateIcon,
		game.TempleIcon: drawTempleIcon,
	}[icon]
	if draw == nil {
		draw = func(p *render.Pen) { drawPeopleIcon(p, game.People(icon)) }
	}
	return render.DrawIcon(name, draw)
}

func drawPeopleIcon(p *render.Pen, people game.People) {
	ground, _, mark := peopleColours(people)
	p.Plate(ground)
	drawSign(p, people, 38, mark, ground)
}

const iconCard = 88.

func layCard(p *render.Pen) { p.Box(-iconCard*.35, -iconCard/2, iconCard*.7, iconCard, iconCard*.1) }

func drawCardsIcon(p *render.Pen) {
	each := func(draw func()) {
		for _, side := range []float64{-1, 1} {
			p.Translated(side*14, 0, func() { p.Rotated(side*.035, draw) })
		}
	}
	each(func() { p.Edge(func() { layCard(p) }) })
	each(func() {
		layCard(p)
		p.Outline(ink, ink, 8)
		drawBack(p, iconCard*.7, iconCard)
	})
}

func drawDiscardIcon(p *render.Pen) {
	card := func(draw func()) { p.Translated(-12, -4, draw) }
	minus := func() { p.Circle(20, 24, 25) }
	card(func() { p.Edge(func() { layCard(p) }) })
	p.Edge(minus)
	card(func() { drawBack(p, iconCard*.7, iconCard) })
	minus()
	p.Outline(ink, ink, 12)
	minus()
	p.Fill(lost)
	p.Box(6, 18, 28, 12, 2)
	p.Fill(white)
}

func drawMigrateIcon(p *render.Pen) {
	p.Plate(render.Sand.At(13))
	for i := range 3 {
		p.Box(-42, -38+26*float64(i), 36, 24, 4)
		p.Outline(white, ink, 5)
	}
	p.Line(pt(2, 0), pt(24, 0))
	p.Stroke(ink, 13)
	p.Polygon(pt(14, -26), pt(44, 0), pt(14, 26))
	p.Fill(ink)
}

func drawTempleIcon(p *render.Pen) {
	const wide, high, steps = 104., 90., 3
	step := func(i int) {
		w := wide * (1 - float64(i)*.8/steps)
		p.Box(-w/2, high/2-high*float64(i+1)/steps, w, high/steps, 0)
	}
	p.Edge(func() {
		for i := range steps {
			step(i)
		}
	})
	for i, c := range []render.Colour{render.Clay.At(7), render.Clay.At(10), render.Lapis.At(7)} {
		step(i)
		p.Outline(c, ink, 5)
	}
}

func (Gallery) EachSign(show func(name string, s *render.Sprite)) {
	const size = 76
	for p := game.Assyrians; p <= game.Sumerians; p++ {
		show("people."+p.String(), plaqueSprite(p, size, size, false))
	}
	show("sign.deck", backSprite(size, 3))
	show("sign.hand", handSprite(size))
	show("sign.quarry", templeBackSprite(size, 3))
	show("sign.temple", templeCardSprite(3, half{}, size, true, false))
	show("sign.first", dutySprite(size*2/3))
	show("sign.discards", heapSprite(size))
	show("sign.pawn", pawnSprite(1, size*3/4, false))
	show("sign.migrate", migrateSprite(size, false))
	show("sign.owed", owedSprite(size))
	show("sign.goal", pennantSprite(size*2/3))
	show("sign.points", render.ScoreStar(size))
}
