package interaction

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"amytis/bot/discord/control"
	"amytis/bot/discord/interactions"
	"amytis/bot/discord/message"
	"amytis/bot/discord/rest"
	"amytis/bot/play/tables"
	"amytis/bot/say/pictures"
	"amytis/bot/say/sentences"
	"amytis/bot/text"
	"amytis/engine/table"
)

// Answer sends what the user gets to see.
type Answer struct {
	request *Request
	acted   bool   // the request changed a table, so the bot posts in the table's channel
	sent    bool   // an answer was sent
	message string // the ID of the answer's message if it has one
	Beside  Beside // set by a handler before it returns an error
}

// Respond sends the first response to an interaction. A failure is logged.
func (a *Answer) Respond(ctx context.Context, response *interactions.Response) {
	id, err := a.request.Responder.Respond(ctx, a.request.Interaction, response)
	a.sent = err == nil
	a.message = id
	switch {
	case err == nil:
	case errors.Is(err, rest.ErrAnswered): // delivered twice, and the other handler was quicker
		a.request.Log.Debug("already answered", slog.Any("interaction", a.request.ID))
	case errors.Is(err, rest.ErrTooLate):
		a.request.Log.Warn("too late to answer", slog.Any("interaction", a.request.ID))
	default:
		a.request.Log.Warn("answering", slog.Any("interaction", a.request.ID), slog.Any("err", err))
	}
}

// Sent returns the ID of the message that has answered, or the interaction's if that is not known.
func (a *Answer) Sent() (message string, sent bool) {
	return cmp.Or(a.message, a.request.ID.String()), a.sent
}

// Edit changes the answer, on any goroutine, for 15 minutes. A failure is logged.
func (a *Answer) Edit(ctx context.Context, m *message.Message) {
	if m.Components == nil {
		m.Components = message.NoComponents
	}
	if err := a.request.Responder.EditAnswer(ctx, a.request.Interaction, a.message, m); err != nil {
		a.request.Log.Info("editing an answer", slog.Any("interaction", a.request.ID), slog.Any("err", err))
	}
}

// Whisper answers so that only the user sees it. An autocomplete gets no choices.
func (a *Answer) Whisper(ctx context.Context, m *message.Message) {
	if a.request.Interaction.Type == discordgo.InteractionApplicationCommandAutocomplete {
		a.Respond(ctx, interactions.Choices())
		return
	}
	a.addWarning(ctx, m)
	a.Respond(ctx, interactions.Whisper(m))
}

// Show answers with a public message if share is true, else with an ephemeral one.
func (a *Answer) Show(ctx context.Context, m *message.Message, share bool) {
	if share {
		a.Respond(ctx, interactions.Say(m))
		return
	}
	a.Whisper(ctx, m)
}

// Also adds a message to an answer, public if share is true. It logs a failure and returns false.
func (a *Answer) Also(ctx context.Context, m *message.Message, share bool) bool {
	_, err := a.request.Responder.Followup(ctx, a.request.Interaction, m, !share)
	if err != nil {
		a.request.Log.Warn("adding to an answer", slog.Any("interaction", a.request.ID), slog.Any("err", err))
	}
	return err == nil
}

// InPlace edits the pressed message if it is ephemeral, else answers with a new ephemeral one. It
// never edits a message of components only: Discord refuses an edit with new pictures.
func (a *Answer) InPlace(ctx context.Context, m *message.Message) {
	if m.Components == nil {
		m.Components = message.NoComponents
	}
	const v2 = discordgo.MessageFlagsIsComponentsV2
	pressed := a.request.Interaction.Message
	if pressed != nil && pressed.Flags&discordgo.MessageFlagsEphemeral != 0 && (pressed.Flags|m.Flags)&v2 == 0 {
		a.addWarning(ctx, m)
		if a.request.Panels.Closed(a.request.Control.Table, a.request.User, a.request.Interaction.ID) && m.KeepAttachments {
			a.request.Responder.DeferNow(ctx, interactions.DeferUpdate()) // an edit keeps files without a list of them
		}
		a.Respond(ctx, interactions.Update(m))
		return
	}
	a.Whisper(ctx, m)
}

// retire removes the controls of a pressed public message. The answer is a further one.
func (a *Answer) retire(ctx context.Context) {
	const others = discordgo.MessageFlagsEphemeral | discordgo.MessageFlagsIsComponentsV2
	if a.request.Interaction.Message.Flags&others == 0 {
		a.request.Responder.DeferNow(ctx, interactions.Update(&message.Message{
			Components: message.NoComponents, KeepAttachments: true,
		}))
	}
}

// addWarning adds a line to m if the bot cannot post: in a locked thread, without permissions to
// announce the change of a table, or because the user takes no direct messages.
func (a *Answer) addWarning(ctx context.Context, m *message.Message) {
	why := ""
	switch {
	case a.request.lockedOut(ctx):
		why = a.request.Words.Say("bot.error.locked")
	case !a.acted:
	case a.request.Place == Direct && a.request.Messages.Refused(a.request.Channel.String()):
		why = a.request.Words.Say("bot.direct.refused")
	default:
		why = a.request.Missing(Here(ctx))
	}
	if why != "" {
		m.Content = strings.TrimSpace(text.Cut(m.Content, control.MaxLines) + "\n⚠️ " + why)
	}
}

// WarnSeparately sends addWarning's line, if any, as an ephemeral message after a public answer.
func (a *Answer) WarnSeparately(ctx context.Context) {
	m := &message.Message{}
	if a.addWarning(ctx, m); m.Content != "" {
		a.Also(ctx, m, false)
	}
}

// Ask answers with a question and a danger button for c. It refuses what the table or p refuses.
func (r *Request) Ask(ctx context.Context, c control.Control, question string, p tables.Plan) error {
	s, err := r.Table(ctx)
	if err != nil {
		return err
	}
	events, err := p(s.Table)
	if err == nil && len(events) > 0 {
		_, err = s.Table.Next(events[0])
	}
	if err != nil {
		return err
	}
	c.Table = s.ID
	sure := control.Button(r.Words, "bot.button."+c.Action, discordgo.DangerButton, c)
	r.Answer.Whisper(ctx, &message.Message{
		Content: question, Components: []discordgo.MessageComponent{control.Row(sure)},
	})
	return nil
}

// Acknowledge has Discord wait for a late answer; see interactions.Responder.DeferLate.
func (a *Answer) Acknowledge(ctx context.Context) {
	switch kind := a.request.Interaction.Type; {
	case kind == discordgo.InteractionApplicationCommandAutocomplete:
	case a.request.Interaction.Message != nil: // which the answer can still edit, or be a new one
		a.request.Responder.DeferLate(ctx, interactions.DeferUpdate())
	case kind == discordgo.InteractionApplicationCommand && a.request.answersInPublic():
		a.request.Responder.DeferLate(ctx, interactions.Defer())
	default:
		a.request.Responder.DeferLate(ctx, interactions.DeferWhisper())
	}
}

// answersInPublic reports whether everybody will see the answer to a command, even a late refusal.
func (in *Input) answersInPublic() bool {
	return in.inPublic() || in.Interaction.ApplicationCommandData().Name == "leaderboard" && in.Place == OnServer
}

func (in *Input) inPublic() bool { return in.Options["public"] == "true" && in.Place != Elsewhere }

// TextView is the view of /board in words: the whole position, the chosen player's things first.
const TextView = "text"

// AttachBoard adds a table's picture to a message that only the user sees, which has its controls;
// see pictures.Drawer.Attach. For a user who wants the position as text, the alt text is short, and
// the last button answers with the rest.
func (r *Request) AttachBoard(
	ctx context.Context, m *message.Message, id table.ID, t *table.Table, want pictures.Request,
) error {
	want.Brief = r.Prefers(ctx).Text
	if err := r.Pictures.Attach(ctx, r.Words, m, id, t, want); err != nil {
		return err
	}
	m.Embeds = []*discordgo.MessageEmbed{} // panels used to have the text
	if want.Brief {
		board := control.At(control.Boards, id, t, TextView)
		AddButton(m, control.Button(r.Words, "bot.textboard.view", discordgo.SecondaryButton, board))
	}
	return nil
}

// Calendar is tables.Tables.Calendar. A failure is only logged.
func Calendar(ctx context.Context, r *Request, t *table.Table) tables.Calendar {
	calendar, err := r.Tables.Calendar(ctx, t)
	if err != nil && ctx.Err() == nil {
		r.Log.Error("reading who is away", slog.Any("err", err))
	}
	return calendar
}

// AddAway adds to a message about a table which players in turn are away, and whether the user is.
func (r *Request) AddAway(m *message.Message, t *table.Table, calendar tables.Calendar) {
	now := r.Now().UnixMilli()
	others := func(user table.UserID, after int64) (begin, end int64) {
		if user == r.User {
			return 0, 0
		}
		return calendar.Absent(user, after)
	}
	lines := append([]string{m.Content}, sentences.AwayLines(r.Words, t, others, now)...)
	if begin, end := calendar.Absent(r.User, now); end != 0 && begin <= now {
		lines = append(lines, r.Words.Say("bot.away.you", "When", sentences.FixedTime(end)))
	}
	m.Content = strings.Join(lines, "\n")
}

// PlayOn returns the button that begins a sandbox at an earlier position of an ended game. It
// returns none if that is not possible. how is "", or "!" for a sandbox of one turn.
func PlayOn(w *text.Words, key string, s tables.Loaded, at *table.Table, how string) []discordgo.MessageComponent {
	if MayPlayOn(s.Table) != nil || at.State.Turn() == 0 {
		return nil
	}
	c := control.At(control.PlayOn, s.ID, s.Table, strconv.Itoa(len(at.Moves))+how)
	return []discordgo.MessageComponent{control.Button(w, key, discordgo.SecondaryButton, c)}
}
