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

// scoreOf adds up what a ladder shows for a seat.
func scoreOf(r ladder, seat engine.Seat) int {
	sum := -r.counts[0][seat-1]
	for level := 1; level <= game.MaxLevel; level++ {
		if leader, _ := r.leader(level); leader == seat {
			sum += level
		}
	}
	return sum
}

func TestTheLaddersPointsAddUpToTheScore(t *testing.T) {
	for seats := 3; seats <= 5; seats++ {
		led := 0
		eachPosition(t, seats, 8, options(false, seats == 4), func(s engine.State, i int) bool {
			v := s.View(0).(*game.View)
			r := newLadder(v, ghost{}, 0)
			for _, p := range v.Players {
				require.Equal(t, p.Total, scoreOf(r, p.Seat), "seat %d after %d moves", p.Seat, i)
				led = max(led, p.Total-p.Penalty)
			}
			return true
		})
		assert.Positive(t, led)
	}
}

// A ghost counts as if it were placed: the ladder shows the score after its move.
func TestTheLadderShowsWhatAGhostBrings(t *testing.T) {
	lit := 0
	eachPosition(t, 3, 5, options(false, false), func(s engine.State, i int) bool {
		if i%20 != 0 {
			return i < 160
		}
		for _, seat := range s.Turn().Slice() {
			v := s.View(seat).(*game.View)
			for _, m := range s.Legal(seat, nil) {
				g := newGhost(v, render.Request{View: viewTop, Seat: seat, Ghost: render.Ghost{Move: m, Legal: true}})
				if !g.isShown() || g.Facing != 0 || g.IsBridge() && lit%7 > 0 {
					continue
				}
				lit++
				r := newLadder(v, g, seat)
				require.True(t, g.IsBridge() && r.lit[0] || r.lit[g.At.Level], m)
				next, err := s.Apply(m)
				require.NoError(t, err)
				for _, p := range next.View(0).(*game.View).Players {
					require.Equal(t, p.Total, scoreOf(r, p.Seat), m)
				}
			}
		}
		return true
	})
	assert.Greater(t, lit, 50)
}

func TestALadderOfAllLevelsHasRoom(t *testing.T) {
	v := start(5, false)
	for level := uint8(1); level <= game.MaxLevel; level++ {
		for c := game.Blue; c <= game.White; c++ {
			v.Zones[0].Towers = append(v.Zones[0].Towers, game.TowerView{
				At: game.Cell{Col: uint8(c) + 10, Row: level, Level: level}, Facing: game.North, Nobles: []game.NobleView{small(c)}})
		}
	}
	rendertest.Readable(t, Gallery{}, v, render.Request{View: viewTable, Names: goldenNames})
	in := box{708, edge, 384, 440}
	rest := drawLadder(newPicture(), newScene(v, render.Request{View: viewTable}), in)
	assert.LessOrEqual(t, rest.y, in.y+in.h+edge)
}
