// Package playtest plays random games, for tests that need a table in the middle of a game.
package playtest

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/bot/play/games"
	"amytis/engine"
	"amytis/engine/table"
)

// Game is a finished random game.
type Game struct {
	games.Entry
	Events []table.Event // up to and including the start
	Moves  []engine.Move // from the start to the end
}

// Rand returns a source of chance that is the same for the same seed.
func Rand(seed int) engine.Rand { return rand.New(rand.NewPCG(uint64(seed), 7)) }

// Play plays a random game with 1 to 5 players. The same arguments give the same game.
func Play(t testing.TB, g games.Entry, options engine.Options, players int) Game {
	t.Helper()
	p := Game{Entry: g}
	p.Events = []table.Event{table.OpenLobby(g.Info(), table.Player{User: 1, Name: "Ana"}, options, 0, 0)}
	for i, name := range []string{"Bo", "Cleo", "Dan", "Eli"}[:players-1] {
		p.Events = append(p.Events, table.Join(table.Player{User: table.UserID(i + 2), Name: name}, 0))
	}
	lobby, err := table.Load(games.Rules, p.Events)
	require.NoError(t, err)
	p.Events = append(p.Events, lobby.Deal(1, 0, Rand(players)))
	start, err := table.Load(games.Rules, p.Events)
	require.NoError(t, err)
	p.Moves, _, err = g.Playout(options, start.SeatInfos(), start.Setup, Rand(players))
	require.NoError(t, err)
	return p
}

// At returns the table after n moves, from 0 to len(p.Moves).
func (p Game) At(t testing.TB, n int) *table.Table {
	t.Helper()
	at, err := table.Load(games.Rules, p.Events)
	require.NoError(t, err)
	events := p.Events
	for _, m := range p.Moves[:n] {
		by := table.UserID(1)
		if m.Seat != engine.Chance {
			by = at.Player(m.Seat).User
		}
		events = append(events, table.Move(p, m, by, 0))
	}
	at, err = table.Load(games.Rules, events)
	require.NoError(t, err)
	return at
}

// After returns a table after more events.
func After(t testing.TB, at *table.Table, events ...table.Event) *table.Table {
	t.Helper()
	for _, e := range events {
		next, err := at.Next(e)
		require.NoError(t, err)
		at = next
	}
	return at
}

// Fork returns a game for the same players that starts with the first n moves given.
func (p Game) Fork(t testing.TB, n int) Game {
	t.Helper()
	ended := p.At(t, len(p.Moves))
	events := ended.ForkOf(1, ended.Players, p.Moves[:n], 1, 0)
	lobby, err := table.Load(games.Rules, events)
	require.NoError(t, err)
	return Game{p.Entry, append(events, lobby.Deal(1, 0, Rand(1))), p.Moves[n:]}
}

// Turn returns a turn that a waiting seat can plan, drawn by chance, in the record's notation.
func Turn(t testing.TB, now *table.Table, seat engine.Seat, r engine.Rand) (lines []string) {
	t.Helper()
	now, err := now.Next(table.Foresee(seat, now.Start))
	require.NoError(t, err)
	for ended := engine.SeatSet(0); !ended.Has(seat); {
		m := now.State.Mind().Draw(seat, r)
		lines = append(lines, string(now.Game.AppendMove(nil, m)))
		ended = now.Ended(m)
		now, err = now.Next(table.Move(now.Game, m, now.Player(seat).User, now.Start))
		require.NoError(t, err)
	}
	return lines
}
