package render

import (
	"context"
	"fmt"
	"strconv"

	"github.com/maypok86/otter/v2"
)

// Cache keeps drawn pictures up to a number of bytes, those that are used most. It is safe for
// concurrent use. Callers that ask for the same picture at once get it drawn once.
type Cache struct {
	pictures *otter.Cache[string, Picture]
}

// NewCache returns an empty cache that holds up to limit bytes of pictures and their keys, 1 or
// more.
func NewCache(limit int) *Cache {
	return &Cache{otter.Must(&otter.Options[string, Picture]{
		MaximumWeight: uint64(limit),
		Weigher:       func(key string, p Picture) uint32 { return uint32(len(key) + len(p.PNG) + len(p.GIF)) },
	})}
}

// Get returns the picture of a position and a request, from the cache or from draw. key must name
// the position, the one before it (r.Before) and the viewer; they give the views in r.Open.
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

// cacheKey joins the parts with their lengths, so that different parts never give the same key.
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
