package bot

import (
	"context"
	"maps"
	"slices"

	"amytis/bot/games"
	"amytis/bot/session"
	"amytis/engine"
	"amytis/engine/table"
	"amytis/render"
	"amytis/store"

	"github.com/bwmarrin/discordgo"
)

// newGame is /game new: it opens a table in the channel, or in a thread of its
// own.
func (r *request) newGame(ctx context.Context) error {
	options := maps.Clone(r.options)
	delete(options, "game")
	delete(options, "limit")
	delete(options, "thread")
	g := gameFor(r.options["game"], options)
	in := g.Info()
	if foreign := foreignOption(in, options); foreign != "" {
		return engine.Refuse(refusedForeignOption, "", "option", foreign, "game", r.words.Say(in.ID+".name"))
	}
	limit, err := r.limitAsked(ctx)
	if err != nil {
		return err
	}
	e := table.Event{
		Kind: table.Opened, At: r.now().UnixMilli(), By: r.user, Name: r.name,
		Game: in.ID, Rules: in.RulesVersion, Options: options,
		Limit: limit,
	}
	return r.openTable(ctx, g, opening{
		game: g.Game, guild: r.guild, channel: r.channel, newThread: r.wantsThread(ctx), by: r.id, events: []table.Event{e},
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

// join, leave and start are the lobby's buttons as commands.

func (r *request) join(ctx context.Context) error {
	return r.lobbyCommand(ctx, r.joining(), "bot.game.joined")
}

func (r *request) leave(ctx context.Context) error {
	return r.lobbyCommand(ctx, r.leaving(), "bot.game.left")
}

func (r *request) start(ctx context.Context) error {
	return r.lobbyCommand(ctx, r.starting(), "bot.game.started")
}

func (r *request) lobbyCommand(ctx context.Context, p plan, done string) error {
	s, err := r.desk.inChannel(ctx, r.channel)
	if err != nil {
		return err
	}
	if _, _, err := r.act(ctx, s.id, p, nil); err != nil {
		return err
	}
	r.whisper(ctx, &session.Message{Content: r.words.Say(done)})
	return nil
}

// status is /game status: the table picture, the scores, and who is awaited.
func (r *request) status(ctx context.Context) error {
	s, err := r.desk.lastInChannel(ctx, r.channel)
	if err != nil {
		return err
	}
	r.whisper(ctx, r.statusMessage(ctx, s))
	return nil
}

func (r *request) statusMessage(ctx context.Context, s seen) *session.Message {
	if s.table.State == nil {
		m := lobbyMessage(r.words, s)
		r.offerForDeparted(ctx, m, s)
		return m
	}
	seat := s.table.Seat(r.user)
	m := &session.Message{Content: canDo(r.words, s.table, seat)}
	if s.header.LastMessage != 0 {
		m.Content += "\n" + messageLink(s.header)
	}
	r.offerForDeparted(ctx, m, s)
	r.studio.attach(ctx, r.words, m, s.id, s.table, shot{view: tableView, asker: seat, scale: render.Large})
	return m
}

// tableView is the picture of the whole table, which every game has.
const tableView = "table"

// messageLink leads to a table's last message.
func messageLink(h store.Header) string {
	return "https://discord.com/channels/" + h.Guild.String() + "/" + h.Channel.String() + "/" + h.LastMessage.String()
}

// resign and abort ask first: they cannot be taken back.

// resign is /game resign, of who asks or, by a moderator, of another player.
func (r *request) resign(ctx context.Context) error {
	if r.options["player"] != "" {
		return r.resignFor(ctx)
	}
	return r.ask(ctx, control{Action: actResign}, r.words.Say("bot.game.resign_sure"), func(t *table.Table) error {
		_, err := r.seatAt(t)
		return err
	})
}

func (r *request) abort(ctx context.Context) error {
	return r.ask(ctx, control{Action: actAbort}, r.words.Say("bot.game.abort_sure"), func(t *table.Table) error {
		return r.mayAbort(t)
	})
}

func (r *request) mayAbort(t *table.Table) error {
	if !r.hosts(t) {
		return engine.Refuse(refusedNotHost, "")
	}
	return nil
}

// ask shows a button that does what was asked for at the channel's table.
func (r *request) ask(ctx context.Context, c control, question string, may func(*table.Table) error) error {
	s, err := r.desk.inChannel(ctx, r.channel)
	if err != nil {
		return err
	}
	if err := may(s.table); err != nil {
		return about(s.table, err)
	}
	c.Table = s.id
	sure := button(r.words, "bot.button."+c.Action, discordgo.DangerButton, c)
	r.whisper(ctx, &session.Message{
		Content:    question,
		Components: []discordgo.MessageComponent{discordgo.ActionsRow{Components: []discordgo.MessageComponent{sure}}},
	})
	return nil
}

func (r *request) pressResign(ctx context.Context) error {
	return r.conclude(ctx, "bot.game.resigned", func(t *table.Table) ([]table.Event, error) {
		seat, err := r.seatAt(t)
		if err != nil {
			return nil, err
		}
		return t.EndTurn(seat, engine.ResignMove(seat), r.user, r.now().UnixMilli())
	})
}

func (r *request) pressAbort(ctx context.Context) error {
	return r.conclude(ctx, "bot.game.aborted", func(t *table.Table) ([]table.Event, error) {
		if err := r.mayAbort(t); err != nil {
			return nil, err
		}
		return []table.Event{{Kind: table.Aborted, At: r.now().UnixMilli(), By: r.user}}, nil
	})
}

func (r *request) conclude(ctx context.Context, done string, p plan) error {
	if _, _, err := r.act(ctx, r.control().Table, p, nil); err != nil {
		return err
	}
	r.answerInPlace(ctx, &session.Message{Content: r.words.Say(done)})
	return nil
}

// pressScores shows every seat's score as on the pad.
func (r *request) pressScores(ctx context.Context) error {
	s, err := r.desk.load(ctx, r.control().Table)
	switch {
	case err != nil:
		return err
	case s.table.State == nil:
		return about(s.table, engine.Refuse(table.RefusedNotStarted, ""))
	}
	r.whisper(ctx, &session.Message{Content: scoreText(r.words, s.table)})
	return nil
}
