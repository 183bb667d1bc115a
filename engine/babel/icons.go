package babel

import "amytis/engine"

// The icons in the order of info.Icons. Those of the peoples come first: see PeopleIcon.
const (
	// CardIcon is for people cards that are drawn, DiscardIcon for those that are discarded.
	CardIcon engine.Icon = NumPeoples + iota + 1
	DiscardIcon
	// MigrateIcon is for people cards that move to another site.
	MigrateIcon
	// TempleIcon is for temple cards that are built.
	TempleIcon
)

// PeopleIcon returns the icon of a people. It also stands for the people's site, and for the power
// of its trios.
func PeopleIcon(p People) engine.Icon { return engine.Icon(p) }

var iconNames = []string{
	"assyrians", "hittites", "medes", "persians", "sumerians", "people_cards", "discard", "migration", "temple",
}
