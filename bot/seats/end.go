package seats

import (
	"context"

	"amytis/bot/control"
	"amytis/bot/interaction"
	"amytis/bot/session"
	"amytis/bot/tables"
	"amytis/engine"
	"amytis/engine/table"
)

// resign and abort ask first: they cannot be taken back.

// resign is /game resign, of who asks or, by a moderator, of another player.
func resign(ctx context.Context, r *interaction.Request) error {
	if r.Options["player"] != "" {
		return resignFor(ctx, r)
	}
	question := r.Words.Say("bot.game.resign_sure")
	return r.Ask(ctx, control.Control{Action: control.Resign}, question, func(t *table.Table) error {
		_, err := r.SeatAt(t)
		return err
	})
}

func abort(ctx context.Context, r *interaction.Request) error {
	question := r.Words.Say("bot.game.abort_sure")
	return r.Ask(ctx, control.Control{Action: control.Abort}, question, func(t *table.Table) error {
		return mayAbort(r, t)
	})
}

func mayAbort(r *interaction.Request, t *table.Table) error {
	if !r.Hosts(t) {
		return engine.Refuse(refusedNotHost, "")
	}
	return nil
}

func pressResign(ctx context.Context, r *interaction.Request) error {
	return conclude(ctx, r, "bot.game.resigned", func(t *table.Table) ([]table.Event, error) {
		seat, err := r.SeatAt(t)
		if err != nil {
			return nil, err
		}
		return t.EndTurn(seat, engine.ResignMove(seat), r.User, r.Now().UnixMilli())
	})
}

func pressAbort(ctx context.Context, r *interaction.Request) error {
	return conclude(ctx, r, "bot.game.aborted", func(t *table.Table) ([]table.Event, error) {
		if err := mayAbort(r, t); err != nil {
			return nil, err
		}
		return []table.Event{table.Abort(r.User, r.Now().UnixMilli())}, nil
	})
}

func conclude(ctx context.Context, r *interaction.Request, done string, p tables.Plan) error {
	if _, _, err := r.Act(ctx, r.Control().Table, p, nil); err != nil {
		return err
	}
	r.AnswerInPlace(ctx, &session.Message{Content: r.Words.Say(done)})
	return nil
}
