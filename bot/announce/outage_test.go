package announce

import "testing"

// TestSuccessAfterFewFailuresWakesNoQueue guards against a retry of a message that always fails
// whenever another message succeeds.
func TestSuccessAfterFewFailuresWakesNoQueue(t *testing.T) {
	o := newOutage()
	over := o.ended()
	for range 10 {
		o.failure()
		o.failure()
		o.success()
	}
	select {
	case <-over:
		t.Fatal("a success after two failures ended an outage")
	default:
	}
	for range outageAfter {
		o.failure()
	}
	o.success()
	select {
	case <-over:
	default:
		t.Fatal("the success after an outage did not end it")
	}
}
