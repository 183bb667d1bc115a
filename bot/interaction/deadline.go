package interaction

import (
	"context"

	"github.com/bwmarrin/discordgo"

	"amytis/bot/session"
	"amytis/engine/table"
	"amytis/store"
)

// Acknowledge has Discord wait for the answer if the handler takes long; see
// session.Client.DeferLate. The handler answers as always.
func (r *Request) Acknowledge(ctx context.Context) {
	switch r.Interaction.Type {
	case discordgo.InteractionMessageComponent:
		// After it the pressed message can be edited, and a new one can be ephemeral.
		r.Client.DeferLate(ctx, session.DeferUpdate())
	case discordgo.InteractionApplicationCommand:
		if r.answersInPublic() {
			r.Client.DeferLate(ctx, session.Defer())
			return
		}
		r.Client.DeferLate(ctx, session.DeferWhisper())
	}
}

// publicCommand is the command that everybody in the channel sees the answer of.
const publicCommand = "leaderboard"

// answersInPublic reports whether everybody will see the answer to a command. A refusal is then
// public as well if it comes late, since Discord fixes the readers with the deferral.
func (r *Request) answersInPublic() bool {
	return r.Options["public"] == "true" || r.Interaction.ApplicationCommandData().Name == publicCommand
}

// InTime returns a store that refuses a change for an interaction that Discord has shown as failed
// already, by the error of session.CheckInTime. All other changes pass.
func InTime(s store.Store) store.Store { return inTime{s} }

type inTime struct{ store.Store }

// Commit implements store.Store.
func (s inTime) Commit(ctx context.Context, c store.Commit) error {
	if err := session.CheckInTime(ctx); err != nil {
		return err
	}
	return s.Store.Commit(ctx, c)
}

// SetSettings implements store.Store.
func (s inTime) SetSettings(ctx context.Context, guild table.GuildID, settings store.Settings) error {
	if err := session.CheckInTime(ctx); err != nil {
		return err
	}
	return s.Store.SetSettings(ctx, guild, settings)
}

// SetPreferences implements store.Store.
func (s inTime) SetPreferences(ctx context.Context, user table.UserID, p store.Preferences) error {
	if err := session.CheckInTime(ctx); err != nil {
		return err
	}
	return s.Store.SetPreferences(ctx, user, p)
}
