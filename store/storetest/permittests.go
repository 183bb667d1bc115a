package storetest

import (
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"amytis/store"
)

// testPermits takes permits whose spans are so long that the time of the calls does not matter.
func testPermits(t *testing.T, h Harness) {
	one, last := twoHandles(t, h)
	handles := []store.Store{one, last}
	const span = time.Hour
	take := func(s store.Store, name string, n, limit int, pause time.Duration) (spans []int) {
		waits, err := s.Permits(t.Context(), name, n, limit, span, pause)
		assert.NoError(t, err)
		assert.True(t, slices.IsSorted(waits), waits)
		for _, wait := range waits {
			assert.GreaterOrEqual(t, wait, time.Duration(0))
			spans = append(spans, int((wait+span/2)/span))
		}
		return spans
	}
	require.Equal(t, []int{0, 0, 0}, take(one, "a", 3, 5, 0))
	require.Equal(t, []int{0, 0, 1, 1, 1, 1, 1, 2}, take(last, "a", 8, 5, 0))
	require.Equal(t, []int{2}, take(one, "a", 1, 5, 0))
	require.Equal(t, []int{0}, take(one, "b", 1, 5, 0), "another name")
	require.Empty(t, take(one, "b", 0, 5, 3*span))
	require.Equal(t, []int{3, 3, 3, 3, 3, 4}, take(last, "b", 6, 5, span))
	require.Equal(t, []int{5}, take(last, "b", 1, 1, 0), "a lower limit")
	require.NoError(t, one.Release(t.Context()))
	require.Equal(t, []int{2, 3}, take(last, "a", 2, 3, 0), "a released handle gives none back")

	t.Run("many take at once", func(t *testing.T) {
		var mu sync.Mutex
		in := map[int]int{} // permits by span
		race(t, 20, nil, func(i int) error {
			spans := take(handles[i%2], "many", 3, 7, 0)
			mu.Lock()
			defer mu.Unlock()
			for _, k := range spans {
				in[k]++
			}
			return nil
		})
		for k, left := 0, 30*len(handles); left > 0; k, left = k+1, left-7 {
			require.Equal(t, min(left, 7), in[k], "span %d", k)
		}
	})
	time.Sleep(got(one.Permits(t.Context(), "soon", 2, 1, soon, 0))(t)[1] + soon)
	require.Zero(t, got(last.Permits(t.Context(), "soon", 1, 1, soon, 0))(t)[0], "the span is over")
}
