package interaction

import (
	"context"

	"github.com/bwmarrin/discordgo"

	"amytis/bot/discord/interactions"
	"amytis/bot/play/tables"
	"amytis/engine/table"
	"amytis/store"
)

// Acknowledge has Discord wait for a late answer; see interactions.Responder.DeferLate.
func (a *Answer) Acknowledge(ctx context.Context) {
	switch kind := a.input.Interaction.Type; {
	case kind == discordgo.InteractionApplicationCommandAutocomplete:
	case a.input.Interaction.Message != nil:
		// The answer can still edit the pressed message, or be a new ephemeral one.
		a.responder.DeferLate(ctx, interactions.DeferUpdate())
	case kind == discordgo.InteractionModalSubmit:
		a.responder.DeferLate(ctx, interactions.DeferWhisper())
	case kind == discordgo.InteractionApplicationCommand:
		if a.input.answersInPublic() {
			a.responder.DeferLate(ctx, interactions.Defer())
			return
		}
		a.responder.DeferLate(ctx, interactions.DeferWhisper())
	}
}

// publicCommand is the command whose answer everybody in the channel sees.
const publicCommand = "leaderboard"

// answersInPublic reports whether everybody will see the answer to a command. A late refusal is
// then public too: the deferral decides who sees the answer.
func (in *Input) answersInPublic() bool {
	return in.inPublic() || in.Interaction.ApplicationCommandData().Name == publicCommand && in.Place == OnServer
}

func (in *Input) inPublic() bool { return in.Options["public"] == "true" && in.Place != Elsewhere }

// InTime returns a store whose changes fail with the error of interactions.CheckInTime once Discord
// shows the interaction as failed.
func InTime(s tables.Store) tables.Store { return inTime{s} }

type inTime struct{ tables.Store }

func (s inTime) Commit(ctx context.Context, c store.Commit) error {
	if err := interactions.CheckInTime(ctx); err != nil {
		return err
	}
	return s.Store.Commit(ctx, c)
}

// ChangeSettings looks at the time between reading and writing.
func (s inTime) ChangeSettings(
	ctx context.Context, guild table.GuildID, change func(s *store.Settings) error,
) error {
	return s.Store.ChangeSettings(ctx, guild, func(settings *store.Settings) error {
		if err := interactions.CheckInTime(ctx); err != nil {
			return err
		}
		return change(settings)
	})
}

func (s inTime) Erase(ctx context.Context, user table.UserID, as func(table.GuildID) table.Player) error {
	if err := interactions.CheckInTime(ctx); err != nil {
		return err
	}
	return s.Store.Erase(ctx, user, as)
}

// ChangePreferences looks at the time between reading and writing.
func (s inTime) ChangePreferences(
	ctx context.Context, user table.UserID, change func(p *store.Preferences) error,
) error {
	return s.Store.ChangePreferences(ctx, user, func(p *store.Preferences) error {
		if err := interactions.CheckInTime(ctx); err != nil {
			return err
		}
		return change(p)
	})
}
