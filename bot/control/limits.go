package control

// Discord's limits of a message's controls.
const (
	MaxMenuOptions = 25
	MaxMenuText    = 100
	MaxRows        = 5
	MaxRowButtons  = 5
)

// ButtonRows is how many rows so many buttons take.
func ButtonRows(buttons int) int { return (buttons + MaxRowButtons - 1) / MaxRowButtons }

// Discord's limits of an autocomplete.
const (
	MaxChoices    = 25
	MaxChoiceName = 100
)

// Discord's limit of a message's content, less room for what follows the lines.
const (
	MaxContent = 2000
	MaxLines   = 1500
)
