package lru

import (
	"errors"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

var errBroken = errors.New("broken")

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
			switch step := rapid.IntRange(0, 9).Draw(t, "step"); step {
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
				kept := slices.Contains(used, key)
				if !kept {
					values[key] = value
				}
				switch {
				case step < 7:
					c.Add(key, value)
					if kept {
						continue // it stays as it was
					}
				case step == 9 && !kept:
					_, err := c.GetOrMake(key, func() (int, error) { return value, errBroken })
					require.Equal(t, errBroken, err)
					continue
				default:
					v, err := c.GetOrMake(key, func() (int, error) {
						require.False(t, kept)
						return value, nil
					})
					require.NoError(t, err)
					require.Equal(t, values[key], v)
				}
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

// slowly returns a function that returns after a second.
func slowly(v int, err error) func() (int, error) {
	return func() (int, error) {
		time.Sleep(time.Second)
		return v, err
	}
}

func TestCallersAtOnceGetAValueThatIsMadeOnce(t *testing.T) {
	for name, limit := range map[string]int{"kept": 1000, "too large to be kept": 0} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c := New(limit, sizeOf)
				made := map[int]*atomic.Int32{1: {}, 2: {}}
				var callers sync.WaitGroup
				for range 10 {
					for key := range made {
						callers.Go(func() {
							v, err := c.GetOrMake(key, func() (int, error) {
								made[key].Add(1)
								return slowly(key*10, nil)()
							})
							assert.NoError(t, err)
							assert.Equal(t, key*10, v)
						})
					}
				}
				callers.Wait()
				assert.EqualValues(t, 1, made[1].Load())
				assert.EqualValues(t, 1, made[2].Load())
				assert.Empty(t, c.making)
			})
		})
	}
}

func TestAFailureIsReturnedOnlyToTheCallerWhoMade(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := New(1000, sizeOf)
		go func() {
			_, err := c.GetOrMake(1, slowly(0, errBroken))
			assert.ErrorIs(t, err, errBroken)
		}()
		synctest.Wait()
		v, err := c.GetOrMake(1, slowly(3, nil))
		assert.NoError(t, err)
		assert.Equal(t, 3, v)
		assert.Empty(t, c.making)
	})
}

func TestAPanicLeavesNoCallerWaiting(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := New(1000, sizeOf)
		go func() {
			defer func() { assert.Equal(t, "bad value", recover()) }()
			_, _ = c.GetOrMake(1, func() (int, error) {
				time.Sleep(time.Second)
				panic("bad value")
			})
		}()
		synctest.Wait()
		v, err := c.GetOrMake(1, slowly(3, nil))
		assert.NoError(t, err)
		assert.Equal(t, 3, v)
		assert.Empty(t, c.making)
	})
}

func TestAValueIsMadeOfAnother(t *testing.T) {
	c := New(1000, sizeOf)
	v, err := c.GetOrMake(2, func() (int, error) {
		half, err := c.GetOrMake(1, func() (int, error) { return 5, nil })
		return 2 * half, err
	})
	require.NoError(t, err)
	assert.Equal(t, 10, v)
	assert.Equal(t, []int{1, 2}, c.values.Keys())
}

func TestManyCallersShareACacheThatEvicts(t *testing.T) {
	c := New(60, func(int, *int) int { return 1 })
	var callers sync.WaitGroup
	for range 8 {
		callers.Go(func() {
			for i := range 1000 {
				key := i % 100
				v, err := c.GetOrMake(key, func() (*int, error) { return &key, nil })
				assert.NoError(t, err)
				assert.Equal(t, i%100, *v)
			}
		})
	}
	callers.Wait()
	assert.Equal(t, 60, c.size)
	assert.Empty(t, c.making)
}
