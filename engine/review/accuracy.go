package review

import (
	"cmp"
	"math"
	"math/bits"
	"slices"

	"amytis/engine"
)

// usualSwing is for games whose Tuning does not say.
var usualSwing = [2]int{2000, 500}

// outlook is what a position is worth for each seat, in hundredths of a point. scale is the lead
// that makes a victory e times as likely.
type outlook struct {
	worth []int32
	scale float64
}

// outlookAt values a position when some part of the game is over, from 0 to 1.
func outlookAt(g engine.Game, s engine.State, part float64) outlook {
	var worth [engine.MaxSeats + 1]int32
	s.Mind().Worth(&worth)
	t := g.Tuning()
	seats := engine.Seat(len(s.Scores()))
	swing := cmp.Or(t.Swing, usualSwing)
	if s.Pace().Live {
		swing = cmp.Or(t.LiveSwing, swing)
	} else {
		for seat := engine.Seat(1); seat <= seats; seat++ {
			worth[seat] += tempo(t.Tempo, s.Turn(), seat, seats)
		}
	}
	return outlook{worth[1 : seats+1], float64(swing[0]) + part*float64(swing[1]-swing[0])}
}

// tempo returns what the turns to come are worth to a seat; see engine.Tuning.
func tempo(worth [2]int, turn engine.SeatSet, seat, seats engine.Seat) (n int32) {
	if first := bits.TrailingZeros16(uint16(turn)); first != int(seat%seats)+1 {
		n += int32(worth[0])
	}
	if turn.Has(seat) || turn>>seat == 0 {
		n += int32(worth[1])
	}
	return n
}

// chances returns how likely each seat wins, in percent.
func (o outlook) chances() []float64 {
	top := slices.Max(o.worth)
	sum := 0.0
	all := make([]float64, len(o.worth))
	for i, w := range o.worth {
		all[i] = math.Exp(float64(w-top) / o.scale)
		sum += all[i]
	}
	for i := range all {
		all[i] *= 100 / sum
	}
	return all
}

// Chances returns every seat's chance to win at a position, in percent, in seat order. part is the
// part of the game that is over, from 0 to 1.
func Chances(g engine.Game, s engine.State, part float64) []float64 {
	return outlookAt(g, s, part).chances()
}

const (
	// halfSlip is the part of a slip that turns of accuracy 50 give away on the average.
	halfSlip = 0.4
	// steepness is how fast the accuracy falls there.
	steepness = 4
	// leastWeight is the weight of a turn in a game that is decided.
	leastWeight = 0.02
	// usualSlip is for games whose Tuning does not say.
	usualSlip = 400
)

// accuracy returns a seat's accuracy by the points that its turns gave away, not by the chances:
// random turns lose little of these once a game is lost. A turn gives away a slip at most, so a
// missed victory does not outweigh all else, and weighs the less the more the game was decided.
func accuracy(turns []Turn, seat engine.Seat, slip int) float64 {
	var lost, weight float64
	for i := range turns {
		if t := &turns[i]; t.Seat == seat {
			undecided := max(t.After, min(t.Before, 50)) / 100
			w := leastWeight + 4*undecided*(1-undecided)
			lost += w * float64(min(t.Gain, slip)) / float64(slip)
			weight += w
		}
	}
	if weight == 0 {
		return 0
	}
	return 100 / (1 + math.Pow(lost/weight/halfSlip, steepness))
}

// slipOf returns a game's slip; see engine.Tuning.
func slipOf(t engine.Tuning, live bool) int {
	slip := cmp.Or(t.Slip, usualSlip)
	if live {
		slip = cmp.Or(t.LiveSlip, slip)
	}
	return slip
}
