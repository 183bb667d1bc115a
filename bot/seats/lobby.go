package seats

import (
	"context"

	"amytis/bot/interaction"
	"amytis/bot/posts"
	"amytis/bot/session"
	"amytis/bot/tables"
	"amytis/engine"
	"amytis/engine/table"
)

// join, leave and start are the lobby's buttons as commands.

func join(ctx context.Context, r *interaction.Request) error {
	return lobbyCommand(ctx, r, joining(r), "bot.game.joined")
}

func leave(ctx context.Context, r *interaction.Request) error {
	return lobbyCommand(ctx, r, leaving(r), "bot.game.left")
}

func start(ctx context.Context, r *interaction.Request) error {
	return lobbyCommand(ctx, r, starting(r), "bot.game.started")
}

func lobbyCommand(ctx context.Context, r *interaction.Request, p tables.Plan, done string) error {
	s, err := r.Tables.InChannel(ctx, r.Channel)
	if err != nil {
		return err
	}
	if _, _, err := r.Act(ctx, s.ID, p, nil); err != nil {
		return err
	}
	r.Whisper(ctx, &session.Message{Content: r.Words.Say(done)})
	return nil
}

func pressJoin(ctx context.Context, r *interaction.Request) error {
	return lobbyPress(ctx, r, joining(r))
}

func pressLeave(ctx context.Context, r *interaction.Request) error {
	return lobbyPress(ctx, r, leaving(r))
}

func pressStart(ctx context.Context, r *interaction.Request) error {
	return lobbyPress(ctx, r, starting(r))
}

// lobbyPress acts on the table of a lobby message and brings the message up to date.
func lobbyPress(ctx context.Context, r *interaction.Request, p tables.Plan) error {
	_, after, err := r.Act(ctx, r.Control().Table, p, nil)
	if err != nil {
		return err
	}
	r.Respond(ctx, session.Update(posts.Lobby(r.PublicWords(ctx), after)))
	r.WarnSeparately(ctx)
	return nil
}

// The plans that commands and presses share.

func joining(r *interaction.Request) tables.Plan {
	return func(*table.Table) ([]table.Event, error) {
		if r.Interaction.Member.User.Bot {
			return nil, engine.Refuse(refusedBotPlayer, "")
		}
		return []table.Event{table.Join(table.Player{User: r.User, Name: r.Name}, r.Now().UnixMilli())}, nil
	}
}

func leaving(r *interaction.Request) tables.Plan {
	return func(*table.Table) ([]table.Event, error) {
		return []table.Event{table.Leave(r.User, r.Now().UnixMilli())}, nil
	}
}

func starting(r *interaction.Request) tables.Plan {
	return func(t *table.Table) ([]table.Event, error) {
		if t.Status == table.Lobby && !r.Hosts(t) {
			return nil, engine.Refuse(refusedNotHost, "")
		}
		return []table.Event{r.Tables.Deal(t, r.User)}, nil
	}
}
