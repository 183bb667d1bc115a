package gardens

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

func effectOf(name string) Effect {
	for e := NoEffect; e <= Minus; e++ {
		if effectNames[e] == name {
			return e
		}
	}
	return 0
}

const tilesPerEffect = 2
