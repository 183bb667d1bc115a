package secrets_test

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/bot/e2e/harness"
	"amytis/engine"
	"amytis/engine/babel"
)

// script is a whole game that is played again with other hands.
type script struct {
	testing.TB
	// piles are the draw piles, the next card first: the one that is dealt, and those that discards
	// are shuffled into.
	piles []string
	// moves are all moves, with the shuffles.
	moves []engine.Move
}

var seats = []engine.SeatInfo{{Name: "Ana"}, {Name: "Bo"}}

// newScript makes a game of random moves.
func newScript(t testing.TB, seed uint64) *script {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, 4))
	cards := []byte(harness.BabelPile(""))
	r.Shuffle(len(cards), func(i, j int) { cards[i], cards[j] = cards[j], cards[i] })
	w := &script{TB: t, piles: []string{string(cards)}}
	var err error
	w.moves, _, err = babel.Game.Playout(nil, seats, dealt(w.piles[0]), r)
	require.NoError(t, err)
	for _, m := range w.moves {
		if pile, shuffled := strings.CutPrefix(textOf(m), "shuffle "); shuffled {
			w.piles = append(w.piles, pile)
		}
	}
	return w
}

// dealt returns the setup of a game with a draw pile.
func dealt(pile string) []byte {
	chance := harness.NewBabelDeal(pile)
	chance.SkipBeginner()
	return babel.Game.Deal(nil, seats, chance)
}

// textOf returns a move in the game's notation, without the seat.
func textOf(m engine.Move) string { return string(babel.Game.AppendMove(nil, m)[2:]) }

// follow replays the game with piles, as far as the moves are legal with those cards. It returns
// the first position and those after every move, and whether all moves were legal.
func (w *script) follow(piles []string) (positions []engine.State, whole bool) {
	w.Helper()
	s, err := babel.Game.Start(nil, seats, dealt(piles[0]))
	require.NoError(w, err)
	positions = append(positions, s)
	for _, m := range w.moves {
		if m.Seat == engine.Chance {
			piles = piles[1:]
			m, err = babel.Game.ParseMove("0 shuffle " + piles[0])
			require.NoError(w, err)
		}
		if s, err = s.Apply(m); err != nil {
			return positions, false
		}
		positions = append(positions, s)
	}
	return positions, true
}

// otherHand returns piles with which the same game can be played by the same open moves, while a
// seat holds other cards: cards change places within a pile as long as nobody else sees it. The
// hands differ at so many positions of all, and at so many of those since the first shuffle.
func (w *script) otherHand(seat engine.Seat, r *rand.Rand) (other []string, all, late int) {
	w.Helper()
	other = slices.Clone(w.piles)
	open, _ := w.follow(w.piles)
	hidden := open
	for range 1000 {
		pile := r.IntN(len(other))
		before, cards := other[pile], []byte(other[pile])
		i, j := r.IntN(len(cards)), r.IntN(len(cards))
		cards[i], cards[j] = cards[j], cards[i]
		other[pile] = string(cards)
		if positions, whole := w.follow(other); whole && sameFor(3-seat, open, positions) && sameFor(0, open, positions) {
			hidden = positions
		} else {
			other[pile] = before
		}
	}
	shuffle := slices.IndexFunc(w.moves, func(m engine.Move) bool { return m.Seat == engine.Chance })
	for i := range open {
		if !slices.Equal(handOf(open[i], seat), handOf(hidden[i], seat)) {
			all++
			if i > shuffle {
				late++
			}
		}
	}
	return other, all, late
}

// sameFor reports whether a seat sees the same in two games.
func sameFor(seat engine.Seat, a, b []engine.State) bool {
	return slices.EqualFunc(a, b, func(a, b engine.State) bool { return reflect.DeepEqual(a.View(seat), b.View(seat)) })
}

func handOf(s engine.State, seat engine.Seat) []babel.People { return s.View(seat).(*babel.View).Hand }
