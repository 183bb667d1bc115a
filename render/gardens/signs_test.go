package gardens

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"

	game "amytis/engine/gardens"
	"amytis/render"
	"amytis/render/rendertest"
)

var (
	flowers   = []game.Flower{game.Jasmine, game.Rose, game.Iris, game.Marigold}
	icons     = []game.Icon{game.Blank, game.Statue, game.Fountain, game.Bridge, game.Stairs}
	materials = []game.Material{game.Clay, game.Granite, game.Basalt, game.Start}
)

func TestFlowersDifferInOutlineAlone(t *testing.T) {
	for _, size := range []int{24, 60} {
		flower := func(f game.Flower) *render.Sprite { return flowerSprite(f, size) }
		rendertest.CheckOutlines(t, 12, size+4, rendertest.Sprites(flower, flowers...)...)
	}
	for _, r := range []int{px(boardHole, badgeShare), px(boardHole, wideBadgeShare)} {
		badge := func(f game.Flower) *render.Sprite { return badgeSprite(f, r, false) }
		rendertest.CheckOutlines(t, 12, 2*r+12, rendertest.Sprites(badge, flowers...)...)
	}
}

func TestThingsDifferWithoutColour(t *testing.T) {
	for _, u := range []int{44, boardHole} {
		spot := func(i game.Icon) *render.Sprite { return spotSprite(i, u) }
		rendertest.CheckDistinct(t, 12, px(u, .6), rendertest.Sprites(spot, icons...)...)
	}
	const u = 60
	rendertest.CheckDistinct(t, 12, 6*u,
		decorSprite(game.Statue, 0, u), decorSprite(game.Fountain, 0, u), decorSprite(game.Bridge, 0, u),
		decorSprite(game.Stairs, 0, u), decorSprite(game.Stairs, 2, u), belvedereSprite(u))
	// Clay and the glazed start tiles are about equally dark, so only the rim tells them apart.
	tile := func(m game.Material) *render.Sprite { return tileSprite(m, 1, u) }
	rendertest.CheckDistinct(t, 12, 2*u+8, rendertest.Sprites(tile, materials...)...)
	var standing []*render.Sprite
	for s := standStatue; s < standStairsToward; s++ { // its steps are also on stairs that lead away
		standing = append(standing, standingSprite(s, u, u))
	}
	for s := standStairsRight; s <= standStairsToward; s++ {
		standing = append(standing, arrowSprite(s, u, u))
	}
	for k := game.SinglePillar; k <= game.StatueSupport; k++ {
		standing = append(standing, pillarSprite(k, 0, u, u))
	}
	rendertest.CheckDistinct(t, 12, 4*u, standing...)
	const fits, not = render.Verdict(true), render.Verdict(false)
	rendertest.CheckDistinct(t, 12, 4*u, fits.Sign(u), not.Sign(u))
	rendertest.CheckDistinct(t, 12, 4*u, fits.Frame(2*u, 2*u, ghostWide(u)), not.Frame(2*u, 2*u, ghostWide(u)))
	rendertest.CheckDistinct(t, 12, 4*u, fits.Frame(2*u, slabHeight(u), 3), not.Frame(2*u, slabHeight(u), 3))
}

// Signs need a contrast of 3, numbers and letters one of 4.5. Signs on stones have a light edge
// around a dark one, so their outline has enough contrast on every stone.
func TestSignsAndNumbersHaveContrastOnTheirGrounds(t *testing.T) {
	type colours = []render.Colour
	const sign, letter = rendertest.SignContrast, rendertest.LetterContrast
	check := func(what string, least float64, on colours, paints ...render.Colour) {
		rendertest.CheckContrast(t, what, least, on, paints...)
	}
	check("icon and water on a spot", sign, colours{render.Sand.At(15)}, ink, wet)
	check("dark edge in a light one", sign, colours{paper}, ink)
	check("icon on a statue", sign, colours{plates[game.Statue]}, ink)
	check("water", sign, colours{plates[game.Fountain], plates[game.Bridge]}, wet)
	check("arrow on stairs", sign, colours{render.Red.At(5)}, render.White)
	check("mark in its casing", sign, colours{ink}, mark)
	check("pillar's edge", sign, colours{paper, cellGround(1), cellGround(2), cellGround(3)}, render.Wood.At(3))
	check("name on the frame", letter, colours{frame}, onWood)
	check("letter and zero on paper", letter, colours{paper}, ink, faintInk)
	check("yield and zero yield", letter, colours{cellGround(1), cellGround(2), cellGround(3)}, ink, faintInk)
	for _, f := range flowers {
		fill, edge := petalColours(f)
		check("flower "+f.String(), sign, colours{paper, fill}, edge)
		check("level on "+f.String(), letter, colours{fill}, ink)
	}
	for _, m := range materials {
		for level := 1; level <= 16; level++ {
			face := faceColour(m, levelShade(level))
			assert.GreaterOrEqual(t, max(paper.Contrast(face), ink.Contrast(face)), 3., "edges on %s", m)
		}
	}
	for shade := 10; shade <= 13; shade++ {
		check("name on the sky and on fields", letter, colours{render.Sky.At(shade), render.Leaf.At(shade)}, ink)
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
