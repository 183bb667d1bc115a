package babel

import "amytis/engine"

// The icons in the order of info.Icons, behind the icons of the peoples (PeopleIcon).
const (
	// For people cards that are drawn and discarded, people cards that move to another site, and
	// temple cards that are built.
	CardIcon engine.Icon = NumPeoples + iota + 1
	DiscardIcon
	MigrateIcon
	TempleIcon
)

// PeopleIcon returns the icon of a people. It also stands for the people's site, and for the power
// of its trios.
func PeopleIcon(p People) engine.Icon { return engine.Icon(p) }

func cardIcon(letter string) engine.Icon { return PeopleIcon(peopleOf(letter[0])) }

var iconNames = []string{
	"assyrians", "hittites", "medes", "persians", "sumerians", "people_cards", "discard", "migration", "temple",
}
