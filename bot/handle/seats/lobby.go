package seats

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strconv"

	"github.com/bwmarrin/discordgo"

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
)

// plan returns the events by which a user changes a table, or refuses.
type plan func(ctx context.Context, r *interaction.Request, t *table.Table) ([]table.Event, error)

func (p plan) bind(ctx context.Context, r *interaction.Request) tables.Plan {
	return func(t *table.Table) ([]table.Event, error) { return p(ctx, r, t) }
}

// carryOut returns the handler that carries out a plan and answers with the text of key done.
func carryOut(p plan, done string) interaction.Handler {
	return func(ctx context.Context, r *interaction.Request) error {
		if _, _, err := r.Act(ctx, p.bind(ctx, r), nil); err != nil {
			return err
		}
		r.Answer.InPlace(ctx, &message.Message{Content: r.Words.Say(done)})
		return nil
	}
}

// lobbyPress returns the handler that carries out a plan at the table of a lobby message and
// updates the message.
func lobbyPress(p plan) interaction.Handler {
	return func(ctx context.Context, r *interaction.Request) error {
		return answerInLobby(ctx, r, func() (before, after tables.Loaded, err error) {
			return r.Act(ctx, p.bind(ctx, r), nil)
		})
	}
}

// answerInLobby changes a lobby by act and answers with an update of the pressed message, which
// spares the announcer an edit.
func answerInLobby(
	ctx context.Context, r *interaction.Request, act func() (before, after tables.Loaded, err error),
) error {
	answer := r.Tables.Answers.To(table.ParseID[table.MessageID](r.Interaction.Message.ID))
	answer.Lock()
	defer answer.Unlock()
	answer.Shown = 0
	before, after, err := act()
	if err != nil {
		return err
	}
	r.Answer.Respond(ctx, interactions.Update(posts.Lobby(r.PublicWords(ctx), before.Table, after)))
	if _, sent := r.Answer.Sent(); sent {
		answer.Shown = after.Table.Version
	}
	r.Answer.WarnSeparately(ctx)
	return nil
}

func join(_ context.Context, r *interaction.Request, _ *table.Table) ([]table.Event, error) {
	if r.Interaction.Member.User.Bot {
		return nil, engine.Refuse(refusedBotPlayer, "")
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
	_, _, err := r.Act(ctx, func(t *table.Table) ([]table.Event, error) {
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

// checks is the input of a form for what is on or off.
const (
	checks      = "also"
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

var errUnchanged = errors.New("the options are the same")

// configure changes a lobby by the options that are given, if the user is the host or a moderator.
// It answers with the lobby, or below another message with what has changed.
func configure(ctx context.Context, r *interaction.Request) error {
	act := func() (before, after tables.Loaded, err error) {
		before, after, err = r.Act(ctx, func(t *table.Table) ([]table.Event, error) {
			events := changes(r, t)
			switch {
			case !r.Hosts(t):
				return nil, engine.Refuse(refusedNotHost, "")
			case t.Status != table.Lobby:
				return nil, engine.Refuse(table.RefusedStarted, "")
			case len(events) == 0:
				return nil, errUnchanged
			}
			return events, nil
		}, nil)
		if errors.Is(err, errUnchanged) {
			before, err = r.Table(ctx)
			after = before
		}
		return before, after, err
	}
	if m := r.Interaction.Message; m != nil && m.Flags&discordgo.MessageFlagsEphemeral == 0 {
		return answerInLobby(ctx, r, act)
	}
	before, after, err := act()
	if err != nil {
		return err
	}
	changed := sentences.LobbyChange(r.Words, before.Table, after.Table)
	r.Answer.InPlace(ctx, &message.Message{Content: cmp.Or(changed, r.Words.Say("bot.form.same"))})
	return nil
}

// changes returns the events that give a lobby what the request's options say.
func changes(r *interaction.Request, t *table.Table) (events []table.Event) {
	at := r.Now().UnixMilli()
	options := engine.Options{}
	for _, o := range t.Game.Info().Options {
		now := t.Game.Info().Get(t.Options, o.Name)
		value, ok := r.Options[o.Name]
		if o.Kind == engine.OptionBool && t.Fork == 0 {
			value = strconv.FormatBool(r.Flag(o.Name, checks, now == "true"))
			ok = true
		}
		if ok && value != now {
			options[o.Name] = value
		}
	}
	if len(options) > 0 {
		events = append(events, table.Choose(options, r.User, at))
	}
	if c := r.TimeControl(t.TimeControl()); c != t.TimeControl() {
		events = append(events, table.SetLimit(c.Limit, r.User, at).WithReserve(c.Reserve))
	}
	if on := r.Flag(hintsOption, checks, t.Hints); on != t.Hints {
		events = append(events, table.SetHints(on, r.User, at))
	}
	return events
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
