package games

import (
	"amytis/engine/table"
)

// Of is the game of a table, none if there is no table.
func Of(t *table.Table) Entry {
	if t == nil {
		return Entry{}
	}
	g, _ := Find(t.Game.Info().ID)
	return g
}
