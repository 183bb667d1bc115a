package interaction

import (
	"context"
	"math/rand/v2"

	"github.com/bwmarrin/discordgo"

	"amytis/bot/play/tables"
	"amytis/bot/say/pictures"
	"amytis/engine"
	"amytis/engine/table"
	"amytis/store"
)

// Trial is a table that no store has: a lesson's, or a copy to try moves on. One user sees it.
// Nothing announces it, and nothing happens there by itself.
type Trial interface {
	// ID returns the table's ID. Caches of pictures, rankings and hints keep what they find by ID
	// and version, so tables of different positions must not share both.
	ID() table.ID
	Log(ctx context.Context) ([]table.Event, error) // the events up to now
	// Commit takes the step of the commit's first event, as a store would.
	Commit(ctx context.Context, c store.Commit) error
	Guide() Guide // what the table adds to the turn panel now
}

// Guide is what a trial adds to the turn panel and the cursor.
type Guide struct {
	Text        string                       // stands above the panel's controls
	Rests       bool                         // the panel offers no moves
	Copy        bool                         // moves are only tried here: the panel also tells what can be done
	Move, Ghost engine.Move                  // the move that a lesson waits for, and where the cursor begins then
	Picture     pictures.Request             // the panel's picture, with marks; zero for the panel's own
	TellsTurns  bool                         // the panel tells the computers' last turns
	Hints       bool                         // the player may ask for hints where the table allows them
	Buttons     []discordgo.MessageComponent // on the panel, and in a lesson below the cursor
}

const firstTrial table.ID = 1 << 61 // the lowest ID of trials, which no store's IDs reach

// Enter leads the request to a trial: whatever handles it finds that in its store.
func (r *Request) Enter(u Trial) {
	r.Leave(0)
	services := *r.Services
	v := &visit{Store: r.Store, tables: r.Tables, request: r, at: u}
	services.Store = v
	services.Tables = tables.New(v, r.Now, rand.New(rand.NewPCG(1, uint64(u.ID()))))
	r.outside, r.Services, r.Trial = r.Services, &services, u
}

// Leave leads the request back to the store's tables, and a copy's control to one, 0 for none.
func (r *Request) Leave(to table.ID) {
	if r.Trial != nil {
		r.Services, r.Trial = r.outside, nil
	}
	r.pressed = to
}

// Pressed returns the table that the pressed control leads to now: of a trial, the present copy,
// or the table that has taken its place.
func (r *Request) Pressed() table.ID {
	switch {
	case r.Trial != nil:
		return r.Trial.ID()
	case r.pressed != 0:
		return r.pressed
	}
	return r.Control.Table
}

// visit is the store for a request at a trial: the real one and that table.
type visit struct {
	tables.Store
	tables  *tables.Tables
	request *Request
	at      Trial
}

func (v *visit) Table(ctx context.Context, id table.ID) (store.Header, []table.Event, error) {
	if id < firstTrial {
		return v.Store.Table(ctx, id)
	}
	log, err := v.at.Log(ctx)
	if err != nil {
		return store.Header{}, nil, err
	}
	return store.Header{ // the table is wherever its user is
		Guild: v.request.Guild, Channel: v.request.Channel, Game: log[0].Game, Status: store.Running,
		Version: table.Version(len(log)), Players: []table.UserID{v.request.User},
	}, log, nil
}

func (v *visit) Header(ctx context.Context, id table.ID) (store.Header, error) {
	if id < firstTrial {
		return v.Store.Header(ctx, id)
	}
	h, _, err := v.Table(ctx, id)
	return h, err
}

func (v *visit) Commit(ctx context.Context, c store.Commit) error {
	if c.Table < firstTrial {
		return tables.Commit(ctx, v.tables, c)
	}
	return v.at.Commit(ctx, c)
}
