package render

import (
	"sync"

	"amytis/lru"
)

// sheetBytes limits the sprites that a sheet keeps. All of Babylon and Babel have room. Towers have
// a size for each extent of the building, and those of many buildings have room.
const sheetBytes = 16 << 20

// Sheet caches the sprites that were requested last, by key. It is safe for concurrent use. Each
// game has one sheet, keyed by a small struct.
type Sheet[K comparable] struct {
	sprites *lru.Cache[K, *Sprite]

	mu      sync.Mutex
	drawing map[K]*sync.Mutex // locked while the sprite of the key is drawn
}

// NewSheet returns an empty sheet.
func NewSheet[K comparable]() *Sheet[K] {
	return &Sheet[K]{
		sprites: lru.New(sheetBytes, func(_ K, s *Sprite) int { return s.size() }),
		drawing: map[K]*sync.Mutex{},
	}
}

// Sprite returns the sprite of a key. It calls draw if the sprite is not kept, once even if several
// goroutines request it at once.
func (s *Sheet[K]) Sprite(key K, draw func() *Sprite) *Sprite {
	if kept, found := s.sprites.Get(key); found {
		return kept
	}
	lock := s.lock(key)
	lock.Lock()
	defer lock.Unlock()
	defer s.forget(key)
	if kept, found := s.sprites.Get(key); found { // drawn in the meantime
		return kept
	}
	return s.sprites.Add(key, draw())
}

// lock returns the lock of a key.
func (s *Sheet[K]) lock(key K) *sync.Mutex {
	s.mu.Lock()
	defer s.mu.Unlock()
	lock, found := s.drawing[key]
	if !found {
		lock = new(sync.Mutex)
		s.drawing[key] = lock
	}
	return lock
}

// forget forgets the lock of a key.
func (s *Sheet[K]) forget(key K) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.drawing, key)
}
