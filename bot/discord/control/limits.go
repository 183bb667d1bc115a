package control

// Discord's limits for menus and buttons: numbers, and characters for MaxMenuText.
const (
	MaxMenuOptions = 25
	MaxMenuText    = 100
	MaxRows        = 5
	MaxRowButtons  = 5
)

func ButtonRows(buttons int) int { return (buttons + MaxRowButtons - 1) / MaxRowButtons }

// Discord's limits for an autocomplete: choices, and characters of a name.
const (
	MaxChoices    = 25
	MaxChoiceName = 100
)

// MaxContent is Discord's limit for a message's content in characters. MaxLines is our limit for
// the lines about events in it, which leaves room for the rest.
const (
	MaxContent = 2000
	MaxLines   = 1500
)
