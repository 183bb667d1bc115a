package towers

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	game "amytis/engine/towers"
	"amytis/render"
	"amytis/render/rendertest"
)

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
