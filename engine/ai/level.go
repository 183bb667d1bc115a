package ai

import (
	"cmp"

	"amytis/engine"
)

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
