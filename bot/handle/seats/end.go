package seats

import (
	"context"
	"errors"
	"slices"

	"amytis/bot/discord/control"
	"amytis/bot/discord/interactions"
	"amytis/bot/discord/message"
	"amytis/bot/handle/interaction"
	"amytis/bot/play/tables"
	"amytis/engine"
	"amytis/engine/table"
	"amytis/store"
)

// The commands to resign and to abort ask for confirmation, because neither can be undone.

// resign handles /game resign. With the option player a moderator resigns for another player.
func resign(ctx context.Context, r *interaction.Request) error {
	if r.Options["player"] != "" {
		return resignFor(ctx, r)
	}
	s, err := r.Table(ctx)
	if err != nil {
		return err
	}
	question := r.Words.Say("bot.game.resign_sure", "Alone", playsAlone(s.Table, r.User))
	return r.Ask(ctx, control.Control{Action: control.Resign}, question, func(t *table.Table) error {
		_, err := r.SeatAt(t)
		return err
	})
}

func abort(ctx context.Context, r *interaction.Request) error {
	question := r.Words.Say("bot.game.abort_sure")
	if _, err := r.Table(ctx); errors.Is(err, tables.ErrDamaged) {
		return abandon(ctx, r)
	}
	return r.Ask(ctx, control.Control{Action: control.Abort}, question, func(t *table.Table) error {
		return checkMayAbort(r, t)
	})
}

// abandon aborts a damaged game for any player or a moderator: nobody can tell who the host is.
func abandon(ctx context.Context, r *interaction.Request) error {
	err := r.Tables.Damage.Abandon(ctx, r.Channel, func(h *store.Header) error {
		if h.Guild != r.Guild || !slices.Contains(h.Players, r.User) && !r.Moderator() {
			return engine.Refuse(refusedNotHost, "")
		}
		return nil
	})
	if err == nil {
		r.Answer.Respond(ctx, interactions.Say(&message.Message{Content: r.Words.Say("bot.game.aborted")}))
	}
	return err
}

func checkMayAbort(r *interaction.Request, t *table.Table) error {
	if !r.Hosts(t) {
		return engine.Refuse(refusedNotHost, "")
	}
	return nil
}

func resigns(_ context.Context, r *interaction.Request, t *table.Table) ([]table.Event, error) {
	seat, err := r.SeatAt(t)
	if err != nil {
		return nil, err
	}
	return t.EndTurn(seat, engine.ResignMove(seat), r.User, r.Now().UnixMilli())
}

func aborts(_ context.Context, r *interaction.Request, t *table.Table) ([]table.Event, error) {
	if err := checkMayAbort(r, t); err != nil {
		return nil, err
	}
	return []table.Event{table.Abort(r.User, r.Now().UnixMilli())}, nil
}
