package towers

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"amytis/engine"
)

// withNobles returns a tactical position with nobles of all kinds on towers.
func withNobles(t *testing.T, opts engine.Options) Position {
	p := later(t, opts, 3)
	set(t, &p, "1 tower k7.1 n", "1 tower l7.1 e", "1 tower m7.1 n", "1 tower n7.1 n", "1 tower o7.1 n",
		"1 tower p7.1 n", "1 tower p7.2 n", "1 small k7.1", "2 small l7.1", "3 small l7.1", "1 large m7.1",
		"2 large n7.1", "2 small o7.1")
	return p
}

// TestEveryRefusalIsReachedWithRuleAndPlaceholders checks every code of Info.Refusals.
func TestEveryRefusalIsReachedWithRuleAndPlaceholders(t *testing.T) {
	first := begin(t, tactical, 3)
	p := withNobles(t, tactical)
	ready := p
	play(t, &ready, "1 tower q7.1 n", "1 tower r7.1 n", "1 tower s7.1 n", "1 tower t7.1 n")
	expert := withNobles(t, tacticalExpert)
	play(t, &expert, "1 tower q7.1 n", "1 tower r7.1 n", "1 tower s7.1 n", "1 tower t7.1 n")
	noble, parts, swapped, turned, five := p, p, expert, expert, ready
	play(t, &noble, "1 small p7.2", "1 tower q7.1 n", "1 tower r7.1 n", "1 tower s7.1 n")
	play(t, &parts, "1 tower q7.1 n", "1 tower r7.1 n", "1 tower s7.1 n", "1 tower a7.1 n")
	play(t, &swapped, "1 swap small k7.1:blue o7.1:yellow")
	play(t, &turned, "1 turn k7.1 e")
	play(t, &five, "1 tower u7.1 n")
	grown := begin(t, tactical, 3)
	play(t, &grown, "1 tower k7.1 n", "1 tower l7.1 n", "1 tower m7.1 n", "1 tower n7.1 n", "1 done",
		"2 tower k7.2 n", "2 tower l7.2 n", "2 tower m7.2 n", "2 tower n7.2 n")
	bare, gone, ended := p, p, p
	*bare.player(1) = player{}
	play(t, &gone, "2 resign")
	ended.finish(engine.Seats(1))
	q := begin(t, quick, 3)
	set(t, &q, "1 tower 1:k7.1 n", "1 tower 1:l7.1 n", "1 small 1:k7.1", "1 small 1:k7.1", "2 small 1:k7.1",
		"1 large 1:l7.1", "2 small 1:l7.1", "1 tower 1:m7.1 n")
	stuck := q
	play(t, &stuck, "1 stuck")

	reached := map[string]bool{
		engine.RefusedVerb:      true, // Define refuses these before it asks the game
		engine.RefusedMalformed: true,
	}
	for _, c := range []struct {
		p          Position
		line       string
		code, rule string
		args       []string
	}{
		{ended, "1 done", engine.RefusedOver, "", nil},
		{ended, "2 resign", engine.RefusedOver, "", nil},
		{ended, "0 skip 1", engine.RefusedOver, "", nil},
		{p, "4 done", engine.RefusedSeat, "", []string{"seat", "#4"}},
		{p, "0 skip 5", engine.RefusedSeat, "", []string{"seat", "#5"}},
		{p, "0 skip 2", engine.RefusedNoSkip, "T-15", []string{"seat", "#2"}},
		{gone, "2 done", engine.RefusedResigned, "", []string{"seat", "#2"}},
		{gone, "2 resign", engine.RefusedResigned, "", []string{"seat", "#2"}},
		{p, "2 tower a1.1 n", engine.RefusedTurn, "", []string{"turn", "#1"}},
		{p, "0 time", refusedNoClock, "T-10", nil},
		{q, "0 time", refusedNoClock, "T-10", nil},
		{p, "1 stuck", refusedOnlyQuick, "tactical", nil},
		{p, "1 take k7.1", refusedOnlyQuick, "tactical", nil},
		{q, "1 done", refusedOnlyTurns, "quick", nil},
		{q, "1 turn 1:k7.1 e", refusedOnlyTurns, "quick", nil},
		{stuck, "1 tower 1:a1.1 n", refusedSaidStuck, "T-13", nil},
		{q, "1 tower a1.1 n", refusedZoneMissing, "quick", []string{"cell", "a1.1", "zones", "1, 3"}},
		{q, "1 tower 2:a1.1 n", refusedOtherZone, "quick", []string{"zone", "2", "zones", "1, 3"}},
		{q, "2 tower 5:a1.1 n", refusedOtherZone, "quick", []string{"zone", "5", "zones", "1, 2"}},
		{p, "1 tower 1:a1.1 n", refusedNoZones, "tactical", []string{"cell", "1:a1.1"}},
		{ready, "1 swap small k7.1:blue 1:l7.1:yellow", refusedNoZones, "tactical", []string{"cell", "1:l7.1"}},
		{expert, "1 turn 1:k7.1 e", refusedNoZones, "tactical", []string{"cell", "1:k7.1"}},
		{ready, "1 turn k7.1 e", refusedOnlyExpert, "expert", nil},
		{swapped, "1 tower a1.1 n", refusedClosing, "special move", nil},
		{turned, "1 small p7.2", refusedClosing, "special move", nil},
		{five, "1 tower a1.1 n", refusedFive, "tactical", nil},
		{bare, "1 tower a1.1 n", refusedNoneLeft, "pieces", []string{"piece", "@piece.tower"}},
		{bare, "1 large p7.2", refusedNoneLeft, "pieces", []string{"piece", "@piece.large"}},
		{first, "1 small k7.1", refusedNoblesYet, "first round", nil},
		{first, "1 tower k7.3 n", refusedLowFirst, "T-14", []string{"cell", "k7.3", "most", "2"}},
		{p, "1 tower k7.1 n", refusedTaken, "grid", []string{"cell", "k7.1"}},
		{p, "1 bridge j7-l7.1", refusedTaken, "grid", []string{"cell", "k7.1"}},
		{p, "1 tower k7.2 n", refusedNobleThere, "nobles", []string{"cell", "k7.2"}},
		{withLines(t, p, "1 tower k9.1 n"), "1 bridge k7-k9.2", refusedNobleThere, "nobles", []string{"cell", "k7.2"}},
		{p, "1 tower a1.2 n", refusedNoSupport, "grid", []string{"cell", "a1.2"}},
		{p, "1 tower k7.3 n", refusedNoSupport, "grid", []string{"cell", "k7.3"}},
		{withLines(t, p, "1 tower k8.1 n", "1 tower k8.2 n", "1 tower m8.1 n", "1 tower m8.2 n", "1 tower l8.1 n", "1 tower l8.2 n"),
			"1 bridge k8-m8.3", refusedArchOver, "grid", []string{"cell", "l8.2"}},
		{withLines(t, p, "1 tower l6.1 n", "1 tower l6.2 n", "1 tower l8.1 n", "1 tower l8.2 n"),
			"1 bridge l6-l8.3", refusedArchOver, "grid", []string{"cell", "l7.2"}},
		{withLines(t, p, "1 tower k8.1 n", "1 tower m8.1 n", "1 bridge k8-m8.2"), "1 tower l8.1 n", refusedUnderArch, "grid", []string{"cell", "l8.1"}},
		{p, "1 small a1.1", refusedNoTower, "nobles", []string{"cell", "a1.1"}},
		{withLines(t, p, "1 bridge a1-c1.1"), "1 small a1.1", refusedNoTower, "nobles", []string{"cell", "a1.1"}},
		{q, "1 take 1:a1.1", refusedNoTower, "nobles", []string{"cell", "1:a1.1"}},
		{expert, "1 turn a1.1 e", refusedNoTower, "nobles", []string{"cell", "a1.1"}},
		{p, "1 small p7.1", refusedCovered, "nobles", []string{"cell", "p7.1"}},
		{withLines(t, p, "1 tower k8.1 n", "1 tower k8.2 n", "1 tower m8.1 n", "1 tower m8.2 n", "1 tower l8.1 n", "1 bridge k8-m8.3"),
			"1 small l8.1", refusedHeadroom, "nobles", []string{"cell", "l8.1"}},
		{p, "1 small k7.1", refusedOwnThere, "nobles", []string{"cell", "k7.1"}},
		{p, "1 large k7.1", refusedOwnThere, "nobles", []string{"cell", "k7.1"}},
		{p, "1 small n7.1", refusedLargeThere, "nobles", []string{"cell", "n7.1"}},
		{p, "1 large l7.1", refusedSmallThere, "nobles", []string{"cell", "l7.1"}},
		{p, "1 small l7.1", refusedTowerFull, "nobles", []string{"cell", "l7.1", "most", "2"}},
		{withLines(t, later(t, tactical, 4), "1 tower k7.1 n", "2 small k7.1", "3 small k7.1"),
			"1 small k7.1", refusedTowerFull, "nobles", []string{"cell", "k7.1", "most", "2"}},
		{q, "1 small 1:k7.1", refusedTowerFull, "nobles", []string{"cell", "1:k7.1", "most", "3"}},
		{q, "1 take 1:l7.1", refusedNoOwnSmall, "T-9", []string{"cell", "1:l7.1"}},
		{q, "1 take 1:k7.1", refusedNoLarge, "T-9", []string{"cell", "1:k7.1"}},
		{swapped, "1 swap small k7.1:yellow o7.1:blue", refusedOneSwap, "special move", nil},
		{turned, "1 swap small k7.1:blue o7.1:yellow", refusedOneSwap, "special move", nil},
		{turned, "1 turn k7.1 n", refusedOneTurn, "expert", nil},
		{noble, "1 swap large m7.1:blue n7.1:yellow", refusedNoblePlaced, "special move", nil},
		{p, "1 done", refusedFew, "tactical", []string{"placed", "0", "needed", "4"}},
		{p, "1 swap large m7.1:blue n7.1:yellow", refusedFew, "tactical", []string{"placed", "0", "needed", "4"}},
		{parts, "1 done", refusedParts, "T-11", []string{"placed", "4"}},
		{parts, "1 swap large m7.1:blue n7.1:yellow", refusedParts, "T-11", []string{"placed", "4"}},
		{grown, "2 done", refusedNotGrown, "T-6", nil},
		{ready, "1 swap small l7.1:yellow l7.1:green", refusedSameTower, "T-8", []string{"cell", "l7.1"}},
		{ready, "1 swap large n7.1:yellow m7.1:blue", refusedTowerOrder, "special move", []string{"first", "m7.1", "second", "n7.1"}},
		{ready, "1 swap small m7.1:blue o7.1:yellow", refusedNoNoble, "special move", []string{"cell", "m7.1", "colour", "@colour.blue", "size", "@size.small"}},
		{ready, "1 swap large m7.1:blue o7.1:yellow", refusedNoNoble, "special move", []string{"cell", "o7.1", "colour", "@colour.yellow", "size", "@size.large"}},
		{expert, "1 swap small k7.1:blue l7.1:yellow", refusedFacings, "expert", []string{"cell", "k7.1", "facing", "@facing.n", "other", "l7.1", "other_facing", "@facing.e"}},
		{ready, "1 swap small l7.1:green o7.1:yellow", refusedTwoOfColour, "special move", []string{"cell", "l7.1", "colour", "@colour.yellow"}},
		{expert, "1 turn k7.1 s", refusedQuarter, "expert", []string{"cell", "k7.1", "facing", "@facing.n"}},
		{expert, "1 turn k7.1 n", refusedQuarter, "expert", []string{"cell", "k7.1", "facing", "@facing.n"}},
	} {
		refused(t, &c.p, c.line, c.code, c.rule, c.args...)
		reached[c.code] = true
	}
	for _, code := range refusals {
		assert.True(t, reached[code], code)
	}
}

// withLines returns p with more pieces placed.
func withLines(t *testing.T, p Position, lines ...string) Position {
	set(t, &p, lines...)
	return p
}

func TestEveryRuleThatARefusalCitesHasAPage(t *testing.T) {
	for code, rule := range ruleOf {
		assert.NotEmpty(t, info.Page(rule), "%s cites %q", code, rule)
	}
}
