// Package gametest checks that a game keeps the contract of package engine, at every state of
// random games. A game's tests call [Run], and have two fuzz targets that call [FuzzParseMove] and
// [FuzzRecord]. They still have to test the rules: consistent but wrong ones pass.
package gametest

import (
	"encoding/json"
	"math/rand/v2"
	"os"
	"runtime/debug"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/engine"
	"amytis/engine/longrun"
)

// init collects garbage less often, which takes up to a quarter of the time. $GOGC is stronger.
func init() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(400)
	}
}

// Hooks tell the suite what it cannot find out. The zero value is for a game that hides nothing.
type Hooks struct {
	// Games is the number of games for each number of seats with each set of options; 0 is 1. Every
	// other game makes rare moves as often as others. By day it is 1, for every fifth table.
	Games int

	// Every is the distance between states that are checked, besides the last; 0 stands for 1.
	Every int

	// Permute returns the setup and the moves of a game that looks the same to seat (0: spectator)
	// but differs in what is hidden, if anything is. It is nil if the game hides nothing.
	Permute func(h History, seat engine.Seat, r *rand.Rand) (setup json.RawMessage, moves []engine.Move)

	// Turn names the fields of views that say whose turn it is and what follows ("View.Turn").
	// Begun names those that the end of a begun turn changes.
	Turn, Begun []string
}

// History is a game so far.
type History struct {
	Options engine.Options
	Seats   []engine.SeatInfo
	Setup   json.RawMessage
	Moves   []engine.Move
	State   engine.State
}

// Run tests g's Info, its errors for seats and setups, and the states and records of random games.
func Run(t *testing.T, g engine.Game, hooks Hooks) {
	t.Run("info", func(t *testing.T) { checkInfo(t, g.Info()) })
	t.Run("value", func(t *testing.T) { checkValue(t, g) })
	t.Run("abilities", func(t *testing.T) { checkAbilities(t, g) })
	t.Run("start", func(t *testing.T) { checkStart(t, g) })
	step := longrun.Choose(5, 1)
	for i, table := range tables(g.Info()) {
		if i%step != 0 {
			continue
		}
		t.Run(table.String(), func(t *testing.T) {
			for n := range longrun.Choose(1, max(hooks.Games, 1)) {
				playOut(t, g, hooks, table, uint64(i+n))
			}
		})
	}
}

// maxMoves is the number of moves after which a game that is not over fails.
const maxMoves = engine.MaxRecordMoves

// playOut plays a random game and checks its states, then the game as a whole.
func playOut(t require.TestingT, g engine.Game, hooks Hooks, table table, seed uint64) {
	p := start(t, g, hooks, table, seed)
	for over := false; !over; {
		over = p.state().Turn() == 0
		if over || len(p.moves)%max(hooks.Every, 1) == 0 {
			checkState(p)
		}
		checkForesee(p)
		checkReach(p)
		require.Less(p, len(p.moves), maxMoves, "the game does not end")
		if !over {
			p.step(seed%2 == 0)
		}
	}
	checkEndedGame(p)
}
