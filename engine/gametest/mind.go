package gametest

import (
	"maps"
	"math/rand/v2"
	"slices"

	"github.com/stretchr/testify/require"

	"amytis/engine"
	"amytis/engine/ai"
)

// luck returns a source of chance that is the same each time for the same state and number.
func (p *game) luck(n int) *rand.Rand { return rand.New(rand.NewPCG(uint64(len(p.moves)), uint64(n))) }

func imagined(s engine.State, seat engine.Seat, luck ...*rand.Rand) engine.State {
	m := s.Mind()
	for _, r := range luck {
		m.Imagine(seat, r)
	}
	return m.State()
}

// checkImagine checks that imagining keeps the seat's view and does not depend on what was hidden:
// imagining twice gives what the second time alone would give.
func checkImagine(p *game) {
	s := p.state()
	for _, seat := range p.viewers() {
		once := imagined(s, seat, p.luck(2))
		require.Equal(p, s.View(seat), once.View(seat), "seat %d imagines a position that it can see is another", seat)
		same := once.Turn() == s.Turn() && maps.Equal(setOf(once.Legal(seat, nil)), setOf(s.Legal(seat, nil)))
		require.True(p, same, "seat %d imagines a position with another turn or other moves of its own", seat)
		same = once.Equal(imagined(s, seat, p.luck(1), p.luck(2)))
		require.True(p, same, "what seat %d imagines depends on what is hidden from it", seat)
		m := s.Mind()
		r := p.luck(2)
		checkAllocs(p, "Imagine", 1, func() { m.Imagine(seat, r) })
	}
}

func setOf(moves []engine.Move) map[engine.Move]bool {
	set := make(map[engine.Move]bool, len(moves))
	for _, m := range moves {
		set[m] = true
	}
	return set
}

const drawsPerCheck = 6

func checkDraw(p *game) {
	s := p.state()
	if s.Turn().Has(engine.Chance) {
		return // checkThinking plays the moves of chance
	}
	d := s.Mind()
	for _, seat := range p.viewers()[1:] {
		sound := s.Sound(seat, nil)
		r := p.luck(3)
		checkDrawn(p, d, seat, setOf(sound), r)
		checkDrawAfterUnsound(p, seat, sound, r)
		// A drawer that finds nothing by chance may list the moves.
		checkAllocs(p, "Draw", 20, func() { d.Draw(seat, r) })
	}
	require.True(p, d.State().Equal(s), "method Draw changes the position")
}

// checkDrawn checks that a seat draws some of the given moves, and the zero Move if there are none.
func checkDrawn(p *game, d engine.Mind, seat engine.Seat, from map[engine.Move]bool, r *rand.Rand) {
	for range drawsPerCheck {
		m := d.Draw(seat, r)
		fits := from[m] || len(from) == 0 && m == engine.Move{}
		require.True(p, fits, "seat %d draws %s, which is not sound: there are %d moves", seat, p.text(m), len(from))
	}
}

// checkDrawAfterUnsound checks that a seat draws legal moves, and a search ends, after an unsound
// move, when the turn may have no end.
func checkDrawAfterUnsound(p *game, seat engine.Seat, sound []engine.Move, r *rand.Rand) {
	legal := p.state().Legal(seat, nil)
	if len(legal) == len(sound) {
		return
	}
	m := legal[r.IntN(len(legal))]
	if slices.Contains(sound, m) {
		return
	}
	s, err := p.state().Apply(m)
	require.NoError(p, err)
	from := setOf(s.Sound(seat, nil))
	checkDrawn(p, s.Mind(), seat, from, r)
	chosen := ai.NewPlayer(p.Game).Think(s, seat, ai.Budget{Turns: 1}, 1).Best.Moves
	fits := len(chosen) == 0 && len(from) == 0 || len(chosen) > 0 && from[chosen[0]]
	require.True(p, fits, "after %s, which is not sound, a search chooses one of %d moves", p.text(m), len(from))
}

// checkWorth checks that a position is always worth the same, nothing to seats that do not exist,
// and most to the winners, found without allocating.
func checkWorth(p *game) {
	s := p.state()
	d := s.Mind()
	var worth, again [engine.MaxSeats + 1]int32
	d.Worth(&worth)
	again[0], again[len(p.seats)] = 1, 1
	d.Worth(&again)
	same := worth == again && d.State().Equal(s)
	require.True(p, same, "a position is worth %v, then %v, or has changed", worth, again)
	result, _ := s.Result()
	for seat, value := range worth {
		none := seat > 0 && seat <= len(p.seats) || value == 0
		require.True(p, none, "the position is worth %d to seat %d of %d", value, seat, len(p.seats))
		won := slices.Contains(result.Winners, engine.Seat(seat))
		most := value > engine.WinWorth/2
		require.Equal(p, won, most, "the position is worth %d to seat %d; has it won: %t", value, seat, won)
	}
	checkAllocs(p, "Worth", 1, func() { d.Worth(&worth) })
}

// checkWorthAfter checks that WorthAfter tells what the position is worth once a drawn move is
// played, and neither changes the position nor allocates.
func checkWorthAfter(p *game) {
	s := p.state()
	d, played := s.Mind(), s.Mind()
	var worth, after [engine.MaxSeats + 1]int32
	for _, seat := range p.inTurn() {
		r := p.luck(5)
		for range drawsPerCheck {
			m := d.Draw(seat, r)
			if m.Verb == 0 || !d.WorthAfter(m, &worth) {
				continue
			}
			require.True(p, d.State().Equal(s), "method WorthAfter changes the position")
			played.CopyFrom(d)
			require.NoError(p, played.Play(m))
			played.Worth(&after)
			require.Equal(p, after, worth, "after %s the position would be worth something else than it is", p.text(m))
			checkAllocs(p, "WorthAfter", 1, func() { d.WorthAfter(m, &worth) })
		}
	}
}

// checkThinking checks that drawn moves end a game that a seat imagines, in a Mind as in a State.
func checkThinking(p *game) {
	const apart = 25 // moves between the states that are played out
	s := p.state()
	if len(p.moves)%apart != 0 || s.Turn() == 0 {
		return
	}
	r := p.luck(4)
	d := s.Mind()
	d.Imagine(engine.Seat(1+r.IntN(len(p.seats))), r)
	s = d.State()
	copied := d.Clone()
	d.CopyFrom(copied)
	for n := 0; !d.Over(); n++ {
		turn := d.Turn().Slice()
		m := d.Draw(turn[r.IntN(len(turn))], r)
		next, err := s.Apply(m)
		require.NoError(p, err, "drawn move %s, after %d others from an imagined state, is refused", p.text(m), n)
		require.NoError(p, d.Play(m))
		s = next
		require.True(p, d.State().Equal(s), "a Mind plays %s in another way than a State", p.text(m))
		require.Less(p, n, maxMoves, "drawn moves do not end the game")
	}
	require.False(p, copied.Over(), "the copy of a Mind changes with it")
}

// thoughtTurns bounds the time that computer players think in the suite.
const thoughtTurns = 12

// checkComputers checks that computers, of another level at each state, choose legal moves up to
// the first that may reveal something, and the same where only what is hidden from them differs.
func checkComputers(p *game) {
	s := p.state()
	for _, seat := range p.inTurn() {
		level := ai.Level((len(p.moves) + int(seat)) % int(ai.Levels+1))
		player := ai.NewPlayer(p.Game)
		chosen := player.Choose(s, seat, level, 5, stopAfter(thoughtTurns))
		require.NotEmpty(p, chosen, "a computer of level %d on seat %d chooses nothing", level, seat)
		after := s
		for i, m := range chosen {
			var err error
			after, err = after.Apply(m)
			require.NoError(p, err, "a computer of level %d chooses %s", level, p.text(m))
			last := p.Info().VerbInfo(m.Verb).Final || s.Pace().Live
			require.True(p, !last || i == len(chosen)-1, "a computer of level %d goes on after %s", level, p.text(m))
		}
		other := s
		if p.hooks.Permute != nil {
			setup, moves := p.hooks.Permute(p.history(), seat, p.r)
			var err error
			other, _, err = p.Replay(p.options, p.seats, setup, moves)
			require.NoError(p, err, "hook Permute gives another history")
		}
		again := player.Choose(other, seat, level, 5, stopAfter(thoughtTurns))
		require.Equal(p, chosen, again, "a computer of level %d on seat %d plays by what is hidden", level, seat)
	}
}

func stopAfter(n int) func() bool {
	return func() bool { n--; return n <= 0 }
}
