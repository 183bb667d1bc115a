package storetest_test

import (
	"testing"

	"go.uber.org/goleak"

	"amytis/store"
	"amytis/store/storetest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// The model passes its own suite: so neither asks for what only the other does.
func TestMemory(t *testing.T) {
	storetest.Run(t, storetest.Harness{Open: func(testing.TB) store.Store { return storetest.NewMemory() }})
}
