package interaction

import (
	"context"
	"strconv"

	"github.com/bwmarrin/discordgo"

	"amytis/bot/control"
)

// Handler answers one interaction. An error that it returns is answered by Request.Fail.
type Handler func(ctx context.Context, r *Request) error

// Routes are ways into the bot: commands by "command subcommand", autocomplete by the same behind
// "?", and presses by their action behind ":".
type Routes map[string]Handler

// Route names the handler, and reads a command's options on the way.
func (r *Request) Route() string {
	switch r.Interaction.Type {
	case discordgo.InteractionApplicationCommand:
		return r.commandRoute(r.Interaction.ApplicationCommandData())
	case discordgo.InteractionApplicationCommandAutocomplete:
		return "?" + r.commandRoute(r.Interaction.ApplicationCommandData())
	case discordgo.InteractionMessageComponent:
		c, _ := control.Parse(r.Interaction.MessageComponentData().CustomID)
		return ":" + c.Action
	}
	return ""
}

func (r *Request) commandRoute(data discordgo.ApplicationCommandInteractionData) string {
	route := data.Name
	options := data.Options
	for len(options) == 1 && options[0].Type == discordgo.ApplicationCommandOptionSubCommand {
		route += " " + options[0].Name
		options = options[0].Options
	}
	for _, o := range options {
		r.Options[o.Name] = optionText(o)
		if o.Focused {
			r.Focused = o.Name
		}
	}
	return route
}

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

// Control is what the pressed button or menu says.
func (r *Request) Control() control.Control {
	c, _ := control.Parse(r.Interaction.MessageComponentData().CustomID)
	return c
}

// Chosen is the value chosen in a menu, "" for a button.
func (r *Request) Chosen() string {
	if values := r.Interaction.MessageComponentData().Values; len(values) > 0 {
		return values[0]
	}
	return ""
}
