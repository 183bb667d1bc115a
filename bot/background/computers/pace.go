package computers

import (
	"time"

	"amytis/engine"
	"amytis/engine/ai"
	"amytis/engine/table"
)

const (
	// defaultStep is the pause of the highest level before a step of a live game. Each level below
	// adds the part 1/slower.
	defaultStep = 3 * time.Second
	slower      = 3
	// roundSteps limits a computer's steps in a round with a clock. A player makes about 25 in a
	// round without one.
	roundSteps = 30
)

// pause returns how long a computer waits before its next step. In a live game higher levels are
// quicker. A long clock gives everybody time: with a step every few seconds a computer would end a
// round of a day within minutes.
func (w *Worker) pause(t *table.Table, seat engine.Seat) time.Duration {
	pace := t.State.Pace()
	if !pace.Live {
		return 0
	}
	_, level, _ := t.Acting(seat).Computer()
	pause := w.Step + w.Step*time.Duration(int(ai.Levels)-level)/slower
	clock := time.Duration(pace.Clock) * time.Second
	// A Step shorter than usual shortens this pause, too.
	return max(pause, time.Duration(float64(clock/roundSteps)*w.Step.Seconds()/defaultStep.Seconds()))
}
