package computers_test

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/bot/play/games"
	"amytis/bot/play/tables"
	"amytis/engine"
	"amytis/engine/table"
	"amytis/store"
	"amytis/store/storetest"
)

type setting struct {
	game      games.Entry
	options   engine.Options
	computers int
	live      bool
}

// settings returns every game in all ways to take turns.
func settings(t *testing.T) map[string]setting {
	of := func(id string) games.Entry {
		g, found := games.Find(id)
		require.True(t, found, "no game %s", id)
		return g
	}
	return map[string]setting{
		"gardens":             {of("gardens"), nil, 1, false},
		"gardens of four":     {of("gardens"), nil, 3, false},
		"gardens together":    {of("gardens"), engine.Options{"build": "together"}, 2, false},
		"babel":               {of("babel"), nil, 1, false},
		"towers":              {of("towers"), nil, 2, false},
		"towers with experts": {of("towers"), engine.Options{"expert": "true"}, 2, false},
		"towers quick":        {of("towers"), engine.Options{"mode": "quick"}, 2, true},
		"towers on the clock": {of("towers"), engine.Options{"mode": "quick", "clock": "300"}, 2, true},
	}
}

func levels(n int) []int { return []int{1, 2, 1}[:n] }

func TestOnePersonPlaysEveryGameToItsEndAgainstComputers(t *testing.T) {
	t.Parallel()
	for name, set := range settings(t) {
		t.Run(name, func(t *testing.T) {
			inBubble(t, func(t *testing.T, p *program) {
				id := p.Start(set.game, set.options, []table.UserID{anna}, levels(set.computers)...)
				synctest.Wait()
				began := p.Now()
				turns := p.finish(id)
				at := p.Table(id)
				require.Equal(t, table.Ended, at.Status)
				require.True(t, set.live || began == p.Now(), "computers answer at once, without a sweep")
				for _, m := range at.Moves {
					if m.Move.Seat != engine.Chance {
						require.Equal(t, at.Player(m.Move.Seat).User, m.By, "everyone makes their own moves")
					}
				}
				due := storetest.Must(p.Store.Due(t.Context(), 1<<60, 9))(t)
				require.Empty(t, due)
				header, log, err := p.Store.Table(t.Context(), id)
				require.NoError(t, err)
				results := storetest.Must(p.Store.Results(t.Context(), header.Guild, 2))(t)
				require.Len(t, results, 1)
				require.NoError(t, tables.Verify(id, header, log, &results[0]))
				if !set.live {
					require.Equal(t, 2, p.Posts(tables.PostTable), "one about the start and one about the end")
					require.LessOrEqual(t, p.Posts(tables.EditTable), turns, "computers' turns have no messages")
				}
			})
		})
	}
}

// TestComputersTurnsShareTheMessageOfThePersonBefore has computers think while people wait.
func TestComputersTurnsShareTheMessageOfThePersonBefore(t *testing.T) {
	inBubble(t, func(t *testing.T, p *program) {
		p.busy.Store(true)
		set := settings(t)["gardens of four"]
		id := p.Start(set.game, nil, []table.UserID{anna, boris}, 1, 1)
		turns := p.finish(id)
		require.Zero(t, p.Posts(tables.EditTable), "two people are called by new messages")
		require.LessOrEqual(t, p.Posts(tables.PostTable), turns+2)
		require.Zero(t, p.Posts(tables.PostReminder))
	})
}

// faulty is a store whose commits for a table fail in turn.
type faulty struct {
	store.Store
	// outcomes are what the next commits return; nil commits. done commits, and returns an error.
	outcomes []error
	broken   atomic.Uint64 // the ID of a table at which computers cannot commit, 0 for none
	opened   table.ID
}

// NewTable returns the same IDs for every store, so that computers choose the same moves.
func (f *faulty) NewTable(context.Context) (table.ID, error) {
	f.opened++
	return f.opened, nil
}

var (
	errStore = errors.New("the disk is full")
	errLost  = errors.New("the answer got lost")
)

func (f *faulty) Commit(ctx context.Context, c store.Commit) error {
	byComputer := len(c.Events) > 0 && c.Events[0].By.IsComputer()
	if byComputer && uint64(c.Table) == f.broken.Load() {
		return errStore
	}
	if !byComputer || len(f.outcomes) == 0 {
		return f.Store.Commit(ctx, c)
	}
	outcome := f.outcomes[0]
	f.outcomes = f.outcomes[1:]
	if outcome != nil && !errors.Is(outcome, errLost) {
		return outcome
	}
	return errors.Join(f.Store.Commit(ctx, c), outcome)
}

func TestNoTurnIsLostOrRepeatedWhenTheStoreFails(t *testing.T) {
	t.Parallel()
	// In other games a failure changes what others do meanwhile, or the shuffles.
	for _, name := range []string{"gardens of four", "towers"} {
		set := settings(t)[name]
		t.Run(name, func(t *testing.T) {
			play := func(outcomes ...error) (moves []string) {
				inBubble(t, func(t *testing.T, p *program) {
					p.faults.outcomes = outcomes
					id := p.Start(set.game, set.options, []table.UserID{anna}, levels(set.computers)...)
					p.finish(id)
					require.Empty(t, p.faults.outcomes)
					moves = p.moves(id)
				})
				return moves
			}
			conflict := store.ErrConflict
			require.Equal(t, play(), play(
				errStore, nil, conflict, errLost, errStore, errStore, errLost, nil, conflict, errStore,
			))
		})
	}
}

func TestATableThatFailsHoldsUpNoOther(t *testing.T) {
	inBubble(t, func(t *testing.T, p *program) {
		set := settings(t)["gardens of four"]
		first := p.Start(set.game, nil, []table.UserID{anna}, 1, 1, 1)
		synctest.Wait()
		p.faults.broken.Store(uint64(first))
		for p.turn(first) {
		}
		second := p.Start(set.game, nil, []table.UserID{boris}, 1, 1, 1)
		p.finish(second)
		require.Equal(t, table.Running, p.Table(first).Status)
		p.faults.broken.Store(0)
		time.Sleep(2 * time.Minute)
		synctest.Wait()
		require.Zero(t, p.Table(first).Turn()&p.Table(first).Computers(), "it is tried again")
	})
}

// TestComputerUndoesATurnThatCannotEnd gives it the seat of a person with pieces apart (T-11).
func TestComputerUndoesATurnThatCannotEnd(t *testing.T) {
	inBubble(t, func(t *testing.T, p *program) {
		set := settings(t)["towers"]
		id := p.Start(set.game, nil, []table.UserID{anna, boris, 13})
		first := p.Table(id).Player(1).User
		for _, move := range []string{
			"1 tower a1.1 n", "1 tower c1.1 n", "1 tower e1.1 n", "1 tower g1.1 n", "1 tower j1.1 n",
		} {
			p.Do(id, func(*table.Table) table.Event { return table.MoveText(move, first, p.Now()) })
		}
		require.Empty(t, p.Table(id).State.Legal(1, nil))
		nabu := table.Player{User: table.ComputerID(1, 2), Name: "Nabu"}
		p.Do(id, func(*table.Table) table.Event { return table.Replace(1, nabu, first, p.Now()) })
		synctest.Wait()
		require.Equal(t, engine.Seats(2), p.Table(id).Turn(), "the computer has ended the turn")
	})
}

// live starts a quick game of towers with a clock against a computer of level 1 and one of level 5.
// begun is when the round begins.
func (p *program) live(t *testing.T, clock string) (id table.ID, begun int64) {
	set := settings(t)["towers quick"]
	id = p.Start(set.game, engine.Options{"mode": "quick", "clock": clock}, []table.UserID{anna}, 1, 5)
	time.Sleep(time.Minute)
	require.Empty(t, p.Table(id).Moves, "computers wait until the person is ready")
	p.begin(id)
	return id, p.Now()
}

func TestComputersOfALiveGameMakeStepsAtThePaceOfTheirLevelAndOfTheClock(t *testing.T) {
	for clock, seconds := range map[string]map[int]int64{
		"60":   {1: 7, 5: 3},
		"300":  {1: 7, 5: 7},
		"3600": {1: 80, 5: 80},
	} {
		t.Run(clock, func(t *testing.T) {
			inBubble(t, func(t *testing.T, p *program) {
				id, begun := p.live(t, clock)
				before := len(p.Table(id).Moves)
				time.Sleep(time.Duration(6*seconds[1]) * time.Second)
				synctest.Wait()
				last := map[int]int64{1: begun, 5: begun}
				moves := p.Table(id).Moves[before:]
				require.Greater(t, len(moves), 9)
				for _, m := range moves {
					_, level, _ := m.By.Computer()
					require.GreaterOrEqual(t, m.At-last[level], 1000*seconds[level])
					require.Less(t, m.At-last[level], 1000*seconds[level]+1000)
					last[level] = m.At
				}
			})
		})
	}
}

func TestComputersFinishARoundAtOnceWhenNoPersonBuilds(t *testing.T) {
	inBubble(t, func(t *testing.T, p *program) {
		id, _ := p.live(t, "3600")
		p.Act(id, func(t *table.Table) ([]table.Event, error) {
			return []table.Event{table.MoveText(t.Seat(anna).String()+" stuck", anna, p.Now())}, nil
		})
		time.Sleep(time.Second)
		synctest.Wait()
		now := p.Table(id)
		require.Positive(t, now.State.Pace().Since, "the next round has come")
		require.True(t, now.Round.Waiting)
		require.False(t, now.Round.Countdown, "it waits until the only person is ready")
	})
}
