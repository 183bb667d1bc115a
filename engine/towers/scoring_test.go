package towers

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"amytis/engine"
)

// TestZoneScoresAsInTheBooklet checks the booklet's examples of a zone and of a round: 2 + 3 + 5,
// and the lower of 10 and 6. On level 4 a neighbour's large noble stands too.
func TestZoneScoresAsInTheBooklet(t *testing.T) {
	p := begin(t, quick, 3)
	column(t, &p, 1, "1:a1", 1, 2)
	column(t, &p, 1, "1:b1", 1, 3)
	column(t, &p, 1, "1:c1", 1, 4)
	column(t, &p, 1, "1:d1", 1, 5)
	set(t, &p, "1 small 1:a1.2", "1 small 1:b1.3", "1 small 1:c1.4", "2 large 1:c1.4", "1 large 1:d1.5")
	assert.Equal(t, [2]int{10, 0}, view(&p).Players[0].Points)
	assert.Zero(t, view(&p).Players[0].Score, "the weaker zone counts")
	column(t, &p, 1, "3:a1", 1, 1)
	column(t, &p, 1, "3:b1", 1, 2)
	column(t, &p, 1, "3:c1", 1, 3)
	set(t, &p, "1 small 3:a1.1", "1 small 3:b1.2", "1 small 3:c1.3", "3 small 3:c1.3")
	assert.Equal(t, [2]int{10, 6}, view(&p).Players[0].Points)
	assert.Equal(t, 6, view(&p).Players[0].Score)
	assert.Equal(t, [2]int{4, 0}, view(&p).Players[1].Points)
}

func TestNobleScoresOnlyAloneOfItsColourAndWithOthersOnTheBuilding(t *testing.T) {
	p := begin(t, quick, 3)
	column(t, &p, 1, "1:a1", 1, 2)
	set(t, &p, "1 small 1:a1.2")
	points := func() int { return view(&p).Players[0].Points[0] }
	assert.Zero(t, points(), "no other colour on the building")
	play(t, &p, "1 tower 1:c1.1 n", "2 small 1:c1.1")
	assert.Zero(t, points(), "the other colour is on another building")
	set(t, &p, "2 tower 1:b1.1 n")
	assert.Equal(t, 2, points())
	assert.Equal(t, 1, view(&p).Players[1].Points[0])
	set(t, &p, "1 large 1:c1.1")
	assert.Equal(t, 3, points())
	assert.Zero(t, view(&p).Players[1].Points[0], "a large noble stands beside it")
	set(t, &p, "1 small 1:c1.1")
	assert.Equal(t, 2, points(), "two nobles of one colour on a tower do not score")
}

func TestExpertDoublesTheBestNobleWhereAllTowersFaceOneWay(t *testing.T) {
	p := begin(t, quickExpert, 3)
	set(t, &p,
		"1 tower 1:a1.1 e", "1 tower 1:b1.1 e", "1 tower 1:b1.2 e", "1 tower 1:c1.1 e", "1 tower 1:c1.2 e",
		"1 small 1:a1.1", "1 small 1:b1.2", "1 small 1:c1.2", "2 small 1:c1.2",
		"1 tower 1:k1.1 n", "1 tower 1:k2.1 e", "1 small 1:k1.1", "2 small 1:k2.1",
		"1 tower 1:p1.1 w", "1 tower 1:q1.1 w", "1 small 1:p1.1", "2 small 1:q1.1")
	assert.Equal(t, 1+2+2+2+1+1+1, view(&p).Players[0].Points[0])
	assert.Equal(t, 2+2+1+1+1, view(&p).Players[1].Points[0])
	p.expert = false
	assert.Equal(t, 1+2+2+1+1, view(&p).Players[0].Points[0])
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

// TestThreeRoundsWonWinTheGame also checks that nobles set aside count as pieces left.
func TestThreeRoundsWonWinTheGame(t *testing.T) {
	p := begin(t, quick, 3)
	play(t, &p, "3 tower 3:a1.1 n", "1 stuck", "2 stuck", "3 stuck") // seat 3 has the fewest pieces left
	play(t, &p, "1 stuck", "2 stuck", "3 stuck")                     // nobles set aside count as left
	play(t, &p, "1 stuck", "2 stuck", "3 stuck")
	v := view(&p)
	assert.Equal(t, []int{2, 2, 3}, []int{v.Players[0].Won, v.Players[1].Won, v.Players[2].Won})
	r := over(t, &p, 3)
	raw, err := json.Marshal(r.Scores[2])
	require.NoError(t, err)
	assert.JSONEq(
		t,
		`{"rounds": [{"zones": [0, 0], "score": 0, "left": 40}, {"zones": [0, 0], "score": 0, "left": 41}, {"zones": [0, 0], "score": 0, "left": 41}], "won": 3}`,
		string(raw),
	)
	assert.Equal(t, "0, 0, 0", r.Scores[2][0].Value.(Rounds).String())
	assert.Equal(t, 3, v.Round)
	assert.Zero(t, v.Players[2].Large)

	p = begin(t, quick, 3)
	p.player(1).won, p.player(2).won = 2, 2
	play(t, &p, "1 stuck", "2 stuck", "3 stuck")
	over(t, &p, 1, 2)
}

func TestTacticalGameEndsWithTheLastNoble(t *testing.T) {
	p := later(t, tactical, 3)
	column(t, &p, 1, "k7", 1, 2)
	for i := range p.players {
		p.players[i] = player{towers: 9}
	}
	p.player(1).small = 1
	p.player(2).small = 1
	play(t, &p, "1 small k7.2", "1 tower l7.1 n", "1 tower m7.1 n", "1 tower n7.1 n", "1 done")
	assert.Equal(t, Placing, p.stage)
	left := p
	play(t, &left, "2 resign")
	assert.Equal(t, Over, left.stage, "the nobles of a seat that resigned do not count")
	play(t, &p, "2 small k7.2", "2 tower o7.1 n", "2 tower p7.1 n", "2 tower q7.1 n", "2 done")
	over(t, &p, 1, 2, 3)
}

// TestUnaffectedUntilTheTurnEnds checks which moves of others an undo survives.
func TestUnaffectedUntilTheTurnEnds(t *testing.T) {
	p := later(t, tactical, 3)
	next := p
	play(t, &next, "1 tower k7.1 n")
	assert.True(t, Rules{}.Unaffected(&p, &next, 1), "only seat 1 has moved")
	play(t, &next, "2 resign")
	assert.False(t, Rules{}.Unaffected(&p, &next, 1), "seat 2 has resigned")
	ended := p
	play(t, &ended, "1 tower k7.1 n", "1 tower k8.1 n", "1 tower k9.1 n", "1 tower k10.1 n", "1 done")
	assert.False(t, Rules{}.Unaffected(&p, &ended, 1), "the turn is over")

	q := begin(t, quick, 3)
	others := q
	play(t, &others, "2 stuck")
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
	play(t, &p, "1 tower k7.1 n", "1 tower k8.1 n", "1 tower k9.1 n", "1 tower k10.1 n", "1 done")
	assert.Equal(t, []bool{true, true, true, true}, fresh())
	play(t, &p, "0 skip 2")
	assert.Equal(t, []bool{true, true, true, true}, fresh(), "a skipped turn does not change the marks")
	play(t, &p, "3 small k8.1")
	assert.Equal(t, []bool{false, true, false, false}, fresh())
	play(t, &p, "3 tower k11.1 n")
	assert.Equal(t, []bool{false, true, false, false, true}, fresh())

	q := begin(t, quick, 3)
	play(t, &q, "1 tower 1:k7.1 n", "2 tower 2:k7.1 n", "3 stuck")
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

func TestStartRefusesASetupThatIsNotEmpty(t *testing.T) {
	for _, setup := range []string{"null", `{"x": 1}`, "[]", ""} {
		_, err := Rules{}.Start(nil, seatInfos(3), json.RawMessage(setup))
		assert.Error(t, err, setup)
	}
}

func TestLastRoundSaysWhatASeatScoredInIt(t *testing.T) {
	p := begin(t, quick, 3)
	play(t, &p, "1 tower 1:k7.1 n", "2 small 1:k7.1")
	p.player(1).small, p.player(1).large = 1, 0
	play(t, &p, "1 small 1:k7.1")
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
