package render

import (
	"fmt"
	"sync"
)

// Cache keeps drawn pictures up to a number of bytes, those that are used most. It is safe for
// concurrent use. Callers that ask for the same picture at once get it drawn once.
type Cache struct {
	pictures *kept[string, Picture]
	mu       sync.Mutex
	drawing  map[string]chan struct{} // closed when the picture is drawn or has failed
}

// NewCache returns an empty cache. limit is the most bytes of pictures and keys, 1 or more.
func NewCache(limit int) *Cache {
	size := func(key string, p Picture) int { return len(key) + len(p.PNG) + len(p.GIF) }
	return &Cache{pictures: newKept(limit, size), drawing: map[string]chan struct{}{}}
}

// Get returns the picture of a position and a request, from the cache or from draw. key must name
// the position, the one before it (r.Before) and the viewer. These also determine r.Open,
// r.Can and r.End.
// Everything else that changes the picture must be in r.
//
// A failure is returned only to the caller who drew, whose time may have run out. Other callers who
// wait for the picture then draw it themselves.
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

// cacheKey names everything that changes the picture. Different parts never give the same key,
// since texts are quoted.
func cacheKey(key string, r Request) string {
	return fmt.Sprintf("%d %q %q %q %v %v %q %t %t",
		r.Seat, key, r.View, r.Names, r.Ghost, r.Beside, r.Marks, r.Open != nil, r.End != nil)
}
