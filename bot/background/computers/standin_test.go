package computers_test

import (
	"log/slog"
	"math/rand/v2"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/bot/background/computers"
	"amytis/bot/play/tables"
	"amytis/bot/play/tables/tablestest"
	"amytis/engine"
	"amytis/engine/table"
	"amytis/store"
	"amytis/store/bolt/bolttest"
	"amytis/store/storetest"
)

// people returns as many people as a game needs.
func people(set setting) []table.UserID {
	return []table.UserID{anna, boris, tablestest.Clara}[:set.game.Info().MinSeats]
}

// waits lets time pass while a user misses turns and all others play, until a condition holds.
func (p *program) waits(id table.ID, absent table.UserID, until func(*table.Table) bool) {
	p.Helper()
	for range 4000 {
		t := p.Table(id)
		if until(t) {
			return
		}
		require.Equal(p, table.Running, t.Status, "the game is over too soon")
		people := t.Turn() &^ t.Computers() &^ engine.Seats(t.Seat(absent))
		switch {
		case t.Round.Waiting && t.NotReady()&^engine.Seats(t.Seat(absent)) != 0:
			seat := (t.NotReady() &^ engine.Seats(t.Seat(absent))).Slice()[0]
			p.Do(id, func(t *table.Table) table.Event { return table.ReadyUp(seat, t.Player(seat).User, p.Now()) })
		case !t.Round.Waiting && people != 0:
			seat := people.Slice()[0]
			m := t.State.Sound(seat, nil)[0]
			p.Do(id, func(t *table.Table) table.Event { return table.Move(t.Game, m, t.Player(seat).User, p.Now()) })
		default:
			time.Sleep(time.Minute)
		}
		if t.State.Pace().Live {
			time.Sleep(15 * time.Second) // computers take their time
		}
		synctest.Wait()
	}
	require.Fail(p, "it does not happen")
}

func (p *program) returns(id table.ID, user table.UserID) {
	p.Helper()
	p.Do(id, func(t *table.Table) table.Event { return table.Return(t.Seat(user), user, p.Now()) })
	synctest.Wait()
}

func (p *program) count(id table.ID, kind table.EventKind) int {
	p.Helper()
	_, log, err := p.Store.Table(p.Context(), id)
	require.NoError(p, err)
	n := 0
	for _, e := range log {
		if e.Kind == kind {
			n++
		}
	}
	return n
}

// TestStandInPlaysForAPlayerWhoMissesTwoTurns has Anna miss her turns in every game while the
// program starts again and again. She returns, and the game goes on to its end.
func TestStandInPlaysForAPlayerWhoMissesTwoTurns(t *testing.T) {
	t.Parallel()
	for name, set := range settings(t) {
		if set.live {
			continue
		}
		t.Run(name, func(t *testing.T) {
			inBubble(t, func(t *testing.T, p *program) {
				p.StandIn = 1
				id := p.Start(set.game, set.options, people(set))
				restart := func() {
					p.End()
					p = run(t, p.faults)
					synctest.Wait()
				}
				p.waits(id, anna, func(t *table.Table) bool { return t.Skipped[t.Seat(anna)] == 1 })
				restart()
				p.waits(id, anna, func(t *table.Table) bool { return t.StoodIn() != 0 })
				seat := p.Table(id).Seat(anna)
				require.Equal(t, engine.Seats(seat), p.Table(id).StoodIn())
				restart()
				p.waits(id, anna, func(t *table.Table) bool { return t.Assisted != 0 && !t.Turn().Has(seat) })
				restart()
				require.Equal(t, 1, p.count(id, table.StoodIn), "one stand-in comes")
				require.Equal(t, 2, p.Posts(tables.PostReminder), "those of the missed turns")
				p.returns(id, anna)
				require.Zero(t, p.Table(id).StoodIn())
				moved := len(p.Table(id).Moves)
				p.finish(id)
				p.End()

				at := p.Table(id)
				require.Equal(t, table.Ended, at.Status)
				for _, m := range at.Moves[moved:] {
					if m.Move.Seat != engine.Chance {
						require.Equal(t, at.Player(m.Move.Seat).User, m.By, "everyone makes their own moves again")
					}
				}
				p.checkAssisted(id, seat)
			})
		})
	}
}

// checkAssisted checks the result and the record of a game in which a stand-in has played.
func (p *program) checkAssisted(id table.ID, seat engine.Seat) {
	p.Helper()
	at := p.Table(id)
	require.Equal(p, engine.Seats(seat), at.Assisted)
	header, log, err := p.Store.Table(p.Context(), id)
	require.NoError(p, err)
	results := storetest.Must(p.Store.Results(p.Context(), header.Guild, 2))(p)
	require.Len(p, results, 1)
	require.NoError(p, tables.Verify(id, header, log, &results[0]))
	require.Zero(p, results[0].Level, "the game is one between people")
	for i, s := range results[0].Standings {
		require.Equal(p, engine.Seat(i+1) == seat, s.Assisted)
	}
	rows := storetest.Must(p.Store.Leaderboard(p.Context(), header.Guild, store.Board{Game: header.Game}))(p)
	for _, row := range rows {
		if row.User == at.Player(seat).User {
			require.LessOrEqual(p, row.Rating, float64(store.FirstRating), "the rating cannot rise")
			require.Zero(p, row.Wins)
		}
	}
	rec := storetest.Must(at.Record())(p)
	require.NoError(p, rec.Check(at.Game))
	played := rec.Seats[seat-1]["played"].([]engine.Stint)
	require.Contains(p, played[1].By+played[0].By, "computer 1")
}

// TestGameStopsAtTheLastPersonWhoMissesTurns has both players miss all turns: a stand-in comes for
// the first of them, and the other one resigns by the rule for tables without stand-ins.
func TestGameStopsAtTheLastPersonWhoMissesTurns(t *testing.T) {
	t.Parallel()
	inBubble(t, func(t *testing.T, p *program) {
		p.StandIn = 1
		set := settings(t)["gardens"]
		id := p.Start(set.game, set.options, []table.UserID{anna, boris})
		time.Sleep(12 * time.Hour)
		synctest.Wait()
		at := p.Table(id)
		require.Equal(t, table.Ended, at.Status)
		require.Equal(t, 1, p.count(id, table.StoodIn))
		require.Equal(t, 1, at.Resigned.Len())
		require.Zero(t, at.Resigned&at.Assisted)
		p.checkAssisted(id, at.Assisted.Slice()[0])
	})
}

// TestStandInPlaysALiveGame asks for a stand-in before the first round. No round waits for it.
func TestStandInPlaysALiveGame(t *testing.T) {
	t.Parallel()
	inBubble(t, func(t *testing.T, p *program) {
		p.StandIn = 1
		set := settings(t)["towers on the clock"]
		id := p.Start(set.game, set.options, people(set))
		p.Do(id, func(t *table.Table) table.Event { return t.CallStandIn(t.Seat(boris), boris, p.Now()) })
		p.waits(id, boris, func(t *table.Table) bool { return t.Assisted != 0 })
		p.returns(id, boris)
		p.finish(id)
		require.Equal(t, engine.Seats(p.Table(id).Seat(boris)), p.Table(id).Assisted)
	})
}

// TestReturnWhileTheStandInThinksLeavesThePersonTheTurn has Anna return before its move.
func TestReturnWhileTheStandInThinksLeavesThePersonTheTurn(t *testing.T) {
	t.Parallel()
	inBubble(t, func(t *testing.T, p *program) {
		p.StandIn = 1
		set := settings(t)["gardens"]
		id := p.Start(set.game, set.options, []table.UserID{anna, boris})
		p.faults.broken.Store(uint64(id))
		first := p.Table(id).Turn().Slice()[0]
		user := p.Table(id).Player(first).User
		p.Do(id, func(t *table.Table) table.Event { return t.CallStandIn(first, user, p.Now()) })
		synctest.Wait()
		require.Empty(t, p.Table(id).Moves, "its commit fails")
		p.returns(id, user)
		p.faults.broken.Store(0)
		time.Sleep(10 * time.Minute)
		synctest.Wait()
		require.Empty(t, p.Table(id).Moves, "the person plays")
		require.Zero(t, p.Table(id).Assisted)
	})
}

const (
	anna  = tablestest.Anna
	boris = tablestest.Boris
)

// program is one run of the program, with a sweeper and a worker for computers.
type program struct {
	*tablestest.Program
	faults *faulty
	busy   atomic.Bool
}

func run(t testing.TB, s *faulty) *program {
	t.Helper()
	p := &program{Program: tablestest.New(t, s, 0), faults: s}
	worker := computers.New(computers.Options{
		Tables: p.Tables, Log: slog.New(slog.DiscardHandler), Now: time.Now, Busy: p.busy.Load,
	})
	p.Run(worker.Run)
	return p
}

// inBubble runs a test with a program in a bubble.
func inBubble(t *testing.T, test func(t *testing.T, p *program)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		p := run(t, &faulty{Store: bolttest.New(t)})
		defer p.End()
		test(t, p)
	})
}

// begin has everybody be ready for the round of a live game.
func (p *program) begin(id table.ID) {
	p.Helper()
	for _, seat := range p.Table(id).NotReady().Slice() {
		p.Do(id, func(t *table.Table) table.Event { return table.ReadyUp(seat, t.Player(seat).User, p.Now()) })
	}
}

// turn lets the first person in turn make a step, which depends only on the position, and then
// waits for computers. It returns false if no person is in turn.
func (p *program) turn(id table.ID) bool {
	p.Helper()
	p.begin(id)
	t := p.Table(id)
	people := t.Turn() &^ t.Computers()
	if people == 0 {
		return false
	}
	seat := people.Slice()[0]
	sound := t.State.Sound(seat, nil)
	m := sound[rand.New(rand.NewPCG(uint64(len(t.Moves)), 5)).IntN(len(sound))]
	p.Do(id, func(t *table.Table) table.Event { return table.Move(t.Game, m, t.Player(seat).User, p.Now()) })
	synctest.Wait()
	return true
}

// finish plays a game to its end. It returns how many turns people have ended.
func (p *program) finish(id table.ID) (turns int) {
	p.Helper()
	for range 5000 {
		before := len(p.Table(id).Moves)
		if p.Table(id).Status != table.Running {
			return turns
		}
		if !p.turn(id) {
			time.Sleep(time.Second) // a live game, or a store that fails
			synctest.Wait()
			continue
		}
		t := p.Table(id)
		turns += t.Ended(t.Moves[before].Move).Len()
	}
	require.Fail(p, "the game does not end")
	return 0
}

func (p *program) moves(id table.ID) []string {
	p.Helper()
	rec := storetest.Must(p.Table(id).Record())(p)
	return rec.Moves
}
