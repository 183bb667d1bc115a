package towers

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"amytis/engine"
)

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
