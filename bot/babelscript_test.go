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

// piles are the draw piles of a game, the next card first: the one that is dealt
// and those that discards are shuffled into.
type piles []string

// script is a whole game with the piles that it was made with.
type script struct {
	testing.TB
	piles  piles
	deeds  []deed
	reason babel.Reason
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

// write makes a game. What it ends by, and how often the pile is used up until
// then, depends on the seed.
func write(t testing.TB, seed uint64) *script {
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
			m = chosen(r, s, v)
			w.write(r, m)
		}
		var err error
		s, err = s.Apply(m)
		require.NoError(t, err)
	}
}

// write adds a move, now and then after one that is taken back.
func (w *script) write(r *rand.Rand, m engine.Move) {
	text := string(babel.Game.AppendMove(nil, m)[2:])
	verb, _, _ := strings.Cut(text, " ")
	if (verb == "settle" || verb == "travel") && r.IntN(4) == 0 {
		w.deeds = append(w.deeds, deed{m.Seat, verb, true})
	}
	w.deeds = append(w.deeds, deed{seat: m.Seat, move: text})
}

// chosen is a move of those whose turn it is: they halve and do what looks good,
// but not always, and keep some cards in hand.
func chosen(r *rand.Rand, s engine.State, v *babel.View) engine.Move {
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

// follow replays a script with piles: the positions at first and after every
// deed that stands, as far as the moves are legal with those cards.
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
	for _, d := range w.deeds {
		if d.back {
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

// drawers tells who draws each card of the piles, 0 of those that stay there.
func (w *script) drawers() [][]engine.Seat {
	all := make([][]engine.Seat, len(w.piles))
	for i := range all {
		all[i] = make([]engine.Seat, len(w.piles[i]))
	}
	pile, next := 0, 0
	positions, _ := w.follow(w.piles)
	before := [2]int{}
	for _, s := range positions {
		for i, p := range s.View(0).(*babel.View).Players {
			hand := p.Hand + p.Owed
			for ; before[i] < hand; before[i]++ {
				if next == len(all[pile]) {
					pile, next = pile+1, 0
				}
				all[pile][next] = p.Seat
				next++
			}
			before[i] = hand
		}
	}
	return all
}

// otherHand gives piles with which the same game can be played by the same open
// moves, while a seat holds other cards. Since what is shuffled lay open, cards
// change places within a pile alone.
func (w *script) otherHand(seat engine.Seat, r *rand.Rand) piles {
	w.Helper()
	other := slices.Clone(w.piles)
	drawers := w.drawers()
	for range 1000 {
		pile := r.IntN(len(other))
		cards := []byte(other[pile])
		i, j := r.IntN(len(cards)), r.IntN(len(cards))
		if drawers[pile][i] == 3-seat || drawers[pile][j] == 3-seat || cards[i] == cards[j] {
			continue
		}
		cards[i], cards[j] = cards[j], cards[i]
		before := other[pile]
		other[pile] = string(cards)
		if _, whole := w.follow(other); !whole {
			other[pile] = before
		}
	}
	return other
}

// differ counts the moments of a script at which a seat holds other cards with
// other piles, all of them and those since the first shuffle. Whatever anybody
// else may see must be the same.
func (w *script) differ(seat engine.Seat, other piles) (all, late int) {
	w.Helper()
	a, whole := w.follow(w.piles)
	require.True(w, whole)
	b, whole := w.follow(other)
	require.True(w, whole, "the same moves are legal with other cards")
	shuffled := false
	for i := range a {
		require.Equal(w, a[i].View(3-seat), b[i].View(3-seat))
		require.Equal(w, a[i].View(0), b[i].View(0))
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

// redrawn counts the cards that a seat draws from shuffled piles and that are
// others in other piles.
func (w *script) redrawn(seat engine.Seat, other piles) int {
	n := 0
	for i, drawers := range w.drawers() {
		for at, drawer := range drawers {
			if i > 0 && drawer == seat && other[i][at] != w.piles[i][at] {
				n++
			}
		}
	}
	return n
}

func handOf(s engine.State, seat engine.Seat) []babel.People { return s.View(seat).(*babel.View).Hand }

// fewest is the size from which on the cards of a hand or pile are searched for:
// fewer stand together in the open here and there.
const fewest = 5

// faces are the ways in which the piles, from any card on, and the hands of a
// seat may be written; but for those that are in an open move or a column, too.
func (w *script) faces(seat engine.Seat, p piles) (inPiles, inHands []string) {
	w.Helper()
	positions, _ := w.follow(p)
	open := w.open(positions)
	written := func(cards string) []string {
		if len(cards) < fewest || strings.Contains(open, cards) {
			return nil
		}
		each := strings.Split(cards, "")
		return []string{cards, strings.Join(each, ","), strings.Join(each, " "), strings.Join(each, `","`)}
	}
	for _, pile := range p {
		for i := fewest; i <= len(pile); i++ {
			inPiles = append(inPiles, written(pile[i-fewest:i])...)
		}
	}
	for _, s := range positions {
		inHands = append(inHands, written(lettersOf(handOf(s, seat)))...)
	}
	return inPiles, inHands
}

// open is the moves of a script, and the columns at every position.
func (w *script) open(positions []engine.State) string {
	var b strings.Builder
	for _, d := range w.deeds {
		b.WriteString(strings.ReplaceAll(d.move, ",", "") + "\n")
	}
	for _, s := range positions {
		for _, p := range s.View(0).(*babel.View).Players {
			for _, site := range p.Sites {
				b.WriteString(lettersOf(site.Column) + "\n")
			}
		}
	}
	return b.String()
}

func lettersOf(cards []babel.People) string {
	letters := ""
	for _, card := range cards {
		letters += card.String()
	}
	return letters
}

// thenShuffle adds what makes the piles that are shuffled after the deal.
func (s *stacked) thenShuffle(later piles) {
	for i := babelQuarry - 1; i > 0; i-- {
		s.draws = append(s.draws, i) // the quarry keeps its order
	}
	for _, pile := range later {
		cards := []byte(pile)
		slices.Sort(cards)
		for i := len(cards) - 1; i > 0; i-- {
			j := slices.Index(cards[:i+1], pile[i])
			cards[i], cards[j] = cards[j], cards[i]
			s.draws = append(s.draws, j)
		}
	}
}

// babelQuarry is the number of cards that are shuffled into the quarry.
const babelQuarry = 43
