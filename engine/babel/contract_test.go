package babel

import (
	"encoding/json"
	"math/rand/v2"
	"testing"

	"amytis/engine"
	"amytis/engine/gametest"
)

func TestContract(t *testing.T) {
	gametest.Run(t, Game, gametest.Hooks{Games: 8, Permute: permuteHidden,
		Turn: []string{"View.Stage", "View.Turn", "View.Active", "View.Migrated"}})
}

func FuzzParseMove(f *testing.F) { gametest.FuzzParseMove(f, Game) }

func FuzzRecord(f *testing.F) { gametest.FuzzRecord(f, Game) }

// hidden tracks the cards of a game as seat sees them.
type hidden struct {
	position Position
	// sources are the draw piles of the game so far, next card first: the first one and the
	// shuffled ones. unseen marks the cards whose face the seat has not seen.
	sources [][]People
	unseen  [][]bool
	// held holds the places of the cards in each hand.
	held [2][]place
	next int // index in the last source
	// covered is the number of cards of the first quarry that nobody has drawn.
	covered int
}

// place is the place of a card in the sources.
type place struct{ source, at int }

// follow replays a game and tracks its cards. Of equal cards in a hand it takes the one drawn
// first, which nobody can tell apart from the others.
func follow(h gametest.History, seat engine.Seat) *hidden {
	p, err := Rules{}.Start(h.Options, h.Seats, h.Setup)
	if err != nil {
		panic(err)
	}
	f := &hidden{position: p, covered: inQuarry}
	var s setup
	if err := json.Unmarshal(h.Setup, &s); err != nil {
		panic(err)
	}
	f.addSource([]byte(s.People))
	f.take(1, seat, dealt)
	f.take(2, seat, dealt)
	for _, m := range h.Moves {
		before := f.position
		if err := (Rules{}).Apply(&f.position, m); err != nil {
			panic(err)
		}
		if m.Verb == verbShuffle {
			f.addSource(orderKind{}.Append(nil, m.Args[:]))
		}
		for s := engine.Seat(1); s <= 2; s++ {
			f.followHand(s, seat, before.player(s).hand, f.position.player(s).hand)
		}
		f.covered = min(f.covered, int(f.position.quarry.n))
	}
	return f
}

// addSource starts a new draw pile.
func (f *hidden) addSource(letters []byte) {
	var cards []People
	var unseen []bool
	for _, letter := range letters {
		cards = append(cards, peopleOf(letter))
		unseen = append(unseen, true)
	}
	f.sources, f.unseen, f.next = append(f.sources, cards), append(f.unseen, unseen), 0
}

// followHand takes drawn cards into a hand and shows the cards that left it.
func (f *hidden) followHand(who, seat engine.Seat, before, after tally) {
	drawn := 0
	for i := range before {
		if after[i] > before[i] {
			drawn += int(after[i] - before[i])
		}
		for n := after[i]; n < before[i]; n++ {
			f.show(who, People(i+1))
		}
	}
	f.take(who, seat, drawn)
}

// take moves n cards from the last source to the hand of who. seat sees only its own.
func (f *hidden) take(who, seat engine.Seat, n int) {
	last := len(f.sources) - 1
	for range n {
		f.held[who-1] = append(f.held[who-1], place{last, f.next})
		f.unseen[last][f.next] = who != seat
		f.next++
	}
}

// show marks a card of a hand as seen by everybody and removes it from the hand.
func (f *hidden) show(who engine.Seat, card People) {
	for i, at := range f.held[who-1] {
		if f.sources[at.source][at.at] == card {
			f.unseen[at.source][at.at] = false
			f.held[who-1] = append(f.held[who-1][:i:i], f.held[who-1][i+1:]...)
			return
		}
	}
	panic("a card was played that was not in hand")
}

// permuteHidden shuffles the cards that seat has not seen. Cards stay within their draw pile,
// because the discards that it was shuffled from were open.
func permuteHidden(h gametest.History, seat engine.Seat, r *rand.Rand) (json.RawMessage, []engine.Move) {
	f := follow(h, seat)
	for i, cards := range f.sources {
		var unseen []*People
		for at := range cards {
			if f.unseen[i][at] {
				unseen = append(unseen, &cards[at])
			}
		}
		r.Shuffle(len(unseen), func(i, j int) { *unseen[i], *unseen[j] = *unseen[j], *unseen[i] })
	}
	var s setup
	if err := json.Unmarshal(h.Setup, &s); err != nil {
		panic(err)
	}
	covered := s.Quarry[len(s.Quarry)-f.covered:]
	r.Shuffle(len(covered), func(i, j int) { covered[i], covered[j] = covered[j], covered[i] })
	s.People = text(f.sources[0])
	moves, source := append([]engine.Move(nil), h.Moves...), 0
	for i := range moves {
		if moves[i].Verb == verbShuffle {
			source++
			moves[i].Args = [engine.ArgSlots]uint32{}
			for at, card := range f.sources[source] {
				putCard(moves[i].Args[:], at, card)
			}
		}
	}
	return engine.FormatSetup(s), moves
}

// text returns the letters of people cards.
func text(cards []People) string {
	letters := ""
	for _, card := range cards {
		letters += card.String()
	}
	return letters
}
