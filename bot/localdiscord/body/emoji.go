package body

import "amytis/bot/localdiscord/wire"

type Emoji struct {
	Name  wire.Opt[string] `json:"name"`
	Image wire.Opt[string] `json:"image"`
}
