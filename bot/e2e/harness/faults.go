package harness

import (
	"context"
	"math/rand/v2"
	"net/http"
	"sync"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/bot/localdiscord"
)

const (
	// Posts matches the path of requests that post or change a message.
	Posts     = `^/channels/\d+/messages`
	callbacks = `/callback`
)

// RESTFaults are faults of single requests.
var RESTFaults = []localdiscord.RESTFault{
	{Path: Posts, Times: 2, Status: http.StatusTooManyRequests, RetryAfter: 20 * time.Millisecond},
	{Path: Posts, Times: 2, Status: http.StatusBadGateway},
	{Method: "POST", Path: Posts, Times: 1, DropReply: true},
	{Method: "PATCH", Path: Posts, Times: 1, DropRequest: true},
	{Path: callbacks, Times: 1, Status: http.StatusServiceUnavailable},
	{Path: callbacks, Times: 1, DropReply: true},
	{Path: callbacks, Times: 1, Delay: 50 * time.Millisecond},
	{Times: 4, Status: http.StatusInternalServerError},
	{Times: 4, Status: http.StatusTooManyRequests, RetryAfter: 20 * time.Millisecond, Global: true},
}

// InjectFaults disturbs requests at random in the background until stop is called. It pauses
// between faults, for pause at most; one of gatewayOneIn is a fault of the gateway.
func (e *Env) InjectFaults(r *rand.Rand, pause time.Duration, gatewayOneIn int) (stop func()) {
	ctx, cancel := context.WithCancel(context.Background())
	f := e.Discord.Faults()
	gateway := []func(){
		f.Reconnect, f.CutGateway,
		func() { f.InvalidateSession(true) }, func() { f.InvalidateSession(false) },
		func() { f.ReorderEvents(2) }, func() { f.LateInteractions(1) },
	}
	var done sync.WaitGroup
	done.Go(func() {
		for ctx.Err() == nil {
			armed := f.REST(RESTFaults[r.IntN(len(RESTFaults))])
			f.DropEvents("INTERACTION_CREATE", r.IntN(20)/19)
			if r.IntN(gatewayOneIn) == 0 {
				gateway[r.IntN(len(gateway))]()
			}
			endsWithin(time.Duration(r.Int64N(int64(pause))), ctx.Done())
			armed.Remove()
			f.DropEvents("", 0)
			f.ReleaseEvents()
		}
	})
	return func() {
		cancel()
		done.Wait()
		f.Clear()
		require.Eventually(e, func() bool { return e.Discord.Sessions() > 0 }, Patience, time.Millisecond)
	}
}
