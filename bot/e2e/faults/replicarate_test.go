package faults_test

import (
	"context"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/bot/e2e/harness"
	"amytis/bot/localdiscord"
	"amytis/bot/localdiscord/traffic"
	"amytis/store"
)

// permitCount counts the permits that a handle takes.
type permitCount struct {
	store.Store
	taken atomic.Int64
}

func (s *permitCount) Permits(
	ctx context.Context, name string, n, limit int, span, pause time.Duration,
) ([]time.Duration, error) {
	s.taken.Add(int64(n))
	return s.Store.Permits(ctx, name, n, limit, span, pause)
}

// TestEveryRequestOfEveryBotHasASharedPermit counts requests as Discord's global limit does. That
// the permits keep to the limit is tested with the store and the session.
func TestEveryRequestOfEveryBotHasASharedPermit(t *testing.T) {
	t.Parallel()
	var requests atomic.Int64
	var bots [3]permitCount
	options := func(i int) harness.Options {
		return harness.Options{WrapStore: func(s store.Store) store.Store { bots[i].Store = s; return &bots[i] }}
	}
	first := options(0)
	first.Discord = localdiscord.Options{OnTraffic: func(e traffic.Entry) {
		if e.Kind == "rest" && !strings.HasPrefix(e.Path, "/interactions/") && !strings.HasPrefix(e.Path, "/webhooks/") {
			requests.Add(1)
		}
	}}
	env := harness.New(t, first)
	replicas := []*harness.Bot{env.Bot, env.StartReplica(options(1)), env.StartReplica(options(2))}
	ana := env.NewPlayer("Ana", "en-US")
	for _, name := range []string{"a", "b", "c", "d", "e", "f"} {
		ana.MustCommand(env.Guild.AddChannel(name), "game new", nil)
	}
	env.Settle()
	for i := range bots {
		env.Eventually("every bot makes requests", func() bool { return bots[i].taken.Load() > 0 })
	}
	for _, b := range replicas {
		require.NoError(t, b.Stop())
	}
	var taken int64
	for i := range bots {
		taken += bots[i].taken.Load()
	}
	require.GreaterOrEqual(t, requests.Load(), int64(6))
	require.LessOrEqual(t, requests.Load(), taken)
	require.Empty(t, env.Discord.Violations())
}
