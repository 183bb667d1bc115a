package interaction

import (
	"context"

	"github.com/bwmarrin/discordgo"

	"amytis/bot/discord/interactions"
	"amytis/bot/play/tables"
	"amytis/engine/table"
	"amytis/store"
)

// Acknowledge has Discord wait for the answer if the handler takes long; see
// interactions.Responder.DeferLate. The handler answers as always.
func (a *Answer) Acknowledge(ctx context.Context) {
	switch a.input.Interaction.Type {
	case discordgo.InteractionMessageComponent:
		// After it the pressed message can be edited, and a new one can be ephemeral.
		a.responder.DeferLate(ctx, interactions.DeferUpdate())
	case discordgo.InteractionApplicationCommand:
		if a.input.answersInPublic() {
			a.responder.DeferLate(ctx, interactions.Defer())
			return
		}
		a.responder.DeferLate(ctx, interactions.DeferWhisper())
	}
}

// publicCommand is the command that everybody in the channel sees the answer of.
const publicCommand = "leaderboard"

// answersInPublic reports whether everybody will see the answer to a command. A refusal is then
// public as well if it comes late, since Discord fixes the readers with the deferral.
func (in *Input) answersInPublic() bool {
	return in.Options["public"] == "true" || in.Interaction.ApplicationCommandData().Name == publicCommand
}

// InTime returns a store that refuses a change for an interaction that Discord has shown as failed
// already, by the error of interactions.CheckInTime. All other changes pass.
func InTime(s tables.Store) tables.Store { return inTime{s} }

type inTime struct{ tables.Store }

// Commit implements store.Tables.
func (s inTime) Commit(ctx context.Context, c store.Commit) error {
	if err := interactions.CheckInTime(ctx); err != nil {
		return err
	}
	return s.Store.Commit(ctx, c)
}

// ChangeSettings implements store.People. Since it reads as well, it looks at the time between
// reading and writing.
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

// Erase implements store.People.
func (s inTime) Erase(ctx context.Context, user table.UserID, as func(table.GuildID) table.Player) error {
	if err := interactions.CheckInTime(ctx); err != nil {
		return err
	}
	return s.Store.Erase(ctx, user, as)
}

// ChangePreferences implements store.People in the same way.
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
