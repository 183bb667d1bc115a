package seats

import (
	"context"
	"errors"
	"maps"
	"slices"

	"amytis/bot/games"
	"amytis/bot/interaction"
	"amytis/bot/session"
	"amytis/bot/tables"
	"amytis/bot/telling"
	"amytis/engine"
	"amytis/engine/table"
)

// newGame handles /game new: it opens a table in the channel or in a new thread.
func newGame(ctx context.Context, r *interaction.Request) error {
	options := maps.Clone(r.Options)
	delete(options, "game")
	delete(options, "limit")
	delete(options, "hints")
	delete(options, "thread")
	delete(options, "computers")
	delete(options, "level")
	g := gameFor(r.Options["game"], options)
	in := g.Info()
	if foreign := foreignOption(in, options); foreign != "" {
		return engine.Refuse(refusedForeignOption, "", "option", foreign, "game", r.Words.Say(in.ID+".name"))
	}
	limit, err := chosenLimit(ctx, r)
	if err != nil {
		return err
	}
	host := table.Player{User: r.User, Name: r.Name}
	lobby := table.OpenLobby(in, host, options, limit, r.Now().UnixMilli()).WithHints(r.Options["hints"] == "true")
	return openTable(ctx, r, g, tables.Opening{
		Game: g.Game, Guild: r.Guild, Channel: r.Channel, NewThread: wantsThread(ctx, r), By: r.ID,
		Events: append([]table.Event{lobby}, computersAsked(ctx, r)...),
	}, "bot.game.opened")
}

// gameFor returns the game with an ID. For an unknown ID it returns the first game that has all the
// options, or else the first of all games.
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

// foreignOption returns the first option, in name order, that a game does not have, "" if it has
// all.
func foreignOption(in *engine.Info, options engine.Options) string {
	for _, name := range slices.Sorted(maps.Keys(options)) {
		if !slices.ContainsFunc(in.Options, func(o engine.OptionInfo) bool { return o.Name == name }) {
			return name
		}
	}
	return ""
}

// chosenLimit returns the time limit in the command's options, or else that of the server's
// settings.
func chosenLimit(ctx context.Context, r *interaction.Request) (table.Limit, error) {
	if given := r.Options["limit"]; given != "" {
		return table.ParseLimit(given), nil
	}
	s, err := r.Store.Settings(ctx, r.Guild)
	return s.Limit, err
}

// wantsThread reports whether a table gets a new thread. It is false within a thread.
func wantsThread(ctx context.Context, r *interaction.Request) bool {
	return interaction.Here(ctx) != interaction.InThread && r.Options["thread"] == "true"
}

// openTable opens a table and answers with the text of key done. If the bot lacks a permission for
// a new thread, it opens nothing and answers with the missing permissions.
func openTable(ctx context.Context, r *interaction.Request, g games.Entry, o tables.Opening, done string) error {
	if err := checkMayOpen(ctx, r); err != nil {
		return err
	}
	if o.NewThread {
		if missing := r.Missing(interaction.InNewThread); missing != "" {
			r.Whisper(ctx, &session.Message{Content: "⛔ " + missing})
			return nil
		}
		done = "bot.thread.coming"
	}
	if err := storeOpening(ctx, r, g, o); err != nil {
		return err
	}
	r.Whisper(ctx, &session.Message{Content: r.Words.Say(done, "Game", r.Words.Say(g.Info().ID+".name"))})
	return nil
}

// storeOpening opens a table within the caps, and notes the server's language for its messages.
func storeOpening(ctx context.Context, r *interaction.Request, g games.Entry, o tables.Opening) error {
	if locale := r.GuildLocale(); locale != "" {
		r.Languages.Note(ctx, o.Guild, locale)
	}
	o.Caps = r.Caps
	err := r.Open(ctx, o)
	if refused := (*engine.RuleError)(nil); errors.As(err, &refused) && refused.Code == tables.RefusedChannelTaken {
		err = channelTaken(ctx, r)
	}
	return interaction.AboutGame(g, err)
}

// channelTaken returns the refusal of a second game in a channel, with a link to the first.
func channelTaken(ctx context.Context, r *interaction.Request) error {
	s, err := r.InChannel(ctx)
	if err != nil {
		return err
	}
	return engine.Refuse(tables.RefusedChannelTaken, "", "link", telling.TableLink(s.Header))
}
