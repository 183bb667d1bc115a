package babel

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"amytis/engine"
)

// TestEveryRefusalIsReachedWithItsPlaceholders checks every code of Info.Refusals.
func TestEveryRefusalIsReachedWithItsPlaceholders(t *testing.T) {
	acting := board(
		t,
		side{hand: "AAS", columns: "A:PPP H:PPPHHHS M:HHH P:AHHH", temples: "A:12 H:1 M:12 P:12345", pawn: "H",
			yard: "32"},
		side{hand: "HHMMP", temples: "H:12 M:12 P:1", start: true},
	)
	at := func(pawn People, p Position) Position {
		p.players[0].pawn = pawn
		return p
	}
	yard := func(top Step, p Position) Position {
		p.players[0].yard.push(top)
		return p
	}
	drawing, shuffling, migrated, over, owing, empty := acting, acting, acting, acting, acting, acting
	drawing.stage = Drawing
	shuffling.stage, shuffling.discards = Shuffling, tally{1, 1}
	migrated.migrated = true
	over.stage = Over
	owing.players[1].owed = 2
	empty.players[0].yard = pile{}
	owingFirst := owing
	owingFirst.active, owingFirst.stage = 2, Drawing
	start := acting
	start.players[0].start = true

	reached := map[string]bool{
		engine.RefusedResigned:  true, // a resignation ends the game
		engine.RefusedVerb:      true, // Define refuses these before it asks the game
		engine.RefusedMalformed: true,
	}
	for _, c := range []struct {
		p    Position
		line string
		code string
		args []string
	}{
		{over, "1 end", engine.RefusedOver, nil},
		{over, "0 skip 1", engine.RefusedOver, nil},
		{over, "1 resign", engine.RefusedOver, nil},
		{acting, "3 end", engine.RefusedSeat, []string{"seat", "#3"}},
		{acting, "3 resign", engine.RefusedSeat, []string{"seat", "#3"}},
		{acting, "0 skip 3", engine.RefusedSeat, []string{"seat", "#3"}},
		{acting, "0 skip 2", engine.RefusedNoSkip, []string{"seat", "#2"}},
		{acting, "2 end", engine.RefusedTurn, []string{"turn", "#1"}},
		{acting, "0 shuffle AH", refusedNoShuffle, nil},
		{shuffling, "0 shuffle AA", refusedShuffleCards, nil},
		{shuffling, "2 draw", refusedShuffling, nil},
		{acting, "1 discard A", refusedOwesNothing, nil},
		{owing, "2 discard H", refusedOwesOther, []string{"owed", "2", "cards", "1"}},
		{owing, "2 discard A,H", refusedNotInHand, []string{"cards", "@people.A @people.H"}},
		{owingFirst, "2 draw", refusedDiscardFirst, []string{"owed", "2"}},
		{owingFirst, "2 travel H", refusedDiscardFirst, []string{"owed", "2"}},
		{drawing, "1 travel A", refusedDrawFirst, nil},
		{acting, "1 draw", refusedDrawn, nil},
		{migrated, "1 migrate A H", refusedMigrated, nil},
		{acting, "1 migrate A A", refusedSameColumn, []string{"site", "@people.A"}},
		{acting, "1 migrate S A", refusedShortColumn, []string{"site", "@people.S", "have", "0"}},
		{at(NoPeople, acting), "1 settle A", refusedNoSite, nil},
		{at(NoPeople, acting), "1 halve P", refusedNoSite, nil},
		{acting, "1 settle H", refusedNoCard, []string{"people", "@people.H"}},
		{acting, "1 travel P", refusedNoCard, []string{"people", "@people.P"}},
		{acting, "1 demolish", refusedNoTrio, []string{"people", "@people.A", "site", "@people.H"}},
		{acting, "1 deport A", refusedNoTrio, []string{"people", "@people.M", "site", "@people.H"}},
		{at(Medes, acting), "1 steal", refusedNotHigher, []string{"site", "@people.M", "value", "2", "top", "2"}},
		{at(Persians, acting), "1 steal", refusedNotHigher, []string{"site", "@people.P", "value", "1", "top", "5"}},
		{start, "1 build opp", refusedStartFirst, nil},
		{acting, "1 build opp", refusedStartOther, nil},
		{empty, "1 build own", refusedYardEmpty, []string{"yard", "@yard.own"}},
		{at(Assyrians, acting), "1 skip own", refusedWrongSkip, []string{"site", "@people.A", "value", "2", "needed", "4"}},
		{at(Assyrians, acting), "1 build own", refusedWrongStep, []string{"site", "@people.A", "value", "2", "needed", "3"}},
		{at(Assyrians, yard(4, acting)), "1 skip own", refusedFewPeople, []string{"site", "@people.A", "value", "4", "have", "3"}},
		{at(Persians, yard(6, acting)), "1 build own", refusedFewPeople, []string{"site", "@people.P", "value", "6", "have", "4"}},
		{start, "1 end", refusedStartUnbuilt, nil},
	} {
		reached[c.code] = true
		p := c.p
		refused(t, &p, c.line, c.code, c.args...)
	}

	p := board(t, side{columns: "H:HHH", pawn: "H"}, side{})
	refused(t, &p, "1 steal", refusedNoTemple, "site", "@people.H")
	p = board(t, side{temples: "H:123456", columns: "H:PPP", pawn: "H", yard: "1"}, side{})
	refused(t, &p, "1 build own", refusedComplete, "site", "@people.H", "top", "6")
	refused(t, &p, "1 skip own", refusedComplete, "site", "@people.H", "top", "6")
	reached[refusedNoTemple], reached[refusedComplete] = true, true

	for _, code := range info.Refusals {
		assert.True(t, reached[code], code)
	}
}

// validSetup has the peoples in turn, and the temple cards in ascending order.
func validSetup() setup {
	s := setup{People: strings.Repeat("AHMPS", 12)}
	for v, n := range [...]int{0, 8, 9, 8, 7, 6, 5} {
		s.Quarry = append(s.Quarry, slices.Repeat([]int{v}, n)...)
	}
	return s
}

func TestSetUpDealsInTheOrderOfTheRecord(t *testing.T) {
	s := validSetup()
	s.People = "AAAAAHHHHHMPS" + strings.Repeat("AH", 7) + strings.Repeat("MPS", 11)
	slices.Reverse(s.Quarry)
	p, err := Rules{}.Start(nil, twoSeats(), engine.FormatSetup(s))
	require.NoError(t, err)
	shows(t, &p, 1, side{hand: "AAAAA", yard: "1"})
	shows(t, &p, 2, side{hand: "HHHHH", yard: "1"})
	assert.Zero(t, p.players[0].pawn+p.players[1].pawn)
	play(t, &p, "1 draw")
	shows(t, &p, 1, side{hand: "AAAAAMPS"})
	play(t, &p, "1 travel A", "1 settle A", "1 build own", "1 end", "2 draw")
	shows(t, &p, 1, side{temples: "A:1", yard: "66"})
}

func TestStartSaysWhatIsWrongWithASetup(t *testing.T) {
	good := validSetup()
	_, err := Rules{}.Start(nil, twoSeats(), engine.FormatSetup(good))
	require.NoError(t, err)
	for says, change := range map[string]func(s *setup){
		"setup.people: 59 cards, want 60":        func(s *setup) { s.People = s.People[1:] },
		"setup.people: 'X' is none":              func(s *setup) { s.People = "X" + s.People[1:] },
		"setup.people: more than 12 of H":        func(s *setup) { s.People = "H" + s.People[1:] },
		"setup.quarry: 42 cards, want 43":        func(s *setup) { s.Quarry = s.Quarry[1:] },
		"setup.quarry: 7 is no temple card":      func(s *setup) { s.Quarry[0] = 7 },
		"setup.quarry: more than 8 of 1":         func(s *setup) { s.Quarry[42] = 1 },
		"setup.quarry: more than 9 of 2":         func(s *setup) { s.Quarry[0] = 2 },
		"setup.quarry: more than 5 of 6":         func(s *setup) { s.Quarry[0] = 6 },
		"the record of a running game":           func(s *setup) { *s = setup{} },
		"setup.people: 0 cards, want 60":         func(s *setup) { s.People = "" },
		"setup.quarry: 0 cards, want 43":         func(s *setup) { s.Quarry = nil },
		"setup.quarry: -1 is no temple card":     func(s *setup) { s.Quarry[3] = -1 },
		"setup.quarry: 1000 is no temple card":   func(s *setup) { s.Quarry[3] = 1000 },
		"setup.people: 120 cards, want 60":       func(s *setup) { s.People += s.People },
		"setup.quarry: 86 cards, want 43":        func(s *setup) { s.Quarry = append(s.Quarry, s.Quarry...) },
		"setup.people: '-' is none of A H M P S": func(s *setup) { s.People = "-" + s.People[1:] },
	} {
		s := setup{People: good.People, Quarry: append([]int(nil), good.Quarry...)}
		change(&s)
		_, err := Rules{}.Start(nil, twoSeats(), engine.FormatSetup(s))
		require.ErrorContains(t, err, says)
	}
}

func TestRunningRecordCannotBeChecked(t *testing.T) {
	setup := Game.Deal(nil, nil, zeroes{})
	s, _, err := Game.Replay(nil, twoSeats(), setup, []engine.Move{move(t, "1 draw")})
	require.NoError(t, err)
	r, err := engine.NewRecord(Game, nil, twoSeats(), setup, []engine.Move{move(t, "1 draw")}, s)
	require.NoError(t, err)
	assert.JSONEq(t, `{}`, string(r.Setup))
	require.ErrorIs(t, r.Check(Game), engine.ErrRunning)
}

func TestRunningRecordShowsDiscardsAndHidesShuffles(t *testing.T) {
	assert.Equal(t, "2 discard A,A", Rules{}.MaskMove(move(t, "2 discard A,A"), "2 discard A,A"))
	assert.Equal(t, "0 shuffle ?", Rules{}.MaskMove(move(t, "0 shuffle AHA"), "0 shuffle AHA"))
}

// zeroes is a source of chance that always returns 0.
type zeroes struct{}

func (zeroes) IntN(int) int { return 0 }

func TestEveryRuleThatARefusalCitesHasAPage(t *testing.T) {
	for code, rule := range ruleOf {
		assert.NotEmpty(t, info.Page(rule), "%s cites %q", code, rule)
	}
}
