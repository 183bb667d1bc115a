package seats

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"amytis/bot/discord/control"
	"amytis/bot/discord/interactions"
	"amytis/bot/discord/message"
	"amytis/bot/handle/interaction"
	"amytis/bot/play/tables"
	"amytis/bot/say/pictures"
	"amytis/bot/say/posts"
	"amytis/bot/say/sentences"
	"amytis/bot/text"
	"amytis/engine"
	"amytis/engine/table"
	"amytis/store"
)

// A moderator can skip a turn, resign for a player, replace a player, and remove one from a lobby.
// The host can do so for a computer, and for a player who has left the server. The controls name
// the player instead of the seat: somebody else may have the seat when they are pressed.

// skip handles /game skip and the button that skips a player's turn.
func skip(ctx context.Context, r *interaction.Request) error {
	_, player, err := namedPlayer(ctx, r)
	if err != nil {
		return err
	}
	return intervene(ctx, r, player, "bot.moderation.skipped", func(t *table.Table) ([]table.Event, error) {
		seat := t.Seat(player)
		return t.EndTurn(seat, engine.SkipMove(seat), r.User, r.Now().UnixMilli())
	})
}

// resignFor resigns for another player. It asks first, except in a lobby, which has a way back.
func resignFor(ctx context.Context, r *interaction.Request) error {
	s, player, err := namedPlayer(ctx, r)
	if err != nil {
		return err
	}
	if s.Table.Status == table.Lobby {
		return takeOut(ctx, r)
	}
	question := r.Words.Say("bot.moderation.take_out_sure", "Player", sentences.NameOf(r.Words, s.Table, player))
	sure := control.Control{Action: control.TakeOut, Arg: player.String()}
	return r.Ask(ctx, sure, question, func(t *table.Table) ([]table.Event, error) {
		return nil, checkMayIntervene(ctx, r, t, player)
	})
}

// takeOut removes a player from a lobby, or resigns for them in a running game.
func takeOut(ctx context.Context, r *interaction.Request) error {
	_, player, err := namedPlayer(ctx, r)
	if err != nil {
		return err
	}
	return intervene(ctx, r, player, "bot.moderation.taken_out", func(t *table.Table) ([]table.Event, error) {
		if t.Status == table.Lobby {
			return []table.Event{table.TakeOut(player, r.User, r.Now().UnixMilli())}, nil
		}
		seat := t.Seat(player)
		return t.EndTurn(seat, engine.ResignMove(seat), r.User, r.Now().UnixMilli())
	})
}

// replace handles /game replace. It takes a member of the server or a level of computers.
func replace(ctx context.Context, r *interaction.Request) error {
	level := r.Options["level"]
	if (level == "") == (r.Options["by"] == "") {
		return engine.Refuse("which_replacement", "")
	}
	_, player, err := namedPlayer(ctx, r)
	switch {
	case err != nil:
		return err
	case level != "":
		return handOver(ctx, r, player, level)
	}
	resolved := r.Interaction.ApplicationCommandData().Resolved
	if resolved == nil {
		resolved = &discordgo.ApplicationCommandInteractionDataResolved{}
	}
	return replacePlayer(ctx, r, player, r.Options["by"], resolved.Users, resolved.Members)
}

func pressReplace(ctx context.Context, r *interaction.Request) error {
	resolved := r.Interaction.MessageComponentData().Resolved
	return replacePlayer(ctx, r, playerOfControl(r), r.Chosen(), resolved.Users, resolved.Members)
}

// replacement returns the player of a user ID, from the users and members that Discord sent with
// the choice. It refuses bots and users who are not on the server.
func replacement(
	id string, users map[string]*discordgo.User, members map[string]*discordgo.Member,
) (table.Player, error) {
	user, member := users[id], members[id]
	switch {
	case user == nil || member == nil:
		return table.Player{}, engine.Refuse("no_member", "", "player", "<@"+id+">")
	case user.Bot:
		return table.Player{}, engine.Refuse("bots_cannot_play", "")
	}
	named := *member
	named.User = user
	return table.Player{User: table.ParseID[table.UserID](id), Name: interaction.DisplayName(&named)}, nil
}

func replacePlayer(
	ctx context.Context, r *interaction.Request, player table.UserID,
	chosen string, users map[string]*discordgo.User, members map[string]*discordgo.Member,
) error {
	by, err := replacement(chosen, users, members)
	return intervene(ctx, r, player, "bot.moderation.replaced", func(t *table.Table) ([]table.Event, error) {
		if err != nil {
			return nil, err
		}
		return []table.Event{table.Replace(t.Seat(player), by, r.User, r.Now().UnixMilli())}, nil
	}, "New", sentences.Name(r.Words, by))
}

// namedPlayer returns the table, and the player that the pressed control or the command names.
func namedPlayer(ctx context.Context, r *interaction.Request) (tables.Loaded, table.UserID, error) {
	s, err := r.Table(ctx)
	if player := playerOfControl(r); err != nil || player != 0 {
		return s, player, err
	}
	seat, err := interaction.SeatNamed(r.Words, s.Table, strings.TrimSpace(r.Options["player"]))
	if err != nil {
		return s, 0, err
	}
	return s, s.Table.Player(seat).User, nil
}

// playerOfControl returns the user that the pressed control names, 0 for none.
func playerOfControl(r *interaction.Request) table.UserID {
	return table.ParseID[table.UserID](r.Control.Arg)
}

// intervene carries out a plan in place of a player, if the user may do that. It answers with the
// text of key done, whose arguments are the player's name and more.
func intervene(
	ctx context.Context, r *interaction.Request, player table.UserID, done string, p tables.Plan, more ...any,
) error {
	before, err := r.Act(ctx, func(t *table.Table) ([]table.Event, error) {
		if err := checkMayIntervene(ctx, r, t, player); err != nil {
			return nil, err
		}
		return p(t)
	}, nil)
	if err != nil {
		return err
	}
	more = append(more, "Player", sentences.NameOf(r.Words, before.Table, player))
	r.Answer.InPlace(ctx, &message.Message{Content: r.Words.Say(done, more...), Embeds: []*discordgo.MessageEmbed{}})
	return nil
}

func checkMayIntervene(ctx context.Context, r *interaction.Request, t *table.Table, player table.UserID) error {
	switch {
	case !t.Joined(player):
		return engine.Refuse(interaction.RefusedNoSuchSeat, "", "player", sentences.Mention(r.Words, player))
	case r.Moderator(), t.Host == r.User && (player.IsComputer() || departed(ctx, r, player)):
		return nil
	}
	return engine.Refuse("not_moderator", "")
}

func anySeat(*table.Table, engine.Seat) bool { return true }

func started(t *table.Table, _ engine.Seat) bool { return t.State != nil }

func inTurn(t *table.Table, seat engine.Seat) bool { return t.Turn().Has(seat) }

// suggestSeats returns the handler that offers the table's players for which fits is true.
func suggestSeats(fits func(*table.Table, engine.Seat) bool) interaction.Handler {
	return interaction.Offering(func(ctx context.Context, r *interaction.Request, o *interaction.Offer) {
		if s, err := r.Table(ctx); err == nil {
			o.OfferSeats(r.Words, s.Table, fits)
		}
	})
}

// resign handles /game resign, which nobody can undo, so it asks first. With the option player a
// moderator resigns for another player.
func resign(ctx context.Context, r *interaction.Request) error {
	if r.Options["player"] != "" {
		return resignFor(ctx, r)
	}
	question := r.Words.Say("bot.game.resign_sure", "Alone", playsAlone(r.At.Table, r.User))
	return plan(resigns).ask(ctx, r, control.Resign, question)
}

func abort(ctx context.Context, r *interaction.Request) error {
	if _, err := r.Table(ctx); errors.Is(err, tables.ErrDamaged) {
		return abandon(ctx, r)
	}
	return plan(aborts).ask(ctx, r, control.Abort, r.Words.Say("bot.game.abort_sure"))
}

// abandon aborts a damaged game for any player or a moderator: nobody can tell who the host is.
func abandon(ctx context.Context, r *interaction.Request) error {
	err := r.Tables.Damage.Abandon(ctx, r.Channel, func(h *store.Header) error {
		if h.Guild != r.Guild || !slices.Contains(h.Players, r.User) && !r.Moderator() {
			return engine.Refuse("not_host", "")
		}
		return nil
	})
	if err == nil {
		r.Answer.Respond(ctx, interactions.Say(&message.Message{Content: r.Words.Say("bot.game.aborted")}))
	}
	return err
}

func resigns(_ context.Context, r *interaction.Request, t *table.Table) ([]table.Event, error) {
	seat, err := r.SeatAt(t)
	if err != nil {
		return nil, err
	}
	return t.EndTurn(seat, engine.ResignMove(seat), r.User, r.Now().UnixMilli())
}

func aborts(_ context.Context, r *interaction.Request, t *table.Table) ([]table.Event, error) {
	if !r.Hosts(t) {
		return nil, engine.Refuse("not_host", "")
	}
	return []table.Event{table.Abort(r.User, r.Now().UnixMilli())}, nil
}

// status handles /game status and More: it shows the lobby, or the table and what can be done.
func status(ctx context.Context, r *interaction.Request) error {
	r.Answer.Whisper(ctx, statusMessage(ctx, r, r.NoteLook(ctx, r.At)))
	return nil
}

// statusMessage returns the answer to /game status. It warns of a player who has left the server.
func statusMessage(ctx context.Context, r *interaction.Request, s tables.Loaded) *message.Message {
	paused := ""
	if s.Table.Suspended() {
		paused = "⏸️ " + r.Words.Say("table.refused.suspended")
	}
	if s.Table.State == nil {
		m := posts.Lobby(r.Words, nil, s)
		m.Content = text.Lines(m.Content, paused)
		addDepartedWarning(ctx, r, m, s)
		return m
	}
	seat := s.Table.Seat(r.User)
	m := &message.Message{Content: text.Lines(cmp.Or(paused, sentences.CanDo(r.Words, s.Table, seat)),
		sentences.StandInLine(r.Words, s.Table, engine.Seats(seat)), sentences.ReservesLine(r.Words, s.Table))}
	r.AddAway(m, s.Table, interaction.Calendar(ctx, r, s.Table))
	if s.Header.LastMessage != 0 {
		m.Content += "\n" + sentences.MessageLink(s.Header)
	}
	addDepartedWarning(ctx, r, m, s)
	addTableButtons(r, m, s, seat)
	want := pictures.Request{View: s.Table.Game.Info().TableView(), Asker: seat}
	r.AttachBoard(ctx, m, s.ID, s.Table, want)
	return m
}

// addTableButtons adds buttons to the status of a running game: the rules, for a player to give up
// and for one who may have or has a stand-in, and for a moderator, who ends the game by one press.
func addTableButtons(r *interaction.Request, m *message.Message, s tables.Loaded, seat engine.Seat) {
	if s.Table.Status != table.Running {
		return
	}
	row := []discordgo.MessageComponent{control.Button(r.Words, "bot.button.rules", discordgo.SecondaryButton,
		control.At(control.Rules, s.ID, s.Table, ""))}
	if seat != 0 && !s.Table.Resigned.Has(seat) {
		row = append(row, control.GiveUpButton(r.Words, s.ID))
	}
	switch {
	case s.Table.StoodIn().Has(seat):
		row = append(row, control.ReturnButton(r.Words, s.ID))
	case s.Table.MayAskForStandIn(seat):
		row = append(row, control.Button(r.Words, "bot.button.ask_stand_in", discordgo.SecondaryButton,
			control.Control{Action: control.AskStandIn, Table: s.ID}))
	}
	if r.Moderator() {
		row = append(row, control.Button(r.Words, "bot.button.end_game", discordgo.DangerButton,
			control.Control{Action: control.Abort, Table: s.ID}))
	}
	m.Components = append(m.Components, control.Row(row...))
}

// departed reports whether a user has left the server, false if Discord does not answer in time. It
// asks when it matters: the event of a member who leaves needs a privileged intent.
func departed(ctx context.Context, r *interaction.Request, user table.UserID) bool {
	ctx, cancel := context.WithTimeout(ctx, r.LookWithin)
	defer cancel()
	member, err := r.Guilds.IsMember(ctx, r.Guild.String(), user.String())
	if err != nil {
		r.Log.Debug("asking for a member", slog.Any("guild", r.Guild), slog.Any("user", user), slog.Any("err", err))
		return false
	}
	return !member
}

// firstDeparted returns the first awaited player who has left the server, or the zero Player.
func firstDeparted(ctx context.Context, r *interaction.Request, t *table.Table) table.Player {
	ctx, cancel := context.WithTimeout(ctx, r.LookWithin) // for all of them together
	defer cancel()
	for i, p := range t.Players {
		awaited := t.Status == table.Lobby || t.Awaited().Has(engine.Seat(i+1))
		awaited = awaited && !t.Computers().Has(engine.Seat(i+1))
		if awaited && p.User != r.User && !p.IsComputer() && departed(ctx, r, p.User) {
			return p
		}
	}
	return table.Player{}
}

// addDepartedWarning adds to a message that the table waits for a player who has left the server.
// The host and moderators also get controls to skip, remove or replace the player.
func addDepartedWarning(ctx context.Context, r *interaction.Request, m *message.Message, s tables.Loaded) {
	p := firstDeparted(ctx, r, s.Table)
	if p.User == 0 {
		return
	}
	said := "bot.moderation.departed"
	offered := interventionControls(r, s.ID, p)
	if s.Table.Status == table.Lobby {
		said = "bot.moderation.departed_lobby"
		offered = append(m.Components, control.Row(takeOutButton(r, s.ID, p)))
	}
	m.Content = strings.TrimSpace(m.Content + "\n⚠️ " + r.Words.Say(said, "Player", sentences.Name(r.Words, p)))
	if r.Hosts(s.Table) {
		m.Components = offered
	}
}

// takeOutButton returns the button that removes a player from the lobby, or resigns for them.
func takeOutButton(r *interaction.Request, id table.ID, p table.Player) discordgo.Button {
	return control.Button(r.Words, "bot.button.take_out", discordgo.DangerButton,
		control.Control{Action: control.TakeOut, Table: id, Arg: p.User.String()})
}

// interventionControls returns the controls that skip a player, resign for them, or replace them.
func interventionControls(r *interaction.Request, id table.ID, p table.Player) []discordgo.MessageComponent {
	act := func(action string) control.Control {
		return control.Control{Action: action, Table: id, Arg: p.User.String()}
	}
	return []discordgo.MessageComponent{
		control.Row(
			control.Button(r.Words, "bot.button.skip", discordgo.PrimaryButton, act(control.Skip)),
			takeOutButton(r, id, p),
		),
		control.Row(discordgo.SelectMenu{
			MenuType: discordgo.UserSelectMenu,
			CustomID: act(control.Replace).ID(),
			Placeholder: text.Cut(r.Words.Say("bot.moderation.choose", "Player", sentences.PlainName(r.Words, p)),
				control.MaxMenuText),
		}),
		control.Row(levelMenu(r, act(control.HandOver), "bot.moderation.choose_level")),
	}
}
