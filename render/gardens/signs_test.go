package gardens

import (
	"testing"

	game "amytis/engine/gardens"
	"amytis/render"
	"amytis/render/rendertest"
)

// tellApart checks that every two looks differ in at least a twelfth.
func tellApart(t *testing.T, looks []rendertest.Look) {
	t.Helper()
	rendertest.CheckDistinct(t, looks, 12)
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
		tellApart(t, rendertest.Outlines(rendertest.Looks(t, sprites, size+4)))
	}
}

func TestBadgesDifferInOutlineAlone(t *testing.T) {
	for _, r := range []int{px(boardHole, badgeShare), px(boardHole, wideBadgeShare)} {
		var sprites []*render.Sprite
		for _, f := range flowers {
			sprites = append(sprites, badgeSprite(f, r, false))
		}
		tellApart(t, rendertest.Outlines(rendertest.Looks(t, sprites, 2*r+12)))
	}
}

func TestIconsDifferWithoutColour(t *testing.T) {
	for _, u := range []int{44, boardHole} {
		var sprites []*render.Sprite
		for _, i := range icons {
			sprites = append(sprites, spotSprite(i, u))
		}
		tellApart(t, rendertest.Looks(t, sprites, px(u, .6)))
	}
}

func TestDecorationsDifferWithoutColour(t *testing.T) {
	const u = 60
	sprites := []*render.Sprite{
		decorSprite(game.Statue, 0, u), decorSprite(game.Fountain, 0, u), decorSprite(game.Bridge, 0, u),
		decorSprite(game.Stairs, 0, u), decorSprite(game.Stairs, 2, u), belvedereSprite(u),
	}
	tellApart(t, rendertest.Looks(t, sprites, 6*u))
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
	tellApart(t, rendertest.Looks(t, sprites, 4*u))
}

func TestMaterialsDifferWithoutColour(t *testing.T) {
	const u = 60
	var sprites []*render.Sprite
	for _, m := range materials {
		sprites = append(sprites, tileSprite(m, 1, u))
	}
	// Clay and the glazed start tiles are about equally dark, so only the rim tells them apart.
	tellApart(t, rendertest.Looks(t, sprites, 2*u+8))
}
