package babel

import (
	"cmp"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"amytis/engine"
)

func TestActionsDoWhatTheRulesSay(t *testing.T) {
	for says, c := range map[string]struct {
		me, opponent side
		line, code   string // code is of the refusal
		mine, theirs side
	}{
		"a pawn may travel to where it is": {me: side{hand: "H", pawn: "H"}, line: "1 travel H", mine: side{pawn: "H"}},
		"any card settles, at the end of the column": {
			me: side{hand: "A", columns: "H:SP", pawn: "H"}, line: "1 settle A", mine: side{columns: "H:SPA"},
		},
		"only a 1 begins a temple":  {me: side{columns: "H:AHM", pawn: "H", yard: "2"}, line: "1 build own", code: refusedWrongStep},
		"no step is left out":       {me: side{columns: "H:AHM", temples: "H:1", pawn: "H", yard: "3"}, line: "1 build own", code: refusedWrongStep},
		"two cards do not migrate":  {me: side{columns: "H:AH"}, line: "1 migrate H S", code: refusedShortColumn},
		"no power of another site":  {me: side{columns: "H:AAA", pawn: "S"}, line: "1 demolish", code: refusedNoTrio},
		"a 2 may skip on bare land": {me: side{columns: "H:PPP", pawn: "H", yard: "2"}, line: "1 skip own", mine: side{temples: "H:2"}},
		"a migration needs no pawn, and the temple stays": {
			me: side{columns: "H:AHM S:P", temples: "H:123", pawn: "P"}, line: "1 migrate H S",
			mine: side{columns: "H: S:PAHM", temples: "H:123"},
		},
		"a deported people leaves this site": {
			me: side{columns: "H:MMM", pawn: "H"}, opponent: side{hand: "P", columns: "H:PSMPP S:PP"}, line: "1 deport P",
			mine: side{columns: "H:MM"}, theirs: side{hand: "P", columns: "H:SM S:PP"},
		},
		"the last cards of one people convert": {
			me: side{columns: "H:ASSS", pawn: "H"}, opponent: side{columns: "H:PSPP"}, line: "1 convert",
			mine: side{columns: "H:ASSPP"}, theirs: side{columns: "H:PS"},
		},
	} {
		t.Run(says, func(t *testing.T) {
			p, m := board(t, c.me, c.opponent), move(t, c.line)
			require.Equal(t, c.code, p.check(&m))
			if c.code == allowed {
				play(t, &p, c.line)
				shows(t, &p, 1, c.mine)
				shows(t, &p, 2, c.theirs)
				assert.Empty(t, faultOf(&p))
			}
		})
	}
}

func TestB1_StartingOneIsBuiltFirstAndByItsHolder(t *testing.T) {
	p := board(t,
		side{hand: "AH", columns: "P:PPPPP H:HHH", temples: "P:1", yard: "2", pawn: "P", start: true},
		side{temples: "H:1", yard: "32", start: true})
	refused(t, &p, "1 build opp", refusedStartFirst)
	refused(t, &p, "1 skip opp", refusedStartFirst)
	refused(t, &p, "1 skip own", refusedStartFirst)
	refused(t, &p, "1 build own", refusedWrongStep, "site", "@people.P", "value", "1", "needed", "2")
	play(t, &p, "1 travel H")
	refused(t, &p, "1 build opp", refusedStartFirst)
	stealing := p
	play(t, &stealing, "1 steal")
	play(t, &p, "1 build own")
	shows(t, &p, 1, side{temples: "H:1", yard: "2"})
	refused(t, &p, "1 build opp", refusedStartOther)
	play(t, &p, "1 build own", "1 travel A", "1 end")
}

func TestB1_SupplyLiesUnderTheStartingOne(t *testing.T) {
	p := board(t, side{start: true}, side{})
	play(t, &p, "1 end")
	shows(t, &p, 1, side{yard: "111"})
	p = board(t, side{yard: "42", start: true}, side{})
	p.quarry.push(3)
	p.quarry.push(6)
	play(t, &p, "1 end")
	shows(t, &p, 1, side{yard: "42631"})
	play(t, &p, "2 draw", "2 end")
	assert.True(t, Rules{}.View(&p, 2).(*View).Players[0].StartUnbuilt, "the opponent sees that the start is not built")
	p.stage, p.active = Acting, 1
	p.players[0].pawn = Assyrians
	p.players[0].columns[0].push(Medes)
	play(t, &p, "1 build own")
	shows(t, &p, 1, side{yard: "4263"})
}

func TestB1_EndIsRefusedWhileTheStartingOneMayBeBuilt(t *testing.T) {
	p := board(t, side{hand: "A", start: true}, side{})
	refused(t, &p, "1 end", refusedStartUnbuilt)
	stuck := p
	play(t, &stuck, "1 travel A", "1 end") // nothing is left to settle
	assert.True(t, stuck.players[0].start, "the start stays unbuilt")
	play(t, &stuck, "2 draw", "2 end", "1 draw")
	refused(t, &stuck, "1 end", refusedStartUnbuilt)

	p = board(t, side{columns: "M:S", pawn: "M", start: true}, side{})
	refused(t, &p, "1 end", refusedStartUnbuilt)
	play(t, &p, "1 build own", "1 end")

	p = board(t, side{hand: "AA", columns: "M:S", pawn: "M", start: true}, side{})
	play(t, &p, "0 skip 1")
	assert.True(t, p.players[0].start, "a skip leaves the start unbuilt")
	assert.Equal(t, engine.Seat(2), p.active)
}

func TestB2_TurnGoesOnWhileTheOpponentOwesADiscard(t *testing.T) {
	p := board(t, side{hand: "A", columns: "H:SSSSSPPP", pawn: "H"}, side{hand: "AHMPSSS"})
	play(t, &p, "1 halve S")
	assert.Equal(t, engine.Seats(1, 2), Rules{}.Turn(&p))
	shows(t, &p, 2, side{owed: 3})
	refused(t, &p, "2 discard A,H", refusedOwesOther, "owed", "3", "cards", "2")
	refused(t, &p, "2 discard A,H,M,P", refusedOwesOther, "owed", "3", "cards", "4")
	refused(t, &p, "2 discard A,A,H", refusedNotInHand, "cards", "@people.A @people.A @people.H")
	refused(t, &p, "2 draw", engine.RefusedTurn, "turn", "#1")
	refused(t, &p, "1 discard A", refusedOwesNothing)

	between := p
	play(t, &between, "2 discard A,H,M", "1 halve P")
	shows(t, &between, 2, side{hand: "PSSS", owed: 2})

	play(t, &p, "1 halve S")
	shows(t, &p, 2, side{hand: "AHMPSSS", owed: 5})
	assert.Equal(t, 2, Rules{}.Scores(&p)[1].Int("hand"))
	play(t, &p, "1 halve S")
	shows(t, &p, 2, side{owed: 6})
	play(t, &p, "1 halve P") // one card is halved to one
	shows(t, &p, 2, side{owed: 6})
	play(t, &p, "1 end", "2 discard A,H,M,P,S,S")
	shows(t, &p, 2, side{hand: "S"})
	play(t, &p, "2 draw")
}

func TestB2_HandOfNoneOrOneOwesNothing(t *testing.T) {
	for _, hand := range []string{"", "M"} {
		p := board(t, side{columns: "H:SSS", pawn: "H"}, side{hand: hand})
		play(t, &p, "1 halve S")
		shows(t, &p, 2, side{})
		assert.Equal(t, engine.Seats(1), Rules{}.Turn(&p))
	}
}

func TestB2_FiveKeepsThree(t *testing.T) {
	p := board(t, side{columns: "H:SSS", pawn: "H"}, side{hand: "AAHMP"})
	play(t, &p, "1 halve S")
	shows(t, &p, 2, side{owed: 2})
	var lines []string
	for _, m := range (Rules{}).Legal(&p, 2, nil) {
		lines = append(lines, string(Game.AppendMove(nil, m)))
	}
	assert.Equal(t, []string{
		"2 discard A,A", "2 discard A,H", "2 discard A,M", "2 discard A,P",
		"2 discard H,M", "2 discard H,P", "2 discard M,P",
	}, lines)
}

func TestB3_PowersMayDoNothing(t *testing.T) {
	for line, columns := range map[string]string{
		"1 demolish": "H:AAA", "1 deport S": "H:MMM", "1 convert": "H:SSS", "1 halve A": "H:AAA",
	} {
		p := board(t, side{columns: columns, pawn: "H"}, side{})
		play(t, &p, line)
		assert.Equal(t, uint8(2), p.players[0].column(Hittites).n, line)
		assert.Equal(t, 1, p.discards.size(), line)
		assert.Zero(t, p.players[1], line)
	}
	p := board(t, side{columns: "H:HHHPPP", temples: "H:1", pawn: "H", yard: "2"}, side{yard: "4"})
	refused(t, &p, "1 steal", refusedNoTemple, "site", "@people.H")
	refused(t, &p, "1 skip own", refusedWrongSkip, "site", "@people.H", "value", "2", "needed", "3")
	refused(t, &p, "1 skip opp", refusedWrongSkip, "site", "@people.H", "value", "4", "needed", "3")
}

func TestB3_StealAndSkipCountTheDiscardedCard(t *testing.T) {
	p := board(t, side{columns: "H:HHH A:PPPA", temples: "A:2", pawn: "H", yard: "4"}, side{temples: "H:123"})
	play(t, &p, "1 steal")
	shows(t, &p, 1, side{columns: "H:HH", temples: "H:3"})
	p.players[0].pawn = Assyrians
	play(t, &p, "1 skip own")
	shows(t, &p, 1, side{columns: "A:PPA", temples: "A:24"})
	p = board(t, side{columns: "H:HHH A:PPP", temples: "A:2", pawn: "H"}, side{temples: "H:1234", yard: "4"})
	refused(t, &p, "1 steal", refusedFewPeople, "site", "@people.H", "value", "4", "have", "3")
	p.players[0].pawn = Assyrians
	refused(t, &p, "1 skip opp", refusedFewPeople, "site", "@people.A", "value", "4", "have", "3")
}

func TestB4_FirstRunLosesTheCard(t *testing.T) {
	p := board(t, side{columns: "H:ASSSSPSSSA", pawn: "H"}, side{})
	play(t, &p, "1 convert")
	shows(t, &p, 1, side{columns: "H:ASSSPSSSA"})
	play(t, &p, "1 convert")
	shows(t, &p, 1, side{columns: "H:ASSPSSSA"})
	play(t, &p, "1 halve S")
	shows(t, &p, 1, side{columns: "H:ASSPSSA"})
	refused(t, &p, "1 convert", refusedNoTrio, "people", "@people.S", "site", "@people.H")
}

func TestB4_ViewMarksEveryTrio(t *testing.T) {
	p := board(t, side{columns: "H:ASSSSPSSSAA"}, side{})
	v := Rules{}.View(&p, 0).(*View)
	assert.Equal(t, []Run{{Sumerians, 1, 5}, {Sumerians, 6, 9}}, v.Players[0].Sites[Hittites-1].Trios)
}

func TestB5_OnlyTheHolderSeesAHand(t *testing.T) {
	p := board(t, side{hand: "AAS"}, side{hand: "HM"})
	view := func(seat engine.Seat) *View { return Rules{}.View(&p, seat).(*View) }
	assert.Equal(t, []People{Assyrians, Assyrians, Sumerians}, view(1).Hand)
	assert.Equal(t, []People{Hittites, Medes}, view(2).Hand)
	assert.Nil(t, view(0).Hand)
	for seat := range engine.Seat(3) {
		assert.Equal(t, 3, view(seat).Players[0].Hand)
		assert.Equal(t, 2, view(seat).Players[1].Hand)
	}
	play(t, &p, "1 resign")
	assert.Nil(t, view(0).Hand)
	assert.Equal(t, []People{Hittites, Medes}, view(2).Hand)
}

func TestB6_OneCardIsDrawnFromAQuarryOfOne(t *testing.T) {
	p := board(t, side{temples: "A:1"}, side{})
	p.quarry = pile{}
	p.quarry.push(4)
	play(t, &p, "1 end")
	shows(t, &p, 1, side{yard: "4"})
	over(t, &p, "quarry", 1)
}

func TestB7_DemolishedCardsMayBeDrawnAtOnceInTheOrderOfB11(t *testing.T) {
	for option, c := range map[string]struct{ back, yard string }{
		"": {"135", "53"}, demolishedHighest: {"135", "53"}, demolishedLowest: {"531", "31"},
	} {
		opts := engine.Options{"demolished": option}
		if option == "" {
			opts = nil
		}
		start, err := Rules{}.Start(opts, twoSeats(), engine.FormatSetup(validSetup()))
		require.NoError(t, err)
		p := board(t, side{columns: "H:AAA", pawn: "H"}, side{temples: "H:135"})
		p.lowest = start.lowest
		assert.Equal(t, cmp.Or(option, demolishedHighest), Rules{}.View(&p, 0).(*View).Demolished)
		before := p.quarry.n
		play(t, &p, "1 demolish")
		for seat := range engine.Seat(3) { // everybody has seen them, and so computers know them
			known := p
			Rules{}.Imagine(&known, seat, zeroes{})
			assert.Equal(t, c.back, digits(known.quarry.list()[before:]))
		}
		play(t, &p, "1 end")
		shows(t, &p, 1, side{yard: c.yard})
		assert.Equal(t, c.back[:1], digits([]Step{p.quarry.last()}))
	}
}

func TestB7_DemolishedCardsKeepTheGameGoing(t *testing.T) {
	p := board(t, side{columns: "H:AAA", pawn: "H"}, side{temples: "H:12"})
	p.quarry = pile{}
	p.quarry.push(6)
	play(t, &p, "1 demolish", "1 end")
	shows(t, &p, 1, side{yard: "21"})
	assert.Equal(t, Drawing, p.stage)
}

func TestB10_SkipEndsTheTurnAsItStands(t *testing.T) {
	p := board(t, side{hand: "AA", columns: "H:SSS", pawn: "H", yard: "3"}, side{hand: "SSMHA"})
	play(t, &p, "1 travel A", "0 skip 1")
	shows(t, &p, 1, side{hand: "A", pawn: "A", yard: "311"})
	assert.Equal(t, engine.Seat(2), p.active)

	p.players[1].owed = 2
	play(t, &p, "0 skip 2") // seat 2 discards, draws and is supplied
	shows(t, &p, 2, side{hand: "MSSSSS", yard: "11"})
	assert.Equal(t, tally{2, 1, 0, 0, 0}, p.discards)
	assert.Equal(t, Drawing, p.stage)
	assert.Equal(t, engine.Seat(1), p.active)
}

func TestB10_SkipIsForTheActiveSeat(t *testing.T) {
	p := board(t, side{columns: "H:SSS", pawn: "H"}, side{hand: "SSMHA"})
	play(t, &p, "1 halve S")
	refused(t, &p, "0 skip 2", engine.RefusedNoSkip, "seat", "#2")
	play(t, &p, "0 skip 1")
	shows(t, &p, 2, side{hand: "AHMSS", owed: 2})
}

func TestB10_SkipWaitsForTheShuffle(t *testing.T) {
	p := board(t, side{hand: "A"}, side{})
	p.stage = Drawing
	p.people = row{}
	p.people.push(Medes)
	p.discards = tally{0, 1, 0, 0, 3}
	play(t, &p, "0 skip 1")
	assert.Equal(t, engine.Seats(engine.Chance), Rules{}.Turn(&p))
	refused(t, &p, "0 skip 1", engine.RefusedNoSkip, "seat", "#1")
	refused(t, &p, "1 draw", refusedShuffling)
	play(t, &p, "0 shuffle SHSS")
	shows(t, &p, 1, side{hand: "AHMS", yard: "11"})
	assert.Equal(t, engine.Seat(2), p.active)
	assert.Equal(t, "SS", text(p.people.list()))
}

func TestShuffleCompletesTheDraw(t *testing.T) {
	p := board(t, side{}, side{})
	p.stage = Drawing
	p.people = row{}
	p.discards = tally{1, 1}
	play(t, &p, "1 draw")
	refused(t, &p, "0 shuffle AA", refusedShuffleCards)
	refused(t, &p, "1 end", refusedShuffling)
	play(t, &p, "0 shuffle HA") // there are only two cards
	shows(t, &p, 1, side{hand: "AH"})
	assert.Equal(t, Acting, p.stage)
	refused(t, &p, "0 shuffle HA", refusedNoShuffle)
}

func TestDrawTakesTheCardsThatAreLeft(t *testing.T) {
	p := board(t, side{}, side{})
	p.stage = Drawing
	p.people = row{}
	p.people.push(Medes)
	play(t, &p, "1 draw")
	shows(t, &p, 1, side{hand: "M"})
	assert.Equal(t, Acting, p.stage)
}

func TestNoShuffleBeforeACardIsNeeded(t *testing.T) {
	p := board(t, side{}, side{})
	p.stage = Drawing
	p.people = row{ordered[People]{n: 3, cards: [peopleCards]People{Medes, Medes, Medes}}}
	p.discards = tally{1}
	play(t, &p, "1 draw")
	assert.Equal(t, Acting, p.stage)
	assert.Equal(t, tally{1}, p.discards)
}

func TestUnaffectedUntilTheOpponentDiscards(t *testing.T) {
	p := board(t, side{hand: "AS", columns: "H:AAASSSS", pawn: "H", yard: "1"}, side{hand: "HHMMP", temples: "H:12"})
	undone := func(a, b Position) bool { return Rules{}.Unaffected(&a, &b, 1) }
	for _, line := range []string{"1 travel A", "1 settle S", "1 build own", "1 migrate H A", "1 demolish", "1 convert", "1 halve A"} {
		next := p
		play(t, &next, line)
		assert.True(t, undone(next, p), line)
	}
	// A discard of seat 2 shows cards, so seat 1 cannot undo actions before it. It can undo later
	// ones.
	answered := p
	play(t, &answered, "1 halve S", "1 travel A", "2 discard H,H")
	early := p
	play(t, &early, "1 halve S", "2 discard H,H")
	assert.False(t, undone(answered, early), "what was before the answer cannot be undone")
	later := answered
	play(t, &later, "1 settle S")
	assert.True(t, undone(later, answered), "what came after the answer can be undone")
	ended := p
	play(t, &ended, "1 end")
	assert.False(t, undone(ended, p), "an ended turn cannot be undone")
}

func TestSkipIsAPowerAndADeadline(t *testing.T) {
	own := move(t, "1 skip own")
	require.Equal(t, verbSkip, own.Verb)
	require.Equal(t, engine.SkipMove(1), move(t, "0 skip 1"))
	for _, line := range []string{"0 skip own", "1 skip 1", "1 skip 2", "1 skip"} {
		_, err := Game.ParseMove(line)
		require.Error(t, err, line)
	}
}
