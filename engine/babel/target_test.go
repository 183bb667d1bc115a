package babel

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"amytis/engine"
)

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
