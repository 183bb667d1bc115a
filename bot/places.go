package bot

import (
	"context"
	"slices"
	"strings"

	"amytis/bot/discord/commands"
	"amytis/bot/discord/control"
	"amytis/bot/handle/interaction"
	"amytis/bot/play/lessons"
	"amytis/engine"
)

// onServers are the subcommands that need other people, so a direct channel has none of them.
var onServers = map[string]bool{
	"game new": true, "game play": true, "game join": true, "game leave": true, "game start": true, "game skip": true,
	"game replace": true, "me invites": true,
}

// elsewhere are routes that the bot answers where it is not, beside the whole commands that Discord
// offers there: they need no announcement. Those with true are about the user's direct channel.
var elsewhere = map[string]bool{
	"game mine": false, "game solo": true, "replay": true, ":" + control.Still: false, ":" + control.KeyMoment: false,
}

// admit refuses a route that is not offered at the request's place. A control in place of a command
// is offered where the command is.
func admit(ctx context.Context, r *interaction.Request, route string) error {
	name, completes := strings.CutPrefix(strings.Replace(route, "=", ":", 1), "?") // a form is as its button
	if command, stands := control.Commands[strings.TrimPrefix(name, ":")]; stands {
		name = command
	}
	command, _, _ := strings.Cut(name, " ")
	switch home, offered := elsewhere[name]; r.Place {
	case interaction.Direct:
		if onServers[name] || slices.Contains(commands.OnlyOnServers, command) {
			return engine.Refuse(interaction.RefusedInDirect, "")
		}
	case interaction.Elsewhere:
		_, lesson := lessons.WithID(r.Control().Table)
		switch {
		case lesson:
		case !offered && (command == "game" || onServers[name] || !slices.Contains(commands.Everywhere, command)):
			return engine.Refuse(interaction.RefusedElsewhere, "")
		case home && !(completes && name == "game solo"):
			return r.GoHome(ctx)
		}
	}
	return nil
}
