// Package tablestest opens and changes tables in tests, as the program does without Discord.
package tablestest

import (
	"context"
	"log/slog"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/bot/play/games"
	"amytis/bot/play/tables"
	"amytis/engine"
	"amytis/engine/table"
	"amytis/store"
)

// The people at the tables. Anna is the host.
const (
	Anna  table.UserID = 11
	Boris table.UserID = 12
	Clara table.UserID = 13
)

var names = map[table.UserID]string{Anna: "Anna", Boris: "Boris", Clara: "Clara"}

// Program is one run of the program on a store. Its clock is the synctest bubble's.
type Program struct {
	testing.TB
	Store   store.Store
	Tables  *tables.Tables
	Sweeper *tables.Sweeper
	Guild   table.GuildID
	Limit   table.Limit
	StandIn int // the level of stand-ins at new tables, 0 for none
	Reserve table.Limit

	opened table.ChannelID // the channel of the newest table
	stop   func()
}

// New returns a program that has begun, but does not sweep yet. sweep is the pause; 0 is usual.
func New(t testing.TB, s store.Store, sweep time.Duration) *Program {
	t.Helper()
	all := tables.New(s, time.Now, rand.New(rand.NewPCG(1, 2)))
	p := &Program{
		TB: t, Store: s, Tables: all, Guild: 1, Limit: 3600,
		Sweeper: tables.NewSweeper(all, s, slog.New(slog.DiscardHandler), sweep),
		stop:    func() {},
	}
	require.NoError(t, p.Sweeper.BeginSweeping(t.Context()))
	return p
}

// Run sweeps in the background, and runs other work beside it, until End.
func (p *Program) Run(others ...func(context.Context)) {
	ctx, cancel := context.WithCancel(p.Context())
	var running sync.WaitGroup
	for _, work := range append(others, p.Sweeper.Run) {
		running.Go(func() { work(ctx) })
	}
	p.stop = func() {
		cancel()
		running.Wait()
	}
}

// End stops the work of Run and waits for it.
func (p *Program) End() { p.stop() }

// Start opens a table in a new channel with people and computers of levels, and starts its game.
func (p *Program) Start(g engine.Game, options engine.Options, people []table.UserID, levels ...int) table.ID {
	p.Helper()
	player := func(user table.UserID) table.Player { return table.Player{User: user, Name: names[user]} }
	events := []table.Event{table.OpenLobby(g.Info(), player(people[0]), options, p.Limit, p.Now()).
		WithReserve(p.Reserve).WithStandIns(p.StandIn)}
	for _, user := range people[1:] {
		events = append(events, table.Join(player(user), p.Now()))
	}
	for i, level := range levels {
		computer := table.Computer(table.ComputerID(i+1, level))
		events = append(events, table.AddComputer(computer, people[0], p.Now()))
	}
	p.opened++
	require.NoError(p, p.Tables.Open(p.Context(), tables.Opening{
		Game: g, Guild: p.Guild, Channel: p.opened, Events: events,
	}))
	id, err := p.Store.OpenTable(p.Context(), p.opened)
	require.NoError(p, err)
	p.Act(id, func(t *table.Table) ([]table.Event, error) {
		return []table.Event{p.Tables.Deal(t, people[0])}, nil
	})
	return id
}

// StartGardens starts a game of Babylon of Anna and Boris.
func (p *Program) StartGardens(options engine.Options) table.ID {
	p.Helper()
	return p.Start(games.All[0].Game, options, []table.UserID{Anna, Boris})
}

func (p *Program) Now() int64 { return time.Now().UnixMilli() }

// Act changes a table, and fails the test on an error.
func (p *Program) Act(id table.ID, plan tables.Plan) {
	p.Helper()
	require.NoError(p, p.Try(id, plan))
}

// Do commits an event, and fails the test on an error.
func (p *Program) Do(id table.ID, event func(t *table.Table) table.Event) {
	p.Helper()
	p.Act(id, func(t *table.Table) ([]table.Event, error) { return []table.Event{event(t)}, nil })
}

// Try changes a table if the plan is not refused.
func (p *Program) Try(id table.ID, plan tables.Plan) error {
	p.Helper()
	s, err := p.Tables.Load(p.Context(), id)
	require.NoError(p, err)
	_, _, err = p.Tables.Act(p.Context(), s, 0, plan, nil)
	return err
}

func (p *Program) Table(id table.ID) *table.Table {
	p.Helper()
	s, err := p.Tables.Load(p.Context(), id)
	require.NoError(p, err)
	return s.Table
}

// Posts counts the outbox messages of a kind.
func (p *Program) Posts(kind string) int {
	p.Helper()
	all, err := p.Store.Outbox(p.Context(), 0, 10_000)
	require.NoError(p, err)
	n := 0
	for _, m := range all {
		if m.Kind == kind {
			n++
		}
	}
	return n
}
