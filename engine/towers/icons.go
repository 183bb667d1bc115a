package towers

import "amytis/engine"

// The icons in the order of info.Icons.
const (
	TowerIcon engine.Icon = iota + 1
	BridgeIcon
	// For two nobles that swap places, a tower that turns, and a noble that is taken back.
	SwapIcon
	TurnIcon
	TakeIcon
	firstNobleIcon
)

func NobleIcon(s Size, c Colour) engine.Icon {
	return firstNobleIcon + engine.Icon(s-Small)*MaxSeats + engine.Icon(c-Blue)
}

func nameIcons() []string {
	names := []string{"tower", "bridge", "swap_nobles", "turn_tower", "take_noble"}
	for _, size := range []Size{Small, Large} {
		for _, colour := range colourNames {
			names = append(names, size.String()+"_"+colour)
		}
	}
	return names
}
