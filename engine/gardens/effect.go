package gardens

import "slices"

type Effect uint8

// The effects (gardens.md, "Round effects").
const (
	NoEffect Effect = iota + 1
	Single
	Double
	Wild
	BlankSpot
	FlowerTwice
	Minus
)

var effectNames = [...]string{"?", "none", "single", "double", "wild", "blank", "flower", "minus"}

func (e Effect) String() string { return effectNames[e] }

// effectOf returns the effect with that name, 0 if there is none.
func effectOf(name string) Effect { return Effect(max(0, slices.Index(effectNames[:], name))) }

const tilesPerEffect = 2
