package render

// sheetBytes limits the sprites of a sheet. Babylon and Babel need less; Towers has a size for each
// extent of the building.
const sheetBytes = 16 << 20

// Key holds what changes a sprite's look besides its name, its size and its anchor, such as a
// width before rounding.
type Key [4]int

type spriteKey struct {
	name         string
	by           Key
	w, h, ax, ay int
}

// Sheet caches sprites. It is safe for concurrent use. Each game has one.
type Sheet struct {
	sprites *kept[spriteKey, *Sprite]
}

func NewSheet() Sheet {
	return Sheet{newKept(sheetBytes, func(_ spriteKey, s *Sprite) int { return s.size() })}
}

// signs holds the sprites that all games share.
var signs = NewSheet()

// Draw returns a sprite. If it is not cached, it is made as by the function [Draw]. Callers who
// draw it at the same time all get the same sprite.
func (s Sheet) Draw(name string, by Key, w, h, ax, ay int, draw func(p *Pen)) *Sprite {
	return s.sprite(spriteKey{name, by, w, h, ax, ay}, func() *Sprite { return Draw(name, w, h, ax, ay, draw) })
}

// Faded returns a half transparent copy of a sprite.
func (s Sheet) Faded(of *Sprite) *Sprite {
	return s.sprite(spriteKey{name: "faded", by: Key{int(of.id)}}, of.Faded)
}

func (s Sheet) sprite(key spriteKey, draw func() *Sprite) *Sprite {
	if sprite, found := s.sprites.get(key); found {
		return sprite
	}
	return s.sprites.add(key, draw())
}

// Flag returns 1 for true, as part of a key.
func Flag[B ~bool](b B) int {
	if b {
		return 1
	}
	return 0
}
