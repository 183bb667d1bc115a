package babel

import (
	"math/rand/v2"
	"testing"

	"amytis/engine"
	"amytis/engine/gametest"
)

func twoSeats() []engine.SeatInfo { return []engine.SeatInfo{{Name: "ana"}, {Name: "bo"}} }

// randomMove returns any legal move of any seat in turn, or a move of chance.
func randomMove(p *Position, r *rand.Rand) engine.Move {
	turn := Rules{}.Turn(p).Slice()
	seat := turn[r.IntN(len(turn))]
	if seat == engine.Chance {
		return Rules{}.Chance(p, r)
	}
	var room [1024]engine.Move
	legal := Rules{}.Legal(p, seat, room[:0])
	return legal[r.IntN(len(legal))]
}

func BenchmarkRandomGame(b *testing.B) { gametest.BenchmarkPlayouts(b, Game, nil, 2) }
