package seats

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"slices"
	"strconv"
	"sync"

	"github.com/bwmarrin/discordgo"

	"amytis/bot/discord"
	"amytis/bot/discord/control"
	"amytis/bot/discord/form"
	"amytis/bot/discord/interactions"
	"amytis/bot/discord/message"
	"amytis/bot/handle/interaction"
	"amytis/bot/play/tables"
	"amytis/bot/say/posts"
	"amytis/bot/say/sentences"
	"amytis/bot/text"
	"amytis/engine"
	"amytis/engine/table"
	"amytis/store"
)

// plan returns the events by which a user changes a table, or refuses.
type plan func(ctx context.Context, r *interaction.Request, t *table.Table) ([]table.Event, error)

// act is interaction.Request.Act by the plan.
func (p plan) act(ctx context.Context, r *interaction.Request) (before tables.Loaded, err error) {
	return r.Act(ctx, func(t *table.Table) ([]table.Event, error) { return p(ctx, r, t) }, nil)
}

// ask has a control with the action carry out the plan, after a question, unless it is refused.
func (p plan) ask(ctx context.Context, r *interaction.Request, action, question string) error {
	return r.Ask(ctx, control.Control{Action: action}, question, func(t *table.Table) ([]table.Event, error) {
		return p(ctx, r, t)
	})
}

// carryOut returns the handler that carries out a plan and answers with the text of key done.
func carryOut(p plan, done string) interaction.Handler {
	return func(ctx context.Context, r *interaction.Request) error {
		if _, err := p.act(ctx, r); err != nil {
			return err
		}
		r.Answer.InPlace(ctx, &message.Message{Content: r.Words.Say(done)})
		return nil
	}
}

// lobbyPress returns the handler that carries out a plan and updates the lobby's message, which
// spares the announcer an edit.
func lobbyPress(p plan) interaction.Handler {
	return func(ctx context.Context, r *interaction.Request) error {
		answer := r.Tables.Answers.To(table.ParseID[table.MessageID](r.Interaction.Message.ID))
		answer.Lock()
		defer answer.Unlock()
		answer.Shown = 0
		before, err := p.act(ctx, r)
		if err != nil {
			return err
		}
		r.Answer.Respond(ctx, interactions.Update(posts.Lobby(r.PublicWords(ctx), before.Table, r.At)))
		if _, sent := r.Answer.Sent(); sent {
			answer.Shown = r.At.Table.Version
		}
		r.Answer.WarnSeparately(ctx)
		return nil
	}
}

func join(_ context.Context, r *interaction.Request, _ *table.Table) ([]table.Event, error) {
	if r.Interaction.Member.User.Bot {
		return nil, engine.Refuse("bots_cannot_play", "")
	}
	return []table.Event{table.Join(table.Player{User: r.User, Name: r.Name, Language: string(r.Words.Lang())}, r.Now().UnixMilli())}, nil
}

func leave(_ context.Context, r *interaction.Request, _ *table.Table) ([]table.Event, error) {
	return []table.Event{table.Leave(r.User, r.Now().UnixMilli())}, nil
}

// start is for the host and moderators.
func start(ctx context.Context, r *interaction.Request, t *table.Table) ([]table.Event, error) {
	if err := checkHosts(r, t); err != nil {
		return nil, err
	}
	return tables.SetUp(ctx, r.Tables, r.Guild, t, r.Tables.Deal(t, r.User))
}

// keepOpen is for the host and moderators. Its answer replaces the question.
func keepOpen(ctx context.Context, r *interaction.Request) error {
	_, err := r.Act(ctx, func(t *table.Table) ([]table.Event, error) {
		if err := checkHosts(r, t); err != nil {
			return nil, err
		}
		return []table.Event{table.KeepOpen(r.User, r.Now().UnixMilli())}, nil
	}, nil)
	if err == nil {
		r.Answer.Respond(ctx, interactions.Update(&message.Message{
			Content:    r.PublicWords(ctx).Say("bot.find.kept", "Player", text.Plain(r.Name)),
			Components: message.NoComponents,
		}))
	}
	return err
}

// lobbyForm has the options of a lobby, the time per turn and the hints.
var lobbyForm = interaction.Form{
	Action: control.Options, Make: makeLobbyForm, Take: configure, Wrong: []string{table.RefusedMisplaced},
}

const (
	checks      = "also" // the input of a form for what is on or off
	hintsOption = "hints"
)

func makeLobbyForm(ctx context.Context, r *interaction.Request) (form.Form, error) {
	s, err := loadHosted(ctx, r)
	if err != nil {
		return form.Form{}, err
	}
	return formOf(r, s), nil
}

func formOf(r *interaction.Request, s tables.Loaded) form.Form {
	in := s.Table.Game.Info()
	f := form.Form{Title: r.Words.Say("bot.lobby.options")}
	var flags []form.Option
	for _, o := range in.Options {
		if s.Table.Fork != 0 {
			break // its deal has the options
		}
		name := r.Words.Say(in.ID + ".option." + o.Name + ".name")
		values := sentences.MenuValues(o)
		now := in.Get(s.Table.Options, o.Name)
		if o.Kind == engine.OptionBool {
			flags = append(flags, form.Option{Label: name, Value: o.Name, Default: now == "true"})
			continue
		}
		if !slices.Contains(values, now) {
			values = append(slices.Clone(values), now)
		}
		f.Fields = append(f.Fields, form.Choice(o.Name, name, "", form.Options(values,
			func(value string) string { return sentences.OptionValue(r.Words, in, o, value) }, now)))
	}
	flags = append(flags, form.Option{
		Label: sentences.HintsText(r.Words), Value: hintsOption, Default: s.Table.Hints,
	})
	f.Fields = append(f.Fields, interaction.TimeField(r.Words, s.Table.TimeControl()),
		form.Checks(checks, r.Words.Say("bot.form.new.also"), "", flags))
	return f
}

// configure changes a lobby by the options that are given. It answers with the lobby, or below
// another message with what has changed.
func configure(ctx context.Context, r *interaction.Request) error {
	if m := r.Interaction.Message; m != nil && m.Flags&discordgo.MessageFlagsEphemeral == 0 {
		return lobbyPress(options)(ctx, r)
	}
	before, err := plan(options).act(ctx, r)
	if err != nil {
		return err
	}
	changed := sentences.LobbyChange(r.Words, before.Table, r.At.Table)
	r.Answer.InPlace(ctx, &message.Message{Content: cmp.Or(changed, r.Words.Say("bot.form.same"))})
	return nil
}

// options gives a lobby what the request's options say. It is for the host and moderators.
func options(_ context.Context, r *interaction.Request, t *table.Table) (events []table.Event, err error) {
	if err := checkLobby(r, t); err != nil {
		return nil, err
	}
	at := r.Now().UnixMilli()
	chosen := engine.Options{}
	for _, o := range t.Game.Info().Options {
		now := t.Game.Info().Get(t.Options, o.Name)
		value, ok := r.Options[o.Name]
		if o.Kind == engine.OptionBool && t.Fork == 0 {
			value = strconv.FormatBool(r.Flag(o.Name, checks, now == "true"))
			ok = true
		}
		if ok && value != now {
			chosen[o.Name] = value
		}
	}
	if len(chosen) > 0 {
		events = append(events, table.Choose(chosen, r.User, at))
	}
	if c := r.TimeControl(t.TimeControl()); c != t.TimeControl() {
		events = append(events, table.SetLimit(c.Limit, r.User, at).WithReserve(c.Reserve))
	}
	if on := r.Flag(hintsOption, checks, t.Hints); on != t.Hints {
		events = append(events, table.SetHints(on, r.User, at))
	}
	return events, nil
}

const standInOption = "stand-in"

// chosenStandIn returns the level of stand-ins in the command's options, 0 for none.
func chosenStandIn(r *interaction.Request) int {
	level, err := strconv.Atoi(r.Options[standInOption])
	if err != nil {
		return table.UsualStandIn
	}
	return level
}

// joinOrOpen handles /game play: the user joins the server's oldest lobby that fits, or else opens
// one, in a thread if the channel has a game. It looks again if others were faster.
func joinOrOpen(ctx context.Context, r *interaction.Request) error {
	if err := checkMayOpen(ctx, r); err != nil {
		return err
	}
	for sees := sight(ctx, r); ; r.Answer.Beside = (interaction.Beside{}) {
		open, err := tables.Playing(ctx, r.Tables, r.Guild, 0)
		if err != nil {
			return err
		}
		if answered, err := joinOldest(ctx, r, open, sees); err != nil || answered {
			return err
		}
		taken := slices.ContainsFunc(open, func(s tables.Loaded) bool { return s.Header.Channel == r.Channel })
		if taken && r.Missing(interaction.InNewThread) == "" {
			r.Options[threadOption] = "true"
		}
		err = openTelling(ctx, r)
		if taken || engine.RefusalCode(err) != tables.RefusedChannelTaken {
			return err
		}
	}
}

// joinOldest joins the first table that fits, or else points to the lobby where the user waits.
func joinOldest(
	ctx context.Context, r *interaction.Request, open []tables.Loaded, sees func(table.ChannelID) bool,
) (answered bool, err error) {
	waitsIn := tables.Loaded{}
	for _, s := range open {
		switch {
		case !takesPlayers(s, r.Options[gameOption]):
			continue
		case s.Table.Joined(r.User):
			waitsIn = s
			continue
		case !sees(s.Header.Channel):
			continue
		}
		err := joinAt(ctx, r, s)
		if engine.RefusalCode(err) != "" {
			continue // it is full or has started meanwhile
		}
		return true, err
	}
	if waitsIn.Table != nil {
		whisperSeat(ctx, r, "bot.find.waiting", waitsIn)
	}
	return waitsIn.Table != nil, nil
}

// joinThere handles the buttons of a server's board: the user joins a lobby whose channel they see.
func joinThere(ctx context.Context, r *interaction.Request) error {
	s, err := r.Tables.Load(ctx, table.ParseID[table.ID](r.Control.Arg))
	switch {
	case errors.Is(err, store.ErrNotFound),
		err == nil && (s.Header.Guild != r.Guild || !sight(ctx, r)(s.Header.Channel)):
		return engine.Refuse("hidden_lobby", "")
	case err != nil:
		return err
	}
	return joinAt(ctx, r, s)
}

// joinAt joins a table that may be in another channel.
func joinAt(ctx context.Context, r *interaction.Request, s tables.Loaded) error {
	r.At = s
	_, err := plan(join).act(ctx, r)
	if err == nil {
		whisperSeat(ctx, r, "bot.find.joined", r.At)
	}
	return err
}

// openTelling opens a lobby like /game new, and says who will be told.
func openTelling(ctx context.Context, r *interaction.Request) error {
	g, err := chosenGame(ctx, r, nil)
	if err != nil {
		return err
	}
	coming := tables.Loaded{Table: &table.Table{Players: []table.Player{{User: r.User}}},
		Header: store.Header{Guild: r.Guild, Game: g.Info().ID}}
	settings, err := r.Settings(ctx)
	if err != nil {
		return err
	}
	told, err := tables.Invitees(ctx, r.Tables, settings, r.Guilds.Seeing, coming, r.Channel)
	if err != nil {
		r.Log.Warn("asking for the channels of a server", slog.Any("guild", r.Guild), slog.Any("err", err))
	}
	names := text.Each(told, func(user table.UserID) string { return sentences.Mention(r.Words, user) })
	return openChosen(ctx, r, r.Words.Say("bot.find.told", "Players", r.Words.List(names)))
}

// takesPlayers reports whether a table is a lobby with a free seat, of a game unless that is "".
func takesPlayers(s tables.Loaded, game string) bool {
	_, most := s.Table.Seats()
	return s.Table.Status == table.Lobby && !s.Table.Suspended() && len(s.Table.Players) < most &&
		(game == "" || game == s.Header.Game)
}

func whisperSeat(ctx context.Context, r *interaction.Request, key string, s tables.Loaded) {
	_, most := s.Table.Seats()
	r.Answer.Whisper(ctx, &message.Message{Content: r.Words.Say(key, "Game", r.Words.Say(s.Header.Game+".name"),
		"Joined", len(s.Table.Players), "Max", most, "Link", sentences.TableLink(s.Header))})
}

// sight returns what tells whether the user sees a channel. It asks Discord at most once, about
// other channels. If Discord does not answer in time, the user sees none of them.
func sight(ctx context.Context, r *interaction.Request) func(table.ChannelID) bool {
	rooms := sync.OnceValue(func() *discord.Rooms { return r.Rooms(ctx) })
	return func(channel table.ChannelID) bool {
		return channel == r.Channel ||
			rooms() != nil && rooms().Sees(r.User.String(), r.Interaction.Member.Roles, channel.String())
	}
}
