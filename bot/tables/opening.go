package tables

import (
	"context"
	"errors"

	"amytis/engine"
	"amytis/engine/table"
	"amytis/store"
)

// Opening is a table that is to be opened.
type Opening struct {
	Game    engine.Game
	Guild   table.GuildID
	Channel table.ChannelID
	// NewThread tells whether it is played in a new thread of the channel.
	NewThread bool
	// By is what asked for it.
	By     table.InteractionID
	Events []table.Event
}

// table is the table after the opening's events.
func (o *Opening) table() (*table.Table, error) {
	t, err := table.Open(o.Game, o.Events[0])
	for _, e := range o.Events[1:] {
		if err != nil {
			return nil, err
		}
		t, err = t.Next(e)
	}
	return t, err
}

// Open makes a new table. One for a new thread is in no channel until there is the thread.
func (ts *Tables) Open(ctx context.Context, o Opening) error {
	t, err := o.table()
	if err != nil {
		return err
	}
	id, err := ts.store.NewTable(ctx)
	if err != nil {
		return err
	}
	after := Loaded{id, t, store.Header{Guild: o.Guild, Channel: o.Channel, Game: o.Game.Info().ID}}
	if o.NewThread {
		after.Header.Channel = 0
	}
	c := consequences(Loaded{ID: id}, &after, o.Events)
	c.Interaction = o.By
	if o.NewThread {
		c.Outbox = []store.Message{{Table: id, Channel: o.Channel, Kind: NoteThread, Version: t.Version}}
	}
	err = ts.store.Commit(ctx, c)
	if errors.Is(err, store.ErrChannelTaken) {
		return engine.Refuse(RefusedChannelTaken, "")
	}
	return err
}
