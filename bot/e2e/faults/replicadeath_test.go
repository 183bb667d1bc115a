package faults_test

import (
	"context"
	"errors"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/bot/e2e/harness"
	"amytis/engine/longrun"
	"amytis/store"
	"amytis/store/storetest"
)

// mortalStore is the handle of a bot that dies: from then on it cannot change the store, not even
// to say so.
type mortalStore struct {
	storetest.Hooked
	dead atomic.Bool
	// atClaim and atSettle have the bot die when it next has entries to send, and when it next has
	// sent one.
	atClaim, atSettle atomic.Bool
}

var errDead = errors.New("this bot is dead")

func (s *mortalStore) wrap(inner store.Store) store.Store {
	s.Hooked = storetest.Hooked{Store: inner, Before: func(_ context.Context, call string) error {
		changes := []string{"Commit", "Claim", "Renew", "Release", "Settle", "Outbox", "Hold", "HoldWith"}
		if call == "Settle" && s.atSettle.Swap(false) {
			s.dead.Store(true)
		}
		if s.dead.Load() && slices.Contains(changes, call) {
			return errDead
		}
		return nil
	}}
	return s
}

func (s *mortalStore) Claim(ctx context.Context, limit int, lease time.Duration) ([]store.Entry, error) {
	page, err := s.Hooked.Claim(ctx, limit, lease)
	if len(page) > 0 && s.atClaim.Swap(false) {
		s.dead.Store(true)
		return nil, errDead
	}
	return page, err
}

// TestAnotherBotGoesOnWithTheGamesOfADeadOne has a bot die in a game, and another one wait until
// its leases end.
func TestAnotherBotGoesOnWithTheGamesOfADeadOne(t *testing.T) {
	longrun.Only(t, "leases end in real time; announce takes over queues by day")
	t.Parallel()
	for name, dies := range map[string]func(s *mortalStore) *atomic.Bool{
		"before it announces a move":    func(s *mortalStore) *atomic.Bool { return &s.atClaim },
		"after it has announced a move": func(s *mortalStore) *atomic.Bool { return &s.atSettle },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			const lease = time.Second
			dying := &mortalStore{}
			env, ch, first, second := harness.StartedGame(t, harness.Options{
				Lease: lease, WrapStore: dying.wrap,
			}, "en-US", nil)
			env.Settle()
			before := len(ch.Messages())
			dies(dying).Store(true)
			first.MustRemoveTile(ch)
			env.Eventually("the bot dies", dying.dead.Load)
			// Only now, because on a slow machine it would take over from a bot that still lives.
			env.StartReplica(harness.Options{Lease: lease})
			stopped := make(chan error, 1)
			go func() { stopped <- env.Bot.Stop() }()
			env.Settle()
			require.Len(t, ch.Messages(), before+1)
			require.Len(t, second.Pings(), 1)
			require.NoError(t, <-stopped)

			env.Eventually("the other bot has the shard", func() bool {
				return env.Discord.Identifies() == 2 && env.Discord.Sessions() == 1
			})
			second.MustRemoveTile(ch)
			env.Settle()
			require.Len(t, ch.Messages(), before+2)
			require.Equal(t, 2, env.At(ch).Moves())
			require.Empty(t, env.Discord.Violations())
		})
	}
}
