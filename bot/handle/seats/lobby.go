package seats

import (
	"context"

	"amytis/bot/discord/interactions"
	"amytis/bot/discord/message"
	"amytis/bot/handle/interaction"
	"amytis/bot/play/tables"
	"amytis/bot/say/posts"
	"amytis/bot/text"
	"amytis/engine"
	"amytis/engine/table"
)

// plan returns the events by which a user changes a table, or refuses.
type plan func(ctx context.Context, r *interaction.Request, t *table.Table) ([]table.Event, error)

func (p plan) bind(ctx context.Context, r *interaction.Request) tables.Plan {
	return func(t *table.Table) ([]table.Event, error) { return p(ctx, r, t) }
}

// carryOut returns the handler that carries out a plan and answers with the text of key done.
func carryOut(p plan, done string) interaction.Handler {
	return func(ctx context.Context, r *interaction.Request) error {
		if _, _, err := r.Act(ctx, p.bind(ctx, r), nil); err != nil {
			return err
		}
		r.Answer.InPlace(ctx, &message.Message{Content: r.Words.Say(done)})
		return nil
	}
}

// lobbyPress returns the handler that carries out a plan at the table of a lobby message and
// updates the message.
func lobbyPress(p plan) interaction.Handler {
	return func(ctx context.Context, r *interaction.Request) error {
		return answerInLobby(ctx, r, func() (before, after tables.Loaded, err error) {
			return r.Act(ctx, p.bind(ctx, r), nil)
		})
	}
}

// answerInLobby changes a lobby by act and answers with an update of the pressed message, which
// spares the announcer an edit.
func answerInLobby(
	ctx context.Context, r *interaction.Request, act func() (before, after tables.Loaded, err error),
) error {
	answer := r.Tables.Answers.To(table.ParseID[table.MessageID](r.Interaction.Message.ID))
	answer.Lock()
	defer answer.Unlock()
	answer.Shown = 0
	before, after, err := act()
	if err != nil {
		return err
	}
	r.Answer.Respond(ctx, interactions.Update(posts.Lobby(r.PublicWords(ctx), before.Table, after)))
	if _, sent := r.Answer.Sent(); sent {
		answer.Shown = after.Table.Version
	}
	r.Answer.WarnSeparately(ctx)
	return nil
}

func join(_ context.Context, r *interaction.Request, _ *table.Table) ([]table.Event, error) {
	if r.Interaction.Member.User.Bot {
		return nil, engine.Refuse(refusedBotPlayer, "")
	}
	return []table.Event{table.Join(table.Player{User: r.User, Name: r.Name, Language: string(r.Words.Lang())}, r.Now().UnixMilli())}, nil
}

func leave(_ context.Context, r *interaction.Request, _ *table.Table) ([]table.Event, error) {
	return []table.Event{table.Leave(r.User, r.Now().UnixMilli())}, nil
}

// start is for the host and moderators.
func start(ctx context.Context, r *interaction.Request, t *table.Table) ([]table.Event, error) {
	if err := checkHosts(r, t); err != nil {
		return nil, err
	}
	return tables.SetUp(ctx, r.Tables, r.Guild, t, r.Tables.Deal(t, r.User))
}

// keepOpen is for the host and moderators. Its answer replaces the question.
func keepOpen(ctx context.Context, r *interaction.Request) error {
	_, _, err := r.Act(ctx, func(t *table.Table) ([]table.Event, error) {
		if err := checkHosts(r, t); err != nil {
			return nil, err
		}
		return []table.Event{table.KeepOpen(r.User, r.Now().UnixMilli())}, nil
	}, nil)
	if err == nil {
		r.Answer.Respond(ctx, interactions.Update(&message.Message{
			Content:    r.PublicWords(ctx).Say("bot.find.kept", "Player", text.Plain(r.Name)),
			Components: message.NoComponents,
		}))
	}
	return err
}
