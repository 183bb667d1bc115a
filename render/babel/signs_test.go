package babel

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"amytis/engine"
	game "amytis/engine/babel"
	"amytis/render"
	"amytis/render/rendertest"
)

var peoples = []game.People{game.Assyrians, game.Hittites, game.Medes, game.Persians, game.Sumerians}

// signOf returns the sign of a people within r of its middle.
func signOf(r float64) func(people game.People) *render.Sprite {
	return func(people game.People) *render.Sprite {
		return render.Draw(people.String(), 100, 100, 50, 50, func(p *render.Pen) {
			drawSign(p, people, r, ink, paper)
		})
	}
}

func TestThingsDifferWithoutColour(t *testing.T) {
	for _, r := range []float64{12, 40} {
		rendertest.CheckDistinct(t, 10, 260, rendertest.Sprites(signOf(r), peoples...)...)
	}
	card := func(people game.People) *render.Sprite { return handCardSprite(people, 0, false) }
	rendertest.CheckDistinct(t, 10, 260, rendertest.Sprites(card, peoples...)...)
	rendertest.CheckDistinct(t, 10, 260, migrateSprite(signSize, false), migrateSprite(signSize, true))
	for _, m := range []*measures{&tableMeasures, &handMeasures} {
		for _, h := range []int{m.cardHeight(), m.halfCardHeight()} {
			for _, step := range []int{narrowest, widest} { // without the part that another card covers
				card := func(people game.People) *render.Sprite {
					return cardSprite(cardLook{people: people, half: half{step == widest}, w: step + rest, h: h})
				}
				rendertest.CheckDistinct(t, 10, 120, rendertest.Sprites(card, peoples...)...)
			}
		}
		for s := game.Step(1); s <= topStep; s++ {
			rendertest.CheckDistinct(t, 10, 260, stepSprite(s, m.step, false), scaffoldSprite(s, m.step))
		}
	}
	for _, h := range []int{48, 70} {
		rendertest.CheckDistinct(t, 10, 260, pawnSprite(1, h, false), pawnSprite(2, h, false))
		rendertest.CheckOutlines(t, 20, 260, pawnSprite(1, h, false), pawnSprite(2, h, false))
	}
}

func TestMarksOfChangesDifferWithoutColour(t *testing.T) {
	old := cardLook{people: game.Medes, half: half{true}, w: widest + rest, h: tableMeasures.cardHeight(),
		hat: tableMeasures.hat}
	fresh := old
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
		t.Run(name, func(t *testing.T) { rendertest.CheckDistinct(t, 25, 260, pair...) })
	}
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
			l.Put(signOf(r)(people), 50, 50)
			assert.Empty(t, l.Unreadable(), "radius %v", r)
		}
	}
}

func TestSignsAndLettersStandOutFromTheirGround(t *testing.T) {
	type colour = render.Colour
	const sign, letter = rendertest.SignContrast, rendertest.LetterContrast
	check := func(what string, least float64, on []colour, paints ...colour) {
		rendertest.CheckContrast(t, what, least, on, paints...)
	}
	floors, plates := []colour{plain, under, lit}, []colour{plain, lit}
	sky := append([]colour{render.Sand.At(12), render.Sand.At(13)}, skyColours[:]...) // with the hills

	for _, people := range peoples {
		ground, edge, mark := peopleColours(people)
		check("sign and letter of "+people.String(), letter, []colour{ground}, mark)
		check("edge of "+people.String(), sign, floors, edge)
		dark := ground
		if mark == ink {
			dark = edge
		}
		check("disc of "+people.String(), sign, []colour{cream}, dark)
		check("carpet", sign, []colour{carpetGround}, cream, gold)
	}
	check("counts of cards", letter, floors, brown)
	check("values of temples", letter, sky, ink)
	check("changes", letter, []colour{grown, lost}, white)
	check("pills", sign, floors, grown, lost)
	check("changed values", sign, sky, grown, lost)
	check("heads", letter, plates, ink, lost)
	check("piles", letter, plates, ink, lost, faint)
	check("empty things", sign, []colour{plain}, pale)
	check("yard", letter, []colour{cream}, ink)
	check("yard under the top", letter, []colour{under}, brown)
	check("trios", sign, []colour{ink}, gold)
	check("trios", sign, floors, ink)
	check("gate", letter, []colour{gateGround(false), gateGround(true)}, white)
	check("counts of a large hand", letter, []colour{carpetGround}, cream)
	check("backs of cards", sign, []colour{render.Clay.At(5)}, render.Clay.At(13))
	check("piles of cards", sign, plates, render.Clay.At(5), frame)
	for _, seat := range []engine.Seat{1, 2} {
		fill, mark := pawnColours(seat)
		check("pawn's number", letter, []colour{fill}, mark)
		check("pawn's edge", sign, append(sky, floors...), ink)
	}
}
