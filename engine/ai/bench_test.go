//go:build unix

package ai_test

import (
	"syscall"
	"testing"

	"amytis/engine"
	"amytis/engine/ai"
)

// BenchmarkThink measures how many turns a search tries in a millisecond, at positions of a game.
func BenchmarkThink(b *testing.B) {
	const turns = 400
	for _, v := range variants {
		b.Run(v.String(), func(b *testing.B) {
			p := ai.NewPlayer(v.game)
			type decision struct {
				state engine.State
				seat  engine.Seat
			}
			var decisions []decision
			v.walk(b, 1, 17, func(s engine.State, seat engine.Seat) {
				if len(s.Sound(seat, nil)) > 1 {
					decisions = append(decisions, decision{s, seat})
				}
			})
			b.ReportAllocs()
			tried, i, began := 0, 0, processorMillis()
			for b.Loop() {
				d := decisions[i%len(decisions)]
				i++
				tried += p.Think(d.state, d.seat, ai.Budget{Turns: turns}, uint64(i)).Tried
			}
			b.ReportMetric(float64(tried)/(processorMillis()-began), "turns/ms")
		})
	}
}

// processorMillis returns how long the processor has worked for this process.
func processorMillis() float64 {
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		panic(err)
	}
	return float64(used.Utime.Nano()+used.Stime.Nano()) / 1e6
}
