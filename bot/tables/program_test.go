package tables_test

import (
	"context"
	"log/slog"
	"math/rand/v2"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/bot/games"
	"amytis/bot/tables"
	"amytis/engine"
	"amytis/engine/table"
	"amytis/store"
)

// program is one run of the program: a store with a sweeper. Its clock is that of the synctest
// bubble.
type program struct {
	// opened is the channel of the newest table.
	opened table.ChannelID
	// limit is the time per turn at new tables.
	limit table.Limit
	testing.TB
	store  store.Store
	tables *tables.Tables
	sweep  *tables.Sweeper
	end    func()
}

const (
	anna  table.UserID = 11
	boris table.UserID = 12
)

// newProgram returns a program that does not sweep yet.
func newProgram(t testing.TB, s store.Store) *program {
	t.Helper()
	all := tables.New(s, time.Now, rand.New(rand.NewPCG(1, 2)))
	w := &program{
		TB: t, limit: 3600, store: s, tables: all,
		sweep: tables.NewSweeper(all, slog.New(slog.DiscardHandler), time.Second),
	}
	require.NoError(t, w.sweep.Begin(t.Context()))
	return w
}

// work starts a program that sweeps until its end is called.
func work(t testing.TB, s store.Store) *program {
	t.Helper()
	w := newProgram(t, s)
	ctx, cancel := context.WithCancel(t.Context())
	var running sync.WaitGroup
	running.Go(func() { w.sweep.Run(ctx) })
	w.end = func() {
		cancel()
		running.Wait()
	}
	return w
}

// table opens a table, starts a game of Babylon for two, and returns its ID.
func (w *program) table(options engine.Options) table.ID {
	w.Helper()
	babylon := games.All[0].Game
	e := table.OpenLobby(babylon.Info(), table.Player{User: anna, Name: "Anna"}, options, w.limit, w.now())
	w.opened++
	require.NoError(w, w.tables.Open(w.Context(), tables.Opening{
		Game: babylon, Guild: 1, Channel: w.opened, Events: []table.Event{e},
	}))
	id, err := w.store.OpenTable(w.Context(), w.opened)
	require.NoError(w, err)
	w.act(id, func(*table.Table) ([]table.Event, error) {
		return []table.Event{table.Join(table.Player{User: boris, Name: "Boris"}, w.now())}, nil
	})
	w.act(id, func(t *table.Table) ([]table.Event, error) {
		return []table.Event{w.tables.Deal(t, anna)}, nil
	})
	return id
}

func (w *program) now() int64 { return time.Now().UnixMilli() }

func (w *program) act(id table.ID, p tables.Plan) {
	w.Helper()
	_, _, err := w.tables.Act(w.Context(), id, 0, p, nil)
	require.NoError(w, err)
}

// firstLegalMove plays the first legal move of the seat in turn.
func (w *program) firstLegalMove(t *table.Table) ([]table.Event, error) {
	seat := t.Turn().Slice()[0]
	m := t.State.Legal(seat, nil)[0]
	return []table.Event{table.Move(t.Game, m, t.Player(seat).User, w.now())}, nil
}

// happened lists the events of a table since its start, with the time of day in UTC: "00:48
// remind".
func (w *program) happened(id table.ID) []string {
	w.Helper()
	_, log, err := w.store.Table(w.Context(), id)
	require.NoError(w, err)
	var all []string
	for _, e := range log[3:] {
		event := string(e.Kind)
		if e.Kind == table.Moved {
			event = e.Move
		}
		all = append(all, time.UnixMilli(e.At).UTC().Format("15:04 ")+event)
	}
	return all
}

// posts counts the outbox messages of a kind.
func (w *program) posts(kind string) int {
	w.Helper()
	all, err := w.store.Outbox(w.Context(), 0, 1000)
	require.NoError(w, err)
	n := 0
	for _, m := range all {
		if m.Kind == kind {
			n++
		}
	}
	return n
}

// until waits until five seconds after a time ("15:04") of the bubble's first day.
func until(clock string) {
	at, err := time.Parse("2006-01-02 15:04", "2000-01-01 "+clock)
	if err != nil {
		panic(err)
	}
	time.Sleep(time.Until(at.Add(5 * time.Second)))
	synctest.Wait()
}
