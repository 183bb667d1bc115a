package towers

import (
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"amytis/engine"
	game "amytis/engine/towers"
	"amytis/render"
	"amytis/render/rendertest"
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
		teller := newTeller(v, render.Request{}, rendertest.Echo{})
		told := 0
		for _, fact := range teller.stacks(z) {
			_, things, _ := strings.Cut(fact, "Things=")
			for thing := range strings.SplitSeq(things, "; ") {
				from, to, places := parseStack(t, thing)
				for place := range strings.SplitSeq(places, ", ") {
					if expert {
						_, place, _ = strings.Cut(place, "At=")
					}
					for level := from; level <= to; level++ {
						told++
						tower := towerNamed(z, strings.TrimSuffix(place, ")"), level)
						require.NotNil(t, tower, "%s level %d", place, level)
					}
				}
			}
		}
		assert.Equal(t, len(z.Towers), told)
	}
}

// parseStack reads "stack(From=2 Level=3 Things=q13, r13)" or "on_level(Level=1 Things=q13)".
func parseStack(t *testing.T, thing string) (from, to int, places string) {
	t.Helper()
	thing = strings.TrimSuffix(thing, " Zone=0)")
	head, places, _ := strings.Cut(thing, " Things=")
	for field := range strings.FieldsSeq(strings.NewReplacer("stack(", "", "on_level(", "").Replace(head)) {
		name, value, _ := strings.Cut(field, "=")
		n, err := strconv.Atoi(value)
		require.NoError(t, err)
		if name == "From" {
			from = n
		} else {
			to = n
		}
	}
	if strings.HasPrefix(thing, "on_level") {
		from = to
	}
	return from, to, strings.TrimSuffix(places, ")")
}

// towerNamed returns the tower of a place and level, nil if there is none.
func towerNamed(z *game.ZoneView, place string, level int) *game.TowerView {
	for i := range z.Towers {
		if c := z.Towers[i].At; cellName(c) == place && int(c.Level) == level {
			return &z.Towers[i]
		}
	}
	return nil
}
