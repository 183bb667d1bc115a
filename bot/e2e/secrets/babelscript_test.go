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

// step is a step of a game that is played again with other hands.
type step struct {
	seat engine.Seat
	// move is in the game's notation, without the seat. A step that is undone at once has only the
	// verb: any card will do.
	move   string
	undone bool
}

// piles are the draw piles of a game, the next card first: the one that is dealt, and those that
// discards are shuffled into.
type piles []string

// script is a whole game with its piles.
type script struct {
	testing.TB
	piles  piles
	steps  []step
	reason babel.Reason
}

// shuffledPile returns a draw pile in random order.
func shuffledPile(r *rand.Rand) string {
	cards := []byte(harness.BabelPile(""))
	r.Shuffle(len(cards), func(i, j int) { cards[i], cards[j] = cards[j], cards[i] })
	return string(cards)
}

// dealt returns the first position of a game with a draw pile.
func dealt(t testing.TB, people string) engine.State {
	t.Helper()
	seats := []engine.SeatInfo{{Name: "Ana"}, {Name: "Bo"}}
	chance := harness.NewBabelDeal(people)
	chance.SkipBeginner()
	s, err := babel.Game.Start(nil, seats, babel.Game.Deal(nil, seats, chance))
	require.NoError(t, err)
	return s
}

// newScript makes a game. The seed decides how it ends, and how often the discards are shuffled.
func newScript(t testing.TB, seed uint64) *script {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, 4))
	w := &script{TB: t, piles: piles{shuffledPile(r)}}
	for s := dealt(t, w.piles[0]); ; {
		v := s.View(0).(*babel.View)
		var m engine.Move
		switch {
		case v.Stage == babel.Over:
			w.reason = v.Reason
			return w
		case v.Stage == babel.Shuffling:
			m = s.Chance(r)
			_, order, _ := strings.Cut(string(babel.Game.AppendMove(nil, m)), "shuffle ")
			w.piles = append(w.piles, order)
		default:
			m = chooseMove(r, s, v)
			w.add(r, m)
		}
		var err error
		s, err = s.Apply(m)
		require.NoError(t, err)
	}
}

// add adds a move, now and then after one that is undone.
func (w *script) add(r *rand.Rand, m engine.Move) {
	text := string(babel.Game.AppendMove(nil, m)[2:])
	verb, _, _ := strings.Cut(text, " ")
	if (verb == "settle" || verb == "travel") && r.IntN(4) == 0 {
		w.steps = append(w.steps, step{m.Seat, verb, true})
	}
	w.steps = append(w.steps, step{seat: m.Seat, move: text})
}

// chooseMove returns a move of a player whose turn it is. Players like to halve, mostly choose good
// moves, and keep some cards in hand.
func chooseMove(r *rand.Rand, s engine.State, v *babel.View) engine.Move {
	seats := v.Turn.Slice()
	legal := s.Legal(seats[r.IntN(len(seats))], nil)
	best, most := legal[0], -1000
	for _, m := range legal {
		worth := 2*s.Describe(m).Rank + r.IntN(20)
		switch babel.Game.Info().VerbInfo(m.Verb).Name {
		case "halve":
			worth += 60
		case "travel":
			worth -= 4 // it costs a card
		case "end":
			worth = 4 * (8 - v.Players[m.Seat-1].Hand)
		}
		if worth > most {
			best, most = m, worth
		}
	}
	return best
}

// follow replays a script with piles, as far as the moves are legal with those cards. It returns
// the first position and those after every step that is not undone, and whether all moves were
// legal.
func (w *script) follow(p piles) (positions []engine.State, whole bool) {
	s := dealt(w, p[0])
	positions = append(positions, s)
	shuffled := 0
	apply := func(line string) error {
		m, err := babel.Game.ParseMove(line)
		if err == nil {
			s, err = s.Apply(m)
		}
		return err
	}
	for _, d := range w.steps {
		if d.undone {
			continue
		}
		if err := apply(d.seat.String() + " " + d.move); err != nil {
			return positions, false
		}
		if s.Turn().Has(engine.Chance) {
			shuffled++
			require.NoError(w, apply("0 shuffle "+p[shuffled]))
		}
		positions = append(positions, s)
	}
	return positions, true
}

// otherHand returns piles with which the same game can be played by the same open moves, while a
// seat holds other cards: cards change places within a pile as long as nobody else sees it.
func (w *script) otherHand(seat engine.Seat, r *rand.Rand) piles {
	w.Helper()
	other := slices.Clone(w.piles)
	open, _ := w.follow(w.piles)
	for range 1000 {
		pile := r.IntN(len(other))
		before, cards := other[pile], []byte(other[pile])
		i, j := r.IntN(len(cards)), r.IntN(len(cards))
		cards[i], cards[j] = cards[j], cards[i]
		other[pile] = string(cards)
		if positions, whole := w.follow(other); !whole || !sameFor(3-seat, open, positions) || !sameFor(0, open, positions) {
			other[pile] = before
		}
	}
	return other
}

// sameFor reports whether a seat sees the same in two games.
func sameFor(seat engine.Seat, a, b []engine.State) bool {
	return slices.EqualFunc(a, b, func(a, b engine.State) bool { return reflect.DeepEqual(a.View(seat), b.View(seat)) })
}

// differ counts the positions of a script at which a seat holds other cards with other piles. It
// returns all of them, and those since the first shuffle. It checks that everybody else's views are
// the same.
func (w *script) differ(seat engine.Seat, other piles) (all, late int) {
	w.Helper()
	a, whole := w.follow(w.piles)
	require.True(w, whole)
	b, whole := w.follow(other)
	require.True(w, whole, "the same moves are legal with other cards")
	require.True(w, sameFor(3-seat, a, b) && sameFor(0, a, b))
	shuffled := false
	for i := range a {
		shuffled = shuffled || i > 0 && a[i].View(0).(*babel.View).People > a[i-1].View(0).(*babel.View).People
		if slices.Equal(handOf(a[i], seat), handOf(b[i], seat)) {
			continue
		}
		all++
		if shuffled {
			late++
		}
	}
	return all, late
}

func handOf(s engine.State, seat engine.Seat) []babel.People { return s.View(seat).(*babel.View).Hand }
