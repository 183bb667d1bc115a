package announce

import (
	"sync"
)

// outage tells those who wait to try again that Discord is back. Their pauses grow while it is
// away, and would outlast it.
type outage struct {
	mu sync.Mutex
	// failed is how many messages in a row could not be sent, to any channel.
	failed int
	// over is closed, and made anew, when Discord is back.
	over chan struct{}
}

// outageAfter is how many failures in a row are taken for an outage: a success after fewer wakes
// nobody, so that one message that never succeeds is not tried again whenever another does.
const outageAfter = 3

func newOutage() *outage { return &outage{over: make(chan struct{})} }

// ending returns what is closed when Discord is back the next time.
func (o *outage) ending() <-chan struct{} {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.over
}

// end is called when Discord is back.
func (o *outage) end() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.wake()
}

func (o *outage) wake() {
	o.failed = 0
	close(o.over)
	o.over = make(chan struct{})
}

func (o *outage) failure() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.failed++
}

// success ends an outage.
func (o *outage) success() {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.failed >= outageAfter {
		o.wake()
	}
	o.failed = 0
}
