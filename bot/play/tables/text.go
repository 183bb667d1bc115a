package tables

import (
	"context"

	"amytis/engine/table"
)

// WantsText reports whether a player of a table has turned text boards on.
func (ts *Tables) WantsText(ctx context.Context, t *table.Table) (bool, error) {
	for _, p := range t.Players {
		if p.IsComputer() {
			continue
		}
		if prefers, err := ts.store.Preferences(ctx, p.User); err != nil || prefers.Text {
			return prefers.Text, err
		}
	}
	return false, nil
}
