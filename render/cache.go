package render

import (
	"context"
	"fmt"

	"github.com/maypok86/otter/v2"
)

// Cache keeps drawn pictures up to a number of bytes, those that are used most. It is safe for
// concurrent use. Callers that ask for the same picture at once get it drawn once.
type Cache struct {
	pictures *otter.Cache[string, Picture]
}

// NewCache returns an empty cache. limit is the most bytes of pictures and keys, 1 or more.
func NewCache(limit int) *Cache {
	return &Cache{otter.Must(&otter.Options[string, Picture]{
		MaximumWeight: uint64(limit),
		Weigher:       func(key string, p Picture) uint32 { return uint32(len(key) + len(p.PNG) + len(p.GIF)) },
	})}
}

// Get returns the picture of a position and a request, from the cache or from draw. key must name
// the position, the one before it (r.Before) and the viewer. These also determine r.Open and
// r.End.
// Everything else that changes the picture must be in r.
//
// A failure is returned only to the caller who drew, whose time may have run out. Other callers who
// wait for the picture then draw it themselves.
func (c *Cache) Get(key string, r Request, draw func() (Picture, error)) (Picture, error) {
	key = cacheKey(key, r)
	for {
		drew := false
		load := func(context.Context, string) (Picture, error) { drew = true; return draw() }
		p, err := c.pictures.Get(context.Background(), key, otter.LoaderFunc[string, Picture](load))
		if err == nil || drew {
			return p, err
		}
	}
}

// cacheKey names everything that changes the picture. Different parts never give the same key,
// since texts are quoted.
func cacheKey(key string, r Request) string {
	return fmt.Sprintf("%d %q %q %q %v %v %q %t %t",
		r.Seat, key, r.View, r.Names, r.Ghost, r.Beside, r.Marks, r.Open != nil, r.End != nil)
}
