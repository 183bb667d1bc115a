package seats

import (
	"context"
	"errors"

	"amytis/bot/discord/message"
	"amytis/bot/handle/interaction"
	"amytis/bot/play/games"
	"amytis/bot/play/tables"
	"amytis/bot/say/sentences"
	"amytis/engine"
	"amytis/engine/table"
)

// newGame handles /game new: it opens a table in the channel or in a new thread.
func newGame(ctx context.Context, r *interaction.Request) error {
	g, lobby, err := chosenLobby(ctx, r)
	if err != nil {
		return err
	}
	lobby = lobby.WithHints(r.Options["hints"] == "true").WithStandIns(chosenStandIn(r))
	return openTable(ctx, r, g, tables.Opening{
		Game: g.Game, Guild: r.Guild, Channel: r.Channel, NewThread: wantsThread(ctx, r), By: r.ID,
		Events: append([]table.Event{lobby}, computersAsked(ctx, r)...),
	}, "bot.game.opened")
}

// chosenLobby returns the command's game, and the event that opens it with its options and time.
func chosenLobby(ctx context.Context, r *interaction.Request) (games.Entry, table.Event, error) {
	typed := tableOptions(r)
	g, err := chosenGame(ctx, r, typed)
	if err != nil {
		return g, table.Event{}, err
	}
	in := g.Info()
	if foreign := foreignOption(in, typed); foreign != "" {
		return g, table.Event{}, refuseForeign(r, in, foreign)
	}
	c, err := chosenTime(ctx, r)
	host := table.Player{User: r.User, Name: r.Name}
	lobby := table.OpenLobby(in, host, optionValues(r, in, typed), c.Limit, r.Now().UnixMilli())
	return g, lobby.WithReserve(c.Reserve), err
}

// chosenTime returns the time control in the command's options, or else in the server's settings.
func chosenTime(ctx context.Context, r *interaction.Request) (table.TimeControl, error) {
	s, err := r.Store.Settings(ctx, r.Guild)
	return r.TimeControl(s.TimeControl()), err
}

// wantsThread reports whether a table gets a new thread. It is false within a thread.
func wantsThread(ctx context.Context, r *interaction.Request) bool {
	return interaction.Here(ctx) != interaction.InThread && r.Options["thread"] == "true"
}

// openTable opens a table and answers with the text of key done. If the bot lacks permissions for a
// new thread, it opens nothing and answers which.
func openTable(ctx context.Context, r *interaction.Request, g games.Entry, o tables.Opening, done string) error {
	if err := checkMayOpen(ctx, r); err != nil {
		return err
	}
	if o.NewThread {
		if missing := r.Missing(interaction.InNewThread); missing != "" {
			r.Answer.Whisper(ctx, &message.Message{Content: "⛔ " + missing})
			return nil
		}
		done = "bot.thread.coming"
	}
	if err := storeOpening(ctx, r, g, o); err != nil {
		return err
	}
	r.Answer.Whisper(ctx, &message.Message{Content: r.Words.Say(done, "Game", r.Words.Say(g.Info().ID+".name"))})
	return nil
}

// storeOpening opens a table within the caps, and notes the server's language for its messages.
func storeOpening(ctx context.Context, r *interaction.Request, g games.Entry, o tables.Opening) error {
	if locale := r.GuildLocale(); locale != "" {
		r.Languages.Note(ctx, o.Guild, locale)
	}
	o.Caps = r.Caps()
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
	return engine.Refuse(tables.RefusedChannelTaken, "", "link", sentences.TableLink(s.Header))
}
