package bot

import (
	"context"
	"strings"

	"amytis/bot/discord/control"
	"amytis/bot/handle/interaction"
	"amytis/engine"
)

// onServers are the routes that need other people or a server, so a direct channel has none of
// them.
var onServers = map[string]bool{
	"game new": true, "game play": true, "game join": true, "game leave": true, "game start": true, "game skip": true,
	"game replace": true, "leaderboard": true, "stats": true, "settings": true, ":" + control.Standings: true,
	":" + control.New: true, "me invites": true, ":" + control.Invites: true,
}

// elsewhere are the routes that the bot answers where it is not, beside those of /me: they need no
// announcement. Those with true are about the user's direct channel.
var elsewhere = map[string]bool{
	"learn": false, "rules": false, "help": false, "privacy": false, "profile": false, "game mine": false,
	"game solo": true, "replay": true,

	":" + control.Learn: false, ":" + control.Help: false, ":" + control.Topic: false, ":" + control.Erase: false, ":" + control.EraseSure: false,
	":" + control.Solo: true, ":" + control.Anew: true, ":" + control.Still: false, ":" + control.KeyMoment: false,
	":" + control.Quiet: false, ":" + control.Away: false,
}

// admit refuses a route that is not offered at the request's place.
func admit(ctx context.Context, r *interaction.Request, route string) error {
	name, completes := strings.CutPrefix(strings.Replace(route, "=", ":", 1), "?") // a form is as its button
	switch r.Place {
	case interaction.Direct:
		if onServers[name] {
			return engine.Refuse(interaction.RefusedInDirect, "")
		}
	case interaction.Elsewhere:
		home, offered := elsewhere[name]
		switch {
		case r.Unstored != nil || strings.HasPrefix(name, "me ") && !onServers[name]: // a lesson, or the user's own
		case !offered:
			return engine.Refuse(interaction.RefusedElsewhere, "")
		case home && !(completes && name == "game solo"):
			return r.GoHome(ctx)
		}
	}
	return nil
}
