package interaction

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"time"

	"amytis/bot/localdiscord/body"
	"amytis/bot/localdiscord/wire"
	"amytis/bot/localdiscord/world"
)

// Interaction is something that a user did and that the bot has to answer. Its exported fields
// never change.
type Interaction struct {
	registry *Registry
	Cause

	ID, Token string
	Created   time.Time
	ChannelID string
	GuildID   string // "" in a direct conversation
	// Owners are the installations that allow the interaction.
	Owners map[string]string
	// MessageID is the message of a component, or of the component that opened the form; "" for
	// commands.
	MessageID string

	progress Progress // reached through Open.Progress
}

// newToken is as long and as unguessable as Discord's.
func newToken(id string) string {
	var secret [72]byte
	_, _ = rand.Read(secret[:]) // never fails, by its documentation
	return base64.RawURLEncoding.EncodeToString([]byte("interaction:"+id+":")) +
		base64.RawURLEncoding.EncodeToString(secret[:])
}

// Wait returns the outcome once there is one to look at, after a deferral what follows. A failure
// is an outcome too. The error is the context's, with the outcome until then.
func (in *Interaction) Wait(ctx context.Context) (Outcome, error) {
	return in.await(ctx, in.progress.settled)
}

// FirstAnswer returns the outcome of the first answer, which may be a deferral.
func (in *Interaction) FirstAnswer(ctx context.Context) (Outcome, error) {
	return in.await(ctx, in.progress.first)
}

func (in *Interaction) await(ctx context.Context, done <-chan struct{}) (outcome Outcome, err error) {
	select {
	case <-done:
	case <-ctx.Done():
		err = ctx.Err()
	}
	in.registry.WithOpen(func(_ *world.World, open *Open) { outcome = open.Progress(in).outcome })
	return outcome, err
}

// Form returns the form that the interaction opened, or nil.
func (in *Interaction) Form() (form *wire.Modal) {
	in.registry.WithOpen(func(_ *world.World, open *Open) { form = open.Progress(in).outcome.Form })
	return form
}

// Followups returns the messages after the first answer, as they are now.
func (in *Interaction) Followups() []*wire.Message {
	var list []*wire.Message
	in.registry.WithOpen(func(w *world.World, open *Open) {
		for _, id := range open.Progress(in).Followups {
			if m := w.Messages.ByID(id); m != nil {
				list = append(list, m)
			}
		}
	})
	return list
}

func (in *Interaction) expire() {
	in.registry.WithOpen(func(_ *world.World, open *Open) { open.Progress(in).expire() })
}

// Sign says in a message which interaction it answers.
func (in *Interaction) Sign(w *world.World, m *wire.Message, p body.Purpose) {
	m.Interaction = in.ref(w)
	m.ApplicationID, m.WebhookID = w.BotID(), w.BotID()
	if in.Kind == wire.InteractionCommand && p == body.ForAnswer {
		m.Type = wire.MessageCommand
		if in.Menu {
			m.Type = wire.MessageMenu
		}
	}
	if m.Ephemeral() {
		m.OnlyFor = in.UserID
	}
}

func (in *Interaction) ref(w *world.World) *wire.InteractionRef {
	ref := &wire.InteractionRef{ID: in.ID, Type: in.Kind, User: w.User(in.UserID).Wire(),
		AuthorizingIntegrationOwners: in.Owners}
	switch in.Kind {
	case wire.InteractionCommand:
		ref.Name = in.Name
	case wire.InteractionModal:
		ref.Triggering = in.Opener.ref(w)
	default:
		ref.InteractedMessageID = in.MessageID
	}
	return ref
}
