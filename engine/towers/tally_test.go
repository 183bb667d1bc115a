package towers

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"amytis/engine"
)

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
	assert.Equal(t, engine.TallyRow{
		Number: 1, Seats: engine.Seats(1, 2), Counts: [engine.MaxSeats + 1]int{1: 1, 2: 1},
	}, rows[0])
	assert.Len(t, rows, 3)
	p.nRounds = 2
	p.rounds[0].points[1] = [2]uint8{5, 7}
	p.rounds[1].points[2] = [2]uint8{9, 4}
	assert.Equal(t, engine.Score{{Name: "round", Value: 5}}, Rules{}.Records(&p))
}
