package towers

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	game "amytis/engine/towers"
	"amytis/render"
	"amytis/render/rendertest"
)

// tellApart checks that every two sprites differ in at least a tenth.
func tellApart(t *testing.T, sprites []*render.Sprite, size int) {
	t.Helper()
	rendertest.CheckDistinct(t, rendertest.Looks(t, sprites, size), 10)
}

// Phones show nobles no smaller than the smallest of these sizes.
func TestNoblesDifferInShapeAndSize(t *testing.T) {
	for _, r := range []int{7, 12, 24} {
		var tokens, figures []*render.Sprite
		for c := game.Blue; c <= game.White; c++ {
			tokens = append(tokens, tokenSprite(small(c), r), tokenSprite(large(c), r*5/4))
			figures = append(figures, figureSprite(small(c), r), figureSprite(large(c), r*5/4))
		}
		rendertest.CheckDistinct(t, rendertest.Outlines(rendertest.Looks(t, tokens, 5*r+20)), 10)
		rendertest.CheckDistinct(t, rendertest.Outlines(rendertest.Looks(t, figures, 14*r)), 16)
	}
}

func TestPiecesFromAboveDifferWithoutColour(t *testing.T) {
	for _, u := range []int{32, 60} {
		tellApart(t, []*render.Sprite{
			towerSprite(1, game.North, false, u), bridgeSprite(1, false, 1, u), bridgeSprite(1, true, 1, u),
		}, 4*u)
	}
}

func TestFacingsDiffer(t *testing.T) {
	var gates, busy, fronts []*render.Sprite
	for f := game.North; f <= game.West; f++ {
		gates = append(gates, towerSprite(1, f, false, 60))
		busy = append(busy, towerSprite(1, f, true, 60))
		fronts = append(fronts, sideTowerSprite(uint8(f-game.North), 0, 60, 60))
	}
	// A gate is a small part of a tower.
	rendertest.CheckDistinct(t, rendertest.Looks(t, gates, 70), 14)
	rendertest.CheckDistinct(t, rendertest.Looks(t, busy, 70), 14)
	rendertest.CheckDistinct(t, rendertest.Looks(t, fronts, 130), 24)
}

func TestArchesDifferFromOtherPiecesWithoutColour(t *testing.T) {
	for _, u := range []int{24, 60} {
		tellApart(t, []*render.Sprite{
			sideBridgeSprite(true, 0, u, u), sideBridgeSprite(false, 0, u, u), sideTowerSprite(2, 0, u, u),
		}, 7*u)
		var cubes []*render.Sprite
		for _, k := range []kind{towerKind, endKind, archKind} {
			cubes = append(cubes, isoBlockSprite(&cube{kind: k, at: game.Cell{Level: 1}}, u, u))
		}
		rendertest.CheckDistinct(t, rendertest.Looks(t, cubes, 6*u), 24)
	}
}

func TestSignsDifferWithoutColour(t *testing.T) {
	const size = 40
	tellApart(t, []*render.Sprite{towerSign(size), bridgeSign(size), plateSprite(size, size, frame)}, 2*size)
}

// A number looks as if no nobles stood on its tower and on those around it.
func TestNothingCoversTheNumbersBesideNobles(t *testing.T) {
	all := []game.NobleView{small(game.Blue), small(game.Red), small(game.Green), large(game.Yellow)}
	rapid.Check(t, func(r *rapid.T) {
		level := rapid.SampledFrom([]int{1, 4, 9, 10, 11, 12, 15, 16}).Draw(r, "level")
		z := &game.ZoneView{}
		for i := range 4 {
			from := rapid.IntRange(0, len(all)-1).Draw(r, "first noble")
			to := rapid.IntRange(from+1, len(all)).Draw(r, "last noble")
			at := game.Cell{Col: uint8(12 + i/2), Row: uint8(12 + i%2), Level: uint8(level)}
			z.Towers = append(z.Towers, game.TowerView{At: at, Facing: game.North, Nobles: all[from:to]})
		}
		size := rapid.IntRange(4*crowdedCell, 4*mostCell).Draw(r, "size") + 2*rim
		b := boardIn(z, ghost{}, box{w: size, h: size}, crowdedCell, false)
		full, bare := render.NewList(size, size, paper), render.NewList(size, size, paper)
		b.draw(full)
		for i := range z.Towers {
			x, y := b.corner(z.Towers[i].At)
			w := drawPlaque(bare, max(letter, px(b.u, .36)), x+1, y+1, level, paper, ink)
			require.LessOrEqual(r, w, b.u, "the plaque of %d is wider than a cell", level)
		}
		with, err := full.Picture()
		require.NoError(r, err)
		without, err := bare.Picture()
		require.NoError(r, err)
		got, want := rendertest.Decode(t, with.PNG), rendertest.Decode(t, without.PNG)
		for i := range z.Towers {
			x, y := b.corner(z.Towers[i].At)
			w, h := numberWidth(render.Bold(max(letter, px(b.u, .36)), ink), level), max(letter, px(b.u, .36))
			for px := x + 5; px < x+w-3; px++ {
				for py := y + 3; py < y+3+h; py++ {
					require.Equal(r, want.At(px, py), got.At(px, py), "%d,%d of %d with cells of %d", px-x, py-y, level, b.u)
				}
			}
		}
	})
}
