package tables_test

import (
	"context"
	"math/rand/v2"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/bot/play/games"
	"amytis/bot/play/games/playtest"
	"amytis/bot/play/tables"
	"amytis/bot/play/tables/tablestest"
	"amytis/engine"
	"amytis/engine/gardens"
	"amytis/engine/longrun"
	"amytis/engine/table"
	"amytis/store"
	"amytis/store/bolt/bolttest"
	"amytis/store/storetest"
)

func TestMain(m *testing.M) {
	longrun.FewerChecks()
	m.Run()
}

// program is one run of the program: a store with a sweeper.
type program struct{ *tablestest.Program }

const (
	anna  = tablestest.Anna
	boris = tablestest.Boris
)

func newProgram(t testing.TB, s store.Store) *program {
	t.Helper()
	return &program{tablestest.New(t, s, time.Second)}
}

// work starts a program that sweeps until its End is called.
func work(t testing.TB, s store.Store) *program {
	t.Helper()
	w := newProgram(t, s)
	w.Run()
	return w
}

// idle runs a test with a program that does not sweep, in a bubble.
func idle(t *testing.T, test func(w *program)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) { test(newProgram(t, bolttest.New(t))) })
}

func (w *program) firstLegalMove(t *table.Table) ([]table.Event, error) {
	seat := t.Turn().Slice()[0]
	m := t.State.Legal(seat, nil)[0]
	return []table.Event{table.Move(t.Game, m, t.Player(seat).User, w.Now())}, nil
}

// playToEnd plays random steps of gardens, without a pause, until a player who has built can only
// end the turn. It returns the seat.
func (w *program) playToEnd(id table.ID) engine.Seat {
	w.Helper()
	r := rand.New(rand.NewPCG(5, 6))
	for range 400 {
		t := w.Table(id)
		seat := t.Turn().Slice()[0]
		if f, forced := t.Forced(seat); forced {
			if _, err := t.Next(table.Undo(seat, 0, 0)); err == nil {
				require.NotZero(w, t.Ended(f.Move))
				return seat
			}
		}
		sound := t.State.Sound(seat, nil)
		m := sound[r.IntN(len(sound))]
		w.Do(id, func(t *table.Table) table.Event { return table.Move(t.Game, m, t.Player(seat).User, w.Now()) })
	}
	require.FailNow(w, "no turn has only its end left")
	return 0
}

// planTurn has seat 2 plan a turn of several steps as soon as it may.
func (w *program) planTurn(id table.ID) (turn []string) {
	w.Helper()
	for !w.Table(id).MayPlan(2) {
		w.Act(id, w.firstLegalMove)
	}
	for seed := 0; len(turn) < 4; seed++ {
		turn = playtest.Turn(w, w.Table(id), 2, playtest.Rand(seed))
	}
	w.Act(id, func(t *table.Table) ([]table.Event, error) {
		e := table.PlanTurn(2, [][]string{turn}, true, t.Player(2).User, w.Now())
		return []table.Event{e}, t.CheckPlan(e)
	})
	return turn
}

// endTurn has seat 1 pass its turn, and announces the one of seat 2, which it has planned.
func (w *program) endTurn(id table.ID) {
	w.Helper()
	w.Do(id, func(t *table.Table) table.Event { return table.Move(t.Game, engine.SkipMove(1), anna, w.Now()) })
	automatic := storetest.Must(w.Tables.Forced.NoChoice(w.Context(), w.Table(id), engine.Seats(2)))(w)
	require.Equal(w, engine.Seats(2), automatic)
	require.Zero(w, w.announce(w.Table(id), id))
	require.NotZero(w, w.Table(id).Waits[2].PingHeld)
}

// quick starts the quick game of towers for three, with a clock of so many seconds.
func (w *program) quick(clock string) table.ID {
	w.Helper()
	g, found := games.Find("towers")
	require.True(w, found, "no game towers")
	return w.Start(g.Game, engine.Options{"mode": "quick", "clock": clock}, []table.UserID{anna, boris, tablestest.Clara})
}

// experience is a store where users have ended games of Babylon with computers and people.
type experience struct {
	tables.Store
	games map[table.UserID]int
}

func (e experience) Leaderboard(_ context.Context, _ table.GuildID, b store.Board) (rows []store.Row, _ error) {
	for user, n := range e.games {
		if level := n % 2 * 2; b.Game == gardens.ID && b.Level == level {
			rows = append(rows, store.Row{User: user, Games: n})
		}
	}
	return rows, nil
}

func TestSetUpIsByChanceForSomebodyAloneOrNew(t *testing.T) {
	ana, bo, computer := table.UserID(1), table.UserID(2), table.ComputerID(1, 1)
	for name, c := range map[string]struct {
		games   map[table.UserID]int
		other   table.UserID
		options engine.Options
		chance  int
	}{
		"both are new":       {nil, bo, nil, 6},
		"one is new":         {map[table.UserID]int{ana: 7}, bo, nil, 6},
		"one has two games":  {map[table.UserID]int{ana: 7, bo: 2}, bo, nil, 6},
		"both know the game": {map[table.UserID]int{ana: 3, bo: 4}, bo, nil, 0},
		"alone":              {map[table.UserID]int{ana: 8}, computer, nil, 6},
		"alone, but by hand": {nil, computer, engine.Options{"setup": "hand"}, 0},
		"new, but by hand":   {nil, bo, engine.Options{"setup": "hand"}, 0},
	} {
		ts := tables.New(experience{games: c.games}, time.Now, rand.New(rand.NewPCG(1, 2)))
		host := table.Player{User: ana, Name: "Ana"}
		lobby, err := table.Open(gardens.Game, table.OpenLobby(gardens.Game.Info(), host, c.options, 0, 1))
		require.NoError(t, err)
		joined := table.Join(table.Player{User: c.other, Name: "Bo"}, 1)
		if c.other.IsComputer() {
			joined = table.AddComputer(table.Player{User: c.other, Name: "Nabu"}, ana, 1)
		}
		lobby, err = lobby.Next(joined)
		require.NoError(t, err)
		events := storetest.Must(tables.SetUp(t.Context(), ts, 1, lobby, ts.Deal(lobby, ana)))(t)
		require.Len(t, events, 1+c.chance, name)
	}
}
