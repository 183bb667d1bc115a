package harness

import (
	"cmp"
	"context"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/bot/localdiscord"
	"amytis/bot/play/games"
	"amytis/bot/play/tables"
	"amytis/engine/table"
	"amytis/store"
	"amytis/store/bolt"
)

// LoggedGame is a table of a store with its log.
type LoggedGame struct {
	ID     table.ID
	Header store.Header
	Log    []table.Event
}

type LoggedGames []LoggedGame

// Add checks a game as the store's own check does, and adds it.
func (g *LoggedGames) Add(id table.ID, h store.Header, log []table.Event, result *store.Result) error {
	*g = append(*g, LoggedGame{id, h, log})
	return tables.Verify(id, h, log, result)
}

// CheckFile checks a store file as "amytis store check" does, and returns its games.
func CheckFile(t testing.TB, path string) (all LoggedGames) {
	t.Helper()
	faults, err := bolt.CheckFile(context.Background(), path, all.Add)
	require.NoError(t, err)
	require.Empty(t, faults, "faults in the store")
	return all
}

// In has the games of a channel in the order in which they were opened.
func (g LoggedGames) In(channel *localdiscord.Channel) (all LoggedGames) {
	for _, one := range g {
		if one.Header.Channel.String() == channel.ID {
			all = append(all, one)
		}
	}
	slices.SortFunc(all, func(a, b LoggedGame) int { return cmp.Compare(a.ID, b.ID) })
	return all
}

// Game is the zero value if there is none.
func (g LoggedGames) Game(id table.ID) LoggedGame {
	if i := slices.IndexFunc(g, func(one LoggedGame) bool { return one.ID == id }); i >= 0 {
		return g[i]
	}
	return LoggedGame{}
}

// CheckRecordOf checks the record of a game if it has ended; see CheckRecord.
func (e *Env) CheckRecordOf(game LoggedGame) {
	e.Helper()
	loaded, err := table.Load(games.Rules, game.Log)
	require.NoError(e, err)
	if loaded.Status == table.Ended {
		e.CheckRecord(loaded)
	}
}
