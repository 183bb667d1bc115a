package core

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
)

// TestMessagesOutOfOrderAreTaken adds messages as a database may show them: one with a low number
// after one with a higher number.
func TestMessagesOutOfOrderAreTaken(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := openTest(t, Options{})
		for _, m := range []struct {
			number uint64
			later  time.Duration // after the message before
			within time.Duration // when it must come, once it is there
		}{{5, 0, 0}, {6, time.Second, 0}, {3, lookBack - 2*time.Second, 0}, {7, time.Second, 0}, {4, lookBack, lookAtAllEvery}} {
			time.Sleep(m.later)
			require.NoError(t, s.db.Apply(t.Context(), []change{set(outbox, key(m.number), []byte(`{"kind":"move"}`))}))
			added := time.Now()
			ctx, cancel := context.WithTimeout(t.Context(), time.Hour)
			list, err := s.Take(ctx, 9, 3*lookBack) // looks every lookBack
			cancel()
			require.NoError(t, err, "message %d", m.number)
			require.Len(t, list, 1)
			require.Equal(t, m.number, list[0].Seq)
			require.LessOrEqual(t, time.Since(added), m.within, "message %d", m.number)
		}
	})
}
