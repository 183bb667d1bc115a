package babel

import (
	"testing"

	"amytis/engine"
	game "amytis/engine/babel"
	"amytis/render"
	"amytis/render/rendertest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// looks paints sprites, each alone, and gives them in grey.
func looks(t *testing.T, sprites []*render.Sprite) [][]int {
	t.Helper()
	const size = 260
	greys := make([][]int, len(sprites))
	for i, s := range sprites {
		l := render.NewList(size, size, paper)
		l.Put(s, size/2, size/2)
		p, err := l.Picture()
		require.NoError(t, err)
		im := rendertest.Decode(t, p.PNG)
		for y := range size {
			for x := range size {
				greys[i] = append(greys[i], rendertest.Grey(im, x, y))
			}
		}
	}
	return greys
}

// assertTellApart holds every two pictures to differ clearly in a tenth of what
// is drawn in either.
func assertTellApart(t *testing.T, greys [][]int) {
	t.Helper()
	bare := greys[0][0]
	for i := range greys {
		for j := range i {
			n, drawn := 0, 0
			for k := range greys[i] {
				if greys[i][k] != bare {
					drawn++
				}
				if rendertest.Apart(greys[i][k], greys[j][k]) {
					n++
				}
			}
			assert.Greater(t, n*10, drawn, "%d and %d", i, j)
		}
	}
}

var peoples = []game.People{game.Assyrians, game.Hittites, game.Medes, game.Persians, game.Sumerians}

// All in one colour: what tells them apart is their shape.
func TestSignsDifferInShapeAlone(t *testing.T) {
	for _, r := range []float64{12, 40} {
		var sprites []*render.Sprite
		for _, people := range peoples {
			sprites = append(sprites, render.Draw("sign", 100, 100, 50, 50, func(p *render.Pen) {
				drawSign(p, people, r, ink, paper)
			}))
		}
		assertTellApart(t, looks(t, sprites))
	}
}

// In grey, with sign and letter, at the size of a card in a column, which is
// seen a strip of.
func TestCardsDifferWithoutColour(t *testing.T) {
	strip := phoneMeasures
	strip.body = strip.strip
	for _, w := range []int{phoneMeasures.card, phoneMeasures.lane/2 - 8} {
		var sprites []*render.Sprite
		for _, people := range peoples {
			sprites = append(sprites, cardSprite(people, &strip, w, false))
		}
		assertTellApart(t, looks(t, sprites))
	}
}

func TestPawnsDifferWithoutColour(t *testing.T) {
	assertTellApart(t, looks(t, []*render.Sprite{pawnSprite(1, 66), pawnSprite(engine.Seat(2), 66)}))
}

func TestStepsAndScaffoldingDifferWithoutColour(t *testing.T) {
	for s := game.Step(1); s <= topStep; s++ {
		assertTellApart(t, looks(t, []*render.Sprite{stepSprite(&phoneMeasures, s), scaffoldSprite(&phoneMeasures, s)}))
	}
}

func TestMigrationDoneAndToBeHadDiffer(t *testing.T) {
	assertTellApart(t, looks(t, []*render.Sprite{migrateSprite(44, false), migrateSprite(44, true)}))
}
