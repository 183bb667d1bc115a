package render

import "sync"

// Sheet keeps sprites by key and draws each when it is first asked for, once
// however many ask. The zero value is ready; use one sheet a game, with a small
// struct for a key.
type Sheet[K comparable] struct {
	mu      sync.RWMutex
	sprites map[K]func() *Sprite
}

// Sprite gives the sprite of a key, made by draw the first time.
func (s *Sheet[K]) Sprite(key K, draw func(K) *Sprite) *Sprite {
	s.mu.RLock()
	get, ok := s.sprites[key]
	s.mu.RUnlock()
	if !ok {
		get = s.add(key, draw)
	}
	return get()
}

func (s *Sheet[K]) add(key K, draw func(K) *Sprite) func() *Sprite {
	s.mu.Lock()
	defer s.mu.Unlock()
	if get, ok := s.sprites[key]; ok {
		return get
	}
	if s.sprites == nil {
		s.sprites = make(map[K]func() *Sprite)
	}
	get := sync.OnceValue(func() *Sprite { return draw(key) })
	s.sprites[key] = get
	return get
}
