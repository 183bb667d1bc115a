package babel

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestWorkedExample plays the booklet's long example move by move, as babel.md has it. Its printed
// end is the one with the lowest card on top (B-11).
func TestWorkedExample(t *testing.T) {
	for option, yard := range map[string]string{demolishedLowest: "21", demolishedHighest: "65"} {
		t.Run(option, func(t *testing.T) {
			p := board(t,
				side{hand: "AHS", columns: "H:SSSSAPP S:PP A:HH", pawn: "H"},
				side{hand: "AHMPSAH", columns: "H:PSAAM", temples: "H:123456 A:123"})
			p.lowest = option == demolishedLowest
			play(t, &p, "1 convert")
			shows(t, &p, 1, side{columns: "H:SSSAPPM"})
			shows(t, &p, 2, side{columns: "H:PSAA"})
			play(t, &p, "1 migrate H S")
			shows(t, &p, 1, side{columns: "H:SSSA S:PPPPM"})
			refused(t, &p, "1 migrate S H", refusedMigrated)
			play(t, &p, "1 convert")
			shows(t, &p, 1, side{columns: "H:SSAAA"})
			shows(t, &p, 2, side{columns: "H:PS"})
			play(t, &p, "1 demolish")
			shows(t, &p, 1, side{hand: "AHS", columns: "H:SSAA"})
			shows(t, &p, 2, side{temples: "H: A:123"})
			play(t, &p, "1 travel A", "1 settle H")
			shows(t, &p, 1, side{hand: "S", columns: "A:HHH", pawn: "A"})
			play(t, &p, "1 steal")
			shows(t, &p, 1, side{columns: "A:HH", temples: "A:3"})
			shows(t, &p, 2, side{temples: "A:12"})
			play(t, &p, "1 travel S", "1 halve P")
			shows(t, &p, 2, side{owed: 3})
			assert.Equal(t, 4, Rules{}.View(&p, 1).(*View).Players[1].Hand)
			play(t, &p, "1 halve P")
			shows(t, &p, 1, side{columns: "S:PPM"})
			shows(t, &p, 2, side{owed: 5})
			assert.Equal(t, 2, Rules{}.View(&p, 0).(*View).Players[1].Hand)
			play(t, &p, "1 end")
			shows(t, &p, 1, side{yard: yard})
			refused(t, &p, "2 draw", refusedDiscardFirst, "owed", "5")
			play(t, &p, "2 discard A,A,M,P,S", "2 draw", "2 travel H")
			if option == demolishedLowest { // both cards raise the temple again
				play(t, &p, "2 build opp", "2 build opp")
				shows(t, &p, 2, side{temples: "H:12"})
			}
			play(t, &p, "2 settle S", "2 migrate H A") // the migration is the other's own
			shows(t, &p, 2, side{columns: "H: A:PSS"})
		})
	}
}
