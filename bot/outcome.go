package bot

import (
	"errors"

	"github.com/bwmarrin/discordgo"

	"amytis/bot/discord/rest"
	"amytis/engine"
	"amytis/store"
)

// outcome is what became of an interaction, for the operator.
type outcome string

const (
	handled    outcome = "ok"
	refused    outcome = "refused"    // by a rule or a permission
	failed     outcome = "failed"     // by a fault of the program or the store
	panicked   outcome = "panicked"   // in its handler
	repeated   outcome = "repeated"   // Discord delivered it before
	late       outcome = "late"       // Discord has shown it as failed already
	busy       outcome = "busy"       // too many were in progress
	flooding   outcome = "flooding"   // its user had too many in progress
	unreadable outcome = "unreadable" // its kind is unknown
)

func outcomeOf(err error) outcome {
	var ruled *engine.RuleError
	switch {
	case err == nil:
		return handled
	case errors.Is(err, store.ErrDuplicate):
		return repeated
	case errors.Is(err, rest.ErrTooLate):
		return late
	case errors.As(err, &ruled):
		return refused
	}
	return failed
}

func kindOf(i *discordgo.InteractionCreate) string {
	switch i.Type {
	case discordgo.InteractionApplicationCommand:
		return "command"
	case discordgo.InteractionApplicationCommandAutocomplete:
		return "autocomplete"
	case discordgo.InteractionMessageComponent:
		return "press"
	case discordgo.InteractionModalSubmit:
		return "form"
	}
	return "unknown"
}
