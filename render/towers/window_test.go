package towers

import (
	"image"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"amytis/engine"
	game "amytis/engine/towers"
	"amytis/render"
)

func TestAWindowStandsStillWhileTheBuildingFitsAndNeverSlides(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		side := rapid.IntRange(200, 700)
		w, h := side.Draw(t, "width"), side.Draw(t, "height")
		cell := rapid.Custom(func(t *rapid.T) game.Cell {
			place := rapid.Uint8Range(0, game.Side-3)
			return game.Cell{Col: place.Draw(t, "col"), Row: place.Draw(t, "row"), Level: 1}
		})
		z := &game.ZoneView{Towers: []game.TowerView{{At: cell.Draw(t, "first")}}}
		for range rapid.IntRange(1, 12).Draw(t, "pieces") {
			before := windowOf(inOrder(z), w, h)
			at := cell.Draw(t, "at")
			cells := []game.Cell{at}
			if rapid.Bool().Draw(t, "bridge") {
				b := game.BridgeView{Bridge: game.Bridge{From: at, North: rapid.Bool().Draw(t, "north")}, After: len(z.Towers)}
				three := b.Cells()
				z.Bridges, cells = append(z.Bridges, b), three[:]
			} else {
				z.Towers = append(z.Towers, game.TowerView{At: at})
			}
			after := windowOf(inOrder(z), w, h)
			require.True(t, before.shown().In(after.shown()), "%v became %v", before, after)
			if !slices.ContainsFunc(cells, func(c game.Cell) bool { return !before.has(c) }) {
				require.Equal(t, before, after)
			}
			for _, c := range inOrder(z) {
				require.True(t, after.has(c), "%v has not %v", after, c)
			}
		}
	})
}

func TestATrimmedBoardShowsTheWholeBuildingAndFreesAStripBesideIt(t *testing.T) {
	whole := image.Rect(0, 0, render.Height, render.Height)
	freed := 0
	rapid.Check(t, func(t *rapid.T) {
		place := rapid.Uint8Range(0, game.Side-1)
		low, turned := rapid.Uint8Range(0, game.Side-5).Draw(t, "low"), rapid.Bool().Draw(t, "turned")
		z := &game.ZoneView{}
		for range rapid.IntRange(1, 12).Draw(t, "pieces") {
			c := game.Cell{Col: low + place.Draw(t, "col")%5, Row: place.Draw(t, "row"), Level: 1}
			if turned {
				c.Col, c.Row = c.Row, c.Col
			}
			z.Towers = append(z.Towers, game.TowerView{At: c})
		}
		b := boardIn(z, ghost{}, box{w: render.Height, h: render.Height}, true)
		trimmed, strip := b.trimmed()
		require.Equal(t, b.u, trimmed.u, "cells are as large as before")
		require.True(t, trimmed.shown().In(b.shown()))
		for _, tower := range z.Towers {
			require.True(t, trimmed.has(tower.At))
		}
		free := image.Rect(strip.x, strip.y, strip.x+strip.w, strip.y+strip.h)
		plan := image.Rect(trimmed.x, trimmed.y, trimmed.x+trimmed.w, trimmed.y+trimmed.h)
		require.True(t, free.In(whole) && !free.Overlaps(plan), "%v beside %v", free, plan)
		freed += min(strip.w, 1)
	})
	require.Positive(t, freed)
}

// A picture after a move shows the part that the picture of the move's ghost showed.
func TestAWindowIsFoundAgainFromTheView(t *testing.T) {
	for _, quick := range []bool{false, true} {
		order := slices.Repeat([][]game.Cell{{}}, game.MaxSeats+1)
		eachPosition(t, 3, 2, options(quick, false), func(s engine.State, i int) bool {
			v := s.View(1).(*game.View)
			for _, z := range v.Zones {
				cells := inOrder(&z)
				if v.Round < 2 {
					require.Equal(t, order[z.Number], cells[:len(order[z.Number])])
					order[z.Number] = cells
				}
			}
			return i < 150
		})
		assert.NotEmpty(t, order[render.Flag(quick)])
	}
}

func TestTheBoardsOfAComparisonShowTheSamePart(t *testing.T) {
	v := handmade()
	near, far := ghostOf(t, ghostTowerText, true), ghostOf(t, "1 tower s20.1 w", true)
	for _, ghosts := range [][2]render.Ghost{{near, far}, {far, near}} {
		var panels [2]render.Panel
		for i, g := range ghosts {
			panels[i] = render.Panel{View: v, Request: render.Request{Ghost: g}}
		}
		l, err := render.Compare(Gallery{}, panels)
		require.NoError(t, err)
		shown := l.String()
		require.Equal(t, 2, strings.Count(shown, `"s" `))
		require.Equal(t, 2, strings.Count(shown, `"20" `))
	}
}
