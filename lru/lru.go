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
}

// New returns an empty cache that keeps values up to a total size of limit. sizeOf returns the size
// of a value with its key. It must be positive, and the same each time.
func New[K comparable, V any](limit int, sizeOf func(K, V) int) *Cache[K, V] {
	c := &Cache[K, V]{limit: limit, sizeOf: sizeOf}
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

// Add keeps v unless the key has a value, and returns the key's value. A value that is larger than
// the limit is not kept.
func (c *Cache[K, V]) Add(key K, v V) V {
	c.mu.Lock()
	defer c.mu.Unlock()
	if kept, found := c.values.Get(key); found {
		return kept
	}
	size := c.sizeOf(key, v)
	if size > c.limit {
		return v
	}
	c.values.Add(key, v)
	for c.size += size; c.size > c.limit; {
		c.values.RemoveOldest()
	}
	return v
}

// Clear empties the cache.
func (c *Cache[K, V]) Clear() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.values.Purge()
}
