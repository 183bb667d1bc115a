package announce

import "sync"

// outage wakes the queues that wait to retry when Discord is back. Their pauses grow during an
// outage and would outlast it.
type outage struct {
	mu sync.Mutex
	// failed counts the failures since the last success, in all channels.
	failed int
	// over is closed and replaced when an outage ends.
	over chan struct{}
}

// outageAfter is how many failures in a row count as an outage. A success after fewer wakes no
// queue. Otherwise every success would retry a message that always fails.
const outageAfter = 3

func newOutage() *outage { return &outage{over: make(chan struct{})} }

// ended returns a channel that is closed when the next outage ends.
func (o *outage) ended() <-chan struct{} {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.over
}

// end wakes all queues that wait to retry.
func (o *outage) end() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.wake()
}

// wake does the work of end. The caller holds mu.
func (o *outage) wake() {
	o.failed = 0
	close(o.over)
	o.over = make(chan struct{})
}

// failure counts a failed request.
func (o *outage) failure() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.failed++
}

// success ends the outage, if there is one.
func (o *outage) success() {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.failed >= outageAfter {
		o.wake()
	}
	o.failed = 0
}
