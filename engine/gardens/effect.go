package gardens

// Effect is a round tile's effect on every player's turn of a round.
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
func effectOf(name string) Effect {
	for e := NoEffect; e <= Minus; e++ {
		if effectNames[e] == name {
			return e
		}
	}
	return 0
}

// tilesPerEffect is the number of round tiles with the same effect, 14 in all.
const tilesPerEffect = 2
