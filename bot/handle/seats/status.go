package seats

import (
	"cmp"
	"context"

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

// status returns the handler of /game status and the button More: it shows the lobby, or the table
// and what the user can do.
func status(find func(*interaction.Request, context.Context) (tables.Loaded, error)) interaction.Handler {
	return func(ctx context.Context, r *interaction.Request) error {
		s, err := find(r, ctx)
		if err == nil {
			r.Answer.Whisper(ctx, statusMessage(ctx, r, r.NoteLook(ctx, s)))
		}
		return err
	}
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
	interaction.AddAway(ctx, r, m, s.Table)
	if s.Header.LastMessage != 0 {
		m.Content += "\n" + sentences.MessageLink(s.Header)
	}
	addDepartedWarning(ctx, r, m, s)
	addTableButtons(r, m, s, seat)
	want := pictures.Request{View: s.Table.Game.Info().TableView(), Asker: seat}
	interaction.AttachBoard(ctx, r, m, s.ID, s.Table, want)
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
