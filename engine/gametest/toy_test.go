package gametest

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"strconv"

	"amytis/engine"
)

// toy is a game that can be broken in many ways: a turn takes 1 to 3 stones from a heap. The heaps
// behind it are hidden.
type toy struct {
	// broken names the fault, "" for none.
	broken string
}

type toyPosition struct {
	heaps [3]uint8
	heap  uint8 // index of the current one; 3 if all are empty
	seats uint8
	next  engine.Seat
	out   engine.SeatSet
	taken [3]uint16
	over  bool
	grows bool // chance puts stones on the next heap first
}

// The verbs of toy.
const (
	toyTake engine.Verb = iota + 1
	toyGrow
)

var toyInfo = engine.Info{
	ID: "toy", Command: "toy", MinSeats: 2, MaxSeats: 3, RulesVersion: 1, Views: []string{"heap"},
	Verbs: []engine.VerbInfo{
		toyTake: {Name: "take", Axes: []engine.Axis{1}, AimView: "heap", Args: []engine.Arg{{Name: "stones", Kind: engine.Number("", 1, 3)}}},
		toyGrow: {Name: "grow", Chance: true, Args: []engine.Arg{{Name: "stones", Kind: engine.Number("", 1, 6)}}},
	}[1:],
	Steps:    [][]engine.Step{{{Name: "more", Axis: 1, By: 1}, {Name: "fewer", Axis: 1, By: -1}}},
	Refusals: engine.Refusals("too_many"),
}

func (toy) Info() *engine.Info { return &toyInfo }

type toySetup struct {
	Heaps []string `json:"heaps"`
}

func (t toy) Deal(_ engine.Options, _ []engine.SeatInfo, r engine.Rand) json.RawMessage {
	s := toySetup{}
	for range 3 {
		s.Heaps = append(s.Heaps, strconv.Itoa(3+r.IntN(6)))
	}
	return engine.FormatSetup(s)
}

func (t toy) Start(_ engine.Options, seats []engine.SeatInfo, raw json.RawMessage) (p toyPosition, err error) {
	s, err := engine.ParseSetup[toySetup](raw)
	switch {
	case t.broken == "trailing":
		err = json.NewDecoder(bytes.NewReader(raw)).Decode(&s)
	case t.broken == "unknown fields":
		err = json.Unmarshal(raw, &s)
	}
	if err != nil {
		return p, err
	}
	if len(s.Heaps) != 3 {
		return p, fmt.Errorf("%d heaps", len(s.Heaps))
	}
	for i, h := range s.Heaps {
		n, err := strconv.ParseUint(h, 10, 8)
		if err != nil || n == 0 {
			return p, fmt.Errorf("heap %q", h)
		}
		p.heaps[i] = uint8(n)
	}
	p.seats, p.next = uint8(len(seats)), 1
	return p, nil
}

func (t toy) Apply(p *toyPosition, m engine.Move) error {
	seat := m.Seat
	if m.Verb == engine.Skip {
		seat = engine.Seat(m.Args[0])
	}
	switch {
	case p.out.Has(seat):
		return engine.RefuseResigned(seat)
	case m.Verb == engine.Resign:
		p.out |= engine.Seats(seat)
		if m.Args[0] != 0 || p.out.Len() == int(p.seats)-1 && t.broken != "resigning to the last" {
			p.over = true
		} else if p.next == seat && t.broken != "turn of the resigned" {
			t.pass(p)
		}
		return nil
	case m.Verb == toyGrow && p.grows:
		p.heaps[p.heap] += uint8(m.Args[0])
		p.grows = false
		return nil
	case !t.Turn(p).Has(seat):
		return engine.RefuseTurn(t.Turn(p))
	case m.Verb == engine.Skip:
		if t.broken == "skip" {
			return engine.RefuseSkip(&toyInfo, seat)
		}
		t.pass(p)
		return nil
	case uint32(p.heaps[p.heap]) < m.Args[0] && t.broken != "accepts too much":
		switch t.broken {
		case "code":
			return engine.Refuse("no_such_code", "")
		case "error":
			return errors.New("no rule error")
		}
		return engine.Refuse("too_many", "")
	}
	p.heaps[p.heap] -= min(p.heaps[p.heap], uint8(m.Args[0]))
	p.taken[seat-1] += uint16(m.Args[0])
	for p.heap < 3 && p.heaps[p.heap] == 0 {
		p.heap++
		p.grows = p.heap < 3
	}
	if p.over = p.heap == 3; !p.over {
		t.pass(p)
	}
	if p.over {
		p.next = 0
	}
	return nil
}

func (t toy) pass(p *toyPosition) {
	for {
		p.next = p.next%engine.Seat(p.seats) + 1
		if !p.out.Has(p.next) {
			return
		}
	}
}

func (t toy) Sound(p *toyPosition, seat engine.Seat, dst []engine.Move) []engine.Move {
	dst = t.Legal(p, seat, dst)
	if t.broken == "sound" && len(dst) > 0 {
		dst[0].Seat++
	}
	return dst
}

// told returns the hidden heap behind the current one if what is broken tells it, else 0.
func (t toy) told(p *toyPosition, broken string) int {
	if t.broken != broken || p.heap > 1 {
		return 0
	}
	return int(p.heaps[p.heap+1])
}

func (t toy) Need(p *toyPosition, _ engine.Seat) engine.Note {
	return engine.Note{Key: strconv.Itoa(t.told(p, "need tells"))}
}

func (t toy) Scene(p *toyPosition) []engine.Note {
	return []engine.Note{{Key: strconv.Itoa(t.told(p, "scene tells"))}}
}

func (t toy) Describe(p *toyPosition, m engine.Move) engine.Description {
	d := engine.Description{Rank: t.told(p, "description tells")}
	if m.Verb == toyGrow {
		d.Facts = map[string]string{"behind": strconv.Itoa(t.told(p, "line tells"))}
	}
	return d
}

func (t toy) Tally(p *toyPosition) engine.Tally {
	return engine.Tally{Rows: []engine.TallyRow{{Number: t.told(p, "tally tells")}}}
}

func (t toy) Aim(_ *toyPosition, m engine.Move, a engine.Axis, by int) (engine.Move, bool) {
	stones := int(m.Args[0]) + by
	if t.broken != "aim" && (a != 1 || stones < 1 || stones > 3) || t.broken == "aims short" && stones == 3 {
		return m, false
	}
	m.Args[0] = uint32(stones)
	return m, true
}

func (t toy) Pace(p *toyPosition) engine.Pace {
	pace := engine.Pace{Live: p.seats == 2}
	if t.broken == "clock" {
		pace.Clock, pace.TimeUp = 60, engine.Move{Verb: toyGrow, Args: [engine.ArgSlots]uint32{1}}
	}
	if t.broken == "round" {
		pace.Since = 1
	}
	return pace
}

func (t toy) Legal(p *toyPosition, seat engine.Seat, dst []engine.Move) []engine.Move {
	if !t.Turn(p).Has(seat) || seat > engine.MaxSeats || seat == engine.Chance && t.broken != "chance lists" {
		return dst
	}
	most := min(3, uint32(p.heaps[p.heap]))
	switch t.broken {
	case "lists too little":
		most = 1
	case "lists too much":
		most = 3
	case "allocates":
		dst = append(append([]engine.Move(nil), dst...), dst[len(dst):]...)
	}
	for n := uint32(1); n <= most; n++ {
		m := engine.Move{Seat: seat, Verb: toyTake, Args: [engine.ArgSlots]uint32{n}}
		dst = append(dst, m)
		if t.broken == "lists twice" {
			dst = append(dst, m)
		}
	}
	if behind := len(dst) > int(most); t.broken == "order" && behind && most > 1 {
		dst[len(dst)-1], dst[len(dst)-2] = dst[len(dst)-2], dst[len(dst)-1]
	}
	return dst
}

func (t toy) Turn(p *toyPosition) engine.SeatSet {
	if p.over || p.next == 0 {
		return 0
	}
	switch {
	case p.grows && t.broken == "chance is not alone":
		return engine.Seats(engine.Chance, p.next)
	case p.grows:
		return engine.Seats(engine.Chance)
	}
	return engine.Seats(p.next)
}

func (t toy) Chance(_ *toyPosition, r engine.Rand) engine.Move {
	if t.broken == "chance draws what there is not" {
		return engine.Move{Verb: toyGrow}
	}
	return engine.Move{Verb: toyGrow, Args: [engine.ArgSlots]uint32{1 + uint32(r.IntN(6))}}
}

func (t toy) Foresee(p *toyPosition, seat engine.Seat) bool {
	switch t.broken {
	case "foresees more stones":
		p.heaps[p.heap]++
	case "foresees points":
		p.taken[seat-1]++
	}
	p.next = seat
	return !p.out.Has(seat) || t.broken == "turn foreseen by the resigned"
}

type toyView struct{ Heap, Behind int }

func (*toyView) Game() string { return "toy" }

func (t toy) View(p *toyPosition, _ engine.Seat) engine.View {
	v := &toyView{}
	if p.heap < 3 {
		v.Heap = int(p.heaps[p.heap])
	}
	if t.broken == "view tells" && p.heap < 2 {
		v.Behind = int(p.heaps[p.heap+1])
	}
	if t.broken == "view wavers" {
		v.Behind = rand.IntN(1000)
	}
	return v
}

func (t toy) Ending(p *toyPosition) (end engine.Ending) {
	if t.broken != "ending forgets" {
		end.Resigned = p.out
	}
	seats := engine.SeatSet(1<<(p.seats+1) - 2)
	if t.broken != "the resigned win" {
		seats &^= p.out
	}
	end.Winners = seats.Best(func(a, b engine.Seat) int { return int(p.taken[a-1]) - int(p.taken[b-1]) })
	return end
}

func (t toy) Scores(p *toyPosition) []engine.Score {
	var all []engine.Score
	for i := range p.seats {
		all = append(all, engine.Score{{Name: "total", Value: int(p.taken[i]) + t.told(p, "scores tell")}})
	}
	if t.broken == "scores" {
		return all[1:]
	}
	return all
}

func (t toy) Mask(p *toyPosition, raw json.RawMessage) json.RawMessage {
	var s toySetup
	if err := json.Unmarshal(raw, &s); err != nil {
		return nil
	}
	for i := int(p.heap) + 1; i < 3 && t.broken != "mask"; i++ {
		s.Heaps[i] = "?"
	}
	return engine.FormatSetup(s)
}

func (t toy) Unaffected(a, b *toyPosition, _ engine.Seat) bool {
	return *a == *b && t.broken != "unaffected"
}

// shuffleHeaps is a Permute hook: it deals the heaps behind the current one anew.
func shuffleHeaps(h History, _ engine.Seat, r *rand.Rand) (json.RawMessage, []engine.Move) {
	sound, _, err := engine.Define(toy{}).Replay(h.Options, h.Seats, h.Setup, h.Moves)
	var s, masked toySetup
	if err != nil || json.Unmarshal(h.Setup, &s) != nil || json.Unmarshal(sound.Mask(h.Setup), &masked) != nil {
		panic("no setup")
	}
	for i := range s.Heaps {
		if masked.Heaps[i] == "?" {
			s.Heaps[i] = strconv.Itoa(10 + r.IntN(50))
		}
	}
	return engine.FormatSetup(s), h.Moves
}
