package babel

import (
	"testing"

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

// The cards are cut to the strip that is visible in a column.
func TestCardsDifferWithoutColour(t *testing.T) {
	strip := phoneMeasures
	strip.body = strip.strip
	for _, w := range []int{phoneMeasures.card, phoneMeasures.lane/2 - 8} {
		var sprites []*render.Sprite
		for _, people := range peoples {
			sprites = append(sprites, cardSprite(people, &strip, w, false))
		}
		tellApart(t, rendertest.Looks(t, sprites, 260))
	}
}

func TestPawnsDifferWithoutColour(t *testing.T) {
	tellApart(t, rendertest.Looks(t, []*render.Sprite{pawnSprite(1, 66), pawnSprite(engine.Seat(2), 66)}, 260))
}

func TestStepsAndScaffoldingDifferWithoutColour(t *testing.T) {
	for s := game.Step(1); s <= topStep; s++ {
		tellApart(t, rendertest.Looks(t,
			[]*render.Sprite{stepSprite(&phoneMeasures, s), scaffoldSprite(&phoneMeasures, s)}, 260))
	}
}

func TestMigrationSignsDifferWithoutColour(t *testing.T) {
	tellApart(t, rendertest.Looks(t, []*render.Sprite{migrateSprite(44, false), migrateSprite(44, true)}, 260))
}
