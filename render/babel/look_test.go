package babel

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"amytis/engine"
	"amytis/render"
)

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
