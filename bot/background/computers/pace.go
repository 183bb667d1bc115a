package computers

import (
	"time"

	"amytis/engine"
	"amytis/engine/ai"
	"amytis/engine/table"
)

const (
	// defaultStep is the pause of the highest level before a step of a live game.
	defaultStep = 3 * time.Second
	// slower is the part of defaultStep that each level below adds.
	slower = 3
	// roundSteps is the number of steps that a computer makes in a round with a clock, at most. A
	// player makes about 25 in a round that no clock ends.
	roundSteps = 30
)

// pause returns how long a computer waits before its next step. In a live game, higher levels are
// quicker, and a long clock gives everybody time: a computer that made a step every few seconds
// would end the round of a day within minutes.
func (w *Worker) pause(t *table.Table, seat engine.Seat) time.Duration {
	pace := t.State.Pace()
	if !pace.Live {
		return 0
	}
	_, level, _ := t.Acting(seat).Computer()
	pause := w.Step + w.Step*time.Duration(int(ai.Levels)-level)/slower
	clock := time.Duration(pace.Clock) * time.Second
	// Where Step is shorter than usual, so is the share of the clock.
	return max(pause, time.Duration(float64(clock/roundSteps)*w.Step.Seconds()/defaultStep.Seconds()))
}
