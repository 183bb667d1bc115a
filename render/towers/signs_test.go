package towers

import (
	"bytes"
	"image/png"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	game "amytis/engine/towers"
	"amytis/render"
	"amytis/render/rendertest"
)

// Phones show nobles no smaller than the smallest of these sizes.
func TestNoblesDifferInShapeAndSize(t *testing.T) {
	for _, r := range []int{7, 12, 24} {
		var tokens, figures []*render.Sprite
		for c := game.Blue; c <= game.White; c++ {
			tokens = append(tokens, tokenSprite(small(c), r), tokenSprite(large(c), r*5/4))
			figures = append(figures, figureSprite(small(c), r), figureSprite(large(c), r*5/4))
		}
		rendertest.CheckOutlines(t, 10, 5*r+20, tokens...)
		rendertest.CheckOutlines(t, 16, 14*r, figures...)
	}
}

func TestPiecesDifferWithoutColour(t *testing.T) {
	for _, u := range []int{32, 60} {
		rendertest.CheckDistinct(t, 10, 4*u,
			towerSprite(1, game.North, false, u), bridgeSprite(1, false, 1, u), bridgeSprite(1, true, 1, u))
	}
	for _, u := range []int{24, 60} {
		rendertest.CheckDistinct(t, 10, 7*u,
			sideBridgeSprite(true, 0, u, u), sideBridgeSprite(false, 0, u, u), sideTowerSprite(2, 0, u, u))
		block := func(k kind) *render.Sprite { return isoBlockSprite(&block{kind: k, at: game.Cell{Level: 1}}, u, u) }
		rendertest.CheckDistinct(t, 24, 6*u, rendertest.Sprites(block, towerKind, endKind, archKind)...)
	}
	const size = 40
	for _, wide := range []int{size, 3 * size} {
		rendertest.CheckDistinct(t, 10, 8*size,
			render.Verdict(true).Frame(wide, 4*size-wide, 6), render.Verdict(false).Frame(wide, 4*size-wide, 6))
	}
	rendertest.CheckDistinct(t, 10, 2*size,
		towerSign(size), bridgeSign(size), plaqueSprite("1", size, size, frame, render.White))
}

func TestFacingsDiffer(t *testing.T) {
	var gates, busy, fronts []*render.Sprite
	for f := game.North; f <= game.West; f++ {
		gates = append(gates, towerSprite(1, f, false, 60))
		busy = append(busy, towerSprite(1, f, true, 60))
		fronts = append(fronts, sideTowerSprite(uint8(f-game.North), 0, 60, 60))
	}
	// A gate is a small part of a tower.
	rendertest.CheckDistinct(t, 14, 70, gates...)
	rendertest.CheckDistinct(t, 14, 70, busy...)
	rendertest.CheckDistinct(t, 24, 130, fronts...)
}

// edges returns the dark pixels of a sprite in a cell u wide, and around it.
func edges(t *rapid.T, s *render.Sprite, x, y, u int) map[int]bool {
	l := render.NewList(3*u, 3*u, paper)
	l.Put(s, u+x, u+y)
	im, err := png.Decode(bytes.NewReader(l.Picture().PNG))
	require.NoError(t, err)
	covered := map[int]bool{}
	for i := range 9 * u * u {
		if rendertest.Grey(im, i%(3*u), i/(3*u)) < 100 {
			covered[i] = true
		}
	}
	return covered
}

func TestNoTwoThingsInACellOverlap(t *testing.T) {
	all := []game.NobleView{small(game.Blue), small(game.Red), small(game.Green), small(game.Yellow), small(game.White),
		large(game.Yellow), large(game.Red)}
	rapid.Check(t, func(t *rapid.T) {
		u := roundSize(rapid.IntRange(24, 120).Draw(t, "u"))
		level := rapid.IntRange(1, game.MaxLevel).Draw(t, "level")
		nobles := sortNobles(rapid.SliceOfN(rapid.SampledFrom(all), 1, 4).Draw(t, "nobles"))
		spots, plaque := noblePlaces(len(nobles), u)
		things := []map[int]bool{edges(t, plaqueSprite(strconv.Itoa(level), plaque.w, plaque.h, ink, render.White),
			plaque.x, plaque.y, u)}
		for i, n := range nobles {
			things = append(things, edges(t, tokenSprite(n, spots[i].r), spots[i].x, spots[i].y, u))
		}
		for i, a := range things {
			for at := range a {
				x, y := at%(3*u)-u, at/(3*u)-u
				require.True(t, x >= 0 && x < u && y >= 0 && y < u, "%d of %v leaves the cell of %d at %d,%d", i, nobles, u, x, y)
				for j, b := range things[:i] {
					require.False(t, b[at], "%d and %d of %v overlap in a cell of %d at %d,%d", i, j, nobles, u, x, y)
				}
			}
		}
	})
}
