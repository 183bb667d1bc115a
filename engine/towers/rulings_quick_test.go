package towers

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"amytis/engine"
)

// Tests of the rulings on quick: T-9, T-10 and T-13.

func TestT9_TowerTakesThreeSmallNoblesAndOneLarge(t *testing.T) {
	p := begin(t, quick, 3)
	set(t, &p, "1 tower 1:k7.1 n", "1 tower 1:l7.1 n")
	play(t, &p, "1 small 1:k7.1", "1 small 1:k7.1", "2 small 1:k7.1", "2 large 1:k7.1")
	refused(t, &p, "1 small 1:k7.1", refusedTowerFull, "nobles", "cell", "1:k7.1", "most", "3")
	refused(t, &p, "1 large 1:k7.1", refusedLargeThere, "nobles", "cell", "1:k7.1")
	play(t, &p, "1 large 1:l7.1", "2 small 1:l7.1")
	refused(t, &p, "1 take 1:l7.1", refusedNoOwnSmall, "T-9", "cell", "1:l7.1")
	play(t, &p, "1 small 1:l7.1", "1 take 1:l7.1", "1 take 1:k7.1")
	assert.Equal(t, uint8(5), p.player(1).small)
	assert.Equal(t, []NobleView{{Blue, Small}, {Yellow, Large}, {Yellow, Small}}, view(&p).Zones[0].Towers[0].Nobles)
}

func TestT9_ClockEndsTheRound(t *testing.T) {
	p := begin(t, quickClock, 3)
	pace := Rules{}.Pace(&p)
	assert.True(t, pace.Live, "all play at once")
	assert.Equal(t, 300, pace.Clock)
	assert.Equal(t, "0 time", text(pace.TimeUp))
	play(t, &p, "1 tower 1:k7.1 n", "0 time")
	assert.Equal(t, 2, Rules{}.Pace(&p).Since)
	assert.Empty(t, view(&p).Zones[0].Towers)
	assert.True(t, view(&p).Rounds[0].TimeUp, "the clock has ended the round")
	assert.Equal(t, []engine.Seat{1}, view(&p).Rounds[0].Winners, "seat 1 has the fewest pieces left")

	without, turns := begin(t, quick, 3), begin(t, tactical, 3)
	assert.Equal(t, engine.Pace{Live: true}, Rules{}.Pace(&without))
	assert.Zero(t, Rules{}.Pace(&turns))
}

func TestT10_LastNobleEndsTheRound(t *testing.T) {
	p := begin(t, quick, 3)
	p.player(1).won = 1
	p.deal(1)
	set(t, &p, "2 tower 1:k7.1 n", "2 tower 1:l7.1 n", "2 tower 1:m7.1 n")
	play(t, &p, "1 small 1:k7.1", "1 small 1:k7.1", "1 small 1:k7.1", "1 small 1:l7.1", "1 small 1:l7.1",
		"1 small 1:l7.1")
	assert.Empty(t, view(&p).Rounds)
	play(t, &p, "1 large 1:m7.1") // the other large noble is set aside
	v := view(&p)
	require.Len(t, v.Rounds, 1)
	assert.Equal(t, 27+6+1, v.Rounds[0].Left[0], "nobles set aside count as left")
	assert.Equal(t, 7, Rules{}.Pace(&p).Since)
	assert.Empty(t, v.Zones[0].Towers)
	assert.Equal(t, PlayerView{Seat: 1, Colour: Blue, Towers: 27, Bridges: 6, Small: 6, Zones: [2]int{1, 3},
		Left: 27 + 6 + 6 + 2, Won: 2, SetAside: 2}, v.Players[0])
	refused(t, &p, "1 small 1:k7.1", refusedNoTower, "nobles", "cell", "1:k7.1")
}

func TestT10_WithAClockTheLastNobleEndsNothing(t *testing.T) {
	p := begin(t, quickClock, 3)
	set(t, &p, "2 tower 1:k7.1 n", "2 tower 1:l7.1 n")
	p.player(1).small, p.player(1).large = 1, 0
	play(t, &p, "1 small 1:k7.1", "1 tower 1:k8.1 n", "1 stuck", "2 stuck", "3 tower 3:k7.1 n")
	assert.Empty(t, view(&p).Rounds, "seat 3 has the whole time")
	byTime := p
	play(t, &byTime, "0 time")
	assert.True(t, view(&byTime).Rounds[0].TimeUp, "the time is up")
	play(t, &p, "3 stuck")
	assert.False(t, view(&p).Rounds[0].TimeUp, "everyone has said stuck")

	_, err := Game.Start(engine.Options{"clock": "300"}, seatInfos(3), Game.Deal(nil, nil, nil))
	assert.ErrorContains(t, err, "option clock: it needs mode quick", "only quick has a clock")
}

func TestT13_ZonesCloseUpInTheRoundAfterAResignation(t *testing.T) {
	p := begin(t, quick, 4)
	play(t, &p, "1 tower 1:k7.1 n", "1 tower 4:k7.1 n", "2 tower 1:l7.1 n", "2 tower 1:l7.2 n", "2 tower 1:l7.3 n",
		"2 tower 1:l7.4 n", "2 resign")
	assert.Len(t, view(&p).Zones, 4, "the round goes on with the same zones")
	assert.Equal(t, engine.Seats(1, 3, 4), Rules{}.Turn(&p))
	play(t, &p, "1 tower 1:k7.2 n", "1 stuck", "3 stuck", "4 stuck")
	v := view(&p)
	assert.Equal(t, []engine.Seat{1}, v.Rounds[0].Winners, "seat 2 has fewer pieces left but has resigned")
	require.Len(t, v.Zones, 3)
	assert.Equal(t, [2]engine.Seat{1, 3}, v.Zones[0].Seats)
	assert.Equal(t, [2]int{1, 4}, v.Players[0].Zones)
	assert.Equal(t, [2]int{}, v.Players[1].Zones)
	assert.Equal(t, [2]int{1, 3}, v.Players[2].Zones)
	assert.Equal(t, [2]int{3, 4}, v.Players[3].Zones)
	refused(t, &p, "3 tower 2:k7.1 n", refusedOtherZone, "quick", "zone", "2", "zones", "1, 3")
	refused(t, &p, "2 stuck", engine.RefusedResigned, "", "seat", "#2")

	play(t, &p, "4 resign", "3 stuck", "1 stuck")
	v = view(&p)
	require.Len(t, v.Zones, 2, "two zones between the two seats left")
	assert.Equal(t, [2]engine.Seat{1, 3}, v.Zones[0].Seats)
	assert.Equal(t, [2]engine.Seat{3, 1}, v.Zones[1].Seats)
	assert.Equal(t, [2]int{1, 3}, v.Players[0].Zones)
	assert.Equal(t, [2]int{1, 3}, v.Players[2].Zones)
	play(t, &p, "1 resign")
	r := over(t, &p, 3)
	assert.Equal(t, engine.Seats(1, 2, 4), r.Resigned)
	assert.Len(t, r.Scores[2][0].Value, 2, "the third round is not scored")
}

func TestT13_StuckHoldsForTheRound(t *testing.T) {
	p := begin(t, quick, 3)
	play(t, &p, "2 stuck")
	refused(t, &p, "2 tower 1:k7.1 n", refusedSaidStuck, "T-13")
	refused(t, &p, "2 stuck", refusedSaidStuck, "T-13")
	refused(t, &p, "0 skip 2", engine.RefusedNoSkip, "T-15", "seat", "#2")
	play(t, &p, "1 resign", "3 stuck")
	assert.Equal(t, engine.Seats(2, 3), Rules{}.Turn(&p), "stuck ends with the round")
}
