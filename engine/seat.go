package engine

import (
	"math/bits"
	"strconv"
)

// Seat is a place at the table, numbered from 1 in turn order. It is at most MaxSeats.
type Seat uint8

// Chance is the seat that chance and the clock play for. As a viewer it stands for a spectator.
const Chance Seat = 0

// MaxSeats is the number of seats that a game may have at most.
const MaxSeats = 8

func (s Seat) String() string { return strconv.Itoa(int(s)) }

// MarshalJSON returns a number. Without it, encoding/json would write a list of seats as base64.
func (s Seat) MarshalJSON() ([]byte, error) { return strconv.AppendInt(nil, int64(s), 10), nil }

// SeatSet is a set of seats from Chance to MaxSeats; bit n is seat n.
type SeatSet uint16

func Seats(seats ...Seat) SeatSet {
	var set SeatSet
	for _, s := range seats {
		set |= 1 << s
	}
	return set
}

func SeatsWhere(n int, holds func(s Seat) bool) (set SeatSet) {
	for s := Seat(1); int(s) <= n; s++ {
		if holds(s) {
			set |= 1 << s
		}
	}
	return set
}

func (set SeatSet) Has(s Seat) bool { return set&(1<<s) != 0 }

func (set SeatSet) Len() int { return bits.OnesCount16(uint16(set)) }

// Best returns the seats of the set that no other one beats. compare is positive if a beats b,
// negative if b beats a, and 0 if they are equal.
func (set SeatSet) Best(compare func(a, b Seat) int) (best SeatSet) {
	var leader Seat
	for s := Seat(0); s <= MaxSeats; s++ {
		switch {
		case !set.Has(s):
		case best == 0 || compare(s, leader) > 0:
			best, leader = Seats(s), s
		case compare(s, leader) == 0:
			best |= Seats(s)
		}
	}
	return best
}

// Ref returns the set in the form of facts and refusals: "#1,3". Players read names instead.
func (set SeatSet) Ref() string {
	ref := []byte{'#'}
	for i, s := range set.Slice() {
		if i > 0 {
			ref = append(ref, ',')
		}
		ref = append(ref, '0'+byte(s))
	}
	return string(ref)
}

func (set SeatSet) nth(n int) Seat {
	for ; n > 0; n-- {
		set &= set - 1
	}
	return Seat(bits.TrailingZeros16(uint16(set)))
}

// Slice returns the seats of the set in ascending order.
func (set SeatSet) Slice() []Seat {
	seats := make([]Seat, 0, set.Len())
	for s := Seat(0); s <= MaxSeats; s++ {
		if set.Has(s) {
			seats = append(seats, s)
		}
	}
	return seats
}
