package babel

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"amytis/engine"
	game "amytis/engine/babel"
	"amytis/render"
	"amytis/render/rendertest"
)

// tellApart checks that every two looks differ in at least a tenth.
func tellApart(t *testing.T, looks []rendertest.Look) {
	t.Helper()
	rendertest.CheckDistinct(t, looks, 10)
}

var peoples = []game.People{game.Assyrians, game.Hittites, game.Medes, game.Persians, game.Sumerians}

func TestSignsDifferInShapeAlone(t *testing.T) {
	for _, r := range []float64{12, 40} {
		var sprites []*render.Sprite
		for _, people := range peoples {
			sprites = append(sprites, render.Draw("sign", 100, 100, 50, 50, func(p *render.Pen) {
				drawSign(p, people, r, ink, paper)
			}))
		}
		tellApart(t, rendertest.Looks(t, sprites, 260))
	}
}

// columnCards returns a card of each people without the part that another card covers.
func columnCards(c cardLook) []*render.Sprite {
	var sprites []*render.Sprite
	for _, c.people = range peoples {
		sprites = append(sprites, cardSprite(c))
	}
	return sprites
}

func TestCardsDifferWithoutColour(t *testing.T) {
	for _, m := range []*measures{&tableMeasures, &handMeasures} {
		for _, h := range []int{m.cardHeight(), m.halfCardHeight()} {
			for _, step := range []int{narrowest, widest} {
				c := cardLook{half: half{step == widest}, w: step + rest, h: h}
				tellApart(t, rendertest.Looks(t, columnCards(c), 120))
			}
		}
	}
}

func TestHandCardsDifferWithoutColour(t *testing.T) {
	var sprites []*render.Sprite
	for _, people := range peoples {
		sprites = append(sprites, handCardSprite(people, 0, false))
	}
	tellApart(t, rendertest.Looks(t, sprites, 260))
}

func TestMarksOfChangesDifferWithoutColour(t *testing.T) {
	fresh := cardLook{people: game.Medes, half: half{true}, w: widest + rest, h: tableMeasures.cardHeight(),
		hat: tableMeasures.hat}
	old := fresh
	fresh.fresh = true
	for name, pair := range map[string][]*render.Sprite{
		"people card": {cardSprite(old), cardSprite(fresh)},
		"temple card": {templeCardSprite(4, half{}, 48, false, false), templeCardSprite(4, half{}, 48, false, true)},
		"step":        {stepSprite(2, tableMeasures.step, false), stepSprite(2, tableMeasures.step, true)},
		"pawn":        {pawnSprite(1, 70, false), pawnSprite(1, 70, true)},
		"place left":  {pawnSprite(1, 70, false), footprintSprite(1, 70)},
		"value":       {valueSprite(40, false), valueSprite(40, true)},
		"pill":        {pillSprite(60, false), pillSprite(60, true)},
		"hand card":   {handCardSprite(game.Medes, 0, false), handCardSprite(game.Medes, 0, true)},
	} {
		t.Run(name, func(t *testing.T) { rendertest.CheckDistinct(t, rendertest.Looks(t, pair, 260), 25) })
	}
}

func TestPawnsDifferWithoutColour(t *testing.T) {
	for _, h := range []int{48, 70} {
		pawns := []*render.Sprite{pawnSprite(1, h, false), pawnSprite(engine.Seat(2), h, false)}
		tellApart(t, rendertest.Looks(t, pawns, 260))
		rendertest.CheckDistinct(t, rendertest.Outlines(rendertest.Looks(t, pawns, 260)), 20)
	}
}

func TestStepsAndScaffoldingDifferWithoutColour(t *testing.T) {
	for s := game.Step(1); s <= topStep; s++ {
		for _, m := range []*measures{&tableMeasures, &handMeasures} {
			tellApart(t, rendertest.Looks(t,
				[]*render.Sprite{stepSprite(s, m.step, false), scaffoldSprite(s, m.step)}, 260))
		}
	}
}

func TestMigrationSignsDifferWithoutColour(t *testing.T) {
	tellApart(t, rendertest.Looks(t,
		[]*render.Sprite{migrateSprite(signSize, false), migrateSprite(signSize, true)}, 260))
}

// Signs and letters in sprites do not show in display lists, so [render.List.Unreadable] does not
// see how high they are.
func TestSignsAndLettersInSpritesAreReadable(t *testing.T) {
	radii := map[float64]bool{cornerSize / 2: true}
	face := func(w, h int) {
		r, high := faceSizes(float64(w), float64(h))
		radii[r] = true
		if high != 0 {
			assert.GreaterOrEqual(t, high, float64(render.MinReadable))
			assert.Less(t, 2*r+high, float64(h)-4)
		}
	}
	for _, m := range []*measures{&tableMeasures, &handMeasures} {
		for step := narrowest; step <= widest; step++ {
			face(step, m.cardHeight())
			face(step, m.halfCardHeight())
		}
		face(wallWidth-24, m.row-15)
		assert.GreaterOrEqual(t, m.cardHeight(), int(faceHeight), "cards have letters")
	}
	face(discardSign, discardSign)
	for r := range radii {
		for _, people := range peoples {
			l := render.NewList(100, 100, paper)
			l.Put(render.Draw(people.String(), 100, 100, 50, 50, func(p *render.Pen) {
				drawSign(p, people, r, ink, paper)
			}), 50, 50)
			assert.Empty(t, l.Unreadable(), "radius %v", r)
		}
	}
}

// Signs need a contrast of 3 to what they lie on, letters and digits 4.5.
const (
	signContrast   = 3
	letterContrast = 4.5
)

func TestSignsAndLettersStandOutFromTheirGround(t *testing.T) {
	type colour = render.Colour
	check := func(what string, least float64, on []colour, paints ...colour) {
		t.Helper()
		for _, ground := range on {
			for _, paint := range paints {
				assert.GreaterOrEqual(t, paint.Contrast(ground), least, "%s: %s on %s", what, paint, ground)
			}
		}
	}
	floors, plates := []colour{plain, under, lit}, []colour{plain, lit}
	sky := append([]colour{render.Sand.At(12), render.Sand.At(13)}, skyColours[:]...) // with the hills

	for _, people := range peoples {
		ground, edge, mark := peopleColours(people)
		check("sign and letter of "+people.String(), letterContrast, []colour{ground}, mark)
		check("edge of "+people.String(), signContrast, floors, edge)
		dark := ground
		if mark == ink {
			dark = edge
		}
		check("disc of "+people.String(), signContrast, []colour{cream}, dark)
		check("carpet", signContrast, []colour{carpetGround}, cream, gold)
	}
	check("counts of cards", letterContrast, floors, brown)
	check("values of temples", letterContrast, sky, ink)
	check("changes", letterContrast, []colour{grown, lost}, white)
	check("pills", signContrast, floors, grown, lost)
	check("changed values", signContrast, sky, grown, lost)
	check("heads", letterContrast, plates, ink, lost)
	check("piles", letterContrast, plates, ink, lost, faint)
	check("empty things", signContrast, []colour{plain}, pale)
	check("yard", letterContrast, []colour{cream}, ink)
	check("yard under the top", letterContrast, []colour{under}, brown)
	check("trios", signContrast, []colour{ink}, gold)
	check("trios", signContrast, floors, ink)
	check("gate", letterContrast, []colour{gateGround(false), gateGround(true)}, white)
	check("counts of a large hand", letterContrast, []colour{carpetGround}, cream)
	check("backs of cards", signContrast, []colour{render.Clay.At(5)}, render.Clay.At(13))
	check("piles of cards", signContrast, plates, render.Clay.At(5), frame)
	for _, seat := range []engine.Seat{1, 2} {
		fill, mark := pawnColours(seat)
		check("pawn's number", letterContrast, []colour{fill}, mark)
		check("pawn's edge", signContrast, append(sky, floors...), ink)
	}
}
