package towers

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"amytis/engine"
	game "amytis/engine/towers"
	"amytis/render"
	"amytis/render/rendertest"
)

// marked returns the pieces that a scene marks as new.
func marked(s scene) (towers, bridges []string) {
	for i := range s.view.Zones {
		for _, t := range s.view.Zones[i].Towers {
			if t.New {
				towers = append(towers, t.At.String())
			}
		}
		for _, b := range s.view.Zones[i].Bridges {
			if b.New {
				bridges = append(bridges, b.String())
			}
		}
	}
	return towers, bridges
}

func TestWhatChangedSinceAPositionIsMarked(t *testing.T) {
	change := func(change func(z *game.ZoneView)) *game.View {
		v := handmade()
		change(&v.Zones[0])
		return v
	}
	for name, c := range map[string]struct {
		before          engine.View
		towers, bridges []string
	}{
		"nothing":      {handmade(), nil, nil},
		"a tower":      {change(func(z *game.ZoneView) { z.Towers = z.Towers[:31] }), []string{"i13.1"}, nil},
		"a bridge":     {change(func(z *game.ZoneView) { z.Bridges = z.Bridges[:2] }), nil, []string{"i10-i12.1"}},
		"a noble":      {change(func(z *game.ZoneView) { z.Towers[16].Nobles = nil }), []string{"l13.1"}, nil},
		"a facing":     {change(func(z *game.ZoneView) { z.Towers[1].Facing = game.West }), []string{"k13.2"}, nil},
		"no position":  {nil, []string{"j12.2", "i13.1"}, []string{"i10-i12.1"}},
		"another game": {rendertest.OtherView{}, []string{"j12.2", "i13.1"}, []string{"i10-i12.1"}},
		"a nil view":   {(*game.View)(nil), []string{"j12.2", "i13.1"}, []string{"i10-i12.1"}},
	} {
		towers, bridges := marked(newScene(handmade(), render.Request{View: viewTable, Before: c.before}))
		assert.Equal(t, c.towers, towers, name)
		assert.Equal(t, c.bridges, bridges, name)
	}
	v := handmade()
	newScene(v, render.Request{View: viewTable, Before: start(5, false)})
	assert.Equal(t, handmade(), v, "marks changed the view")
}

func TestTheEndOfARoundShowsTheZonesThatWereScored(t *testing.T) {
	before, after := endOfRound()
	last := ghostOf(t, lastNobleText, true)
	r := render.Request{View: viewTable, Before: before, Ghost: last}
	s := newScene(after, r)
	assert.True(t, s.scored, "the round is scored")
	assert.Equal(t, 3, s.view.Round)
	assert.Equal(t, []engine.Seat{2}, s.winners)
	assert.Len(t, s.zones, 3)
	towers, bridges := marked(s)
	assert.Equal(t, []string{"2:m13.1"}, towers, "the last piece is not marked")
	assert.Empty(t, bridges)
	assert.Equal(t, []game.NobleView{large(game.Blue), small(game.Yellow)}, s.view.Zones[1].Towers[0].Nobles)
	for i, want := range before.Players {
		got := s.view.Players[i]
		assert.Equal(t, [3]any{want.Zones, want.Points, want.Score}, [3]any{got.Zones, got.Points, got.Score})
	}
	alt := render.AltOf(Gallery{}, after, r, rendertest.Echo{})
	assert.Contains(t, alt, "past_round(Names=player(Seat=2) Round=3 ")
	assert.NotContains(t, alt, "empty")

	for _, text := range []string{"1 tower 3:a1.1 n", "1 bridge 3:a1-a3.1", "1 small 3:z26.9", "1 stuck"} {
		r.Ghost = ghostOf(t, text, true)
		_, err := render.Compose(Gallery{}, after, r)
		require.NoError(t, err, text)
	}
	assert.Len(t, before.Zones[2].Towers, 4, "the picture changed the view")
	over := *after
	over.Stage, over.Winners, over.Zones = game.Over, []engine.Seat{2, 3}, before.Zones
	s = newScene(&over, r)
	assert.Equal(t, []engine.Seat{2, 3}, s.winners)
	assert.Len(t, s.zones[0].Towers, 4)
	r.View = viewTop
	assert.False(t, newScene(after, r).scored, "nothing is scored yet")
}

func TestARoundInWhichNobodyBuiltShowsNoWinner(t *testing.T) {
	before, after := endOfRound()
	for i := range before.Zones {
		before.Zones[i].Towers, before.Zones[i].Bridges = nil, nil
	}
	r := render.Request{View: viewTable, Before: before, Ghost: ghostOf(t, "1 stuck", true)}
	s := newScene(after, r)
	assert.False(t, s.scored, "nothing is scored yet")
	assert.Empty(t, s.winners)
	assert.NotContains(t, render.AltOf(Gallery{}, after, r, rendertest.Echo{}), "past_round(")
}

func TestANewRoundHasNoMarksOfTheRoundBefore(t *testing.T) {
	before, after := endOfRound()
	before.Rounds = before.Rounds[:1]
	towers, _ := marked(newScene(after, render.Request{View: viewTable, Before: before}))
	assert.Empty(t, towers)
}

func TestDigitsAndSignsContrastWithWhatTheyLieOn(t *testing.T) {
	type colours = []render.Colour
	grounds := colours{ground, paper, render.Sand.At(15), render.Gold.At(12), render.Gold.At(13)}
	var floors colours
	for _, shade := range shades[1:] {
		floors = append(floors, sandstone.At(shade), brick.At(shade))
	}
	digit := func(what string, paint render.Colour, on ...render.Colour) {
		rendertest.CheckContrast(t, what, rendertest.LetterContrast, on, paint)
	}
	digit("levels", ink, floors...)
	digit("coordinates", label, frame)
	digit("coordinates in the sky and on grass", note, render.Sky.At(14), ground)
	digit("number of a zone, and below an arch", render.White, render.Wood.At(4), frame)
	digit("name, and a heading", ink, render.Sand.At(15), render.Gold.At(12), render.Gold.At(13), paper)
	digit("none left", spent, render.Sand.At(15))
	digit("level of a ghost", render.White, tagColour(true), tagColour(false))
	for c := game.Blue; c <= game.White; c++ {
		grounds = append(grounds, playerColour(c))
	}
	rendertest.CheckContrast(t, "edge of a noble or frame", rendertest.SignContrast,
		append(append(grounds, floors...), fresh), ink)
}
