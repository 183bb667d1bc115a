package seats

import (
	"context"
	"errors"
	"log/slog"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"amytis/bot/discord/control"
	"amytis/bot/discord/form"
	"amytis/bot/discord/interactions"
	"amytis/bot/discord/message"
	"amytis/bot/handle/interaction"
	"amytis/bot/play/tables"
	"amytis/bot/say/sentences"
	"amytis/bot/text"
	"amytis/engine"
	"amytis/engine/table"
)

const usualLevel = 3 // of computers if /game new names none

// pressAddComputer handles the button that adds a computer, and the menu of levels that it opens.
func pressAddComputer(ctx context.Context, r *interaction.Request) error {
	level, _ := strconv.Atoi(r.Chosen())
	if level == 0 {
		s, err := loadHosted(ctx, r)
		if err != nil {
			return err
		}
		r.Answer.Whisper(ctx, levelMessage(r, s, r.Words.Say("bot.computer.choose")))
		return nil
	}
	var added table.Player
	_, err := r.Act(ctx, func(t *table.Table) ([]table.Event, error) {
		if err := checkHosts(r, t); err != nil {
			return nil, err
		}
		added = table.Computer(t.FreeComputer(level))
		return []table.Event{table.AddComputer(added, r.User, r.Now().UnixMilli())}, nil
	}, nil)
	if err != nil {
		return err
	}
	r.Answer.InPlace(ctx, levelMessage(r, r.At, r.Words.Say("bot.computer.added", "Name", sentences.Name(r.Words, added))))
	return nil
}

// levelMessage returns a message with the menu that adds a computer, unless the table is full.
func levelMessage(r *interaction.Request, s tables.Loaded, content string) *message.Message {
	m := &message.Message{Content: content, Components: message.NoComponents}
	if _, most := s.Table.Seats(); len(s.Table.Players) < most {
		menu := levelMenu(r, control.Control{Action: control.AddComputer, Table: s.ID}, "bot.computer.menu")
		m.Components = []discordgo.MessageComponent{control.Row(menu)}
	}
	return m
}

// levelMenu returns a menu of the levels of computers. placeholder is the key of its text.
func levelMenu(r *interaction.Request, c control.Control, placeholder string) discordgo.SelectMenu {
	label := func(level int) string { return sentences.LevelName(r.Words, level) }
	return control.ValueMenu(c, r.Words.Say(placeholder), form.Numbers(1, engine.ComputerLevels), 0, label)
}

// pressRemoveComputer handles the button that removes a computer, and its menu of several.
func pressRemoveComputer(ctx context.Context, r *interaction.Request) error {
	if chosen := table.ParseID[table.UserID](r.Chosen()); chosen != 0 {
		if _, err := remove(chosen).act(ctx, r); err != nil {
			return err
		}
		name := sentences.Name(r.Words, table.Player{User: chosen})
		r.Answer.InPlace(ctx, &message.Message{Content: r.Words.Say("bot.computer.removed", "Name", name)})
		return nil
	}
	s, err := loadHosted(ctx, r)
	if err != nil {
		return err
	}
	var seated []table.UserID
	for _, p := range s.Table.Players {
		if p.IsComputer() {
			seated = append(seated, p.User)
		}
	}
	if len(seated) < 2 {
		return lobbyPress(remove(append(seated, 0)[0]))(ctx, r) // which refuses 0
	}
	menu := control.ValueMenu(control.Control{Action: control.RemoveComputer, Table: s.ID},
		r.Words.Say("bot.computer.remove"), seated, 0,
		func(id table.UserID) string { return sentences.PlainName(r.Words, table.Player{User: id}) })
	r.Answer.Whisper(ctx, &message.Message{
		Content: r.Words.Say("bot.computer.remove"), Components: []discordgo.MessageComponent{control.Row(menu)},
	})
	return nil
}

func remove(computer table.UserID) plan {
	return func(_ context.Context, r *interaction.Request, t *table.Table) ([]table.Event, error) {
		if err := checkLobby(r, t); err != nil {
			return nil, err
		}
		if !computer.IsComputer() || !t.Joined(computer) {
			return nil, engine.Refuse("no_computer", "")
		}
		return []table.Event{table.TakeOut(computer, r.User, r.Now().UnixMilli())}, nil
	}
}

// loadHosted returns the lobby of the pressed control for its host or a moderator.
func loadHosted(ctx context.Context, r *interaction.Request) (tables.Loaded, error) {
	s, err := r.Table(ctx)
	if err == nil {
		err = checkLobby(r, s.Table)
	}
	return s, err
}

// checkLobby refuses other tables than lobbies, and users other than the host and moderators.
func checkLobby(r *interaction.Request, t *table.Table) error {
	if t.Status != table.Lobby {
		return engine.Refuse(table.RefusedStarted, "")
	}
	return checkHosts(r, t)
}

// checkHosts refuses users other than the host and moderators in a lobby.
func checkHosts(r *interaction.Request, t *table.Table) error {
	if t.Status == table.Lobby && !r.Hosts(t) {
		return engine.Refuse("not_host", "")
	}
	return nil
}

func computersAsked(r *interaction.Request) []table.Event {
	n, _ := strconv.Atoi(r.Options["computers"])
	level, _ := strconv.Atoi(r.Options["level"])
	switch {
	case r.Options["computers"] == "" && level != 0:
		n = 1
	case level == 0:
		level = usualLevel
	}
	return computers(r, n, level)
}

// computers returns the events by which n computers of a level join a new table.
func computers(r *interaction.Request, n, level int) []table.Event {
	var events []table.Event
	for nth := 1; nth <= min(n, table.MaxComputers); nth++ {
		computer := table.Computer(table.ComputerID(nth, level))
		events = append(events, table.AddComputer(computer, r.User, r.Now().UnixMilli()))
	}
	return events
}

// A moderator can give any seat to a computer. The host can give away the seats of the host, of
// computers, of players who have left the server, and of players who agree.

var errMustAgree = errors.New("seats: the player must agree")

func pressHandOver(ctx context.Context, r *interaction.Request) error {
	return handOver(ctx, r, playerOfControl(r), r.Chosen())
}

// handOver gives a player's seat to a computer of a level, or asks the player to agree.
func handOver(ctx context.Context, r *interaction.Request, player table.UserID, level string) error {
	var computer table.Player
	before, err := r.Act(ctx, func(t *table.Table) (events []table.Event, err error) {
		if events, computer, err = handoverEvents(r, t, player, level); err != nil {
			return nil, err
		}
		switch {
		case !r.Hosts(t):
			return nil, engine.Refuse("not_host", "")
		case r.Moderator(), player == r.User, player.IsComputer(), departed(ctx, r, player):
			return events, nil
		}
		if _, err := t.Next(events[0]); err != nil {
			return nil, err
		}
		return nil, errMustAgree
	}, nil)
	switch {
	case errors.Is(err, errMustAgree):
		askToAgree(ctx, r, player, computer)
		return nil
	case err != nil:
		return err
	}
	r.Answer.InPlace(ctx, &message.Message{
		Content: replacedText(r.Words, before.Table, player, computer), Embeds: []*discordgo.MessageEmbed{},
	})
	return nil
}

func replacedText(w *text.Words, before *table.Table, player table.UserID, by table.Player) string {
	return w.Say("bot.moderation.replaced", "New", sentences.Name(w, by), "Player", sentences.NameOf(w, before, player))
}

// handoverEvents returns the events that give a player's seat to a computer, and the computer.
func handoverEvents(
	r *interaction.Request, t *table.Table, player table.UserID, level string,
) ([]table.Event, table.Player, error) {
	n, err := strconv.Atoi(level)
	if err != nil || n < 1 || n > engine.ComputerLevels {
		return nil, table.Player{}, engine.Refuse("which_replacement", "")
	}
	if !t.Joined(player) {
		return nil, table.Player{}, engine.Refuse(
			interaction.RefusedNoSuchSeat, "", "player", sentences.Mention(r.Words, player))
	}
	computer := table.Computer(t.FreeComputer(n))
	return []table.Event{table.Replace(t.Seat(player), computer, r.User, r.Now().UnixMilli())}, computer, nil
}

func askToAgree(ctx context.Context, r *interaction.Request, player table.UserID, computer table.Player) {
	w := r.PublicWords(ctx)
	_, level, _ := computer.User.Computer()
	m := &message.Message{
		Content: w.Say("bot.moderation.ask_to_agree",
			"Player", sentences.Mention(w, player), "Host", sentences.Mention(w, r.User),
			"New", sentences.Name(w, computer)),
		Components: []discordgo.MessageComponent{control.Row(control.Button(
			w, "bot.button.agree", discordgo.PrimaryButton,
			control.Control{Action: control.Agree, Table: r.At.ID, Arg: player.String() + "," + strconv.Itoa(level)},
		))},
	}
	if mayPing(ctx, r, player) {
		m.Mentions = []string{player.String()}
	}
	r.Answer.Respond(ctx, interactions.Say(m))
}

// mayPing reports whether neither the server nor the player wants silence now.
func mayPing(ctx context.Context, r *interaction.Request, player table.UserID) bool {
	settings, err := r.Settings(ctx)
	if err == nil && settings.Quiet {
		return false
	}
	calendar, unread := r.Tables.Calendar(ctx, r.At.Table)
	if err = errors.Join(err, unread); err != nil {
		r.Log.Warn("asking for quiet hours", slog.Any("table", r.At.ID), slog.Any("err", err))
		return false
	}
	now := r.Now().UnixMilli()
	return calendar.Quiet(player, now) == now
}

func pressAgree(ctx context.Context, r *interaction.Request) error {
	asked, level, _ := strings.Cut(r.Control.Arg, ",")
	player := table.ParseID[table.UserID](asked)
	if r.User != player {
		return engine.Refuse("not_asked", "", "player", sentences.Mention(r.Words, player))
	}
	var computer table.Player
	before, err := r.Act(ctx, func(t *table.Table) (events []table.Event, err error) {
		events, computer, err = handoverEvents(r, t, player, level)
		return events, err
	}, nil)
	if err != nil {
		return err
	}
	r.Answer.Respond(ctx, interactions.Update(&message.Message{
		Content:    replacedText(r.PublicWords(ctx), before.Table, player, computer),
		Components: message.NoComponents,
	}))
	return nil
}
