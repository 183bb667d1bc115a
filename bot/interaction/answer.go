package interaction

import (
	"context"
	"errors"
	"log/slog"

	"github.com/bwmarrin/discordgo"

	"amytis/bot/control"
	"amytis/bot/games"
	"amytis/bot/session"
	"amytis/bot/telling"
	"amytis/engine"
	"amytis/engine/table"
	"amytis/store"
)

// Respond gives the first answer.
func (r *Request) Respond(ctx context.Context, answer *session.Response) {
	_, err := r.Client.Respond(ctx, r.Interaction, answer)
	switch {
	case err == nil:
	case errors.Is(err, session.ErrAnswered):
		// The same interaction was delivered twice, and the other was quicker.
		r.Log.Debug("already answered", slog.Any("interaction", r.ID))
	default:
		r.Log.Warn("answering", slog.Any("interaction", r.ID), slog.Any("err", err))
	}
}

// Whisper answers with a message for who asked alone.
func (r *Request) Whisper(ctx context.Context, m *session.Message) {
	r.caution(ctx, m)
	r.Respond(ctx, session.Whisper(m))
}

// Show answers with a message for everybody, or for who asked alone.
func (r *Request) Show(ctx context.Context, m *session.Message, share bool) {
	if share {
		r.Respond(ctx, session.Say(m))
		return
	}
	r.Whisper(ctx, m)
}

// AnswerInPlace changes the message that was pressed if it is the player's own, else whispers.
func (r *Request) AnswerInPlace(ctx context.Context, m *session.Message) {
	if m.Components == nil {
		m.Components = control.NoComponents
	}
	if r.Interaction.Message != nil && r.Interaction.Message.Flags&discordgo.MessageFlagsEphemeral != 0 {
		r.caution(ctx, m)
		r.Respond(ctx, session.Update(m))
		return
	}
	r.Whisper(ctx, m)
}

// Fail answers what went wrong in a handler: a refusal in words; anything else with an apology, and
// the error in the log.
func (r *Request) Fail(ctx context.Context, err error) {
	if errors.Is(err, store.ErrDuplicate) {
		r.Log.Debug("delivered twice", slog.Any("interaction", r.ID))
		return
	}
	var at failure
	if f := (*failure)(nil); errors.As(err, &f) {
		at = *f
	}
	r.Whisper(ctx, &session.Message{Content: r.explain(at.game, at.table, err)})
}

// Explain puts an error about a table in words for who asked. An error that is no refusal is
// logged.
func (r *Request) Explain(t *table.Table, err error) string { return r.explain(games.Of(t), t, err) }

func (r *Request) explain(g games.Entry, t *table.Table, err error) string {
	var refused *engine.RuleError
	if errors.As(err, &refused) {
		return "⛔ " + telling.Refusal(r.Words, g, t, refused)
	}
	r.Log.Error(
		"handling", slog.Any("interaction", r.ID), slog.Any("user", r.User), slog.Any("channel", r.Channel),
		slog.Any("err", err),
	)
	if errors.Is(err, store.ErrConflict) {
		return r.Words.Say("bot.error.conflict")
	}
	return r.Words.Say("bot.error.internal")
}
