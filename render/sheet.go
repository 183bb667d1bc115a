package render

import "github.com/maypok86/otter/v2"

// sheetBytes limits the sprites of a sheet. Babylon and Babel need less; Towers has a size for each
// extent of the building.
const sheetBytes = 16 << 20

// Sheet caches sprites by key. It is safe for concurrent use. Each game has one.
type Sheet[K comparable] struct {
	sprites *otter.Cache[K, *Sprite]
}

func NewSheet[K comparable]() *Sheet[K] {
	return &Sheet[K]{otter.Must(&otter.Options[K, *Sprite]{
		MaximumWeight: sheetBytes,
		Weigher:       func(_ K, s *Sprite) uint32 { return uint32(s.size()) },
	})}
}

// Sprite returns the sprite of a key, which draw makes if it is not cached. Callers who draw it at
// the same time all get the same sprite.
func (s *Sheet[K]) Sprite(key K, draw func() *Sprite) *Sprite {
	if sprite, found := s.sprites.GetIfPresent(key); found {
		return sprite
	}
	sprite, _ := s.sprites.SetIfAbsent(key, draw()) // a loader would put draw on the heap
	return sprite
}

// Flag returns 1 for true, as part of a sprite's key.
func Flag[B ~bool](b B) uint8 {
	if b {
		return 1
	}
	return 0
}

// Draw returns the sprite of a key. If it is not cached, it is made as by the function [Draw].
func (s *Sheet[K]) Draw(key K, name string, w, h, ax, ay int, draw func(p *Pen)) *Sprite {
	return s.Sprite(key, func() *Sprite { return Draw(name, w, h, ax, ay, draw) })
}
