package render

import (
	"fmt"
	"math"
	"sync"

	"github.com/hashicorp/golang-lru/v2/simplelru"
)

// Cache keeps the pictures used last, up to a number of bytes. It is safe for concurrent use, and
// draws a picture once for callers who ask at the same time.
type Cache struct {
	pictures *kept[string, Picture]
	mu       sync.Mutex
	drawing  map[string]chan struct{} // closed when the picture is drawn or has failed
}

// NewCache returns an empty cache for at most limit bytes of pictures and keys, 1 or more.
func NewCache(limit int) *Cache {
	size := func(key string, p Picture) int { return len(key) + len(p.PNG) + len(p.GIF) }
	return &Cache{pictures: newKept(limit, size), drawing: map[string]chan struct{}{}}
}

// Get returns the picture of a position and a request, from the cache or from draw. key must name
// the position, r.Before and the viewer, which also determine r.Open, r.Can and r.End. Everything
// else that changes the picture must be in r.
//
// Only the caller who drew gets an error, such as a lack of time. Others then draw it themselves.
func (c *Cache) Get(key string, r Request, draw func() (Picture, error)) (Picture, error) {
	key = cacheKey(key, r)
	for {
		c.mu.Lock()
		if p, found := c.pictures.get(key); found {
			c.mu.Unlock()
			return p, nil
		}
		drawn, busy := c.drawing[key]
		if !busy {
			c.drawing[key] = make(chan struct{})
			c.mu.Unlock()
			return c.draw(key, draw)
		}
		c.mu.Unlock()
		<-drawn
	}
}

// draw lets waiting callers go on even if draw panics.
func (c *Cache) draw(key string, draw func() (Picture, error)) (Picture, error) {
	defer func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		close(c.drawing[key])
		delete(c.drawing, key)
	}()
	p, err := draw()
	if err == nil {
		c.pictures.add(key, p)
	}
	return p, err
}

// cacheKey names everything that changes the picture. Quoted texts keep different parts apart.
func cacheKey(key string, r Request) string {
	return fmt.Sprintf("%d %q %q %q %v %v %q %t %t",
		r.Seat, key, r.View, r.Names, r.Ghost, r.Beside, r.Marks, r.Open != nil, r.End != nil)
}

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

// add keeps a value up to the limit, unless the key has one, and returns the key's value.
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
