package render

import (
	"fmt"
	"strconv"
	"sync"

	"amytis/lru"
)

// Cache keeps drawn pictures up to a number of bytes and evicts the least recently used. It is safe
// for concurrent use. Callers that ask for the same picture at once get it drawn once.
type Cache struct {
	pictures *lru.Cache[string, Picture]

	mu      sync.Mutex
	drawing map[string]*drawing
}

// drawing is a picture that a caller is drawing; done is closed when it is drawn or has failed.
type drawing struct {
	done    chan struct{}
	picture Picture
	ok      bool
}

// NewCache returns an empty cache that holds up to limit bytes of pictures and their keys.
func NewCache(limit int) *Cache {
	return &Cache{pictures: lru.New(limit, entrySize), drawing: map[string]*drawing{}}
}

// Get returns the picture of a position and a request, from the cache or from draw. key must name
// the position, the one before it (r.Before) and the viewer; they give the views in r.Open.
// Everything else that changes the picture must be in r.
//
// A failure is not cached and is returned only to the caller who drew, whose time may have run out.
// Other callers who wait for the picture then try to draw it themselves.
func (c *Cache) Get(key string, r Request, draw func() (Picture, error)) (Picture, error) {
	k := cacheKey(key, r)
	for {
		c.mu.Lock()
		if p, ok := c.pictures.Get(k); ok {
			c.mu.Unlock()
			return p, nil
		}
		if d, ok := c.drawing[k]; ok {
			c.mu.Unlock()
			<-d.done
			if d.ok {
				return d.picture, nil
			}
			continue
		}
		d := &drawing{done: make(chan struct{})}
		c.drawing[k] = d
		c.mu.Unlock()
		return c.draw(k, d, draw)
	}
}

// draw calls draw and wakes the callers that wait for d, even if draw panics. Package
// golang.org/x/sync/singleflight would make the waiting callers panic too.
func (c *Cache) draw(k string, d *drawing, draw func() (Picture, error)) (Picture, error) {
	defer func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		delete(c.drawing, k)
		if d.ok {
			c.pictures.Add(k, d.picture)
		}
		close(d.done)
	}()
	p, err := draw()
	d.picture, d.ok = p, err == nil
	return p, err
}

func entrySize(key string, p Picture) int { return len(key) + len(p.PNG) + len(p.GIF) }

// cacheKey joins the parts, each preceded by its length, so that different parts never give the
// same key.
func cacheKey(key string, r Request) string {
	b := make([]byte, 0, 128)
	b = append(b, byte(r.Seat))
	b = appendPart(appendPart(b, key), r.View)
	for _, name := range r.Names {
		b = appendPart(b, name)
	}
	if r.Ghost != (Ghost{}) {
		b = fmt.Appendf(b, "%v", r.Ghost)
	}
	if r.Beside != (Ghost{}) {
		b = fmt.Appendf(b, "+%v", r.Beside)
	}
	for _, mark := range r.Marks {
		b = appendPart(append(b, '#'), mark)
	}
	if r.Open != nil {
		b = append(b, "open"...)
	}
	return string(b)
}

func appendPart(b []byte, part string) []byte {
	b = strconv.AppendInt(b, int64(len(part)), 10)
	return append(append(b, ':'), part...)
}
