package computers_test

import (
	"context"
	"log/slog"
	"math/rand/v2"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/bot/computers"
	"amytis/bot/games"
	_ "amytis/bot/labflag" // for go test ./bot/... -lab
	"amytis/bot/tables"
	"amytis/engine"
	"amytis/engine/table"
	"amytis/store"
)

const (
	anna  table.UserID = 11
	boris table.UserID = 12
)

// program is one run of the program, with a sweeper and a worker for computers. Its clock is that
// of the synctest bubble.
type program struct {
	testing.TB
	store  store.Store
	tables *tables.Tables
	opened table.ChannelID
	end    func()
}

// run starts a program.
func run(t testing.TB, s store.Store, busy func() bool) *program {
	t.Helper()
	all := tables.New(s, time.Now, rand.New(rand.NewPCG(1, 2)))
	log := slog.New(slog.DiscardHandler)
	worker := computers.New(computers.Options{Tables: all, Log: log, Now: time.Now, Busy: busy})
	sweeper := tables.NewSweeper(all, log, 0)
	require.NoError(t, sweeper.Begin(t.Context()))
	ctx, cancel := context.WithCancel(t.Context())
	var running sync.WaitGroup
	running.Go(func() { sweeper.Run(ctx) })
	running.Go(func() { worker.Run(ctx) })
	return &program{TB: t, store: s, tables: all, end: func() {
		cancel()
		running.Wait()
	}}
}

// open opens a table with people and computers of levels, and starts its game. It tries again where
// the store fails.
func (p *program) open(g games.Entry, options engine.Options, people []table.UserID, levels ...int) table.ID {
	p.Helper()
	events := []table.Event{table.OpenLobby(g.Info(), table.Player{User: people[0], Name: "Anna"}, options, 3600, p.now())}
	for _, user := range people[1:] {
		events = append(events, table.Join(table.Player{User: user, Name: "Boris"}, p.now()))
	}
	for i, level := range levels {
		computer := table.Player{User: table.ComputerID(i+1, level), Name: "Nabu"}
		events = append(events, table.AddComputer(computer, people[0], p.now()))
	}
	p.opened++
	require.NoError(p, p.tables.Open(p.Context(), tables.Opening{
		Game: g, Guild: 1, Channel: p.opened, Events: events,
	}))
	id, err := p.store.OpenTable(p.Context(), p.opened)
	require.NoError(p, err)
	p.act(id, func(t *table.Table) ([]table.Event, error) {
		return []table.Event{p.tables.Deal(t, people[0])}, nil
	})
	return id
}

func (p *program) now() int64 { return time.Now().UnixMilli() }

func (p *program) act(id table.ID, plan tables.Plan) {
	p.Helper()
	_, _, err := p.tables.Act(p.Context(), id, 0, plan, nil)
	require.NoError(p, err)
}

func (p *program) table(id table.ID) *table.Table {
	p.Helper()
	s, err := p.tables.Load(p.Context(), id)
	require.NoError(p, err)
	return s.Table
}

// begin has everybody be ready for the round of a live game.
func (p *program) begin(id table.ID) {
	p.Helper()
	for _, seat := range p.table(id).NotReady().Slice() {
		p.act(id, func(t *table.Table) ([]table.Event, error) {
			return []table.Event{table.ReadyUp(seat, t.Player(seat).User, p.now())}, nil
		})
	}
}

// turn lets the first person in turn make a step, and waits for computers that then are in turn.
// The step depends only on the position. It returns false if no person is in turn.
func (p *program) turn(id table.ID) bool {
	p.Helper()
	p.begin(id)
	t := p.table(id)
	people := t.Turn() &^ t.Computers()
	if people == 0 {
		return false
	}
	seat := people.Slice()[0]
	sound := t.State.Sound(seat, nil)
	m := sound[rand.New(rand.NewPCG(uint64(len(t.Moves)), 5)).IntN(len(sound))]
	p.act(id, func(t *table.Table) ([]table.Event, error) {
		return []table.Event{table.Move(t.Game, m, t.Player(seat).User, p.now())}, nil
	})
	synctest.Wait()
	return true
}

// finish plays a game to its end. It returns how many turns people have ended.
func (p *program) finish(id table.ID) (turns int) {
	p.Helper()
	for range 5000 {
		before := len(p.table(id).Moves)
		if p.table(id).Status != table.Running {
			return turns
		}
		if !p.turn(id) {
			time.Sleep(time.Second) // a live game, or a store that fails
			synctest.Wait()
			continue
		}
		t := p.table(id)
		turns += t.Ended(t.Moves[before].Move).Len()
	}
	require.Fail(p, "the game does not end")
	return 0
}

// moves returns the moves of a table in the notation.
func (p *program) moves(id table.ID) []string {
	p.Helper()
	rec, err := p.table(id).Record()
	require.NoError(p, err)
	return rec.Moves
}

// posts counts the outbox messages of a kind.
func (p *program) posts(kind string) int {
	p.Helper()
	all, err := p.store.Outbox(p.Context(), 0, 10_000)
	require.NoError(p, err)
	n := 0
	for _, m := range all {
		if m.Kind == kind {
			n++
		}
	}
	return n
}
