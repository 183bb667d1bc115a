package interaction

import (
	"context"
	"strconv"

	"github.com/bwmarrin/discordgo"

	"amytis/bot/discord/control"
	"amytis/bot/play/games"
)

// Handler answers one interaction, or returns an error, which the router answers by Answer.Fail.
type Handler func(ctx context.Context, r *Request) error

// Routes maps routes to their handlers. The route of a command is "command subcommand", or "command
// group subcommand". The route of its autocomplete has a "?" before it. The route of a control is
// ":" and the control's action.
type Routes map[string]Handler

// Route returns the route of the interaction, "" for an unknown kind. It also reads a command's
// options into Options and Focused.
func (in *Input) Route() string {
	switch in.Interaction.Type {
	case discordgo.InteractionApplicationCommand:
		return in.commandRoute(in.Interaction.ApplicationCommandData())
	case discordgo.InteractionApplicationCommandAutocomplete:
		return "?" + in.commandRoute(in.Interaction.ApplicationCommandData())
	case discordgo.InteractionMessageComponent:
		return ":" + in.Control().Action
	}
	return ""
}

// commandRoute returns the route of a command and reads its options.
func (in *Input) commandRoute(data discordgo.ApplicationCommandInteractionData) string {
	route := data.Name
	options := data.Options
	for len(options) == 1 && options[0].Type <= discordgo.ApplicationCommandOptionSubCommandGroup {
		route += " " + options[0].Name
		options = options[0].Options
	}
	for _, o := range options {
		in.Options[o.Name] = optionText(o)
		if o.Focused {
			in.Focused = o.Name
		}
	}
	return route
}

// optionText returns the value of an option as text: a number as an integer, a bool as true or
// false.
func optionText(o *discordgo.ApplicationCommandInteractionDataOption) string {
	switch v := o.Value.(type) {
	case string:
		return v
	case bool:
		if v {
			return "true"
		}
		return "false"
	case float64:
		return strconv.Itoa(int(v))
	}
	return ""
}

// gameOfCommand returns the ID of the game to which the command belongs, "" for another
// interaction.
func (in *Input) gameOfCommand() string {
	if in.Interaction.Type != discordgo.InteractionApplicationCommand {
		return ""
	}
	name := in.Interaction.ApplicationCommandData().Name
	for _, g := range games.All {
		if g.Info().Command == name {
			return g.Info().ID
		}
	}
	return ""
}

// Control returns the control that was pressed, as its custom_id gives it. It is the zero Control if
// that is unreadable, or if the interaction is not a press.
func (in *Input) Control() control.Control {
	if in.Interaction.Type != discordgo.InteractionMessageComponent {
		return control.Control{}
	}
	c, _ := control.Parse(in.Interaction.MessageComponentData().CustomID)
	return c
}

// Chosen returns the first value chosen in a menu, "" for a button.
func (in *Input) Chosen() string {
	if values := in.Interaction.MessageComponentData().Values; len(values) > 0 {
		return values[0]
	}
	return ""
}
