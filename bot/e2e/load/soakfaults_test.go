package load_test

import (
	"context"
	"math/rand/v2"
	"sync"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/bot/e2e/harness"
)

// The pauses between faults: of requests and events, and of the gateway. The bot needs some seconds
// to recover from those.
const (
	faultEvery        = 500 * time.Millisecond
	gatewayFaultEvery = 75 * time.Second
	firstGatewayFault = 2 * time.Second
)

// injectFaults disturbs requests and the gateway until stop is called, as Env.InjectFaults does,
// but so seldom that there is time to play.
func (s *soak) injectFaults() (stop func()) {
	ctx, cancel := context.WithCancel(context.Background())
	var done sync.WaitGroup
	done.Go(func() { s.failRequests(ctx, rand.New(rand.NewPCG(92, 1))) })
	done.Go(func() { s.disturbGateway(ctx, rand.New(rand.NewPCG(92, 2))) })
	return func() {
		cancel()
		done.Wait()
		s.Discord.Faults().Clear()
		require.Eventually(s, func() bool { return s.Discord.Sessions() > 0 }, 2*time.Minute, 10*time.Millisecond)
	}
}

func (s *soak) failRequests(ctx context.Context, r *rand.Rand) {
	f := s.Discord.Faults()
	for sleep(ctx, time.Duration(r.Int64N(int64(2*faultEvery)))) {
		if r.IntN(10) == 0 {
			lost := f.DropEvents("INTERACTION_CREATE", 1)
			sleep(ctx, faultEvery)
			lost.Remove()
			s.figures.lost(lost.Hits())
			continue
		}
		armed := f.REST(harness.RESTFaults[r.IntN(len(harness.RESTFaults))])
		sleep(ctx, faultEvery)
		armed.Remove()
	}
}

func (s *soak) disturbGateway(ctx context.Context, r *rand.Rand) {
	faults := harness.GatewayFaults(s.Discord.Faults())
	for next := firstGatewayFault; sleep(ctx, next); next = gatewayFaultEvery {
		s.figures.gatewayDisturbed()
		faults[r.IntN(len(faults))]()
	}
}

// sleep sleeps, and returns false if the context ends.
func sleep(ctx context.Context, d time.Duration) bool {
	select {
	case <-ctx.Done():
		return false
	case <-time.After(d):
		return true
	}
}
