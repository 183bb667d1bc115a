package towers

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"amytis/engine"
)

func TestScoredPositionHasThePieceThatEndedTheRound(t *testing.T) {
	p := begin(t, quick, 3)
	play(t, &p, "1 tower 1:k7.1 n", "2 small 1:k7.1")
	p.player(1).small, p.player(1).large = 1, 0
	last := move(t, "1 small 1:k7.1")
	scored := Rules{}.Scored(&p, last)
	play(t, &p, "1 small 1:k7.1")
	require.Len(t, view(&p).Rounds, 1)
	assert.Empty(t, view(&p).Zones[0].Towers)
	assert.Equal(t, []NobleView{{Blue, Small}, {Yellow, Small}}, view(&scored).Zones[0].Towers[0].Nobles)
	for seat, points := range view(&p).Rounds[0].Points[:3] {
		assert.Equal(t, points, view(&scored).Players[seat].Points)
	}
	assert.Equal(t, engine.Note{Key: "scored", Facts: map[string]string{
		"first": "1", "second": "0", "score": "0", "left": "32",
	}}, Rules{}.Scores(&p)[0][0].Value.(Rounds).LastRound())
	assert.Equal(t, engine.Note{}, Rounds{}.LastRound())

	stuck := Rules{}.Scored(&p, move(t, "1 stuck"))
	assert.Equal(t, p, stuck, "a seat that is stuck places nothing")
}
