package babel

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"amytis/engine"
)

func TestDescribeGivesTheFactsOfEveryVerb(t *testing.T) {
	p := board(t,
		"hand=AS columns=H:AAAHHHMMMPPPSSS,A:PMS temples=H:1,A:123 pawn=H yard=2",
		"hand=HHMMP columns=H:AAMPP temples=H:123 yard=3")
	drawing, owing, empty, lowest := p, p, p, p
	drawing.stage, lowest.lowest = Drawing, true
	owing.players[1].owed = 2
	empty.players[1].columns[Hittites-1] = row{}
	for _, c := range []struct {
		p    Position
		line string
		want map[string]string
	}{
		{drawing, "1 draw", map[string]string{"count": "3"}},
		{p, "1 travel A", map[string]string{"people": "@people.A", "site": "@people.A", "column": "3", "top": "3"}},
		{p, "1 settle S", map[string]string{"people": "@people.S", "site": "@people.H", "column": "16"}},
		{p, "1 build own", map[string]string{"site": "@people.H", "yard": "@yard.own", "opponent": "", "value": "2", "points": "1", "loss": "0", "total": "5"}},
		{p, "1 skip opp", map[string]string{"site": "@people.H", "yard": "@yard.opp", "opponent": "#2", "value": "3", "points": "2", "loss": "0", "total": "6"}},
		{p, "1 steal", map[string]string{"site": "@people.H", "top": "1", "value": "3", "points": "2", "loss": "1", "total": "6"}},
		{p, "1 demolish", map[string]string{"site": "@people.H", "value": "3", "points": "0", "loss": "3", "total": "4"}},
		{lowest, "1 demolish", map[string]string{"site": "@people.H", "value": "1", "points": "0", "loss": "3", "total": "4"}},
		{p, "1 migrate A S", map[string]string{"site": "@people.H", "from": "@people.A", "to": "@people.S", "cards": "@people.P @people.M @people.S"}},
		{p, "1 deport A", map[string]string{"site": "@people.H", "people": "@people.A", "count": "2"}},
		{p, "1 convert", map[string]string{"site": "@people.H", "people": "@people.P", "count": "2"}},
		{empty, "1 convert", map[string]string{"site": "@people.H", "people": "", "count": "0"}},
		{p, "1 halve M", map[string]string{"site": "@people.H", "people": "@people.M", "opponent": "#2", "count": "2", "left": "3"}},
		{owing, "1 halve M", map[string]string{"site": "@people.H", "people": "@people.M", "opponent": "#2", "count": "1", "left": "2"}},
		{owing, "2 discard H,P", map[string]string{"count": "2", "left": "3"}},
		{p, "1 end", map[string]string{"count": "2"}},
		{p, "0 shuffle A", map[string]string{"count": "0"}},
	} {
		assert.Equal(t, c.want, Rules{}.Describe(&c.p, move(t, c.line)).Facts, c.line)
	}
}

// TestBetterActionsRankHigher checks that menus offer first what scores points or enables it.
func TestBetterActionsRankHigher(t *testing.T) {
	p := board(t,
		"hand=HMPS columns=H:PP,M:AAA,P:P temples=H:1,M:1 pawn=H yard=2",
		"yard=3")
	rank := func(line string) int { return Rules{}.Describe(&p, move(t, line)).Rank }
	assert.Greater(t, rank("1 travel M"), rank("1 travel P"))
	assert.Greater(t, rank("1 settle P"), rank("1 settle S"), "settling P completes a trio")
	p.players[1].owed, p.players[1].hand = 2, tally{3, 1, 1}
	assert.Greater(t, rank("2 discard H,M"), rank("2 discard A,A"))
	assert.Zero(t, Rules{}.Describe(&p, engine.SkipMove(1)).Rank)
	idle := board(t, "columns=M:AAA,A:HHHHHHHHP temples=H:1", "yard=3")
	rank = func(line string) int { return Rules{}.Describe(&idle, move(t, line)).Rank }
	assert.Greater(t, rank("1 end"), rank("1 migrate M S"), "three cards that only move")
	assert.Greater(t, rank("1 migrate A S"), rank("1 end"), "cards above the highest step are worth nothing there")
}
