package ai

import (
	"cmp"
	"math/rand/v2"
	"slices"

	"amytis/engine"
)

// Player chooses moves of one game. It keeps its scratch positions for speed, but its choices do
// not depend on earlier ones. It is not safe for concurrent use.
type Player struct {
	game engine.Game
	info *engine.Info
	// worlds are positions as the seat may imagine them, made from the same real one.
	worlds [maxWorlds]engine.Mind
	// trial is the position of the turn on trial, trialStep the one of the step on trial.
	trial, trialStep engine.Mind
	shortlist        shortlist
	// next plans the next turn of the seat, and the others' turns in a search that looks ahead.
	next         *Player
	moves, spare []engine.Move // room for the steps of the turn that is being tried
	sound        []engine.Move
	seen         []engine.Move              // the moves that a step is chosen from
	worth        [engine.MaxSeats + 1]int32 // what the position valued last is worth
	after        [engine.MaxSeats + 1]int32 // what the position is worth after the best of some moves
}

func NewPlayer(g engine.Game) *Player { return &Player{game: g, info: g.Info()} }

// Choose returns the next steps of a seat in turn, up to the end of its turn or the first step that
// may reveal something ([engine.VerbInfo.Final]), one step in a live game. There are none only if a
// turn was begun that cannot end without an undo.
//
// The choice depends on the level, the seed and what the seat has seen, and on stop, asked between
// the turns tried: true ends the search. It may be nil.
func (p *Player) Choose(
	s engine.State, seat engine.Seat, level Level, seed uint64, stop func() bool,
) []engine.Move {
	if level > levelRank {
		turns := level.Turns(p.game)
		if s.Pace().Live {
			// With the answers of the others, a turn takes longer to try.
			turns = 2 * turns / (1 + len(s.Scores()))
		}
		best := p.Think(s, seat, Budget{Turns: turns, Stop: stop}, seed).Best.Moves
		return slices.Clone(p.surely(s, best))
	}
	if m := p.first(s, seat, level, seed); m.Verb != 0 {
		return []engine.Move{m}
	}
	return nil
}

// first returns the step that a level chooses without a search, the zero Move if there is none.
func (p *Player) first(s engine.State, seat engine.Seat, level Level, seed uint64) engine.Move {
	x := p.newSearch(s, seat, seed, 1)
	if level == levelRandom {
		p.sound = p.worlds[0].State().Sound(seat, p.sound[:0])
		if len(p.sound) > 0 {
			return p.sound[x.r.IntN(len(p.sound))]
		}
		return engine.Move{}
	}
	looks := x.live // where the best rank could take back in turn what it has placed, forever
	if slips := p.game.Tuning().Slips[level-levelDraw]; slips > 0 && !x.live {
		looks = true
		level = levelRank
		if x.r.IntN(100) < slips {
			level = levelDraw
		}
	}
	switch {
	case level == levelDraw:
		return p.worlds[0].Draw(seat, x.r)
	case looks:
		p.trial.CopyFrom(p.worlds[0])
		return x.step(maxLooks)
	}
	return p.bestRank(seat, x.r)
}

func newRand(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0x616d79746973)) }

// imagine makes n worlds as the seat may imagine them. It returns n, or 1 if nothing is hidden.
func (p *Player) imagine(s engine.State, seat engine.Seat, r *rand.Rand, n int) int {
	real := s.Mind()
	for i := range n {
		if p.worlds[i] == nil {
			p.worlds[i] = real.Clone()
		} else {
			p.worlds[i].CopyFrom(real)
		}
		p.worlds[i].Imagine(seat, r)
	}
	if n > 1 && p.worlds[0].State().Equal(p.worlds[1].State()) {
		return 1
	}
	return n
}

// bestRank returns a sound move with the highest rank, by chance, the zero Move if there is none.
func (p *Player) bestRank(seat engine.Seat, r *rand.Rand) engine.Move {
	s := p.worlds[0].State()
	p.sound = s.Sound(seat, p.sound[:0])
	var best engine.Move
	var ties, rank int
	for _, m := range p.sound {
		n := s.Describe(m).Rank
		switch {
		case ties == 0 || n > rank:
			best, rank, ties = m, n, 1
		case n == rank:
			// Each of n equal moves stays with a chance of 1 in n.
			ties++
			if r.IntN(ties) == 0 {
				best = m
			}
		}
	}
	return best
}

// surely returns the first moves of a plan, up to the first that may reveal something.
func (p *Player) surely(s engine.State, moves []engine.Move) []engine.Move {
	if s.Pace().Live {
		return moves[:min(1, len(moves))]
	}
	for i, m := range moves {
		if p.info.VerbInfo(m.Verb).Final {
			return moves[:i+1]
		}
	}
	return moves
}

// Level is how well a computer plays, from 1 to Levels. Level 1 draws sensible moves, level 2 takes
// the move that looks best at first. With Slips (Tuning) both take good steps and slip, level 1
// more often. The levels above search. Level 0 plays any sound move, for comparison.
type Level uint8

const Levels Level = 5

// The levels that do not search.
const (
	levelRandom Level = iota
	levelDraw
	levelRank
)

// usualTries are the turns that levels 3, 4 and 5 try for one decision, in a game whose Tuning does
// not say. In every game a whole turn took at most 5, 15 and 60 ms of a processor in the arena.
var usualTries = [3]int{360, 1000, 4500}

// Turns returns the number of whole turns that the level tries for one decision, 0 for no search.
func (l Level) Turns(g engine.Game) int {
	if l <= levelRank || l > Levels {
		return 0
	}
	return cmp.Or(g.Tuning().Tries, usualTries)[l-levelRank-1]
}

// Valid reports whether people may choose the level.
func (l Level) Valid() bool { return l >= levelDraw && l <= Levels }
