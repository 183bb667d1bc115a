package towers

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/engine"
	game "amytis/engine/towers"
	"amytis/render"
)

// TestPiecesStandOnWhatIsToldFree compares the facts with the engine: in the quick game a tower can
// be placed on everything told free below the highest level, and on nothing else that stands. A
// noble can be placed on every free tower.
func TestPiecesStandOnWhatIsToldFree(t *testing.T) {
	checked := 0
	eachPosition(t, 3, 9, options(true, false), func(s engine.State, i int) bool {
		turn := s.Turn().Slice()
		if i%15 != 0 || len(turn) == 0 {
			return i < 400
		}
		seat := turn[0]
		v := s.View(seat).(*game.View)
		towers, nobles := map[game.Cell]bool{}, map[game.Cell]bool{}
		for _, m := range s.Legal(seat, nil) {
			p, ok := game.PlacementOf(m)
			switch {
			case !ok || p.IsBridge():
			case p.Facing == 0:
				nobles[p.At] = true
			case p.At.Level > 1:
				p.At.Level--
				towers[p.At] = true
			}
		}
		p := &v.Players[seat-1]
		for _, z := range shownZones(v, seat) {
			for _, top := range freeTops(z) {
				checked++
				if p.Towers > 0 && top.At.Level < game.MaxLevel {
					require.True(t, towers[top.At], "%s is told free", top.At)
					delete(towers, top.At)
				}
				if p.Small > 0 && top.kind == towerKind {
					require.True(t, nobles[top.At], "%s is told a free tower", top.At)
				}
			}
		}
		require.Empty(t, towers, "not told free")
		return i < 400
	})
	require.Greater(t, checked, 100)
}

func TestStacksAreAllTowers(t *testing.T) {
	for _, expert := range []bool{false, true} {
		v := lateView(t, 4, false)
		v.Expert = expert
		z := &v.Zones[0]
		left := map[string]bool{}
		for _, tower := range z.Towers {
			left[fmt.Sprintf("%s.%d", cellName(tower.At), tower.At.Level)] = true
		}
		teller := newTeller(v, render.Request{}, plainWords{})
		for _, stack := range teller.groups(teller.stacksOf(z), render.Full) {
			places, levels, _ := strings.Cut(stack, " @")
			var from, to int
			_, err := fmt.Sscanf(levels, "%d-%d", &from, &to)
			require.NoError(t, err)
			for place := range strings.SplitSeq(places, ", ") {
				place, _, _ = strings.Cut(place, " ^")
				for level := from; level <= to; level++ {
					at := fmt.Sprintf("%s.%d", place, level)
					require.True(t, left[at], at)
					delete(left, at)
				}
			}
		}
		require.Empty(t, left)
	}
}
