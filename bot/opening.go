package bot

import (
	"context"
	"errors"

	"amytis/bot/games"
	"amytis/bot/session"
	"amytis/engine"
	"amytis/engine/table"
	"amytis/store"
)

// opening is a table that is to be opened.
type opening struct {
	game    engine.Game
	guild   table.GuildID
	channel table.ChannelID
	// venue tells whether it is played in the channel or in a new thread of it.
	venue venue
	// by is what asked for it.
	by     table.InteractionID
	events []table.Event
}

// table is the table after the opening's events.
func (o *opening) table() (*table.Table, error) {
	t, err := table.Open(o.game, o.events[0])
	for _, e := range o.events[1:] {
		if err != nil {
			return nil, err
		}
		t, err = t.Next(e)
	}
	return t, err
}

// open makes a new table. One for a new thread is in no channel until there is
// the thread.
func (d *desk) open(ctx context.Context, o opening) error {
	t, err := o.table()
	if err != nil {
		return err
	}
	id, err := d.store.NewTable(ctx)
	if err != nil {
		return err
	}
	after := seen{id, t, store.Header{Guild: o.guild, Channel: o.channel, Game: o.game.Info().ID}}
	if o.venue == inNewThread {
		after.header.Channel = 0
	}
	c := follow(seen{id: id}, &after, o.events)
	c.Interaction = o.by
	if o.venue == inNewThread {
		c.Outbox = []store.Message{{Table: id, Channel: o.channel, Kind: noteThread, Version: t.Version}}
	}
	err = d.store.Commit(ctx, c)
	if errors.Is(err, store.ErrChannelTaken) {
		return engine.Refuse(refusedChannelTaken, "")
	}
	return err
}

// venue is where /game new is to open its table. Within a thread that is always
// the thread.
func (r *request) venue(ctx context.Context) venue {
	if at := here(ctx); at == inThread || r.options["thread"] != "true" {
		return at
	}
	return inNewThread
}

// openTable opens a table and says so, with what the bot lacks to play there. A
// thread is not promised where the bot cannot open one.
func (r *request) openTable(ctx context.Context, g games.Entry, o opening, done string) {
	if err := r.mayOpen(ctx); err != nil {
		r.fail(ctx, g, nil, err)
		return
	}
	if missing := r.missing(o.venue); missing != "" && o.venue == inNewThread {
		r.whisper(ctx, &session.Message{Content: "⛔ " + missing})
		return
	}
	if locale := guildLocale(r.i); locale != "" {
		r.noteLocale(ctx, o.guild, locale)
	}
	if err := r.desk.open(ctx, o); err != nil {
		r.fail(ctx, g, nil, err)
		return
	}
	if o.venue == inNewThread {
		done = "bot.thread.coming"
	}
	r.acted = true
	r.whisper(ctx, &session.Message{Content: r.words.Say(done, "Game", r.words.Say(g.Info().ID+".name"))})
}
