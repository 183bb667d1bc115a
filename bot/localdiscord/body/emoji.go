package body

import "amytis/bot/localdiscord/wire"

// Emoji is the body that creates an emoji of the application.
type Emoji struct {
	Name  wire.Opt[string] `json:"name"`
	Image wire.Opt[string] `json:"image"`
}
