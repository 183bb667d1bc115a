package computers_test

import (
	"log/slog"
	"math/rand/v2"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/bot/background/computers"
	"amytis/bot/play/tables/tablestest"
	"amytis/engine/table"
	"amytis/store"
)

const (
	anna  = tablestest.Anna
	boris = tablestest.Boris
)

// program is one run of the program, with a sweeper and a worker for computers.
type program struct{ *tablestest.Program }

func run(t testing.TB, s store.Store, busy func() bool) *program {
	t.Helper()
	p := tablestest.New(t, s, 0)
	worker := computers.New(computers.Options{
		Tables: p.Tables, Log: slog.New(slog.DiscardHandler), Now: time.Now, Busy: busy,
	})
	p.Run(worker.Run)
	return &program{p}
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
	rec, err := p.Table(id).Record()
	require.NoError(p, err)
	return rec.Moves
}
