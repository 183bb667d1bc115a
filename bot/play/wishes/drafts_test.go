package wishes_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/bot/play/wishes"
	"amytis/engine/table"
	"amytis/store"
)

func TestTheLatestDraftsAreKept(t *testing.T) {
	var p store.Preferences
	for id := range table.ID(12) {
		wishes.KeepDraft(&p, store.Trial{Table: id})
	}
	wishes.KeepDraft(&p, store.Trial{Table: 5, Moves: []string{"1 end"}})
	require.Len(t, p.Drafts, 10)
	_, found := wishes.DraftAt(&p, 1)
	require.False(t, found, "the oldest ones are dropped")
	d, found := wishes.DraftAt(&p, 5)
	require.True(t, found, "the place has a channel")
	require.Equal(t, []string{"1 end"}, d.Moves)
	wishes.DropDraft(&p, 5)
	_, found = wishes.DraftAt(&p, 5)
	require.False(t, found, "the place has none")
}
