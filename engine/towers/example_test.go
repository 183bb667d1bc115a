package towers

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestWorkedExample checks the worked example of towers.md. Green is seat 3 of four.
func TestWorkedExample(t *testing.T) {
	p := later(t, tactical, 4)
	column(t, &p, 1, "a1", 1, 3)
	column(t, &p, 2, "c1", 1, 5)
	column(t, &p, 3, "d1", 1, 5)
	column(t, &p, 1, "f1", 1, 7)
	column(t, &p, 2, "g1", 1, 7)
	column(t, &p, 4, "h1", 1, 7)
	column(t, &p, 3, "i1", 1, 7)
	set(t, &p,
		"3 small a1.3",
		"3 small c1.5", "3 small d1.5", "2 small d1.5",
		"3 large f1.7", "3 small g1.7", "3 small h1.7",
		"4 small g1.7", "4 small h1.7", "4 small i1.7", "2 small i1.7")
	p.player(3).bridges = 1
	green := Rules{}.Scores(&p)[2]
	assert.Equal(t, []int{0, 0, 3, 0, 5, 0, 0}, green[0].Value)
	assert.Equal(t, -1, green.Int("bridges"))
	assert.Equal(t, 7, green.Total())
}
