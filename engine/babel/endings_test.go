package babel

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"amytis/engine"
)

func TestTotalsDecideTheGame(t *testing.T) {
	for name, c := range map[string]struct {
		me, opponent side
		final        bool
		line         string
		reason       string // "" if the game goes on
		phase        bool   // the final phase has begun
	}{
		"fifteen against nine": {
			me: side{temples: "A:123456 H:123456 M:12", columns: "M:AAH", pawn: "M", yard: "3"}, opponent: side{temples: "A:12345 H:1234"},
			line: "1 build own", reason: "fifteen",
		},
		"fifteen, and nine by the same steal (B-8)": {
			me: side{columns: "H:HHHHHH", temples: "A:123456 M:12345", pawn: "H"}, opponent: side{temples: "H:12345 P:12345"},
			line: "1 steal", reason: "fifteen",
		},
		"fifteen against ten begins the final phase": {
			me: side{temples: "A:123456 H:123456 M:12", columns: "M:AAH", pawn: "M", yard: "3"}, opponent: side{temples: "A:12345 H:12345"},
			line: "1 build own", phase: true,
		},
		"fourteen goes on": {
			me: side{temples: "A:123456 H:123456 M:1", columns: "M:AAH", pawn: "M", yard: "2"}, opponent: side{},
			line: "1 build own",
		},
		"below ten does not matter before the final phase": {
			me: side{temples: "A:123456", columns: "M:AAA", pawn: "M"}, opponent: side{temples: "M:123456 H:123456"},
			line: "1 demolish",
		},
		"from fourteen to twenty at once": {
			me: side{temples: "A:123456 H:123456 P:12", columns: "M:HHHAAA", pawn: "M"}, opponent: side{temples: "M:123456 S:123456"},
			line: "1 steal", reason: "twenty", phase: true,
		},
		"twenty in the final phase": {
			me: side{temples: "A:123456 H:123456 P:123456 M:1", columns: "M:AA", pawn: "M", yard: "2"}, opponent: side{temples: "S:12345 M:12345"},
			final: true, line: "1 build own", reason: "twenty", phase: true,
		},
		"nineteen in the final phase": {
			me: side{temples: "A:123456 H:123456 P:123456", columns: "M:AA", pawn: "M", yard: "1"}, opponent: side{temples: "S:12345 M:12345"},
			final: true, line: "1 build own", phase: true,
		},
		"twenty before below ten, by the same steal (B-9)": {
			me: side{columns: "H:HHHHHH", temples: "A:123456 M:123456 P:123", pawn: "H"}, opponent: side{temples: "H:56 A:1234"},
			final: true, line: "1 steal", reason: "twenty", phase: true,
		},
		"below ten in the final phase, no matter who began it (B-8)": {
			me: side{temples: "A:12345 H:12345", columns: "M:AAA", pawn: "M"}, opponent: side{temples: "M:123456 H:123456 S:123"},
			final: true, line: "1 demolish", reason: "below-ten", phase: true,
		},
		"ten in the final phase": {
			me: side{temples: "A:12345 H:12345", columns: "M:AAA", pawn: "M"}, opponent: side{temples: "M:123456 H:123456 S:1234"},
			final: true, line: "1 demolish", phase: true,
		},
	} {
		t.Run(name, func(t *testing.T) {
			p := board(t, c.me, c.opponent)
			p.final = c.final
			play(t, &p, c.line)
			assert.Equal(t, c.phase, p.final)
			if c.reason == "" {
				assert.Equal(t, Acting, p.stage)
				return
			}
			over(t, &p, c.reason, 1)
		})
	}
}

func TestEmptyQuarryEndsTheGame(t *testing.T) {
	for name, c := range map[string]struct {
		one, two side
		winners  []engine.Seat
	}{
		"higher total":                        {side{temples: "A:1"}, side{temples: "A:12", hand: "A"}, []engine.Seat{2}},
		"more cards":                          {side{temples: "A:1", hand: "AA"}, side{temples: "A:1", hand: "A"}, []engine.Seat{1}},
		"shared":                              {side{temples: "A:1", hand: "A"}, side{temples: "A:1", hand: "H"}, []engine.Seat{1, 2}},
		"cards owed are not in hand (B-2)":    {side{hand: "AAA"}, side{hand: "HHHHH", owed: 3}, []engine.Seat{1}},
		"cards owed do not break a tie (B-2)": {side{hand: "AA"}, side{hand: "HHHHH", owed: 3}, []engine.Seat{1, 2}},
	} {
		t.Run(name, func(t *testing.T) {
			p := board(t, c.one, c.two)
			p.quarry = pile{}
			p.quarry.push(4)
			p.quarry.push(2)
			play(t, &p, "1 end")
			shows(t, &p, 1, side{yard: "42"})
			over(t, &p, "quarry", c.winners...)
		})
	}
}

func TestOpponentWinsByResignation(t *testing.T) {
	for _, line := range []string{"1 resign", "2 resign"} {
		p := board(t, side{temples: "H:12"}, side{})
		m := move(t, line)
		play(t, &p, line)
		over(t, &p, "resigned", other(m.Seat))
		r, _ := Rules{}.Result(&p)
		assert.Equal(t, engine.Seats(m.Seat), r.Resigned)
		assert.Equal(t, []int{0, 2, 0, 0, 0}, r.Scores[0][0].Value)
		assert.Equal(t, 2, r.Scores[0].Int("total"))
		v := Rules{}.View(&p, 0).(*View)
		assert.Equal(t, Resigned, v.Reason)
		assert.True(t, v.Players[m.Seat-1].Resigned, "who resigned is shown as such")
	}
}

func TestScoresAndRecordsCountTheTemples(t *testing.T) {
	p := board(t, side{temples: "A:1 H:12345 M:123456"}, side{})
	assert.Equal(t, []int{1, 5, 6, 0, 0}, Rules{}.Scores(&p)[0][0].Value)
	assert.Equal(t, engine.Score{{Name: "temples", Value: 3}}, Rules{}.Records(&p))
}
