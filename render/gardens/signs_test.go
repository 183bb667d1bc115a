package gardens

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"

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
	for s := standStatue; s < standStairsToward; s++ { // its steps are those of stairs that lead away
		sprites = append(sprites, standingSprite(s, u, h))
	}
	for s := standStairsRight; s <= standStairsToward; s++ {
		sprites = append(sprites, arrowSprite(s, u, h))
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

// Signs need a contrast of 3, numbers and letters one of 4.5. Signs on stones have a light edge
// around a dark one, so their outline has enough contrast on every stone.
func TestSignsAndNumbersHaveContrastOnTheirGrounds(t *testing.T) {
	type pair struct {
		what       string
		on, ground render.Colour
		least      float64
	}
	const sign, number = 3, 4.5
	spot := render.Sand.At(15)
	pairs := []pair{
		{"icon on a spot", ink, spot, sign},
		{"dark edge in a light one", ink, paper, sign},
		{"icon on a statue", ink, plates[game.Statue], sign},
		{"water on a spot", wet, spot, sign},
		{"water on a fountain", wet, plates[game.Fountain], sign},
		{"water on a bridge", wet, plates[game.Bridge], sign},
		{"arrow on stairs", render.White, render.Red.At(5), sign},
		{"mark in its casing", mark, ink, sign},
		{"pillar's edge on paper", render.Wood.At(3), paper, sign},
		{"name on the frame", onWood, frame, number},
		{"letter on paper", ink, paper, number},
		{"zero on paper", faintInk, paper, number},
	}
	for _, f := range flowers {
		fill, edge := petalColours(f)
		pairs = append(pairs, pair{"edge of " + f.String(), edge, paper, sign},
			pair{"flower " + f.String(), edge, fill, sign}, pair{"level on " + f.String(), ink, fill, number})
	}
	for level := 1; level <= 3; level++ {
		pairs = append(pairs, pair{"yield", ink, cellGround(level), number},
			pair{"zero yield", faintInk, cellGround(level), number},
			pair{"pillar's edge", render.Wood.At(3), cellGround(level), sign})
	}
	for _, m := range materials {
		for level := 1; level <= 16; level++ {
			face := faceColour(m, levelShade(level))
			best := ink
			if paper.Contrast(face) > ink.Contrast(face) {
				best = paper
			}
			pairs = append(pairs, pair{"edges on " + m.String(), best, face, sign})
		}
	}
	for shade := 10; shade <= 13; shade++ {
		pairs = append(pairs, pair{"name on the sky", ink, render.Sky.At(shade), number},
			pair{"name on fields", ink, render.Leaf.At(shade), number})
	}
	for _, p := range pairs {
		assert.GreaterOrEqual(t, p.on.Contrast(p.ground), p.least, "%s: %s on %s", p.what, p.on, p.ground)
	}
}

func TestPicturesHaveNoCodesOfTiles(t *testing.T) {
	for _, view := range game.Game.Info().Views {
		shown := rendertest.List(t, Gallery{}, handmade(), render.Request{View: view}).String()
		assert.NotRegexp(t, `"[CGBS][JRIM]\d"`, shown)
		assert.Contains(t, shown, "flower ")
	}
}

// The arrow to the upper end is the only red on stairs.
func TestIsometricStairsHaveAnArrowFromEverySide(t *testing.T) {
	for dir := range 4 {
		for steps, want := range map[uint8]bool{lowerSteps: false, upperSteps: true} {
			im := isoDecorSprite(game.Stairs, dir, steps, 60, 60).Image()
			red := 0
			for i := 0; i < len(im.Pix); i += 4 {
				if int(im.Pix[i]) > 2*int(max(im.Pix[i+1], im.Pix[i+2])) {
					red++
				}
			}
			assert.Equal(t, want, red > 200, "direction %d, part %d: %d red pixels", dir, steps, red)
		}
	}
}

func TestTheNumberOfATileLeavesThePlateInItsMiddleFree(t *testing.T) {
	const u = boardHole
	var g game.GardenView
	place(&g, game.PlacedTile{Tile: 50, At: game.At(2, 2), Level: 1})
	for _, b := range []game.Hole{game.At(3, 2), game.At(2, 3)} {
		g.Decor = []game.Decoration{{Kind: game.Fountain, A: game.At(2, 2), B: b, Level: 1}}
		badge := newLayout(&g, u, func(game.Hole) bool { return false }).badges[0]
		x, y := -u/2, 0 // the plate is in the middle of the fountain
		if b.Col() == 3 {
			x, y = 0, u/2
		}
		apart := max(math.Abs(float64(badge.x-x)), math.Abs(float64(badge.y-y)))
		assert.GreaterOrEqual(t, int(apart), badge.r+px(u, spotShare)-3)
	}
}
