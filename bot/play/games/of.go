package games

import (
	"amytis/engine/table"
)

// Of returns the game of a table, the zero Entry if t is nil.
func Of(t *table.Table) Entry {
	if t == nil {
		return Entry{}
	}
	g, _ := Find(t.Game.Info().ID)
	return g
}
