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
	// newThread tells whether it is played in a new thread of the channel.
	newThread bool
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
	if o.newThread {
		after.header.Channel = 0
	}
	c := follow(seen{id: id}, &after, o.events)
	c.Interaction = o.by
	if o.newThread {
		c.Outbox = []store.Message{{Table: id, Channel: o.channel, Kind: noteThread, Version: t.Version}}
	}
	err = d.store.Commit(ctx, c)
	if errors.Is(err, store.ErrChannelTaken) {
		return engine.Refuse(refusedChannelTaken, "")
	}
	return err
}

// wantsThread reports whether a table is opened in a new thread. Within a thread it stays
// there.
func (r *request) wantsThread(ctx context.Context) bool {
	return here(ctx) != inThread && r.options["thread"] == "true"
}

// openTable opens a table and says so, with what the bot lacks to play there. A
// thread is not promised where the bot cannot open one.
func (r *request) openTable(ctx context.Context, g games.Entry, o opening, done string) error {
	if err := r.mayOpen(ctx); err != nil {
		return err
	}
	if o.newThread {
		if missing := r.missing(inNewThread); missing != "" {
			r.whisper(ctx, &session.Message{Content: "⛔ " + missing})
			return nil
		}
		done = "bot.thread.coming"
	}
	if locale := r.guildLocale(); locale != "" {
		r.languages.note(ctx, o.guild, locale)
	}
	if err := r.open(ctx, o); err != nil {
		return aboutGame(g, err)
	}
	r.whisper(ctx, &session.Message{Content: r.words.Say(done, "Game", r.words.Say(g.Info().ID+".name"))})
	return nil
}
