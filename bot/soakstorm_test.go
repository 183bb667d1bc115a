package bot_test

import (
	"context"
	"math/rand/v2"
	"sync"
	"time"

	"github.com/stretchr/testify/require"
)

// The pauses between faults: of requests and events, and of the gateway, which
// the bot takes some seconds to come back from.
const (
	soakFaultEvery   = 500 * time.Millisecond
	soakGatewayEvery = 75 * time.Second
	soakGatewayFirst = 2 * time.Second
)

// storm lets faults happen until it is told to stop: those of misfortune, but so
// seldom that there is time to play.
func (s *soak) storm() (stop func()) {
	ctx, cancel := context.WithCancel(context.Background())
	var done sync.WaitGroup
	done.Go(func() { s.failRequests(ctx, rand.New(rand.NewPCG(92, 1))) })
	done.Go(func() { s.shakeGateway(ctx, rand.New(rand.NewPCG(92, 2))) })
	return func() {
		cancel()
		done.Wait()
		s.discord.Faults().Clear()
		require.Eventually(s, func() bool { return s.discord.Sessions() > 0 }, 2*time.Minute, 10*time.Millisecond)
	}
}

func (s *soak) failRequests(ctx context.Context, r *rand.Rand) {
	f := s.discord.Faults()
	for rested(ctx, time.Duration(r.Int64N(int64(2*soakFaultEvery)))) {
		if r.IntN(10) == 0 {
			lost := f.DropEvents("INTERACTION_CREATE", 1)
			rested(ctx, soakFaultEvery)
			lost.Remove()
			s.figures.lost(lost.Hits())
			continue
		}
		armed := f.REST(restFaults[r.IntN(len(restFaults))])
		rested(ctx, soakFaultEvery)
		armed.Remove()
	}
}

func (s *soak) shakeGateway(ctx context.Context, r *rand.Rand) {
	faults := gatewayFaults(s.discord.Faults())
	for next := soakGatewayFirst; rested(ctx, next); next = soakGatewayEvery {
		s.figures.shaken()
		faults[r.IntN(len(faults))]()
	}
}

// rested rests; false if the context ended.
func rested(ctx context.Context, d time.Duration) bool {
	select {
	case <-ctx.Done():
		return false
	case <-time.After(d):
		return true
	}
}
