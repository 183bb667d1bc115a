package babel

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"amytis/engine"
	"amytis/engine/gametest"
	"amytis/engine/longrun"
)

// policy chooses a move.
type policy func(p *Position, r *rand.Rand) engine.Move

// greedyMove plays the action of the highest rank. It ends the turn when no action is worth a card.
func greedyMove(p *Position, r *rand.Rand) engine.Move {
	m := randomMove(p, r)
	if p.stage != Acting || m.Verb == DiscardCards {
		return m
	}
	best := -1000
	var room [64]engine.Move
	for _, try := range (Rules{}).Legal(p, p.active, room[:0]) {
		worth := 2 * min(0, 5-p.player(p.active).hand.size()) // keeps hands small
		if try.Verb != EndTurn {
			worth = 2*p.rank(try) + r.IntN(2)
		}
		if try.Verb == Travel {
			worth -= 4
		}
		if worth > best {
			m, best = try, worth
		}
	}
	return m
}

// playGame plays a whole game and checks every position.
func playGame(t testing.TB, seed uint64, choose policy) *Position {
	r := rand.New(rand.NewPCG(seed, 7))
	p, err := Rules{}.Start(nil, twoSeats(), Game.Deal(nil, nil, r))
	require.NoError(t, err)
	moves := 0
	for p.stage != Over {
		m := choose(&p, r)
		if seed%10 == 3 && p.stage != Shuffling && r.IntN(20) == 0 {
			m = engine.SkipMove(p.active)
		}
		if seed%10 == 7 && r.IntN(200) == 0 {
			m = engine.ResignMove(engine.Seat(1 + r.IntN(2)))
		}
		if err := (Rules{}).Apply(&p, m); err != nil {
			t.Fatalf("seed %d, move %d, %s: %v", seed, moves, Game.AppendMove(nil, m), err)
		}
		if fault := faultOf(&p); fault != "" {
			t.Fatalf("seed %d, move %d, %s: %s", seed, moves, Game.AppendMove(nil, m), fault)
		}
		if moves++; moves > engine.MaxRecordMoves {
			t.Fatalf("seed %d: the game does not end", seed)
		}
	}
	return &p
}

// faultOf returns what is wrong with a position: its cards, a debt, or a game that goes on.
func faultOf(p *Position) string {
	people, steps := p.discards, [topStep + 1]uint8{}
	for _, card := range p.people.cards[:p.people.n] {
		people[card-1]++
	}
	count := func(pl *pile) {
		for _, s := range pl.cards[:pl.n] {
			steps[s]++
		}
	}
	count(&p.quarry)
	for i := range p.players {
		pl := &p.players[i]
		people.add(pl.hand)
		for at := range pl.columns {
			for _, card := range pl.columns[at].cards[:pl.columns[at].n] {
				people[card-1]++
			}
			for _, s := range pl.temples[at].list() {
				steps[s]++
			}
		}
		count(&pl.yard)
		if pl.start {
			steps[1]++
		}
		if pl.owed > 0 && int(pl.owed) >= pl.hand.size() {
			return "a player owes the whole hand"
		}
	}
	one, two := p.players[0].total(), p.players[1].total()
	switch {
	case people != tally{perPeople, perPeople, perPeople, perPeople, perPeople}:
		return "people cards were lost or made"
	case steps != perStep:
		return "temple cards were lost or made"
	case p.stage == Over:
	case p.quarry.n == 0:
		return "the game goes on without a quarry"
	case !p.final && max(one, two) >= 15, p.final && (max(one, two) >= 20 || min(one, two) < 10):
		return "the game goes on although it is decided"
	}
	return ""
}

func TestRandomGamesStayValid(t *testing.T) {
	t.Parallel()
	endings := map[Reason]int{}
	for seed := range longrun.Choose[uint64](500, 2_000) {
		endings[playGame(t, seed, randomMove).reason]++
	}
	t.Log(endings)
	assert.NotZero(t, endings[QuarryEmpty])
}

func TestGreedyGamesReachEveryEnding(t *testing.T) {
	t.Parallel()
	endings := map[Reason]int{}
	for seed := range longrun.Choose[uint64](150, 400) {
		endings[playGame(t, seed, greedyMove).reason]++
	}
	t.Log(endings)
	for reason := Fifteen; reason <= Resigned; reason++ {
		assert.NotZero(t, endings[reason], reason)
	}
}

func twoSeats() []engine.SeatInfo { return []engine.SeatInfo{{Name: "ana"}, {Name: "bo"}} }

// randomMove returns any legal move of any seat in turn, or a move of chance.
func randomMove(p *Position, r *rand.Rand) engine.Move {
	turn := Rules{}.Turn(p).Slice()
	seat := turn[r.IntN(len(turn))]
	if seat == engine.Chance {
		return Rules{}.Chance(p, r)
	}
	if r.IntN(4) == 0 {
		return Rules{}.Draw(p, seat, r)
	}
	var room [1024]engine.Move
	legal := Rules{}.Legal(p, seat, room[:0])
	return legal[r.IntN(len(legal))]
}

func BenchmarkRandomGame(b *testing.B) { gametest.BenchmarkPlayouts(b, Game, nil, 2) }
