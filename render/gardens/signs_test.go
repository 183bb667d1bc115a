package gardens

import (
	"testing"

	game "amytis/engine/gardens"
	"amytis/render"
	"amytis/render/rendertest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// looks paints sprites, each alone, and gives them in grey.
func looks(t *testing.T, sprites []*render.Sprite, size int) [][]int {
	t.Helper()
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

// outlines turns pictures into what is drawn at all and what is not.
func outlines(greys [][]int) [][]int {
	bare := greys[0][0]
	for _, g := range greys {
		for i := range g {
			if g[i] != bare {
				g[i] = 0
			}
		}
	}
	return greys
}

// assertTellApart holds every two pictures to differ clearly in a twelfth of
// what is drawn in either.
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
			assert.Greater(t, n*12, drawn, "%d and %d", i, j)
		}
	}
}

var (
	flowers   = []game.Flower{game.Jasmine, game.Rose, game.Iris, game.Marigold}
	icons     = []game.Icon{game.Blank, game.Statue, game.Fountain, game.Bridge, game.Stairs}
	materials = []game.Material{game.Clay, game.Granite, game.Basalt, game.Start}
)

func TestFlowersDifferInOutlineAlone(t *testing.T) {
	for _, size := range []int{24, 60} {
		var sprites []*render.Sprite
		for _, f := range flowers {
			sprites = append(sprites, flowerSprite(f, size))
		}
		assertTellApart(t, outlines(looks(t, sprites, size+4)))
	}
}

func TestIconsDifferWithoutColour(t *testing.T) {
	for _, r := range []int{12, 27} {
		var sprites []*render.Sprite
		for _, i := range icons {
			sprites = append(sprites, spotSprite(i, r))
		}
		assertTellApart(t, looks(t, sprites, 2*r+4))
	}
}

func TestDecorationsDifferWithoutColour(t *testing.T) {
	const u = 60
	sprites := []*render.Sprite{
		decorSprite(game.Statue, 0, u), decorSprite(game.Fountain, 0, u), decorSprite(game.Bridge, 0, u),
		decorSprite(game.Stairs, 0, u), decorSprite(game.Stairs, 2, u), belvedereSprite(u),
	}
	assertTellApart(t, looks(t, sprites, 6*u))
}

func TestStandingThingsDifferWithoutColour(t *testing.T) {
	const u, h = 60, 60
	var sprites []*render.Sprite
	for s := standStatue; s <= standStairsToward; s++ {
		sprites = append(sprites, standingSprite(s, u, h))
	}
	for k := game.SinglePillar; k <= game.StatueSupport; k++ {
		sprites = append(sprites, pillarSprite(k, 0, u, h))
	}
	assertTellApart(t, looks(t, sprites, 4*u))
}

func TestMaterialsDifferWithoutColour(t *testing.T) {
	const u = 60
	var sprites []*render.Sprite
	for _, m := range materials {
		sprites = append(sprites, tileSprite(m, 1, u))
	}
	// Clay and the glazed start tiles are about as dark: the rim must tell.
	assertTellApart(t, looks(t, sprites, 2*u+8))
}

func TestEffectsDifferWithoutColour(t *testing.T) {
	var sprites []*render.Sprite
	for e := game.NoEffect; e <= game.Minus; e++ {
		sprites = append(sprites, effectSprite(e, 50))
	}
	assertTellApart(t, looks(t, sprites, 54))
}
