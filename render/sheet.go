package render

import "sync"

// Sheet caches sprites by key. Each is drawn once, when it is first requested, even if several
// goroutines request it at once. The zero value is ready to use. Each game has one sheet, keyed by
// a small struct.
type Sheet[K comparable] struct {
	mu      sync.RWMutex
	sprites map[K]func() *Sprite
}

// Sprite returns the sprite of a key, calling draw the first time.
func (s *Sheet[K]) Sprite(key K, draw func() *Sprite) *Sprite {
	s.mu.RLock()
	get, ok := s.sprites[key]
	s.mu.RUnlock()
	if !ok {
		get = s.add(key, draw)
	}
	return get()
}

func (s *Sheet[K]) add(key K, draw func() *Sprite) func() *Sprite {
	s.mu.Lock()
	defer s.mu.Unlock()
	if get, ok := s.sprites[key]; ok {
		return get
	}
	if s.sprites == nil {
		s.sprites = make(map[K]func() *Sprite)
	}
	get := sync.OnceValue(draw)
	s.sprites[key] = get
	return get
}
