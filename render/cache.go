package render

import (
	"container/list"
	"fmt"
	"strconv"
	"sync"
)

// Cache keeps pictures that were drawn, the latest asked for, up to a number
// of bytes. It is safe for concurrent use; two that ask for the same picture at
// once get it drawn once.
type Cache struct {
	limit int

	mu      sync.Mutex
	bytes   int
	entries map[string]*list.Element // of *entry
	latest  *list.List               // front: asked for last
	drawing map[string]*drawing
}

type entry struct {
	key     string
	picture Picture
}

// drawing is a picture on its way; done is closed when it is there, or is not
// going to be.
type drawing struct {
	done    chan struct{}
	picture Picture
	ok      bool
}

// NewCache makes a cache that holds limit bytes of pictures.
func NewCache(limit int) *Cache {
	return &Cache{limit: limit, entries: map[string]*list.Element{}, latest: list.New(), drawing: map[string]*drawing{}}
}

// Get gives the picture of a position and a request, calling draw where it is
// not at hand. key must name the position and who sees it: what differs in the
// picture differs in the key or in r. A failure concerns only who drew, whose time
// may have run out: it is not kept, and others that wait try on their own.
func (c *Cache) Get(key string, r Request, draw func() (Picture, error)) (Picture, error) {
	k := cacheKey(key, r)
	for {
		c.mu.Lock()
		if e, ok := c.entries[k]; ok {
			c.latest.MoveToFront(e)
			c.mu.Unlock()
			return e.Value.(*entry).picture, nil
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

func (c *Cache) draw(k string, d *drawing, draw func() (Picture, error)) (Picture, error) {
	defer func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		delete(c.drawing, k)
		if d.ok {
			c.keep(k, d.picture)
		}
		close(d.done)
	}()
	p, err := draw()
	d.picture, d.ok = p, err == nil
	return p, err
}

func (c *Cache) keep(k string, p Picture) {
	c.entries[k] = c.latest.PushFront(&entry{k, p})
	c.bytes += len(k) + len(p.PNG)
	for c.bytes > c.limit && c.latest.Len() > 0 {
		oldest := c.latest.Remove(c.latest.Back()).(*entry)
		delete(c.entries, oldest.key)
		c.bytes -= len(oldest.key) + len(oldest.picture.PNG)
	}
}

// cacheKey joins the parts with what no part can hide: the length before each.
func cacheKey(key string, r Request) string {
	b := make([]byte, 0, 128)
	b = append(b, byte(r.Scale), byte(r.Seat))
	b = appendPart(appendPart(b, key), r.View)
	for _, name := range r.Names {
		b = appendPart(b, name)
	}
	if r.Ghost != (Ghost{}) {
		b = fmt.Appendf(b, "%v", r.Ghost)
	}
	return string(b)
}

func appendPart(b []byte, part string) []byte {
	b = strconv.AppendInt(b, int64(len(part)), 10)
	return append(append(b, ':'), part...)
}
