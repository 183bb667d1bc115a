package store_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/engine/table"
	"amytis/store"
)

func TestTheLatestDraftsAreKept(t *testing.T) {
	var p store.Preferences
	for id := range table.ID(12) {
		p.KeepDraft(store.Draft{Table: id})
	}
	p.KeepDraft(store.Draft{Table: 5, Moves: []string{"1 end"}})
	require.Len(t, p.Drafts, 10)
	_, found := p.Draft(1)
	require.False(t, found, "the oldest ones are dropped")
	d, found := p.Draft(5)
	require.True(t, found, "the place has a channel")
	require.Equal(t, []string{"1 end"}, d.Moves)
	p.DropDraft(5)
	_, found = p.Draft(5)
	require.False(t, found, "the place has none")
}
