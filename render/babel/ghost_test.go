package babel

import (
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"amytis/engine"
	game "amytis/engine/babel"
	"amytis/render"
	"amytis/render/rendertest"
)

var ghostOf = rendertest.GhostsOf(game.Game)

// countMarks returns how many frames and signs of verdicts a picture has.
func countMarks(t *testing.T, r render.Request) (frames, signs int) {
	t.Helper()
	l := rendertest.Readable(t, Gallery{}, handmade(), r)
	text := l.String()
	for _, verdict := range []string{"fits", "does not fit"} {
		frames += strings.Count(text, "  frame "+verdict+" @")
		signs += strings.Count(text, "  sign "+verdict+" @")
	}
	return frames, signs
}

// TestGhostsMarkAndTellWhatAMoveTakesAndAdds counts frames of the handmade table and of seat 1's
// hand. What is told has the key and the arguments of want.
func TestGhostsMarkAndTellWhatAMoveTakesAndAdds(t *testing.T) {
	for _, c := range []struct {
		move               string
		table, hand, signs int
		want               string
	}{
		{"1 draw", 1, 1, 1, "plan.draw"}, // the pile; the hand
		// The site; and a card.
		{"1 travel H", 1, 2, 1, "plan.travel(People=people.H Site=people.H)"},
		// The place of the card; and the card.
		{"1 settle P", 1, 2, 1, "plan.settle(Cards=cards_of.P(Count=1) People=people.P Site=people.M Value=0)"},
		// The temple and the yard, unless that is empty.
		{"1 build own", 2, 2, 1, "plan.build(Owner=Ana Site=people.M Value=5)"},
		{"1 build opp", 1, 1, 1, "plan.build(Owner=Bo Site=people.M Value=0)"},
		// Three cards, before and after, then in two lines.
		{"1 migrate S P", 2, 2, 1, "plan.migrate(Cards=cards_of.A(Count=3) People=people.S Site=people.P)"},
		{"1 migrate M A", 2, 2, 1, "plan.migrate(People=people.M Site=people.A)"},
		// Their temple, and of a trio a card: there is none of Assyrians.
		{"1 demolish", 1, 1, 1, "plan.demolish(Power=people.A Site=people.M Value=3)"},
		// Both temples.
		{"1 steal", 2, 2, 1, "plan.steal(Power=people.H Site=people.M Value=3)"},
		// A card of the trio, and their Hittites.
		{"1 deport H", 4, 4, 1, "plan.deport(People=people.H Power=people.M Site=people.M)"},
		// Two cards, before and after.
		{"1 convert", 2, 2, 1, "plan.convert(Cards=cards_of.S(Count=2) Power=people.S Site=people.M)"},
		{"1 skip own", 2, 2, 1, "plan.skip(Owner=Ana Power=people.P Site=people.M Value=5)"},
		// A card of the trio, and their hand.
		{"1 halve M", 2, 2, 1, "plan.halve(Opponent=Bo Power=people.M)"},
		{"1 end", 1, 0, 1, "plan.end"}, // the quarry
		{"1 discard A,M,M", 0, 3, 0, "plan.discard(Cards=cards_of.A(Count=1), cards_of.M(Count=2))"},
		// The hand is another's.
		{"2 discard H,P,P,P", 0, 0, 0, ""},
		{"2 settle A", 1, 1, 1, "plan.settle(Cards=cards_of.A(Count=1)"},
	} {
		t.Run(c.move, func(t *testing.T) {
			for _, legal := range []bool{true, false} {
				r := render.Request{View: viewTable, Names: []string{"Ana", "Bo"}, Ghost: ghostOf(t, c.move, legal)}
				frames, signs := countMarks(t, r)
				assert.Equal(t, c.table, frames)
				assert.Equal(t, c.signs, signs)
				facts := render.FactsOf(Gallery{}, handmade(), r, rendertest.Echo{}, render.Full)
				told := strings.Join(facts.Changed, " ")
				for _, want := range strings.FieldsFunc(c.want, func(r rune) bool { return r == '(' || r == ' ' }) {
					assert.Contains(t, told, strings.TrimRight(want, ")"))
				}
				assert.Equal(t, c.want != "", strings.Contains(told, "Legal="+strconv.FormatBool(legal)), told)
				r.View, r.Seat = viewHand, 1
				frames, _ = countMarks(t, r)
				assert.Equal(t, c.hand, frames)
			}
		})
	}
	for _, move := range []string{"1 settle P", "1 steal", "2 discard A"} { // the pawn is in the quarry
		r := render.Request{View: viewTable, Ghost: ghostOf(t, move, false)}
		assert.Empty(t, render.FactsOf(Gallery{}, opening(), r, rendertest.Echo{}, render.Full).Changed, move)
	}
}

func TestASecondGhostIsShownBesideTheFirst(t *testing.T) {
	r := render.Request{View: viewTable, Ghost: ghostOf(t, "1 convert", true), Beside: ghostOf(t, "1 end", false)}
	frames, signs := countMarks(t, r)
	assert.Equal(t, 3, frames)
	assert.Equal(t, 2, signs)
	told := render.FactsOf(Gallery{}, handmade(), r, rendertest.Echo{}, render.Full).Changed
	require.Len(t, told, 2)
	assert.Contains(t, told[0], "plan.convert")
	assert.Contains(t, told[1], "plan.end")
}

func TestPicturesIgnoreGhostsThatAreNoMovesOfPlayers(t *testing.T) {
	want := rendertest.List(t, Gallery{}, handmade(), render.Request{})
	for _, m := range []engine.Move{
		{}, {Seat: 3, Verb: engine.Verb(game.DrawCards)}, {Seat: 1, Verb: engine.Resign}, engine.SkipMove(1),
		{Seat: 1, Verb: engine.Verb(game.Settle)}, {Seat: 1, Verb: engine.Verb(game.Settle), Args: [6]uint32{9}},
		{Seat: 1, Verb: engine.Verb(game.Migrate), Args: [6]uint32{1, 6}},
	} {
		l := rendertest.List(t, Gallery{}, handmade(), render.Request{Ghost: render.Ghost{Move: m}})
		assert.Equal(t, want.String(), l.String(), m)
	}
}

// TestYardCardsAreOutlinedExactlyWhenTheyCanBeBuilt takes the legal moves for the truth, as the
// caller hands them in. A ghost stands for itself.
func TestYardCardsAreOutlinedExactlyWhenTheyCanBeBuilt(t *testing.T) {
	outlined := map[int]int{}
	eachPosition(t, 3, func(s engine.State, i int) bool {
		turn := s.Turn().Slice()
		if len(turn) == 0 || turn[0] == engine.Chance || i%3 != 0 {
			return true
		}
		legal, yards := s.Legal(turn[0], nil), map[game.Yard]bool{}
		for _, m := range legal {
			if target, ok := game.TargetOf(m); ok && target.Yard != 0 {
				yards[target.Yard] = true
			}
		}
		for _, view := range []string{viewTable, viewHand} {
			r := render.Request{View: view, Seat: turn[0], Names: goldenNames, Can: func() []engine.Move { return legal }}
			v := s.View(turn[0])
			frames := func() int { return strings.Count(rendertest.Readable(t, Gallery{}, v, r).String(), "  frame fits @") }
			require.Equal(t, len(yards), frames(), "%s after %d moves", view, i)
			alt := render.AltOf(Gallery{}, v, r, rendertest.Echo{})
			require.Equal(t, len(yards), strings.Count(alt, "part.yard("), alt)
			outlined[len(yards)]++
			r.Can = nil
			require.Zero(t, frames())
		}
		return true
	})
	require.Greater(t, min(outlined[0], outlined[1], outlined[2]), 0, "%v", outlined)
}

func TestAHandNamesItsOwner(t *testing.T) {
	v := handmade()
	for _, v.Seat = range []engine.Seat{1, 2} {
		shown := rendertest.List(t, Gallery{}, v, render.Request{View: viewHand, Names: []string{"Ana", "Bo"}}).String()
		require.Equal(t, v.Seat == 1, strings.Contains(shown, `"Ana"`))
		require.Equal(t, v.Seat == 2, strings.Contains(shown, `"Bo"`))
	}
}
