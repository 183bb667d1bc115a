package seats

import (
	"context"
	"maps"
	"slices"

	"amytis/bot/games"
	"amytis/bot/interaction"
	"amytis/bot/session"
	"amytis/bot/tables"
	"amytis/engine"
	"amytis/engine/table"
)

// newGame is /game new: it opens a table in the channel, or in a thread of its own.
func newGame(ctx context.Context, r *interaction.Request) error {
	options := maps.Clone(r.Options)
	delete(options, "game")
	delete(options, "limit")
	delete(options, "thread")
	g := gameFor(r.Options["game"], options)
	in := g.Info()
	if foreign := foreignOption(in, options); foreign != "" {
		return engine.Refuse(refusedForeignOption, "", "option", foreign, "game", r.Words.Say(in.ID+".name"))
	}
	limit, err := limitAsked(ctx, r)
	if err != nil {
		return err
	}
	host := table.Player{User: r.User, Name: r.Name}
	return openTable(ctx, r, g, tables.Opening{
		Game: g.Game, Guild: r.Guild, Channel: r.Channel, NewThread: wantsThread(ctx, r), By: r.ID,
		Events: []table.Event{table.OpenLobby(in, host, options, limit, r.Now().UnixMilli())},
	}, "bot.game.opened")
}

// gameFor is the game of an ID; without one the first that has all the options.
func gameFor(id string, options engine.Options) games.Entry {
	if g, found := games.Find(id); found {
		return g
	}
	for _, g := range games.All {
		if foreignOption(g.Info(), options) == "" {
			return g
		}
	}
	return games.All[0]
}

// foreignOption names an option that a game does not have, "" if it has all.
func foreignOption(in *engine.Info, options engine.Options) string {
	for _, name := range slices.Sorted(maps.Keys(options)) {
		if !slices.ContainsFunc(in.Options, func(o engine.OptionInfo) bool { return o.Name == name }) {
			return name
		}
	}
	return ""
}

// limitAsked is the limit that a new table is given, or else the server's.
func limitAsked(ctx context.Context, r *interaction.Request) (table.Limit, error) {
	if given := r.Options["limit"]; given != "" {
		return table.ParseLimit(given), nil
	}
	s, err := r.Store.Settings(ctx, r.Guild)
	return s.Limit, err
}

// wantsThread reports whether a table is opened in a new thread. Within a thread it stays there.
func wantsThread(ctx context.Context, r *interaction.Request) bool {
	return interaction.Here(ctx) != interaction.InThread && r.Options["thread"] == "true"
}

// openTable opens a table and says so, with what the bot lacks to play there. A thread is not
// promised where the bot cannot open one.
func openTable(ctx context.Context, r *interaction.Request, g games.Entry, o tables.Opening, done string) error {
	if err := mayOpen(ctx, r); err != nil {
		return err
	}
	if o.NewThread {
		if missing := r.Missing(interaction.InNewThread); missing != "" {
			r.Whisper(ctx, &session.Message{Content: "⛔ " + missing})
			return nil
		}
		done = "bot.thread.coming"
	}
	if locale := r.GuildLocale(); locale != "" {
		r.Languages.Note(ctx, o.Guild, locale)
	}
	if err := r.Open(ctx, o); err != nil {
		return interaction.AboutGame(g, err)
	}
	r.Whisper(ctx, &session.Message{Content: r.Words.Say(done, "Game", r.Words.Say(g.Info().ID+".name"))})
	return nil
}
