package tables_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/bot/play/tables"
	"amytis/bot/play/tables/tablestest"
	"amytis/engine"
	"amytis/engine/babel"
	"amytis/engine/gardens"
	"amytis/engine/table"
	"amytis/store"
	"amytis/store/bolt/bolttest"
	"amytis/store/storetest"
)

func (w *program) startBabel() table.ID {
	w.Helper()
	return w.Start(babel.Game, nil, []table.UserID{anna, boris})
}

func (w *program) automatic(id table.ID) (moves []string) {
	w.Helper()
	_, log, err := w.Store.Table(w.Context(), id)
	require.NoError(w, err)
	for _, e := range log {
		if e.Auto {
			require.Equal(w, table.Moved, e.Kind)
			require.NotZero(w, e.By)
			moves = append(moves, e.Move)
		}
	}
	return moves
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
		w.Act(id, w.soundMove(seat, r))
	}
	require.FailNow(w, "no turn has only its end left")
	return 0
}

// pause waits, and then until nothing else happens.
func pause(d time.Duration) {
	time.Sleep(d)
	synctest.Wait()
}

func TestDrawAtTheBeginningOfATurnIsPlayedAtOnce(t *testing.T) {
	sweeping(t, func(w *program) {
		id := w.startBabel()
		posts := w.Posts(tables.PostTable)
		pause(3 * time.Second)
		require.Equal(w, []string{"1 draw"}, w.automatic(id))
		require.Equal(w, anna, w.Table(id).Moves[0].By)
		require.Equal(w, posts, w.Posts(tables.PostTable), "the step needs no message")
		pause(20 * time.Minute)
		require.Len(w, w.automatic(id), 1)
	})
}

// TestEndOfATurnIsPlayedAfterTheGraceAndCallsTheNextPlayer has several sweepers and a restart.
func TestEndOfATurnIsPlayedAfterTheGraceAndCallsTheNextPlayer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := bolttest.New(t)
		w := work(t, s)
		id := w.StartGardens(nil)
		seat := w.playToEnd(id)
		posts := w.Posts(tables.PostTable)
		step, ok, err := w.Tables.Forced.Step(t.Context(), w.Table(id), seat)
		require.NoError(t, err)
		require.True(t, ok, "the end of the turn is the only step")
		require.Equal(t, w.Now()+30_000, step.At)
		for range 3 {
			other := work(t, s)
			defer other.End()
		}
		pause(25 * time.Second)
		w.End()
		w = work(t, s)
		defer w.End()
		pause(4 * time.Second)
		require.Empty(t, w.automatic(id))
		pause(3 * time.Second)
		require.Len(t, w.automatic(id), 1)
		require.False(t, w.Table(id).Turn().Has(seat), "the turn of seat %d is over", seat)
		require.Equal(t, posts+1, w.Posts(tables.PostTable))
		pause(10 * time.Minute)
		require.Len(t, w.automatic(id), 1)
	})
}

func TestPlayerIsQuickerThanAnAutomaticStepThatIsDue(t *testing.T) {
	idle(t, func(w *program) {
		id := w.startBabel()
		time.Sleep(time.Minute)
		w.Act(id, w.firstLegalMove)
		require.NoError(w, w.Sweeper.Sweep(w.Context()))
		require.Empty(w, w.automatic(id))
		require.Len(w, w.Table(id).Moves, 1)
	})
}

func TestUndoWithinTheGraceCancelsTheStepUntilThePlayerActs(t *testing.T) {
	sweeping(t, func(w *program) {
		w.Limit = 0
		id := w.StartGardens(nil)
		seat := w.playToEnd(id)
		user, last := w.Table(id).Player(seat).User, table.Entry{}
		for _, m := range w.Table(id).Moves {
			if m.Move.Seat == seat {
				last = m
			}
		}
		pause(20 * time.Second)
		w.Do(id, func(*table.Table) table.Event { return table.Undo(seat, user, w.Now()) })
		pause(3 * time.Hour)
		require.Empty(t, w.automatic(id))
		w.Do(id, func(t *table.Table) table.Event { return table.Move(t.Game, last.Move, user, w.Now()) })
		pause(20 * time.Second)
		require.Empty(t, w.automatic(id))
		pause(12 * time.Second)
		require.Len(t, w.automatic(id), 1, "after the same step again")
	})
}

func TestForcedStepsStayWithAPlayerWhoHasTurnedThemOff(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := bolttest.New(t)
		storetest.SetPreferences(t, s, anna, store.Preferences{Manual: true})
		var commits atomic.Int64
		w := work(t, &storetest.Hooked{Store: s, Before: func(_ context.Context, call string) error {
			if call == "Commit" {
				commits.Add(1)
			}
			return nil
		}})
		defer w.End()
		id := w.startBabel()
		before := commits.Load()
		pause(30 * time.Minute)
		require.Empty(t, w.automatic(id))
		require.LessOrEqual(t, commits.Load(), before+1, "the deadline is moved once")
		_, ok, err := w.Tables.Forced.Step(t.Context(), w.Table(id), 1)
		require.NoError(t, err)
		require.False(t, ok, "Anna has turned them off")
		w.endBabel(id)
		pause(3 * time.Second)
		require.Equal(t, []string{"2 draw"}, w.automatic(id), "Boris has not turned them off")
	})
}

// endBabel plays random steps of Babel until another player is in turn.
func (w *program) endBabel(id table.ID) {
	w.Helper()
	seat := w.Table(id).Turn().Slice()[0]
	r := rand.New(rand.NewPCG(8, 9))
	for w.Table(id).Turn() == engine.Seats(seat) {
		w.Act(id, w.soundMove(seat, r))
	}
}

// soundMove plans a random sound move of a seat.
func (w *program) soundMove(seat engine.Seat, r *rand.Rand) tables.Plan {
	return func(t *table.Table) ([]table.Event, error) {
		sound := t.State.Sound(seat, nil)
		return []table.Event{table.Move(t.Game, sound[r.IntN(len(sound))], t.Player(seat).User, w.Now())}, nil
	}
}

// TestStepsAreTakenOnceByAProgramThatDiesInTheMiddle has the store fail at different commits.
func TestStepsAreTakenOnceByAProgramThatDiesInTheMiddle(t *testing.T) {
	for name, begin := range map[string]func(w *program) (id table.ID, want []string){
		"draw": func(w *program) (table.ID, []string) { return w.startBabel(), []string{"1 draw"} },
		"planned": func(w *program) (table.ID, []string) {
			id, turn := w.planTurn()
			w.endTurn(id)
			return id, turn
		},
	} {
		for _, committed := range []bool{false, true} {
			t.Run(fmt.Sprint(name, committed), func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					s := bolttest.New(t)
					dying := &program{tablestest.New(t, &deadly{s, committed}, time.Second)}
					id, want := begin(dying)
					time.Sleep(31 * time.Second)
					dead, end := context.WithCancel(t.Context())
					end()
					_ = dying.Sweeper.Sweep(dead)
					require.NoError(t, dying.Sweeper.Sweep(t.Context()))
					w := work(t, s)
					defer w.End()
					pause(time.Minute)
					require.Equal(t, want, w.automatic(id))
				})
			})
		}
	}
}

// deadly is a store that fails to commit automatic steps, before or after they are stored.
type deadly struct {
	store.Store
	committed bool
}

func (d *deadly) Commit(ctx context.Context, c store.Commit) error {
	if len(c.Events) == 0 || !c.Events[0].Auto {
		return d.Store.Commit(ctx, c)
	}
	if d.committed {
		_ = d.Store.Commit(ctx, c)
	}
	return context.Canceled
}

// TestForcedStepOfAPlayerWithAStandInWaitsForTheirReturn has the player ask for a stand-in within
// the grace and return later. No computer runs.
func TestForcedStepOfAPlayerWithAStandInWaitsForTheirReturn(t *testing.T) {
	sweeping(t, func(w *program) {
		w.StandIn = 1
		id := w.StartGardens(nil)
		seat := w.playToEnd(id)
		user, moves := w.Table(id).Player(seat).User, len(w.Table(id).Moves)
		pause(20 * time.Second)
		w.Do(id, func(t *table.Table) table.Event { return t.CallStandIn(seat, user, w.Now()) })
		pause(20 * time.Minute)
		require.Len(t, w.Table(id).Moves, moves, "the stand-in takes the step")
		_, told, err := w.Tables.Forced.Step(t.Context(), w.Table(id), seat)
		require.NoError(t, err)
		require.False(t, told, "the stand-in is to move")
		w.Do(id, func(t *table.Table) table.Event { return table.Return(seat, user, w.Now()) })
		step, told, err := w.Tables.Forced.Step(t.Context(), w.Table(id), seat)
		require.NoError(t, err)
		require.True(t, told, "the player is back")
		require.Equal(t, w.Now()+30_000, step.At, "the grace begins again")
		pause(29 * time.Second)
		require.Empty(t, w.automatic(id))
		pause(3 * time.Second)
		require.Len(t, w.automatic(id), 1)
		require.Len(t, w.Table(id).Moves, moves+1)
		require.Equal(t, user, w.Table(id).Moves[moves].By)
	})
}

func TestNobodyIsCalledToATurnWithoutAChoice(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := bolttest.New(t)
		w := newProgram(t, s)
		id := w.StartGardens(nil)
		none, err := w.Tables.Forced.NoChoice(t.Context(), w.Table(id), w.Table(id).Turn())
		require.NoError(t, err)
		require.Zero(t, none)
		seat := w.playToEnd(id)
		none, err = w.Tables.Forced.NoChoice(t.Context(), w.Table(id), w.Table(id).Turn())
		require.NoError(t, err)
		require.Equal(t, engine.Seats(seat), none)
		require.Equal(t, gardens.ID, w.Table(id).Game.Info().ID)
		storetest.SetPreferences(t, s, w.Table(id).Player(seat).User, store.Preferences{Manual: true})
		none, err = w.Tables.Forced.NoChoice(t.Context(), w.Table(id), w.Table(id).Turn())
		require.NoError(t, err)
		require.Zero(t, none)
	})
}
