package gardens

import "amytis/engine"

// The icons in the order of info.Icons: one for each material and flower of a tile, then one for
// each decoration.
const (
	firstTileIcon  engine.Icon = 1
	firstDecorIcon             = firstTileIcon + engine.Icon(Start)*engine.Icon(Marigold)
)

func TileIcon(m Material, f Flower) engine.Icon {
	return firstTileIcon + engine.Icon(m-Clay)*engine.Icon(Marigold) + engine.Icon(f-Jasmine)
}

func DecorIcon(kind Icon) engine.Icon { return firstDecorIcon + engine.Icon(kind-Statue) }

func (t Tile) icon() engine.Icon {
	if t == 0 {
		return 0
	}
	return TileIcon(t.Material(), t.Flower())
}

// nameIcons returns info.Icons. Decorations have the names of their verbs, except the bridge, since
// another game has one too.
func nameIcons() []string {
	var names []string
	for _, material := range []string{"clay", "granite", "basalt", "start"} {
		for _, flower := range []string{"jasmine", "rose", "iris", "marigold"} {
			names = append(names, material+"_"+flower)
		}
	}
	return append(names, "statue", "fountain", "footbridge", "stairs")
}
