package towers

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"amytis/engine"
)

// Tests of the rulings on the grid and connection: T-1 to T-3, T-7 and T-12.

func TestT1_PlacementsOffTheTableAreRefused(t *testing.T) {
	for _, line := range []string{"1 tower a27.1 n", "1 tower a0.1 n", "1 bridge y5-aa5.1", "1 bridge c25-c27.1", "1 bridge c3-d3.1", "1 bridge e3-c3.1"} {
		_, err := Game.ParseMove(line)
		assert.Error(t, err, line)
	}
	p := begin(t, tactical, 3)
	assert.Len(t, texts(&p, 1, verbTower), 26*26*4)
	assert.Len(t, texts(&p, 1, verbBridge), 2*24*26)
	for _, line := range []string{"1 tower z26.1 w", "1 tower a1.1 n", "1 bridge x26-z26.1", "1 bridge a24-a26.1"} {
		q := p
		play(t, &q, line)
	}
}

func TestT1_PiecesNeedSupport(t *testing.T) {
	p := begin(t, tactical, 3)
	refused(t, &p, "1 tower k7.2 n", refusedNoSupport, "grid", "cell", "k7.2")
	refused(t, &p, "1 bridge k7-m7.2", refusedNoSupport, "grid", "cell", "k7.2")
	set(t, &p, "1 tower k7.1 n")
	refused(t, &p, "1 bridge k7-m7.2", refusedNoSupport, "grid", "cell", "m7.2")
	refused(t, &p, "1 tower k7.1 n", refusedTaken, "grid", "cell", "k7.1")
	set(t, &p, "1 tower m7.1 n", "1 bridge k7-m7.2")
	p.turn.first = false
	for _, line := range []string{"1 tower k7.3 n", "1 tower l7.3 n", "1 bridge l7-l9.1"} {
		q := p
		if line == "1 bridge l7-l9.1" {
			refused(t, &q, line, refusedUnderArch, "grid", "cell", "l7.1")
			continue
		}
		play(t, &q, line)
	}
	refused(t, &p, "1 tower l7.1 n", refusedUnderArch, "grid", "cell", "l7.1")
}

// TestT1_ArchHasNothingBelow also checks that bridges may cross but not lie exactly on each other.
func TestT1_ArchHasNothingBelow(t *testing.T) {
	p := later(t, tactical, 3)
	set(t, &p, "1 bridge k7-m7.1")
	refused(t, &p, "1 bridge k7-m7.2", refusedArchOver, "grid", "cell", "l7.1")
	refused(t, &p, "1 bridge k7-m7.1", refusedTaken, "grid", "cell", "k7.1")
	set(t, &p, "1 bridge n7-p7.1", "1 tower l9.1 n")
	refused(t, &p, "1 bridge l7-n7.2", refusedArchOver, "grid", "cell", "m7.1")
	play(t, &p, "1 bridge l7-l9.2")
	refused(t, &p, "1 tower l8.1 n", refusedUnderArch, "grid", "cell", "l8.1")
	refused(t, &p, "1 bridge l8-n8.1", refusedUnderArch, "grid", "cell", "l8.1")
}

func TestT1_HigherPiecesDoNotHinder(t *testing.T) {
	p := later(t, tactical, 3)
	column(t, &p, 1, "k7", 1, 2)
	column(t, &p, 1, "m7", 1, 2)
	set(t, &p, "1 bridge k7-m7.3")
	play(t, &p, "1 tower l7.1 n") // two levels below the arch
	refused(t, &p, "1 tower l7.2 n", refusedUnderArch, "grid", "cell", "l7.2")
}

func TestT2_NobleScoresTheLevelOfItsTower(t *testing.T) {
	p := later(t, tactical, 3)
	column(t, &p, 1, "k7", 1, 3)
	play(t, &p, "1 small k7.3", "1 tower l7.1 n", "1 small l7.1")
	assert.Equal(t, []int{1, 0, 3}, Rules{}.Scores(&p)[0][0].Value)
	assert.Equal(t, 3, view(&p).Players[0].Levels[2])
}

func TestT3_OnlySharedFacesConnect(t *testing.T) {
	for name, c := range map[string]struct {
		lines []string
		parts uint8
	}{
		"beside":               {[]string{"1 tower k7.1 n", "1 tower k8.1 n"}, 1},
		"above":                {[]string{"1 tower k7.1 n", "1 tower k7.2 n"}, 1},
		"diagonal":             {[]string{"1 tower k7.1 n", "1 tower l8.1 n"}, 2},
		"diagonal in height":   {[]string{"1 tower k7.1 n", "1 tower k7.2 n", "1 tower k7.3 n", "1 bridge l8-l10.1", "1 tower l8.2 n"}, 2},
		"beside an arch":       {[]string{"1 bridge k7-m7.1", "1 tower l8.1 n"}, 1},
		"beyond an end":        {[]string{"1 bridge k7-m7.1", "1 bridge n7-p7.1"}, 1},
		"three parts made one": {[]string{"1 tower k7.1 n", "1 tower m7.1 n", "1 tower l8.1 n", "1 tower l7.1 n"}, 1},
	} {
		p := begin(t, tactical, 3)
		set(t, &p, c.lines...)
		assert.Equal(t, c.parts, p.parts, name)
		assert.Equal(t, int(c.parts), naiveParts(view(&p).Zones[0]), name)
	}
}

// TestT3_NoblesDoNotConnect checks that nobles are no part of the building.
func TestT3_NoblesDoNotConnect(t *testing.T) {
	p := later(t, tactical, 3)
	column(t, &p, 1, "k7", 1, 1)
	column(t, &p, 1, "m7", 1, 2)
	column(t, &p, 1, "l7", 1, 1)
	p.parts = 1
	set(t, &p, "1 small k7.1")
	assert.Equal(t, 1, naiveParts(view(&p).Zones[0]))
	assert.True(t, view(&p).Connected, "the building hangs together")
}

func TestT3_OnlyTheEndOfATurnIsChecked(t *testing.T) {
	p := begin(t, tactical, 3)
	play(t, &p, "1 tower a1.1 n", "1 tower c1.1 n")
	assert.False(t, view(&p).Connected, "a piece lies apart")
	play(t, &p, "1 tower b1.1 n")
	assert.True(t, view(&p).Connected, "the piece is connected now")
}

// TestT7_NothingTopples checks that no rule of balance applies.
func TestT7_NothingTopples(t *testing.T) {
	p := later(t, tactical, 3)
	column(t, &p, 1, "k7", 1, MaxLevel)
	set(t, &p, "2 large k7.16")
	require.NoError(t, Rules{}.Apply(&p, engine.SkipMove(1)))
	assert.Len(t, view(&p).Zones[0].Towers, MaxLevel)
}

func TestT12_NothingIsPlacedAboveLevel16(t *testing.T) {
	_, err := Game.ParseMove("1 tower k7.17 n")
	assert.Error(t, err)
	p := later(t, tactical, 3)
	column(t, &p, 1, "k7", 1, MaxLevel)
	for _, m := range (Rules{}).Legal(&p, 1, nil) {
		assert.NotContains(t, text(m), "k7.17")
	}
	play(t, &p, "1 large k7.16")
	assert.Equal(t, 16, view(&p).Players[0].Levels[15])
}
