package towers

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"amytis/engine"
)

func TestDescribeGivesTheFactsOfEveryVerb(t *testing.T) {
	first := begin(t, tactical, 3)
	run(t, &first, "1 tower k7.1 n")
	p := withNobles(t, tacticalExpert)
	for i := range p.players {
		p.players[i].bridges = 0
	}
	ready := p
	run(t, &ready, "1 tower q7.1 n | 1 tower r7.1 n | 1 tower s7.1 n | 1 tower t7.1 n")
	q := begin(t, quickClock, 3)
	set(t, &q, "1 tower 1:k7.1 n", "1 tower 1:k7.2 n", "1 tower 3:k7.1 n", "2 small 1:k7.2", "3 small 3:k7.1",
		"1 small 3:k7.1", "1 small 1:k7.2", "2 large 1:k7.2")
	alone := q
	run(t, &alone, "2 stuck | 3 stuck")

	joined := begin(t, quickClock, 3)
	set(t, &joined, "1 tower 3:k7.1 n", "1 tower 3:l7.1 n", "3 small 3:k7.1")

	for _, c := range []struct {
		p    Position
		line string
		want map[string]string
	}{
		{first, "1 tower k7.2 e", map[string]string{"column": "k7", "level": "2", "facing": "", "apart": "", "grows": ""}},
		{p, "1 tower a1.1 n", map[string]string{"column": "a1", "level": "1", "facing": "@facing.n", "apart": "@apart", "grows": ""}},
		{begin(t, tactical, 3), "1 tower a1.1 s", map[string]string{"column": "a1", "level": "1", "facing": "", "apart": "", "grows": "@grows"}},
		{p, "1 bridge k8-m8.1", map[string]string{"level": "1", "facing": "", "apart": "", "grows": ""}},
		{p, "1 small p7.2", map[string]string{"level": "2", "points": "2", "score": "2", "highest": "@highest", "lead": "#1"}},
		{p, "1 small o7.1", map[string]string{"level": "1", "points": "0", "score": "0", "highest": "@highest", "lead": ""}},
		{q, "1 small 3:k7.1", map[string]string{"level": "1", "points": "0", "score": "0", "here": "0", "highest": "@highest", "lead": ""}},
		{joined, "1 small 3:l7.1", map[string]string{"level": "1", "points": "0", "score": "0", "here": "1", "highest": "@highest", "lead": ""}},
		{q, "1 take 1:k7.2", map[string]string{"level": "2", "points": "0", "score": "0", "here": "0"}},
		{ready, "1 swap small k7.1:blue o7.1:yellow", map[string]string{
			"size": "@size.small", "colour": "@colour.blue", "from": "k7.1", "level": "1",
			"other_colour": "@colour.yellow", "to": "o7.1", "other_level": "1", "points": "0", "score": "0",
		}},
		{ready, "1 turn l7.1 s", map[string]string{"facing": "@facing.s", "was": "@facing.e"}},
		{ready, "1 done", map[string]string{"pieces": "4"}},
		{q, "1 stuck", map[string]string{"left": "36", "still": "#2,3"}},
		{alone, "1 stuck", map[string]string{"left": "36", "still": ""}},
		{q, "0 time", map[string]string{"round": "1"}},
	} {
		assert.Equal(t, c.want, Rules{}.Describe(&c.p, move(t, c.line)).Facts, c.line)
	}
	assert.Zero(t, Rules{}.Describe(&p, engine.SkipMove(1)))
	assert.Zero(t, Rules{}.Describe(&p, engine.ResignMove(1)))
}

// TestScoringAndConnectedMovesRankHigher checks the order in which menus offer moves.
func TestScoringAndConnectedMovesRankHigher(t *testing.T) {
	first := begin(t, tactical, 3)
	run(t, &first, "1 tower k7.1 n")
	better(t, &first, "1 tower k7.2 n", "1 tower l7.1 n", "1 tower a1.1 n")
	better(t, &first, "1 bridge k8-m8.1", "1 bridge a1-c1.1")

	p := begin(t, tactical, 3)
	run(t, &p, "later 3 | column k7 3 | column l7 4 | column m7 4")
	set(t, &p, "2 small l7.4")
	better(t, &p, "1 large k7.3", "1 large m7.4") // seat 1 would only tie that level
	better(t, &p, "2 small k7.3", "2 small m7.4") // seat 2 would win that level
	set(t, &p, "1 tower k7.4 n", "1 tower k7.5 n", "1 tower m7.5 n", "1 small m7.5", "1 small k7.5")
	same, lost := "1 swap small m7.5:blue k7.5:blue", "1 swap small l7.4:yellow m7.5:blue"
	better(t, &p, "1 done", lost, same)

	q := begin(t, quick, 3)
	set(t, &q, "1 tower 1:k7.1 n", "1 tower 1:l7.1 n", "2 small 1:k7.1", "1 small 1:l7.1", "1 tower 3:k7.1 n",
		"3 small 3:k7.1")
	better(t, &q, "1 tower 3:l7.1 n", "1 tower 1:m7.1 n", "1 tower 3:a1.1 n")
	better(t, &q, "1 small 3:k7.1", "1 small 1:k7.1")
	set(t, &q, "1 tower 1:m7.1 n", "1 tower 1:m7.2 n", "1 tower 1:m7.3 n", "1 tower 1:m7.4 n", "1 tower 1:m7.5 n", "1 tower 1:m7.6 n")
	better(t, &q, "1 tower 3:l7.1 n", "1 tower 1:m7.7 n") // the lower zone counts
	better(t, &q, "1 small 3:k7.1", "1 small 1:m7.6")
}

// better checks that the moves rank in this order.
func better(t *testing.T, p *Position, lines ...string) {
	t.Helper()
	for i := range lines[1:] {
		above, below := move(t, lines[i]), move(t, lines[i+1])
		assert.Greater(t, Rules{}.Describe(p, above).Rank, Rules{}.Describe(p, below).Rank, "%s must rank above %s",
			lines[i], lines[i+1])
	}
}
