package interaction

import (
	"context"

	"github.com/bwmarrin/discordgo"

	"amytis/bot/discord/interactions"
)

// Acknowledge has Discord wait for a late answer; see interactions.Responder.DeferLate.
func (a *Answer) Acknowledge(ctx context.Context) {
	switch kind := a.input.Interaction.Type; {
	case kind == discordgo.InteractionApplicationCommandAutocomplete:
	case a.input.Interaction.Message != nil:
		// The answer can still edit the pressed message, or be a new ephemeral one.
		a.responder.DeferLate(ctx, interactions.DeferUpdate())
	case kind == discordgo.InteractionApplicationCommand && a.input.answersInPublic():
		a.responder.DeferLate(ctx, interactions.Defer())
	default:
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
