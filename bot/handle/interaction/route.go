package interaction

import (
	"context"
	"strconv"

	"github.com/bwmarrin/discordgo"

	"amytis/bot/discord/control"
	"amytis/bot/discord/form"
	"amytis/bot/play/games"
)

// Handler answers one interaction. The router answers its error by Answer.Fail.
type Handler func(ctx context.Context, r *Request) error

// Routes maps routes to their handlers. A command's route is "command subcommand" or "command group
// subcommand", its autocomplete's has a "?" before it. That of a command in the menu of a person or
// a message is "@" and its name. A control's is ":" and its action, a sent form's "=" and its
// action.
type Routes map[string]Handler

// Route returns the interaction's route, "" for an unknown kind. It also sets Options and Focused.
func (in *Input) Route() string {
	switch in.Interaction.Type {
	case discordgo.InteractionApplicationCommand:
		return in.commandRoute(in.Interaction.ApplicationCommandData())
	case discordgo.InteractionApplicationCommandAutocomplete:
		return "?" + in.commandRoute(in.Interaction.ApplicationCommandData())
	case discordgo.InteractionMessageComponent:
		return ":" + in.Control().Action
	case discordgo.InteractionModalSubmit:
		in.Options = in.Interaction.Data.(form.Sent).Values
		return "=" + in.Control().Action
	}
	return ""
}

// commandRoute returns the route of a command and reads its options.
func (in *Input) commandRoute(data discordgo.ApplicationCommandInteractionData) string {
	switch data.CommandType {
	case discordgo.UserApplicationCommand:
		in.Options["player"] = data.TargetID
		return "@" + data.Name
	case discordgo.MessageApplicationCommand:
		return "@" + data.Name
	}
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

// optionText returns an option's value as text: an integer, "true" or "false".
func optionText(o *discordgo.ApplicationCommandInteractionDataOption) string {
	switch v := o.Value.(type) {
	case string:
		return v
	case bool:
		return strconv.FormatBool(v)
	case float64:
		return strconv.Itoa(int(v))
	}
	return ""
}

// gameOfCommand returns the ID of the game whose command this is, "" if it is no game's.
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

// Control returns the pressed control or that of the sent form, the zero Control if there is none
// or it is unreadable.
func (in *Input) Control() control.Control {
	id := ""
	switch data := in.Interaction.Data.(type) {
	case discordgo.MessageComponentInteractionData:
		id = data.CustomID
	case form.Sent:
		id = data.ID
	}
	c, _ := control.Parse(id)
	return c
}

// Chosen returns the first value chosen in a menu, "" for a button.
func (in *Input) Chosen() string {
	if values := in.AllChosen(); len(values) > 0 {
		return values[0]
	}
	return ""
}

// AllChosen returns the values chosen in a menu, none for a button or a command.
func (in *Input) AllChosen() []string {
	if in.Interaction.Type != discordgo.InteractionMessageComponent {
		return nil
	}
	return in.Interaction.MessageComponentData().Values
}
