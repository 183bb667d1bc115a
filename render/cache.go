package render

import (
	"fmt"
	"strconv"

	"amytis/lru"
)

// Cache keeps drawn pictures up to a number of bytes and evicts the least recently used. It is safe
// for concurrent use. Callers that ask for the same picture at once get it drawn once.
type Cache struct {
	pictures *lru.Cache[string, Picture]
}

// NewCache returns an empty cache that holds up to limit bytes of pictures and their keys.
func NewCache(limit int) *Cache { return &Cache{lru.New(limit, entrySize)} }

// Get returns the picture of a position and a request, from the cache or from draw. key must name
// the position, the one before it (r.Before) and the viewer; they give the views in r.Open.
// Everything else that changes the picture must be in r.
//
// A failure is returned only to the caller who drew; see [lru.Cache.GetOrMake].
func (c *Cache) Get(key string, r Request, draw func() (Picture, error)) (Picture, error) {
	return c.pictures.GetOrMake(cacheKey(key, r), draw)
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
