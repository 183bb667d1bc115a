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

	"github.com/bwmarrin/discordgo"
)

// newGame is /game new: it opens a table in the channel, or in a thread of its
// own.
func (r *request) newGame(ctx context.Context) {
	options := maps.Clone(r.options)
	delete(options, "game")
	delete(options, "limit")
	delete(options, "thread")
	g := gameFor(r.options["game"], options)
	in := g.Info()
	if foreign := foreignOption(in, options); foreign != "" {
		r.fail(ctx, g, nil, engine.Refuse(refusedForeignOption, "", "option", foreign, "game", r.words.Say(in.ID+".name")))
		return
	}
	limit, err := r.limitAsked(ctx)
	if err != nil {
		r.fail(ctx, g, nil, err)
		return
	}
	e := table.Event{
		Kind: table.Opened, At: r.now().UnixMilli(), By: r.user, Name: r.name,
		Game: in.ID, Rules: in.RulesVersion, Options: options,
		Limit: limit,
	}
	r.openTable(ctx, g, opening{
		game: g.Game, guild: r.guild, channel: r.channel, venue: r.venue(ctx), by: r.id, events: []table.Event{e},
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

func (r *request) join(ctx context.Context) { r.lobbyCommand(ctx, r.joining, "bot.game.joined") }

func (r *request) leave(ctx context.Context) { r.lobbyCommand(ctx, r.leaving, "bot.game.left") }

func (r *request) start(ctx context.Context) { r.lobbyCommand(ctx, r.starting, "bot.game.started") }

func (r *request) lobbyCommand(ctx context.Context, p plan, done string) {
	s, err := r.desk.inChannel(ctx, r.channel)
	if err != nil {
		r.fail(ctx, games.Entry{}, nil, err)
		return
	}
	if _, _, err := r.act(ctx, s.id, p, nil); err != nil {
		r.fail(ctx, entryOf(s), s.table, err)
		return
	}
	r.whisper(ctx, &session.Message{Content: r.words.Say(done)})
}

// status is /game status: the table picture, the scores, and who is awaited.
func (r *request) status(ctx context.Context) {
	s, err := r.desk.lastInChannel(ctx, r.channel)
	if err != nil {
		r.fail(ctx, games.Entry{}, nil, err)
		return
	}
	r.whisper(ctx, r.statusMessage(ctx, s))
}

func (r *request) statusMessage(ctx context.Context, s seen) *session.Message {
	g := entryOf(s)
	if s.table.State == nil {
		m := lobbyMessage(r.words, g, s)
		r.offerForDeparted(ctx, m, s)
		return m
	}
	seat := s.table.Seat(r.user)
	m := &session.Message{Content: r.canDo(s.table, seat)}
	if s.header.LastMessage != 0 {
		m.Content += "\n" + messageLink(s)
	}
	r.offerForDeparted(ctx, m, s)
	r.attach(ctx, r.words, m, g, s, shot{view: tableView, asker: seat, scale: render.Large})
	return m
}

// tableView is the picture of the whole table, which every game has.
const tableView = "table"

func messageLink(s seen) string {
	return "https://discord.com/channels/" + s.header.Guild.String() + "/" + s.header.Channel.String() + "/" + s.header.LastMessage.String()
}

// resign and abort ask first: they cannot be taken back.

// resign is /game resign, of who asks or, by a moderator, of another player.
func (r *request) resign(ctx context.Context) {
	if r.options["player"] != "" {
		r.resignFor(ctx)
		return
	}
	r.ask(ctx, control{Action: actResign}, r.words.Say("bot.game.resign_sure"), func(t *table.Table) error {
		_, err := r.seatAt(t)
		return err
	})
}

func (r *request) abort(ctx context.Context) {
	r.ask(ctx, control{Action: actAbort}, r.words.Say("bot.game.abort_sure"), r.mayAbort)
}

func (r *request) mayAbort(t *table.Table) error {
	if !r.hosts(t) {
		return engine.Refuse(refusedNotHost, "")
	}
	return nil
}

// ask shows a button that does what was asked for at the channel's table.
func (r *request) ask(ctx context.Context, c control, question string, may func(*table.Table) error) {
	s, err := r.desk.inChannel(ctx, r.channel)
	if err == nil {
		err = may(s.table)
	}
	if err != nil {
		r.fail(ctx, entryOf(s), s.table, err)
		return
	}
	c.Table = s.id
	sure := button(r.words, "bot.button."+c.Action, discordgo.DangerButton, c)
	r.whisper(ctx, &session.Message{
		Content:    question,
		Components: []discordgo.MessageComponent{discordgo.ActionsRow{Components: []discordgo.MessageComponent{sure}}},
	})
}

func (r *request) pressResign(ctx context.Context) {
	r.conclude(ctx, "bot.game.resigned", func(t *table.Table) ([]table.Event, error) {
		seat, err := r.seatAt(t)
		if err != nil {
			return nil, err
		}
		return t.EndTurn(seat, engine.ResignMove(seat), r.user, r.now().UnixMilli())
	})
}

func (r *request) pressAbort(ctx context.Context) {
	r.conclude(ctx, "bot.game.aborted", func(t *table.Table) ([]table.Event, error) {
		if err := r.mayAbort(t); err != nil {
			return nil, err
		}
		return []table.Event{{Kind: table.Aborted, At: r.now().UnixMilli(), By: r.user}}, nil
	})
}

func (r *request) conclude(ctx context.Context, done string, p plan) {
	before, _, err := r.act(ctx, r.control().Table, p, nil)
	if err != nil {
		r.fail(ctx, entryOf(before), before.table, err)
		return
	}
	r.answerInPlace(ctx, &session.Message{Content: r.words.Say(done)})
}

// pressScores shows every seat's score as on the pad.
func (r *request) pressScores(ctx context.Context) {
	s, err := r.desk.load(ctx, r.control().Table)
	if err == nil && s.table.State == nil {
		err = engine.Refuse(table.RefusedNotStarted, "")
	}
	if err != nil {
		r.fail(ctx, entryOf(s), s.table, err)
		return
	}
	r.whisper(ctx, &session.Message{Content: scoreText(r.words, s.table)})
}
