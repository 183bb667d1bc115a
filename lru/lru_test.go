package lru

import (
	"slices"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// sizeOf returns a size that depends on the key too.
func sizeOf(key, value int) int { return 1 + key + value }

// TestTheValuesUsedLastAreKeptUpToTheLimit compares a cache with a list of keys, in the order in
// which they were used.
func TestTheValuesUsedLastAreKeptUpToTheLimit(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		limit := rapid.IntRange(0, 50).Draw(t, "limit")
		c := New(limit, sizeOf)
		values := map[int]int{}
		var used []int // the last is the one used last
		use := func(key int) {
			used = append(slices.DeleteFunc(used, func(k int) bool { return k == key }), key)
		}
		size := func() (sum int) {
			for _, key := range used {
				sum += sizeOf(key, values[key])
			}
			return sum
		}
		for range rapid.IntRange(1, 60).Draw(t, "steps") {
			key := rapid.IntRange(0, 9).Draw(t, "key")
			switch rapid.IntRange(0, 9).Draw(t, "step") {
			case 0:
				c.Clear()
				used = nil
			case 1, 2, 3, 4:
				v, found := c.Get(key)
				require.Equal(t, slices.Contains(used, key), found)
				if found {
					require.Equal(t, values[key], v)
					use(key)
				}
			default:
				value := rapid.IntRange(0, 15).Draw(t, "value")
				if !slices.Contains(used, key) {
					values[key] = value
				}
				require.Equal(t, values[key], c.Add(key, value))
				if !slices.Contains(used, key) && sizeOf(key, value) > limit {
					break
				}
				for use(key); size() > limit; {
					used = used[1:]
				}
			}
			require.Equal(t, append([]int{}, used...), c.values.Keys())
			require.Equal(t, size(), c.size)
		}
	})
}

func TestCallersAtOnceGetTheSameValue(t *testing.T) {
	c := New(1000, func(int, *int) int { return 1 })
	var calls sync.WaitGroup
	for range 8 {
		calls.Go(func() {
			for key := range 100 {
				mine := new(int)
				kept := c.Add(key, mine)
				got, found := c.Get(key)
				assert.True(t, found)
				assert.Same(t, kept, got)
			}
		})
	}
	calls.Wait()
	assert.Equal(t, 100, c.size)
}
