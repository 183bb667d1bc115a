package bot

import (
	"context"
	"slices"
	"strings"

	"amytis/bot/games"
	"amytis/bot/session"
	"amytis/bot/text"
	"amytis/engine"
	"amytis/engine/table"

	"github.com/bwmarrin/discordgo"
)

// The actions of controls.
const (
	actJoin      = "join"
	actLeave     = "leave"
	actStart     = "start"
	actOptions   = "opts"
	actOption    = "opt"
	actLimit     = "limit"
	actPanel     = "panel"
	actMove      = "move"
	actSure      = "sure"
	actPick      = "pick"
	actCursor    = "cur"
	actUndo      = "undo"
	actBoards    = "boards"
	actScores    = "scores"
	actRules     = "rules"
	actTopic     = "topic"
	actResign    = "resign"
	actAbort     = "abort"
	actStandings = "rank"
	actChannels  = "chans"
	actSkip      = "skip"
	actTakeOut   = "take_out"
	actReplace   = "replace"
	actRematch   = "again"
	actRecord    = "record"
	actTurnTo    = "turn"
)

// lobbyMessage shows a table that has not started: game, options, seats.
func lobbyMessage(w *text.Words, s seen) *session.Message {
	t := s.table
	in := t.Game.Info()
	m := &session.Message{Components: noComponents, Embeds: []*discordgo.MessageEmbed{}}
	if t.Status != table.Lobby {
		m.Content = w.Say("bot.lobby.closed", "Game", w.T(in.ID+".name", nil))
		return m
	}
	var seats []string
	for _, p := range lobbyOrder(t) {
		seats = append(seats, "• "+text.Plain(p.Name))
	}
	m.Embeds = []*discordgo.MessageEmbed{{
		Title:       w.Say("bot.lobby.title", "Game", w.T(in.ID+".name", nil)),
		Description: w.T(in.ID+".tagline", nil),
		Color:       embedColor,
		Fields: []*discordgo.MessageEmbedField{
			{Name: w.Say("bot.lobby.players", "Count", len(t.Players), "Max", in.MaxSeats), Value: strings.Join(seats, "\n")},
			{Name: w.T("bot.lobby.options", nil), Value: optionLines(w, t)},
		},
		Footer: &discordgo.MessageEmbedFooter{Text: w.Say("bot.lobby.host", "Name", hostName(t), "Min", in.MinSeats, "More", in.MinSeats < in.MaxSeats)},
	}}
	if t.Order != nil {
		m.Embeds[0].Description += "\n" + w.Say("bot.rematch.seats", "Name", text.Plain(lobbyOrder(t)[0].Name))
	}
	m.Components = []discordgo.MessageComponent{discordgo.ActionsRow{Components: lobbyButtons(w, s)}}
	return m
}

// lobbyOrder lists who has joined: in the order of the seats if it is not left
// to chance.
func lobbyOrder(t *table.Table) []table.Player {
	if t.Order == nil {
		return t.Players
	}
	return t.Seating(nil)
}

// embedColor is sandstone.
const embedColor = 0xC9A66B

func lobbyButtons(w *text.Words, s seen) []discordgo.MessageComponent {
	in := s.table.Game.Info()
	c := control{Table: s.id}
	act := func(action string) control { c.Action = action; return c }
	join := button(w, "bot.button.join", discordgo.SuccessButton, act(actJoin))
	join.Disabled = len(s.table.Players) >= in.MaxSeats
	start := button(w, "bot.button.start", discordgo.PrimaryButton, act(actStart))
	start.Disabled = len(s.table.Players) < in.MinSeats
	return []discordgo.MessageComponent{
		join,
		button(w, "bot.button.leave", discordgo.SecondaryButton, act(actLeave)),
		button(w, "bot.button.options", discordgo.SecondaryButton, act(actOptions)),
		start,
		button(w, "bot.button.rules", discordgo.SecondaryButton, act(actRules)),
	}
}

func hostName(t *table.Table) string { return nameOf(t, t.Host) }

// nameOf is what a player is called, "" for who is none.
func nameOf(t *table.Table, user table.UserID) string {
	for _, p := range t.Players {
		if p.User == user {
			return p.Name
		}
	}
	return ""
}

func optionLines(w *text.Words, t *table.Table) string {
	var lines []string
	in := t.Game.Info()
	for _, o := range in.Options {
		lines = append(lines, w.Pair(w.T(in.ID+".option."+o.Name+".name", nil), "**"+optionValue(w, in, o, in.Get(t.Options, o.Name))+"**"))
	}
	return strings.Join(append(lines, limitText(w, t.Limit, "**")), "\n")
}

// optionValue is an option's value in words.
func optionValue(w *text.Words, in *engine.Info, o engine.OptionInfo, value string) string {
	key := in.ID + ".option." + o.Name + "."
	if !slices.Contains(menuValues(o), value) {
		return w.T(key+"value", map[string]any{"Value": value})
	}
	return w.T(key+value, nil)
}

// menuValues are the values of an option that a menu offers: all of them, or the
// usual ones of a number.
func menuValues(o engine.OptionInfo) []string {
	if o.Kind == engine.OptionBool {
		return []string{"false", "true"}
	}
	return o.Values
}

func (r *request) pressJoin(ctx context.Context) error { return r.lobbyPress(ctx, r.joining()) }

func (r *request) pressLeave(ctx context.Context) error { return r.lobbyPress(ctx, r.leaving()) }

func (r *request) pressStart(ctx context.Context) error { return r.lobbyPress(ctx, r.starting()) }

// lobbyPress acts on the table of a lobby message and brings the message up to
// date.
func (r *request) lobbyPress(ctx context.Context, p plan) error {
	_, after, err := r.act(ctx, r.control().Table, p, nil)
	if err != nil {
		return err
	}
	r.respond(ctx, session.Update(lobbyMessage(r.publicWords(ctx), after)))
	r.cautionApart(ctx)
	return nil
}

// gameOf is the game of a table, none if there is no table.
func gameOf(t *table.Table) games.Entry {
	if t == nil {
		return games.Entry{}
	}
	g, _ := games.Find(t.Game.Info().ID)
	return g
}

// The plans that commands and presses share.

func (r *request) joining() plan {
	return func(*table.Table) ([]table.Event, error) {
		if r.i.Member.User.Bot {
			return nil, engine.Refuse(refusedBotPlayer, "")
		}
		return []table.Event{{Kind: table.Joined, At: r.now().UnixMilli(), By: r.user, Name: r.name}}, nil
	}
}

func (r *request) leaving() plan {
	return func(*table.Table) ([]table.Event, error) {
		return []table.Event{{Kind: table.Left, At: r.now().UnixMilli(), By: r.user}}, nil
	}
}

func (r *request) starting() plan {
	return func(t *table.Table) ([]table.Event, error) {
		if t.Status == table.Lobby && !r.hosts(t) {
			return nil, engine.Refuse(refusedNotHost, "")
		}
		if len(t.Players) < t.Game.Info().MinSeats {
			return []table.Event{{Kind: table.Started}}, nil // refused by the table, in its words
		}
		return []table.Event{r.desk.deal(t, r.user)}, nil
	}
}

// hosts reports whether who asked may decide for the table.
func (r *request) hosts(t *table.Table) bool { return t.Host == r.user || r.moderator() }

// pressOptions shows the host a menu for every option.
func (r *request) pressOptions(ctx context.Context) error {
	s, err := r.desk.load(ctx, r.control().Table)
	if err != nil {
		return err
	}
	r.whisper(ctx, r.optionsMessage(s))
	return nil
}

func (r *request) optionsMessage(s seen) *session.Message {
	in := s.table.Game.Info()
	m := &session.Message{Content: r.words.Say("bot.lobby.choose"), Components: noComponents}
	for _, o := range in.Options {
		menu := discordgo.SelectMenu{
			MenuType: discordgo.StringSelectMenu,
			CustomID: control{actOption, s.id, 0, o.Name}.id(),
		}
		values, now := menuValues(o), in.Get(s.table.Options, o.Name)
		if !slices.Contains(values, now) {
			values = append(slices.Clone(values), now)
		}
		for _, value := range values {
			menu.Options = append(menu.Options, discordgo.SelectMenuOption{
				Label:   text.Cut(r.words.Pair(r.words.Say(in.ID+".option."+o.Name+".name"), optionValue(r.words, in, o, value)), maxMenuText),
				Value:   value,
				Default: value == now,
			})
		}
		m.Components = append(m.Components, discordgo.ActionsRow{Components: []discordgo.MessageComponent{menu}})
	}
	m.Components = append(m.Components, discordgo.ActionsRow{Components: []discordgo.MessageComponent{limitMenu(r.words, s)}})
	return m
}

// pressOption sets an option of a table that has not started.
func (r *request) pressOption(ctx context.Context) error {
	return r.configure(ctx, table.Event{Kind: table.Chosen, Options: engine.Options{r.control().Arg: r.chosen()}})
}

// configure changes a table that has not started, for its host, and shows the
// menus as they are now.
func (r *request) configure(ctx context.Context, e table.Event) error {
	e.By = r.user
	_, after, err := r.act(ctx, r.control().Table, func(t *table.Table) ([]table.Event, error) {
		if !r.hosts(t) {
			return nil, engine.Refuse(refusedNotHost, "")
		}
		e.At = r.now().UnixMilli()
		return []table.Event{e}, nil
	}, nil)
	if err != nil {
		return err
	}
	r.answerInPlace(ctx, r.optionsMessage(after))
	return nil
}

// noComponents removes what components a message has.
var noComponents = []discordgo.MessageComponent{}
