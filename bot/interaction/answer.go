package interaction

import (
	"context"
	"errors"
	"log/slog"

	"github.com/bwmarrin/discordgo"

	"amytis/bot/control"
	"amytis/bot/games"
	"amytis/bot/session"
	"amytis/bot/tables"
	"amytis/bot/telling"
	"amytis/engine"
	"amytis/engine/table"
	"amytis/store"
)

// Respond sends the first response to an interaction. A failure is logged.
func (r *Request) Respond(ctx context.Context, answer *session.Response) {
	_, err := r.Client.Respond(ctx, r.Interaction, answer)
	switch {
	case err == nil:
	case errors.Is(err, session.ErrAnswered):
		// Discord delivered the interaction twice, and the other handler was quicker.
		r.Log.Debug("already answered", slog.Any("interaction", r.ID))
	case errors.Is(err, session.ErrTooLate):
		r.Log.Warn("too late to answer", slog.Any("interaction", r.ID))
	default:
		r.Log.Warn("answering", slog.Any("interaction", r.ID), slog.Any("err", err))
	}
}

// Whisper answers with an ephemeral message, which only the requesting user sees.
func (r *Request) Whisper(ctx context.Context, m *session.Message) {
	r.addWarning(ctx, m)
	r.Respond(ctx, session.Whisper(m))
}

// Show answers with a public message if share is true, else with an ephemeral one.
func (r *Request) Show(ctx context.Context, m *session.Message, share bool) {
	if share {
		r.Respond(ctx, session.Say(m))
		return
	}
	r.Whisper(ctx, m)
}

// AnswerInPlace edits the pressed message if it is ephemeral, else answers with a new ephemeral
// one. A message that consists of components only is never edited: Discord refuses an edit with new
// pictures.
func (r *Request) AnswerInPlace(ctx context.Context, m *session.Message) {
	if m.Components == nil {
		m.Components = control.NoComponents
	}
	const v2 = discordgo.MessageFlagsIsComponentsV2
	pressed := r.Interaction.Message
	if pressed != nil && pressed.Flags&discordgo.MessageFlagsEphemeral != 0 && (pressed.Flags|m.Flags)&v2 == 0 {
		r.addWarning(ctx, m)
		r.Respond(ctx, session.Update(m))
		return
	}
	r.Whisper(ctx, m)
}

// Fail answers an error that a handler returned. A refusal is explained in words. Any other error
// is logged and answered with an apology.
func (r *Request) Fail(ctx context.Context, err error) {
	if errors.Is(err, store.ErrDuplicate) {
		r.Log.Debug("delivered twice", slog.Any("interaction", r.ID))
		return
	}
	if errors.Is(err, session.ErrTooLate) {
		r.FailLate(ctx)
		return
	}
	var at failure
	if f := (*failure)(nil); errors.As(err, &f) {
		at = *f
	}
	answer := &session.Message{Content: r.explain(at.game, at.table, err) + at.hint}
	if refused := (*engine.RuleError)(nil); errors.As(err, &refused) && refused.Code == tables.RefusedNoTable {
		answer.Components = []discordgo.MessageComponent{control.SoloRow(r.Words, r.gameOfCommand())}
	}
	r.Whisper(ctx, answer)
}

// FailLate answers that the interaction came too late and nothing was changed. Discord probably
// refuses the answer, and has told the user already. It gets no choices for autocomplete.
func (r *Request) FailLate(ctx context.Context) {
	if r.Interaction.Type != discordgo.InteractionApplicationCommandAutocomplete {
		r.Respond(ctx, session.Whisper(&session.Message{Content: r.Words.Say("bot.error.late")}))
	}
}

// Explain returns the text that tells the requesting user about an error at a table. An error that
// is not a refusal is logged, and the text is an apology.
func (r *Request) Explain(t *table.Table, err error) string { return r.explain(games.Of(t), t, err) }

// explain is Explain for a game whose table may be nil.
func (r *Request) explain(g games.Entry, t *table.Table, err error) string {
	var refused *engine.RuleError
	if errors.As(err, &refused) {
		return "⛔ " + telling.Refusal(r.Words, g, t, refused)
	}
	r.Log.Error(
		"handling an interaction", slog.Any("interaction", r.ID), slog.Any("user", r.User),
		slog.Any("channel", r.Channel), slog.Any("err", err),
	)
	if errors.Is(err, store.ErrConflict) {
		return r.Words.Say("bot.error.conflict")
	}
	return r.Words.Say("bot.error.internal")
}
