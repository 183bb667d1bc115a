package babel

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"amytis/engine"
	"amytis/engine/gametest"
)

// otherRefusals are those that no ruling above is about.
var otherRefusals = map[string]string{
	"every game": `
		me pawn=H | opp
		3 end -> no such seat: seat=#3
		0 skip 3 -> no such seat: seat=#3
		2 end -> not your turn: turn=#1
		1 fly -> no such verb
		1 shuffle AH -> malformed move
		0 shuffle AH -> no shuffle
		1 draw -> drawn already (turn 1)
		1 resign | 1 end -> game over
		0 skip 1 -> game over
		2 resign -> game over`,
	"draw first": `
		me | opp hand=A | 1 end
		2 travel A -> draw first (turn 1)
		1 travel A -> not your turn`,
	"discard first": `
		me columns=H:SSS pawn=H | opp hand=HHMMP | 1 halve S | 1 end
		2 draw -> discard first (B-2): owed=2
		2 travel H -> discard first (B-2): owed=2`,
	"cards": `
		me hand=AAS columns=A:PPP temples=A:12 | opp
		1 settle A -> pawn in quarry
		1 halve P -> pawn in quarry
		1 travel P -> card not in hand: people=@people.P
		1 migrate A A -> same column (migrate): site=@people.A
		1 migrate S A -> short column (migrate): have=0 site=@people.S
		1 travel A | 1 settle H -> card not in hand: people=@people.H
		1 deport A -> no trio (B-4): people=@people.M site=@people.A
		1 build own -> yard empty: yard=@yard.own
		1 migrate A S | 1 migrate S A -> migrated already (migrate)`,
	"temples": `
		me columns=H:PPPHHH,P:AHHH temples=H:123456,P:12345 pawn=H yard=61 | opp temples=H:12,P:1
		1 steal -> not higher (B-3): site=@people.H top=6 value=2
		1 build own -> temple too high (build): site=@people.H top=6
		1 skip own -> temple too high (build): site=@people.H top=6
		me columns=P:AHHH temples=P:12345 pawn=P yard=6
		1 steal -> not higher (B-3): site=@people.P top=5 value=1
		1 build own -> too few people (build): have=4 site=@people.P value=6`,
}

func TestScripts(t *testing.T) {
	gametest.Scripts(t, Game, func(t *testing.T, script string) []string {
		p := board(t, "", "")
		return run(t, &p, script)
	}, []string{engine.RefusedResigned}, rulings, otherRefusals) // a resignation ends the game
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
	shows(t, &p, 1, "hand=AAAAA yard=1")
	shows(t, &p, 2, "hand=HHHHH yard=1")
	assert.Zero(t, p.players[0].pawn+p.players[1].pawn)
	run(t, &p, "1 draw")
	shows(t, &p, 1, "hand=AAAAAMPS")
	run(t, &p, "1 travel A | 1 settle A | 1 build own | 1 end | 2 draw")
	shows(t, &p, 1, "temples=A:1 yard=66")
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

func TestRunningRecordShowsDiscardsAndHidesShuffles(t *testing.T) {
	assert.Equal(t, "2 discard A,A", Rules{}.MaskMove(move(t, "2 discard A,A"), "2 discard A,A"))
	assert.Equal(t, "0 shuffle ?", Rules{}.MaskMove(move(t, "0 shuffle AHA"), "0 shuffle AHA"))
}

// zeroes is a source of chance that always returns 0.
type zeroes struct{}

func (zeroes) IntN(int) int { return 0 }
