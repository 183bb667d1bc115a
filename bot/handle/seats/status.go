package seats

import (
	"cmp"
	"context"
	"log/slog"
	"strings"

	"github.com/bwmarrin/discordgo"

	"amytis/bot/discord/control"
	"amytis/bot/discord/message"
	"amytis/bot/handle/interaction"
	"amytis/bot/play/tables"
	"amytis/bot/say/pictures"
	"amytis/bot/say/posts"
	"amytis/bot/say/sentences"
	"amytis/bot/text"
	"amytis/engine"
	"amytis/engine/table"
)

// status handles /game status and the button More: it shows the lobby, or the table and what the
// user can do.
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
	r.AddAway(ctx, m, s.Table)
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
		row = append(row, control.Button(
			r.Words, "bot.button.end_game", discordgo.DangerButton, control.Control{Action: control.Abort, Table: s.ID},
		))
	}
	m.Components = append(m.Components, control.Row(row...))
}

// Discord sends the event of a member who leaves only to bots with a privileged intent. This bot
// has none, so it asks whether players are still on the server when it matters.

// departed reports whether a user has left the server, false if Discord does not answer in time.
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

// firstDeparted returns the first player in turn, or in a lobby, who has left the server. It
// returns the zero Player if there is none.
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
	return control.Button(
		r.Words, "bot.button.take_out", discordgo.DangerButton,
		control.Control{Action: control.TakeOut, Table: id, Arg: p.User.String()},
	)
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
			MenuType:    discordgo.UserSelectMenu,
			CustomID:    act(control.Replace).ID(),
			Placeholder: text.Cut(r.Words.Say("bot.moderation.choose", "Player", sentences.PlainName(r.Words, p)), control.MaxMenuText),
		}),
		control.Row(levelMenu(r, control.Control{Action: control.HandOver, Table: id, Arg: p.User.String()}, "bot.moderation.choose_level")),
	}
}
