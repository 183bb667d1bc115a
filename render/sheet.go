package render

import "amytis/lru"

// sheetBytes limits the sprites that a sheet keeps. All of Babylon and Babel have room. Towers have
// a size for each extent of the building, and those of many buildings have room.
const sheetBytes = 16 << 20

// Sheet caches the sprites that were requested last, by key. It is safe for concurrent use. Each
// game has one sheet, keyed by a small struct.
type Sheet[K comparable] struct {
	sprites *lru.Cache[K, *Sprite]
}

// NewSheet returns an empty sheet.
func NewSheet[K comparable]() *Sheet[K] {
	return &Sheet[K]{lru.New(sheetBytes, func(_ K, s *Sprite) int { return s.size() })}
}

// Sprite returns the sprite of a key. It calls draw if the sprite is not kept, once even if several
// goroutines request it at once.
func (s *Sheet[K]) Sprite(key K, draw func() *Sprite) *Sprite {
	sprite, _ := s.sprites.GetOrMake(key, func() (*Sprite, error) { return draw(), nil })
	return sprite
}
