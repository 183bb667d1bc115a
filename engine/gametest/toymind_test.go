package gametest

import (
	"math/rand/v2"

	"amytis/engine"
)

func (t toy) Imagine(p *toyPosition, _ engine.Seat, r engine.Rand) {
	from := int(p.heap) + 1
	switch t.broken {
	case "imagines what it sees":
		from--
	case "imagining allocates":
		leaked = new(int)
	}
	for i := from; i < len(p.heaps); i++ {
		heap := 3 + uint8(r.IntN(6))
		if t.broken == "imagines what it cannot see" {
			heap += p.heaps[i] % 2
		}
		p.heaps[i] = heap
	}
}

func (t toy) Draw(p *toyPosition, seat engine.Seat, _ engine.Rand) engine.Move {
	switch t.broken {
	case "draws for another":
		return engine.Move{Seat: seat + 1, Verb: toyTake, Args: [engine.ArgSlots]uint32{1}}
	case "draw plays":
		p.taken[0]++
	case "draw allocates":
		leaked = new(int)
	}
	return engine.Move{}
}

// leaked makes methods of broken toys allocate.
var leaked *int

func (t toy) WorthAfter(p *toyPosition, m engine.Move, worth *[engine.MaxSeats + 1]int32) bool {
	after := *p
	if m.Verb != toyTake || t.Apply(&after, m) != nil {
		return false
	}
	switch t.broken {
	case "worth after wavers":
		after.taken[0]++
	case "worth after plays":
		p.taken[0]++
	case "worth after allocates":
		leaked = new(int)
	}
	t.Worth(&after, worth)
	return true
}

func (toy) Tuning() engine.Tuning { return engine.Tuning{} }

func (t toy) Worth(p *toyPosition, worth *[engine.MaxSeats + 1]int32) {
	for i := range p.seats {
		worth[i+1] = 100 * int32(p.taken[i])
	}
	switch t.broken {
	case "worth wavers":
		worth[1] = rand.Int32()
	case "worth allocates":
		leaked = new(int)
	case "worth of nobody":
		worth[p.seats+1] = 1
	}
	if p.over && t.broken != "worth of the winner" {
		engine.AddWins(worth, t.Ending(p).Winners)
	}
}
