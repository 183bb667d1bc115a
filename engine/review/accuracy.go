package review

import (
	"cmp"
	"math"

	"amytis/engine"
)

// usualSwing is for games whose Tuning does not say.
var usualSwing = [2]int{2000, 500}

// scaleAt returns the lead, in hundredths of a point, that makes a victory e times as likely. part
// is the part of the game that is over, from 0 to 1. A lead counts more the later it is.
func scaleAt(g engine.Game, part float64) float64 {
	swing := cmp.Or(g.Tuning().Swing, usualSwing)
	return float64(swing[0]) + part*float64(swing[1]-swing[0])
}

// chances returns how likely each seat wins, in percent. worth is what the position is worth for
// each in hundredths of a point.
func chances(worth []int32, scale float64) []float64 {
	top := worth[0]
	for _, w := range worth {
		top = max(top, w)
	}
	sum := 0.0
	all := make([]float64, len(worth))
	for i, w := range worth {
		all[i] = math.Exp(float64(w-top) / scale)
		sum += all[i]
	}
	for i := range all {
		all[i] *= 100 / sum
	}
	return all
}

// Chances returns every seat's chance to win at a position, in percent, in seat order, as a review
// does after a turn. part is the part of the game that is over, from 0 to 1.
func Chances(g engine.Game, s engine.State, part float64) []float64 {
	var worth [engine.MaxSeats + 1]int32
	s.Mind().Worth(&worth)
	return chances(worth[1:len(s.Scores())+1], scaleAt(g, part))
}

// accuracy returns the accuracy of a seat: the mean of two means over the accuracies of its turns.
// One weighs turns by how much the chances changed around them, the other is the harmonic mean, so
// that one blunder is not forgotten.
func accuracy(turns []Turn, seat engine.Seat) float64 {
	var each, after []float64
	for i := range turns {
		if turns[i].Seat == seat {
			each = append(each, turnAccuracy(turns[i].Lost()))
			after = append(after, turns[i].After)
		}
	}
	if len(each) == 0 {
		return 0
	}
	weights := volatility(after)
	sum, weight, inverse := 0.0, 0.0, 0.0
	for i, a := range each {
		sum += a * weights[i]
		weight += weights[i]
		inverse += 1 / max(a, 1)
	}
	return (sum/weight + float64(len(each))/inverse) / 2
}

// turnAccuracy returns the accuracy of a turn that gave away some percent of the chance to win:
// 100 for nothing. The numbers are lichess's.
func turnAccuracy(lost float64) float64 {
	return min(100, max(0, 103.1668100711649*math.Exp(-0.04354415386753951*lost)-3.166924740191411))
}

// volatility returns for each value how much the values around it differ: their standard deviation,
// from 0.5 to 12. Like lichess, it looks at a tenth of all values, from 2 to 8.
func volatility(values []float64) []float64 {
	window := min(8, max(2, len(values)/10))
	weights := make([]float64, len(values))
	for i := range values {
		from := max(0, min(i-window/2, len(values)-window))
		weights[i] = min(12, max(0.5, deviation(values[from:min(len(values), from+window)])))
	}
	return weights
}

func deviation(values []float64) float64 {
	mean := 0.0
	for _, v := range values {
		mean += v / float64(len(values))
	}
	sum := 0.0
	for _, v := range values {
		sum += (v - mean) * (v - mean) / float64(len(values))
	}
	return math.Sqrt(sum)
}
