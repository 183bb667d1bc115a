package engine

import (
	"encoding/json"
	"fmt"
)

// Define returns the Game that rules describe.
func Define[S comparable](rules Rules[S]) Game { return &game[S]{abilitiesOf(rules)} }

type game[S comparable] struct{ rules abilities[S] }

func (g *game[S]) Info() *Info    { return g.rules.Info() }
func (g *game[S]) Tuning() Tuning { return g.rules.Tuning() }

func (g *game[S]) Deal(opts Options, seats []SeatInfo, r Rand) json.RawMessage {
	return g.rules.Deal(opts, seats, r)
}

func (g *game[S]) start(opts Options, seats []SeatInfo, setup json.RawMessage) (s S, err error) {
	if err := g.rules.Info().checkOpening(opts, len(seats)); err != nil {
		return s, err
	}
	return g.rules.Start(opts, seats, setup)
}

func (g *game[S]) Start(opts Options, seats []SeatInfo, setup json.RawMessage) (State, error) {
	s, err := g.start(opts, seats, setup)
	if err != nil {
		return nil, err
	}
	return g.state(s, len(seats)), nil
}

func (g *game[S]) Replay(opts Options, seats []SeatInfo, setup json.RawMessage, moves []Move) (State, int, error) {
	s, err := g.start(opts, seats, setup)
	if err != nil {
		return nil, 0, err
	}
	for i := range moves {
		if err := g.apply(&s, len(seats), &moves[i]); err != nil {
			return nil, i, err
		}
	}
	return g.state(s, len(seats)), len(moves), nil
}

func (g *game[S]) apply(s *S, seats int, m *Move) error {
	if err := checkMove(g.rules.Info(), m); err != nil {
		return err
	}
	return Play(g.rules.Rules, s, seats, *m)
}

// Play plays a well-formed move in place, at a position of a game for a number of seats. It first
// checks for the refusals that all games share, in this order: RefusedOver, RefusedSeat, and
// RefusedNoSkip for the skip of a seat that is not in turn. Then the rules judge the move.
func Play[S comparable](rules Rules[S], s *S, seats int, m Move) error {
	turn := rules.Turn(s)
	seat := m.Seat
	if m.Verb == Skip {
		seat = Seat(m.Args[0])
	}
	switch {
	case turn == 0:
		return Refuse(RefusedOver, "")
	case int(seat) > seats:
		return Refuse(RefusedSeat, "", "seat", Seats(seat).Ref())
	case m.Verb == Skip && !turn.Has(seat):
		return RefuseSkip(rules.Info(), seat)
	}
	return rules.Apply(s, m)
}

func (g *game[S]) Playout(opts Options, seats []SeatInfo, setup json.RawMessage, r Rand) ([]Move, State, error) {
	s, err := g.start(opts, seats, setup)
	if err != nil {
		return nil, nil, err
	}
	moves := make([]Move, 0, 256)
	sound := make([]Move, 0, 4096)
	for turn := g.rules.Turn(&s); turn != 0; turn = g.rules.Turn(&s) {
		var m Move
		if turn.Has(Chance) {
			m = g.rules.Chance(&s, r)
		} else {
			if sound = g.sound(&s, turn.nth(r.IntN(turn.Len())), sound[:0]); len(sound) == 0 {
				return nil, nil, fmt.Errorf("%s: a seat in turn has no legal move", g.Info().ID)
			}
			m = sound[r.IntN(len(sound))]
		}
		if err := g.rules.Apply(&s, m); err != nil {
			return nil, nil, fmt.Errorf("%s: legal move %s refused: %w", g.Info().ID, g.AppendMove(nil, m), err)
		}
		moves = append(moves, m)
	}
	return moves, g.state(s, len(seats)), nil
}

// sound appends the sound moves of seat. If the rules append none, it appends all legal moves.
func (g *game[S]) sound(s *S, seat Seat, dst []Move) []Move {
	if sound := g.rules.Sound(s, seat, dst); len(sound) > len(dst) {
		return sound
	}
	return g.rules.Legal(s, seat, dst)
}

func (g *game[S]) AppendMove(dst []byte, m Move) []byte { return appendMove(g.rules.Info(), dst, m) }
func (g *game[S]) ParseMove(line string) (Move, error)  { return parseMove(g.rules.Info(), line) }

func (g *game[S]) state(s S, seats int) *state[S] { return &state[S]{g, seats, s} }

// state is a State; Apply works on a copy of it.
type state[S comparable] struct {
	game  *game[S]
	seats int
	s     S
}

func (p *state[S]) Apply(m Move) (State, error) {
	next := &state[S]{p.game, p.seats, p.s}
	if err := p.game.apply(&next.s, p.seats, &m); err != nil {
		return nil, err
	}
	return next, nil
}

func (p *state[S]) Legal(seat Seat, dst []Move) []Move { return p.game.rules.Legal(&p.s, seat, dst) }
func (p *state[S]) Sound(seat Seat, dst []Move) []Move { return p.game.sound(&p.s, seat, dst) }
func (p *state[S]) Turn() SeatSet                      { return p.game.rules.Turn(&p.s) }
func (p *state[S]) Pace() Pace                         { return p.game.rules.Pace(&p.s) }
func (p *state[S]) Chance(r Rand) Move                 { return p.game.rules.Chance(&p.s, r) }
func (p *state[S]) View(seat Seat) View                { return p.game.rules.View(&p.s, seat) }
func (p *state[S]) Scores() []Score                    { return p.game.rules.Scores(&p.s) }

func (p *state[S]) Result() (r Result, over bool) {
	if p.Turn() != 0 {
		return r, false
	}
	end := p.game.rules.Ending(&p.s)
	return Result{end.Winners.Slice(), end.Reason, p.Scores(), end.Resigned}, true
}

func (p *state[S]) Mask(setup json.RawMessage) json.RawMessage { return p.game.rules.Mask(&p.s, setup) }

func (p *state[S]) MaskMove(m Move, text string) string { return p.game.rules.MaskMove(m, text) }

func (p *state[S]) Describe(m Move) Description { return p.game.rules.Describe(&p.s, m) }
func (p *state[S]) Need(seat Seat) Note         { return p.game.rules.Need(&p.s, seat) }
func (p *state[S]) Scene() []Note               { return p.game.rules.Scene(&p.s) }
func (p *state[S]) Tally() Tally                { return p.game.rules.Tally(&p.s) }
func (p *state[S]) Terms(seat Seat) Score       { return p.game.rules.Terms(&p.s, seat) }
func (p *state[S]) Records() Score              { return p.game.rules.Records(&p.s) }

func (p *state[S]) Aim(m Move, a Axis, by int) (Move, bool) { return p.game.rules.Aim(&p.s, m, a, by) }

func (p *state[S]) Unaffected(other State, seat Seat) bool {
	q, ok := other.(*state[S])
	return ok && p.game.rules.Unaffected(&p.s, &q.s, seat)
}

func (p *state[S]) Equal(other State) bool {
	q, ok := other.(*state[S])
	return ok && p.game == q.game && p.seats == q.seats && p.s == q.s
}

func (p *state[S]) Foresee(seat Seat, r Rand) (State, bool) {
	turn := p.Turn()
	if turn == 0 || turn.Has(seat) || turn.Has(Chance) || seat < 1 || int(seat) > p.seats || p.Pace().Live {
		return nil, false
	}
	next := p.game.state(p.s, p.seats)
	p.game.rules.Imagine(&next.s, seat, r)
	if !p.game.rules.Foresee(&next.s, seat) || !next.Turn().Has(seat) {
		return nil, false
	}
	return next, true
}
