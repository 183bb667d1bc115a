package seats

import (
	"context"

	"amytis/bot/discord/interactions"
	"amytis/bot/discord/message"
	"amytis/bot/handle/interaction"
	"amytis/bot/play/tables"
	"amytis/bot/say/posts"
	"amytis/engine"
	"amytis/engine/table"
)

func join(ctx context.Context, r *interaction.Request) error {
	return lobbyCommand(ctx, r, joinPlan(r), "bot.game.joined")
}

func leave(ctx context.Context, r *interaction.Request) error {
	return lobbyCommand(ctx, r, leavePlan(r), "bot.game.left")
}

func start(ctx context.Context, r *interaction.Request) error {
	return lobbyCommand(ctx, r, startPlan(ctx, r), "bot.game.started")
}

// lobbyCommand carries out a plan at the channel's table and answers with the text of key done.
func lobbyCommand(ctx context.Context, r *interaction.Request, p tables.Plan, done string) error {
	if _, _, err := r.Act(ctx, p, nil); err != nil {
		return err
	}
	r.Answer.Whisper(ctx, &message.Message{Content: r.Words.Say(done)})
	return nil
}

func pressJoin(ctx context.Context, r *interaction.Request) error {
	return lobbyPress(ctx, r, joinPlan(r))
}

func pressLeave(ctx context.Context, r *interaction.Request) error {
	return lobbyPress(ctx, r, leavePlan(r))
}

func pressStart(ctx context.Context, r *interaction.Request) error {
	return lobbyPress(ctx, r, startPlan(ctx, r))
}

// lobbyPress carries out a plan at the table of a lobby message and updates the message.
func lobbyPress(ctx context.Context, r *interaction.Request, p tables.Plan) error {
	before, after, err := r.Act(ctx, p, nil)
	if err != nil {
		return err
	}
	r.Answer.Respond(ctx, interactions.Update(posts.Lobby(r.PublicWords(ctx), before.Table, after)))
	r.Answer.WarnSeparately(ctx)
	return nil
}

func joinPlan(r *interaction.Request) tables.Plan {
	return func(*table.Table) ([]table.Event, error) {
		if r.Interaction.Member.User.Bot {
			return nil, engine.Refuse(refusedBotPlayer, "")
		}
		return []table.Event{table.Join(table.Player{User: r.User, Name: r.Name}, r.Now().UnixMilli())}, nil
	}
}

func leavePlan(r *interaction.Request) tables.Plan {
	return func(*table.Table) ([]table.Event, error) {
		return []table.Event{table.Leave(r.User, r.Now().UnixMilli())}, nil
	}
}

// startPlan returns the plan by which the host or a moderator starts the game.
func startPlan(ctx context.Context, r *interaction.Request) tables.Plan {
	return func(t *table.Table) ([]table.Event, error) {
		if t.Status == table.Lobby && !r.Hosts(t) {
			return nil, engine.Refuse(refusedNotHost, "")
		}
		return tables.SetUp(ctx, r.Tables, r.Guild, t, r.Tables.Deal(t, r.User))
	}
}
