package render

import (
	"math"
	"sync"

	"github.com/hashicorp/golang-lru/v2/simplelru"
)

// kept are the values used last, up to a number of bytes. It is safe for concurrent use.
type kept[K comparable, V any] struct {
	mu           sync.Mutex
	values       simplelru.LRUCache[K, V]
	bytes, limit int
	sizeOf       func(K, V) int
}

func newKept[K comparable, V any](limit int, sizeOf func(K, V) int) *kept[K, V] {
	k := &kept[K, V]{limit: limit, sizeOf: sizeOf}
	// It fails only for a limit of 0.
	k.values, _ = simplelru.NewLRU(math.MaxInt, func(key K, v V) { k.bytes -= sizeOf(key, v) })
	return k
}

func (k *kept[K, V]) get(key K) (V, bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.values.Get(key)
}

// add keeps a value unless the key has one, and returns the one that the key has then. What is
// larger than the limit is not kept.
func (k *kept[K, V]) add(key K, v V) V {
	k.mu.Lock()
	defer k.mu.Unlock()
	if old, found := k.values.Get(key); found {
		return old
	}
	size := k.sizeOf(key, v)
	if size > k.limit {
		return v
	}
	k.values.Add(key, v)
	for k.bytes += size; k.bytes > k.limit; {
		k.values.RemoveOldest()
	}
	return v
}

func (k *kept[K, V]) clear() {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.values.Purge()
}
