// Package people has the handlers about people rather than games: profiles, the data stored about a
// person, and how many play on a server.
package people

import (
	"amytis/bot/discord/control"
	"amytis/bot/handle/interaction"
)

func Routes() interaction.Routes {
	return interaction.Routes{
		"me data":  data,
		"privacy":  privacy,
		"profile":  profile,
		"@Profile": profile,
		"stats":    stats,

		":" + control.Erase:     pressErase,
		":" + control.EraseSure: pressEraseSure,
	}
}
