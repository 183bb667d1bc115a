package faults_test

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/bot/e2e/harness"
	"amytis/engine/table"
	"amytis/store"
)

// mortalStore is the handle of a bot that dies: from then on it cannot change the store, not even
// to say so.
type mortalStore struct {
	store.Store
	dead atomic.Bool
	// atClaim and atSettle have the bot die when it next has entries to send, and when it next has
	// sent one.
	atClaim, atSettle atomic.Bool
}

var errDead = errors.New("this bot is dead")

func (s *mortalStore) err(dies *atomic.Bool) error {
	if dies != nil && dies.Swap(false) {
		s.dead.Store(true)
	}
	if s.dead.Load() {
		return errDead
	}
	return nil
}

func (s *mortalStore) Commit(ctx context.Context, c store.Commit) error {
	if err := s.err(nil); err != nil {
		return err
	}
	return s.Store.Commit(ctx, c)
}

func (s *mortalStore) Claim(ctx context.Context, limit int, lease time.Duration) ([]store.Entry, error) {
	if err := s.err(nil); err != nil {
		return nil, err
	}
	page, err := s.Store.Claim(ctx, limit, lease)
	if len(page) > 0 {
		if err := s.err(&s.atClaim); err != nil {
			return nil, err
		}
	}
	return page, err
}

func (s *mortalStore) Renew(ctx context.Context, lease time.Duration) ([]table.ChannelID, error) {
	if err := s.err(nil); err != nil {
		return nil, err
	}
	return s.Store.Renew(ctx, lease)
}

func (s *mortalStore) Settle(ctx context.Context, seq uint64, done store.Settlement) error {
	if err := s.err(&s.atSettle); err != nil {
		return err
	}
	return s.Store.Settle(ctx, seq, done)
}

func (s *mortalStore) Outbox(ctx context.Context, after uint64, limit int) ([]store.Entry, error) {
	if err := s.err(nil); err != nil {
		return nil, err
	}
	return s.Store.Outbox(ctx, after, limit)
}

func (s *mortalStore) Hold(ctx context.Context, name string, ttl time.Duration) (bool, error) {
	if err := s.err(nil); err != nil {
		return false, err
	}
	return s.Store.Hold(ctx, name, ttl)
}

func (s *mortalStore) HoldWith(
	ctx context.Context, name string, ttl time.Duration, note string,
) (mine bool, kept string, err error) {
	if err := s.err(nil); err != nil {
		return false, "", err
	}
	return s.Store.HoldWith(ctx, name, ttl, note)
}

func (s *mortalStore) Release(ctx context.Context) error {
	if err := s.err(nil); err != nil {
		return err
	}
	return s.Store.Release(ctx)
}

// TestAnotherBotGoesOnWithTheGamesOfADeadOne has a bot die in a game, and another one wait until
// its leases end.
func TestAnotherBotGoesOnWithTheGamesOfADeadOne(t *testing.T) {
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
				Lease:     lease,
				WrapStore: func(s store.Store) store.Store { dying.Store = s; return dying },
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
