package babel

import (
	"cmp"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"amytis/engine"
)

func TestB4_ViewMarksEveryTrio(t *testing.T) {
	p := board(t, "columns=H:ASSSSPSSSAA", "")
	v := Rules{}.View(&p, 0).(*View)
	assert.Equal(t, []Run{{Sumerians, 1, 5}, {Sumerians, 6, 9}}, v.Players[0].Sites[Hittites-1].Trios)
}

func TestB5_OnlyTheHolderSeesAHand(t *testing.T) {
	p := board(t, "hand=AAS", "hand=HM")
	view := func(seat engine.Seat) *View { return Rules{}.View(&p, seat).(*View) }
	assert.Equal(t, []People{Assyrians, Assyrians, Sumerians}, view(1).Hand)
	assert.Equal(t, []People{Hittites, Medes}, view(2).Hand)
	assert.Nil(t, view(0).Hand)
	for seat := range engine.Seat(3) {
		assert.Equal(t, 3, view(seat).Players[0].Hand)
		assert.Equal(t, 2, view(seat).Players[1].Hand)
	}
	run(t, &p, "1 resign")
	assert.Nil(t, view(0).Hand)
	assert.Equal(t, []People{Hittites, Medes}, view(2).Hand)
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
		p := board(t, "columns=H:AAA pawn=H", "temples=H:135")
		p.lowest = start.lowest
		assert.Equal(t, cmp.Or(option, demolishedHighest), Rules{}.View(&p, 0).(*View).Demolished)
		before := p.quarry.n
		run(t, &p, "1 demolish")
		for seat := range engine.Seat(3) { // everybody has seen them, and so computers know them
			known := p
			Rules{}.Imagine(&known, seat, zeroes{})
			assert.Equal(t, c.back, digits(known.quarry.list()[before:]))
		}
		run(t, &p, "1 end")
		shows(t, &p, 1, "yard="+c.yard)
		assert.Equal(t, c.back[:1], digits([]Step{p.quarry.last()}))
	}
}

func TestUnaffectedUntilTheOpponentDiscards(t *testing.T) {
	p := board(t, "hand=AS columns=H:AAASSSS pawn=H yard=1", "hand=HHMMP temples=H:12")
	undone := func(a, b Position) bool { return Rules{}.Unaffected(&a, &b, 1) }
	for _, line := range []string{"1 travel A", "1 settle S", "1 build own", "1 migrate H A", "1 demolish", "1 convert", "1 halve A"} {
		next := p
		run(t, &next, line)
		assert.True(t, undone(next, p), line)
	}
	// A discard of seat 2 shows cards, so seat 1 can only undo later actions.
	answered := p
	run(t, &answered, "1 halve S | 1 travel A | 2 discard H,H")
	early := p
	run(t, &early, "1 halve S | 2 discard H,H")
	assert.False(t, undone(answered, early), "what was before the answer cannot be undone")
	later := answered
	run(t, &later, "1 settle S")
	assert.True(t, undone(later, answered), "what came after the answer can be undone")
	ended := p
	run(t, &ended, "1 end")
	assert.False(t, undone(ended, p), "an ended turn cannot be undone")
}

func TestSkipIsAPowerAndADeadline(t *testing.T) {
	own := move(t, "1 skip own")
	require.Equal(t, SkipStep, own.Verb)
	require.Equal(t, engine.SkipMove(1), move(t, "0 skip 1"))
	for _, line := range []string{"0 skip own", "1 skip 1", "1 skip 2", "1 skip"} {
		_, err := Game.ParseMove(line)
		require.Error(t, err, line)
	}
}

func TestOpponentWinsByResignation(t *testing.T) {
	for _, line := range []string{"1 resign", "2 resign"} {
		p := board(t, "temples=H:12", "")
		m := move(t, line)
		run(t, &p, line+" | over resigned "+engine.Seats(other(m.Seat)).Ref())
		assert.Equal(t, engine.Seats(m.Seat), Rules{}.Ending(&p).Resigned)
		assert.Equal(t, []int{0, 2, 0, 0, 0}, Rules{}.Scores(&p)[0][0].Value)
		assert.Equal(t, 2, Rules{}.Scores(&p)[0].Int("total"))
		v := Rules{}.View(&p, 0).(*View)
		assert.Equal(t, Resigned, v.Reason)
		assert.True(t, v.Players[m.Seat-1].Resigned, "who resigned is shown as such")
	}
}

func TestScoresAndRecordsCountTheTemples(t *testing.T) {
	p := board(t, "temples=A:1,H:12345,M:123456", "")
	assert.Equal(t, []int{1, 5, 6, 0, 0}, Rules{}.Scores(&p)[0][0].Value)
	assert.Equal(t, engine.Score{{Name: "temples", Value: 3}}, Rules{}.Records(&p))
}

func TestTargetOfReadsMovesOfPlayers(t *testing.T) {
	for text, want := range map[string]Target{
		"1 draw":          {Seat: 1, Action: DrawCards},
		"2 travel H":      {Seat: 2, Action: Travel, People: Hittites},
		"1 settle S":      {Seat: 1, Action: Settle, People: Sumerians},
		"1 build opp":     {Seat: 1, Action: Build, Yard: Opp},
		"1 migrate P S":   {Seat: 1, Action: Migrate, People: Persians, To: Sumerians},
		"1 demolish":      {Seat: 1, Action: Demolish, Power: Assyrians},
		"1 steal":         {Seat: 1, Action: Steal, Power: Hittites},
		"1 deport A":      {Seat: 1, Action: Deport, People: Assyrians, Power: Medes},
		"1 convert":       {Seat: 1, Action: Convert, Power: Sumerians},
		"1 skip own":      {Seat: 1, Action: SkipStep, Yard: Own, Power: Persians},
		"1 halve M":       {Seat: 1, Action: Halve, People: Medes, Power: Medes},
		"2 discard A,A,P": {Seat: 2, Action: DiscardCards, Cards: [NumPeoples]int{2, 0, 0, 1, 0}},
		"2 end":           {Seat: 2, Action: EndTurn},
	} {
		m := move(t, text)
		got, ok := TargetOf(m)
		assert.True(t, ok, text)
		assert.Equal(t, want, got, text)
	}
}

func TestTargetOfRefusesOtherAndInvalidMoves(t *testing.T) {
	for _, m := range []engine.Move{move(t, "0 shuffle A"), {Seat: 3, Verb: DrawCards}, {Seat: 1, Verb: Settle}} {
		got, ok := TargetOf(m)
		assert.False(t, ok, m)
		assert.Zero(t, got)
	}
}

func TestPowersHaveTheIconOfTheirPeople(t *testing.T) {
	assert.Len(t, info.Icons, 9)
	assert.Equal(t, "temple", info.IconName(TempleIcon))
	for v := Demolish; v <= SkipStep; v++ {
		assert.Equal(t, PeopleIcon(powerOf(&engine.Move{Verb: v})), info.VerbInfo(v).Icon, info.VerbInfo(v).Name)
	}
}
