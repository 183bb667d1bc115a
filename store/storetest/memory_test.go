package storetest_test

import (
	"testing"

	"go.uber.org/goleak"

	"amytis/store"
	"amytis/store/storetest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// The model passes its own suite, so the suite asks for nothing that only another store does.
func TestMemoryPassesTheConformanceSuite(t *testing.T) {
	storetest.Run(t, storetest.Harness{
		Open:   func(testing.TB) store.Store { return storetest.NewMemory() },
		Second: func(_ testing.TB, s store.Store) store.Store { return s.(*storetest.Memory).Second() },
	})
}
