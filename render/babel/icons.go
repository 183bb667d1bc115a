package babel

import (
	"amytis/engine"
	game "amytis/engine/babel"
	"amytis/render"
)

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
