package table_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"amytis/engine"
	"amytis/engine/table"
	"amytis/engine/towers"
)

// playSoundly makes sensible moves until the condition holds or the game is over.
func (l *log) playSoundly(until func(*table.Table) bool) {
	r := chance()
	for l.table.Turn() != 0 && !until(l.table) {
		seats := l.table.Turn().Slice()
		m := l.table.State.Mind().Draw(seats[r.IntN(len(seats))], r)
		l.do(move(string(l.table.Game.AppendMove(nil, m))))
	}
}

// playRound plays on until a player has ended a turn and is in turn again.
func (l *log) playRound(user table.UserID) {
	seat := l.table.Seat(user)
	ended := len(l.table.Moves)
	l.playSoundly(func(t *table.Table) bool {
		for i := ended; i < len(t.Moves); i++ {
			verb := t.Game.Info().VerbInfo(t.Moves[i].Move.Verb)
			if t.Moves[i].Move.Seat == seat && verb.Ends {
				last := t.Moves[len(t.Moves)-1].Move.Seat
				return t.Turn().Has(seat) && last != seat && last != engine.Chance
			}
		}
		return false
	})
	require.True(l.t, l.table.Turn().Has(seat), "the seat of the undo is in turn")
}

func TestUndoAgainstComputersGoesBackAcrossTheirTurns(t *testing.T) {
	l := newGame(t, "towers c12 c22")
	l.playRound(ana)
	seat, before := l.table.Seat(ana), l.table
	steps := 0
	for l.table.Turn().Has(seat) {
		next, err := l.table.Next(table.Undo(seat, ana, 50))
		if err != nil {
			var refused *engine.RuleError
			require.ErrorAs(t, err, &refused)
			require.Equal(t, table.RefusedNothingToUndo, refused.Code)
			break
		}
		require.True(t, next.Turn().Has(seat), "it is Ana's turn again")
		l.do(table.Undo(seat, ana, 50))
		steps++
	}
	require.GreaterOrEqual(t, steps, 2)
	for _, m := range l.table.Moves {
		assert.Less(t, m.Version, before.Moves[0].Version+table.Version(len(before.Moves)))
		assert.NotEqual(t, seat, m.Move.Seat, "all of Ana's moves are taken back")
	}
	l.playSoundly(func(*table.Table) bool { return false })
	rec := l.record()
	require.NoError(t, rec.Check(towers.Game))
}

func TestUndoAmongPeopleKeepsToTheTurn(t *testing.T) {
	l := newGame(t, "towers c12 c22")
	l.playRound(ana)
	computer := l.table.Player(l.table.Seat(ana)%3 + 1)
	l.do(replace(l.table.Seat(computer.User), bo, "Bo"))
	l.refused(table.RefusedUndoFinal, table.Undo(l.table.Seat(ana), ana, 50))

	l = newGame(t, "towers c12 c22")
	l.playRound(ana)
	l.do(replace(l.table.Seat(table.ComputerID(1, 2)), table.ComputerID(3, 4), "Hammurabi"))
	l.refused(table.RefusedUndoOthers, table.Undo(l.table.Seat(ana), ana, 50))
}

func TestUndoAcrossTurnsRevealsNothing(t *testing.T) {
	l := newGame(t, "babel c12")
	l.playRound(ana)
	l.refused(table.RefusedUndoRevealed, table.Undo(l.table.Seat(ana), ana, 50))

	refused, undone := 0, 0
	l = newGame(t, "gardens c12")
	seat := l.table.Seat(ana)
	l.playSoundly(func(now *table.Table) bool {
		if !now.Turn().Has(seat) {
			return false
		}
		next, err := now.Next(table.Undo(seat, ana, 50))
		if err == nil {
			undone++
			require.JSONEq(t, string(now.State.Mask(now.Setup)), string(next.State.Mask(now.Setup)),
				"Ana knows no tile that she did not know then")
			require.True(t, next.Turn().Has(seat), "the seat of the undo is in turn")
			return false
		}
		var rule *engine.RuleError
		require.ErrorAs(t, err, &rule)
		if rule.Code == table.RefusedUndoRevealed {
			refused++
		}
		return false
	})
	require.NotZero(t, refused)
	require.NotZero(t, undone)
}

func TestStepsOfEverybodyAtOnceStayAgainstComputers(t *testing.T) {
	l := newGame(t, "towers mode=quick c12 c22")
	seat := l.table.Seat(ana)
	l.playSoundly(func(t *table.Table) bool {
		return len(t.Moves) > 6 && t.Moves[len(t.Moves)-1].Move.Seat == seat
	})
	l.refused(table.RefusedUndoLive, table.Undo(seat, ana, 50))
}

// TestT15_LeavingUndoesMovesOfATurnThatCouldNotEnd skips and resigns seats.
func TestT15_LeavingUndoesMovesOfATurnThatCouldNotEnd(t *testing.T) {
	for _, m := range []engine.Move{engine.SkipMove(1), engine.ResignMove(1)} {
		l := seated(t, towers.Game)
		l.run("play 1 tower k7.1 n; play 1 tower l7.1 n; play 1 tower a1.1 n")
		events := got(l.table.EndTurn(1, m, ana, 9))(t)
		require.Len(t, events, 4)
		l.do(events...)
		require.Len(t, l.table.Moves, 1)
		require.Equal(t, engine.Seats(2), l.table.Turn())
	}
	l := seated(t, towers.Game)
	l.run("play 1 tower k7.1 n; play 1 tower l7.1 n; play 1 tower m7.1 n; play 1 tower n7.1 n; play 1 tower a1.1 n")
	events := got(l.table.EndTurn(1, engine.SkipMove(1), ana, 9))(t)
	require.Len(t, events, 2, "only the piece that is not connected is taken back")
}

func TestUndo(t *testing.T) {
	scripts(t, []row{
		{"actions of Babel can be undone unless the opponent discarded since", "cards", `
			play 1 draw; undo_final: undo 1; play 1 travel H; play 1 settle A; play 1 settle A; play 1 settle A
			play 1 halve A; turn = [1 2]; undo 1; turn = [1]; play 1 halve A; play 1 build own; play 2 discard M,M
			undo_final: undo 2; undo_others: undo 1; play 1 settle A; undo 1
			play 1 travel A; play 1 travel P; play 1 travel S; play 1 end; undo_final: undo 1
			play 2 draw; play 2 travel M; undo 2`},
		{"an undone move stays in the log but not in the moves", "gardens Bo Cleo Dan", `
			play 1 dig b2; offer; undo_final: undo 1; nothing_to_undo: undo 2; play 1; moves = 2; undo 1; moves = 1; same = true
			version = 8`},
		{"moves of towers can be undone while the turn lasts, also after another seat resigns", "towers Bo Cleo", `
			play 1 tower k7.1 n; play 1 tower a1.1 n; undo 1; play 1 tower l7.1 n; resign 3; undo 1
			play 1 tower l7.1 n; play 1 tower m7.1 n; play 1 tower n7.1 n; play 1 done; undo_final: undo 1
			play 2 tower k8.1 n; undo_final: undo 1`},
	})
}

// babelAndCards starts a game of babel with a deal of its own.
func babelAndCards(t *testing.T) *log {
	l := newGame(t, "babel lobby")
	l.do(join(bo, "Bo"))
	start := l.table.Deal(ana, 2, chance())
	start.Setup = json.RawMessage(`{
		"people": "AAAAHMMMMMPSSAAAAAAAAHHHHHHHHHHHMMMMMMMPPPPPPPPPPPSSSSSSSSSS",
		"quarry": [1,1,1,1,1,1,1,1,2,2,2,2,2,2,2,2,2,3,3,3,3,3,3,3,3,4,4,4,4,4,4,4,5,5,5,5,5,5,6,6,6,6,6]}`)
	l.do(start)
	return l
}
