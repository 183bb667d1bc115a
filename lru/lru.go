// Package lru keeps the values used last, up to a total size.
package lru

import (
	"math"
	"sync"

	"github.com/hashicorp/golang-lru/v2/simplelru"
)

// Cache keeps values by key, up to a total size, and evicts the least recently used. It is safe for
// concurrent use.
type Cache[K comparable, V any] struct {
	limit  int
	sizeOf func(K, V) int

	mu     sync.Mutex
	size   int
	values *simplelru.LRU[K, V]
	making map[K]*making[V]
}

// making is a value that a caller is making; done is closed when it is made or that has failed.
type making[V any] struct {
	done  chan struct{}
	value V
	ok    bool
}

// New returns an empty cache that keeps values up to a total size of limit. sizeOf returns the size
// of a value with its key. It must be positive, and the same each time.
func New[K comparable, V any](limit int, sizeOf func(K, V) int) *Cache[K, V] {
	c := &Cache[K, V]{limit: limit, sizeOf: sizeOf, making: map[K]*making[V]{}}
	evicted := func(key K, v V) { c.size -= sizeOf(key, v) }
	values, err := simplelru.NewLRU(math.MaxInt, evicted) // bounded by size, not by number
	if err != nil {
		panic(err) // cannot happen: the number is positive
	}
	c.values = values
	return c
}

// Get returns the value of a key, false if it is not kept.
func (c *Cache[K, V]) Get(key K) (V, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.values.Get(key)
}

// GetOrMake returns the value of a key. If none is kept, it calls create and keeps the result.
// Callers that ask for the same key at once get it created once. create may ask for other keys, but
// not for this one.
//
// A failure is not kept and is returned only to the caller whose create failed, since its time may
// have run out. Other callers who wait for the value then try to create it themselves, also after a
// panic. Package golang.org/x/sync/singleflight would make them fail too.
func (c *Cache[K, V]) GetOrMake(key K, create func() (V, error)) (V, error) {
	for {
		c.mu.Lock()
		if v, found := c.values.Get(key); found {
			c.mu.Unlock()
			return v, nil
		}
		m, found := c.making[key]
		if !found {
			m = &making[V]{done: make(chan struct{})}
			c.making[key] = m
			c.mu.Unlock()
			return c.create(key, m, create)
		}
		c.mu.Unlock()
		if <-m.done; m.ok {
			return m.value, nil
		}
	}
}

// create calls create and wakes the callers that wait for m, even if create panics.
func (c *Cache[K, V]) create(key K, m *making[V], create func() (V, error)) (V, error) {
	defer func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		delete(c.making, key)
		if m.ok {
			c.add(key, m.value)
		}
		close(m.done)
	}()
	v, err := create()
	m.value, m.ok = v, err == nil
	return v, err
}

// Add keeps a value, unless the key has one or the value is larger than the limit.
func (c *Cache[K, V]) Add(key K, v V) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.add(key, v)
}

// add is Add, called with the lock held.
func (c *Cache[K, V]) add(key K, v V) {
	size := c.sizeOf(key, v)
	if size > c.limit || c.values.Contains(key) {
		return
	}
	c.values.Add(key, v)
	for c.size += size; c.size > c.limit; {
		c.values.RemoveOldest()
	}
}

// Clear empties the cache.
func (c *Cache[K, V]) Clear() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.values.Purge()
}
