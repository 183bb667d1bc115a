package towers

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"amytis/engine"
)

func TestT1_EveryPlaceOnTheTableIsLegal(t *testing.T) {
	p := begin(t, tactical, 3)
	assert.Len(t, texts(&p, 1, verbTower), 26*26*4)
	assert.Len(t, texts(&p, 1, verbBridge), 2*24*26)
}

func TestT4_TieGoesToTheHighestLevel(t *testing.T) {
	p := later(t, tactical, 3)
	for i := range p.players {
		p.players[i].bridges = 0
	}
	column(t, &p, 1, "k7", 1, 3)
	column(t, &p, 1, "l7", 1, 2)
	column(t, &p, 1, "m7", 1, 1)
	column(t, &p, 1, "n7", 1, 4)
	set(t, &p, "1 small k7.3", "2 small l7.2", "2 small m7.1", "2 small n7.4", "3 small n7.4")
	assert.Equal(t, engine.Seats(1), p.best(), "seat 2 gets nothing on level 4, where it is tied")

	p.players[0].bridges = 3
	p.players[1].bridges = 3
	assert.Equal(t, engine.Seats(1), p.best(), "seat 3 also has 0 points, but scores no level")
	p.players[0].bridges = 4
	p.players[1].bridges = 4
	assert.Equal(t, engine.Seats(3), p.best())
}

func TestT4_VictoryIsSharedWithoutAHighestLevel(t *testing.T) {
	p := later(t, tactical, 3)
	p.players[2].bridges = 7
	assert.Equal(t, engine.Seats(1, 2), p.best())
}

func TestFewestPiecesLeftBreakATieOfTheRound(t *testing.T) {
	for name, c := range map[string]struct {
		points, left [3]uint8
		winners      []engine.Seat
	}{
		"highest score":      {[3]uint8{3, 7, 5}, [3]uint8{1, 9, 1}, []engine.Seat{2}},
		"fewest pieces left": {[3]uint8{7, 7, 5}, [3]uint8{4, 3, 1}, []engine.Seat{2}},
		"shared":             {[3]uint8{7, 5, 7}, [3]uint8{4, 3, 4}, []engine.Seat{1, 3}},
	} {
		var r roundScore
		for i := range c.points {
			r.points[i], r.left[i] = [2]uint8{c.points[i], 20}, c.left[i]
		}
		assert.Equal(t, c.winners, engine.Seats(1, 2, 3).Best(r.compare).Slice(), name)
	}
}

// TestUnaffectedUntilTheTurnEnds checks which moves of others an undo survives.
func TestUnaffectedUntilTheTurnEnds(t *testing.T) {
	p := later(t, tactical, 3)
	next := p
	run(t, &next, "1 tower k7.1 n")
	assert.True(t, Rules{}.Unaffected(&p, &next, 1), "only seat 1 has moved")
	run(t, &next, "2 resign")
	assert.False(t, Rules{}.Unaffected(&p, &next, 1), "seat 2 has resigned")
	ended := p
	run(t, &ended, "1 tower k7.1 n | 1 tower k8.1 n | 1 tower k9.1 n | 1 tower k10.1 n | 1 done")
	assert.False(t, Rules{}.Unaffected(&p, &ended, 1), "the turn is over")

	q := begin(t, quick, 3)
	others := q
	run(t, &others, "2 stuck")
	assert.False(t, Rules{}.Unaffected(&q, &others, 1), "seat 2 has moved")
	assert.True(t, Rules{}.Unaffected(&q, &others, 2), "only seat 2 has moved")
}

func TestNewMarksThePiecesOfTheLastTurn(t *testing.T) {
	p := later(t, tactical, 3)
	fresh := func() (all []bool) {
		for _, tower := range view(&p).Zones[0].Towers {
			all = append(all, tower.New)
		}
		return all
	}
	run(t, &p, "1 tower k7.1 n | 1 tower k8.1 n | 1 tower k9.1 n | 1 tower k10.1 n | 1 done")
	assert.Equal(t, []bool{true, true, true, true}, fresh())
	run(t, &p, "0 skip 2")
	assert.Equal(t, []bool{true, true, true, true}, fresh(), "a skipped turn does not change the marks")
	run(t, &p, "3 small k8.1")
	assert.Equal(t, []bool{false, true, false, false}, fresh())
	run(t, &p, "3 tower k11.1 n")
	assert.Equal(t, []bool{false, true, false, false, true}, fresh())

	q := begin(t, quick, 3)
	run(t, &q, "1 tower 1:k7.1 n | 2 tower 2:k7.1 n | 3 stuck")
	assert.False(t, view(&q).Zones[0].Towers[0].New, "an old piece")
	assert.True(t, view(&q).Zones[1].Towers[0].New, "the new piece")
}

func TestPiecesDependOnTheNumberOfPlayers(t *testing.T) {
	for seats, want := range map[int][]int{3: {27, 6, 27, 6}, 4: {21, 5, 21, 5}, 5: {16, 4, 15, 4}} {
		turns, rounds := begin(t, tactical, seats), begin(t, quick, seats)
		a, b := view(&turns).Players[seats-1], view(&rounds).Players[0]
		assert.Equal(t, want, []int{a.Towers, a.Bridges, b.Towers, b.Bridges})
		assert.Equal(t, []int{6, 2, 6, 2}, []int{a.Small, a.Large, b.Small, b.Large})
	}
	_, err := Game.Start(nil, seatInfos(2), Game.Deal(nil, nil, nil))
	assert.Error(t, err, "it takes three")
}

func TestLastRoundSaysWhatASeatScoredInIt(t *testing.T) {
	p := begin(t, quick, 3)
	run(t, &p, "1 tower 1:k7.1 n | 2 small 1:k7.1")
	p.player(1).small, p.player(1).large = 1, 0
	run(t, &p, "1 small 1:k7.1")
	assert.Equal(t, engine.Note{Key: "scored", Facts: map[string]string{
		"first": "1", "second": "0", "score": "0", "left": "32",
	}}, Rules{}.Scores(&p)[0][0].Value.(Rounds).LastRound())
	assert.Equal(t, engine.Note{}, Rounds{}.LastRound())
}

func TestTallyOfLevelsNamesTheSeatThatScoresThem(t *testing.T) {
	p := begin(t, tactical, 3)
	assert.Empty(t, Rules{}.Tally(&p).Rows, "no nobles stand yet")
	column(t, &p, 1, "a1", 1, 2)
	column(t, &p, 1, "b1", 1, 2)
	column(t, &p, 1, "c1", 1, 1)
	set(t, &p, "1 small a1.2", "2 small a1.2", "1 small b1.2", "2 small c1.1", "3 small c1.1")
	assert.Equal(t, engine.Tally{Key: "levels", Rows: []engine.TallyRow{
		{Number: 2, Seats: engine.Seats(1, 2), Counts: [engine.MaxSeats + 1]int{1: 2, 2: 1}, Lead: 1},
		{Number: 1, Seats: engine.Seats(2, 3), Counts: [engine.MaxSeats + 1]int{2: 1, 3: 1}},
	}}, Rules{}.Tally(&p))
	assert.Equal(t, engine.Score{{Name: "height", Value: 2}}, Rules{}.Records(&p))
}

func TestTallyOfZonesHasThePointsOfBothBuilders(t *testing.T) {
	p := begin(t, quick, 3)
	set(t, &p, "1 tower 1:a1.1 n", "1 small 1:a1.1", "2 small 1:a1.1")
	rows := Rules{}.Tally(&p).Rows
	assert.Equal(t, engine.TallyRow{Number: 1, Seats: engine.Seats(1, 2),
		Counts: [engine.MaxSeats + 1]int{1: 1, 2: 1}}, rows[0])
	assert.Len(t, rows, 3)
	p.nRounds = 2
	p.rounds[0].points[1] = [2]uint8{5, 7}
	p.rounds[1].points[2] = [2]uint8{9, 4}
	assert.Equal(t, engine.Score{{Name: "round", Value: 5}}, Rules{}.Records(&p))
}

func TestT9_ClockEndsTheRound(t *testing.T) {
	p := begin(t, quickClock, 3)
	timeUp := engine.Move{Seat: engine.Chance, Verb: verbTime}
	assert.Equal(t, engine.Pace{Live: true, Clock: 300, TimeUp: timeUp}, Rules{}.Pace(&p))
	byTime := p
	run(t, &byTime, "1 tower 1:k7.1 n | 0 time | standing 0")
	assert.Equal(t, 2, Rules{}.Pace(&byTime).Since)
	round := view(&byTime).Rounds[0]
	assert.True(t, round.TimeUp, "the clock has ended the round")
	assert.Equal(t, []engine.Seat{1}, round.Winners, "seat 1 has the fewest pieces left")
	assert.Equal(t, 27-1+6+8, round.Left[0])
	run(t, &p, "1 stuck | 2 stuck | 3 stuck")
	assert.False(t, view(&p).Rounds[0].TimeUp, "everyone has said stuck")

	without, turns := begin(t, quick, 3), begin(t, tactical, 3)
	assert.Equal(t, engine.Pace{Live: true}, Rules{}.Pace(&without))
	assert.Zero(t, Rules{}.Pace(&turns))
	_, err := Game.Start(engine.Options{"clock": "300"}, seatInfos(3), Game.Deal(nil, nil, nil))
	assert.ErrorContains(t, err, "option clock: it needs mode quick", "only quick has a clock")
}

func TestT13_ZonesLieBetweenTheSeatsThatAreLeft(t *testing.T) {
	p := begin(t, quick, 4)
	run(t, &p, "2 tower 1:l7.1 n | 2 tower 1:l7.2 n | 2 resign | 1 tower 1:k7.2 n -> no support (grid)")
	require.Len(t, view(&p).Zones, 4, "the round goes on with the same zones")
	run(t, &p, "1 tower 1:k7.1 n | 1 stuck | 3 stuck | 4 stuck")
	require.Len(t, view(&p).Zones, 3)
	assert.Equal(t, [2]engine.Seat{1, 3}, view(&p).Zones[0].Seats)
	assert.Equal(t, []engine.Seat{1}, view(&p).Rounds[0].Winners, "seat 2 has fewer pieces left but has resigned")
	run(t, &p, "4 resign | 3 stuck | 1 stuck")
	require.Len(t, view(&p).Zones, 2)
	assert.Equal(t, [2]engine.Seat{3, 1}, view(&p).Zones[1].Seats)
	run(t, &p, "1 resign")
	assert.Equal(t, engine.Seats(1, 2, 4), Rules{}.Ending(&p).Resigned)
	scores := Rules{}.Scores(&p)
	raw, err := json.Marshal(scores[2])
	require.NoError(t, err)
	assert.JSONEq(t, `{"rounds": [{"zones": [0, 0], "score": 0, "left": 34}, {"zones": [0, 0], "score": 0, "left": 34}], "won": 1}`,
		string(raw), "the third round is not scored")
	assert.Equal(t, "0, 0", scores[2][0].Value.(Rounds).String())
}
