package announce

import "testing"

// TestAFewFailuresAreNoOutage: one message that never succeeds is not tried again whenever another
// does.
func TestAFewFailuresAreNoOutage(t *testing.T) {
	o := newOutage()
	back := o.ending()
	for range 10 {
		o.failure()
		o.failure()
		o.success()
	}
	select {
	case <-back:
		t.Fatal("woken by a success after two failures")
	default:
	}
	for range outageAfter {
		o.failure()
	}
	o.success()
	select {
	case <-back:
	default:
		t.Fatal("not woken after an outage")
	}
}
