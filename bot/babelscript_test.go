package bot_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/engine"
	"amytis/engine/babel"
)

// deed is a step of a game that is played several times with other hands.
type deed struct {
	seat engine.Seat
	// move is as in the notation without the seat; of a step that is taken back
	// at once the verb alone: any card will do.
	move string
	back bool
}

// script is a game with the pile that it was made with.
type script struct {
	testing.TB
	pile  string
	deeds []deed
}

// shuffledPile is a draw pile in a random order.
func shuffledPile(r *rand.Rand) string {
	cards := []byte(pile(""))
	r.Shuffle(len(cards), func(i, j int) { cards[i], cards[j] = cards[j], cards[i] })
	return string(cards)
}

// dealt is the first position that a pile makes.
func dealt(t testing.TB, people string) engine.State {
	t.Helper()
	seats := []engine.SeatInfo{{Name: "Ana"}, {Name: "Bo"}}
	chance := stack(people)
	chance.next = 1 // who begins is settled
	s, err := babel.Game.Start(nil, seats, babel.Game.Deal(nil, seats, chance))
	require.NoError(t, err)
	return s
}

// write makes a game that ends by a resignation when the pile is used up: from
// there on it would be shuffled.
func write(t testing.TB, seed uint64) *script {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, 4))
	w := &script{TB: t, pile: shuffledPile(r)}
	for s := dealt(t, w.pile); ; {
		v := s.View(0).(*babel.View)
		require.NotEqual(t, babel.Over, v.Stage)
		if v.Stage == babel.Drawing && v.People < 3 {
			w.deeds = append(w.deeds, deed{seat: v.Active, move: "resign"})
			return w
		}
		m := chosen(r, s, v)
		text := string(babel.Game.AppendMove(nil, m)[2:])
		verb, _, _ := strings.Cut(text, " ")
		if (verb == "settle" || verb == "travel") && r.IntN(4) == 0 {
			w.deeds = append(w.deeds, deed{m.Seat, verb, true})
		}
		w.deeds = append(w.deeds, deed{seat: m.Seat, move: text})
		var err error
		s, err = s.Apply(m)
		require.NoError(t, err)
	}
}

// chosen is a random move of those whose turn it is: mostly they halve and build
// where that is possible, and keep some cards in hand.
func chosen(r *rand.Rand, s engine.State, v *babel.View) engine.Move {
	seats := v.Turn.Slice()
	legal := s.Legal(seats[r.IntN(len(seats))], nil)
	for _, liked := range []struct {
		verb   string
		chance float64
	}{{"halve", 0.75}, {"build", 0.75}, {"end", 0.25}, {"settle", 0.6}} {
		if r.Float64() < liked.chance {
			var fit []engine.Move
			for _, m := range legal {
				if babel.Game.Info().VerbInfo(m.Verb).Name == liked.verb {
					fit = append(fit, m)
				}
			}
			if len(fit) > 0 {
				return fit[r.IntN(len(fit))]
			}
		}
	}
	return legal[r.IntN(len(legal))]
}

// count counts deeds.
func (w *script) count(is func(deed) bool) int {
	n := 0
	for _, d := range w.deeds {
		if is(d) {
			n++
		}
	}
	return n
}

// otherHand is a pile with which the same game can be played by the same open
// moves, while a seat holds other cards.
func (w *script) otherHand(seat engine.Seat, r *rand.Rand) string {
	w.Helper()
	cards := make([]byte, len(w.pile))
	free := []int{0, 1, 2, 3, 4} // places of the pile that the seat has drawn from and may still choose
	others := []int{5, 6, 7, 8, 9}
	if seat == 2 {
		free, others = others, free
	}
	next := 10
	left := []byte(w.pile)
	take := func(p byte) {
		i := slices.Index(left, p)
		left = slices.Delete(left, i, i+1)
	}
	for _, d := range w.deeds {
		verb, args, _ := strings.Cut(d.move, " ")
		switch {
		case verb == "draw" && d.seat == seat:
			free = append(free, next, next+1, next+2)
			next += 3
		case verb == "draw":
			others = append(others, next, next+1, next+2)
			next += 3
		case d.seat != seat || d.back:
		case verb == "travel" || verb == "settle" || verb == "discard":
			for p := range strings.SplitSeq(args, ",") {
				i := r.IntN(len(free))
				cards[free[i]] = p[0]
				take(p[0])
				free = slices.Delete(free, i, i+1)
			}
		}
	}
	for _, at := range others {
		cards[at] = w.pile[at]
		take(w.pile[at])
	}
	r.Shuffle(len(left), func(i, j int) { left[i], left[j] = left[j], left[i] })
	for i := range cards {
		if cards[i] == 0 {
			cards[i], left = left[0], left[1:]
		}
	}
	return string(cards)
}

// differ counts the moments of a script at which a seat holds other cards with
// another pile.
func (w *script) differ(seat engine.Seat, other string) int {
	w.Helper()
	n := 0
	a, b := dealt(w, w.pile), dealt(w, other)
	for _, d := range w.deeds {
		if d.back {
			continue
		}
		m, err := babel.Game.ParseMove(d.seat.String() + " " + d.move)
		require.NoError(w, err)
		a, err = a.Apply(m)
		require.NoError(w, err)
		b, err = b.Apply(m)
		require.NoError(w, err, "the same moves are legal with other cards")
		require.Equal(w, a.View(3-seat), b.View(3-seat))
		require.Equal(w, a.View(0), b.View(0))
		if !slices.Equal(a.View(seat).(*babel.View).Hand, b.View(seat).(*babel.View).Hand) {
			n++
		}
	}
	return n
}
