package faults_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"amytis/bot/e2e/harness"
	"amytis/bot/play/tables"
	"amytis/engine/table"
	"amytis/store"
)

// TestDamagedGameIsNamedAndMakesRoom has one of two games get a log that cannot be replayed, with
// overdue work and a message that waits.
func TestDamagedGameIsNamedAndMakesRoom(t *testing.T) {
	env, ch, first, second := harness.StartedGame(t, harness.Options{Unchecked: true, Seed: 173, Caps: tables.Caps{PerHost: 1}}, nil)
	stranger, other := env.NewPlayer("Cleo", "de"), env.Guild.AddChannel("other")
	require.NoError(t, env.Bot.Stop())
	id := env.At(ch).ID()
	h, err := env.Store.Header(t.Context(), id)
	require.NoError(t, err)
	require.NoError(t, env.Store.Commit(t.Context(), store.Commit{
		Table: id, Want: h.Version, Events: []table.Event{table.MoveText("1 nonsense", 1, 1)}, Header: h, Deadline: 1,
		Outbox: []store.Entry{{Table: id, Channel: h.Channel, Kind: tables.PostTable, From: 1, Version: h.Version + 1}},
	}))
	env.Bot.StartAgain()

	named := fmt.Sprintf("degraded: game %s is damaged", id)
	env.Eventually("the health names it", func() bool {
		status, body := env.Bot.Get("/healthz")
		return status == http.StatusOK && strings.HasPrefix(body, "ok\n"+named)
	})
	requireMetrics(env, env.Bot, map[string]float64{`amytis_tables_damaged`: 1})
	env.Eventually("its message is given up", func() bool { return len(env.Outbox()) == 0 })
	for _, p := range []*harness.Player{first, second} {
		answer := p.MustCommand(ch, "garden end", nil)
		assert.Equal(t, p.T("bot.error.damaged", nil), answer.Content)
	}
	env.At(other).Open(nil, []*harness.Player{second, stranger})
	assert.Equal(t, stranger.T("bot.error.damaged", nil), stranger.MustCommand(ch, "game new", nil).Content)
	assert.Contains(t, stranger.MustCommand(ch, "game abort", nil).Content, "⛔")
	assert.Equal(t, first.T("bot.game.aborted", nil), first.MustCommand(ch, "game abort", nil).Content)
	awaitHealth(env, env.Bot, "")
	env.At(ch).Open(nil, []*harness.Player{first, second})
	env.Settle()
	errs := env.BotLog.Errors()
	require.Len(t, errs, 1, "one line, although the sweeper and the players met it often")
	assert.Contains(t, errs[0], "a game is damaged")
	env.BotLog.ForgetErrors()
}
