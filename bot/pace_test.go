package bot_test

import (
	"errors"
	"time"

	"amytis/bot/localdiscord"
)

// pace is how quickly people play. The zero value is as quickly as they can.
type pace struct {
	// think is about how long one reads an answer before going on.
	think time.Duration
	// look is how often one looks for a ping.
	look time.Duration
	// answered, if not nil, is told of each answer to a command or press, and whether it is
	// an apology.
	answered func(in *localdiscord.Interaction, sorry bool, at time.Time)
}

// glance is the pause between two looks.
func (p pace) glance() time.Duration { return max(p.look, time.Millisecond) }

// readAnswer takes the time that a person takes for an answer.
func (p *person) readAnswer(in *localdiscord.Interaction, m *localdiscord.Message) {
	pace := p.house.pace
	if pace.answered != nil {
		pace.answered(in, p.apologetic(m), time.Now())
	}
	if pace.think == 0 {
		return
	}
	select {
	case <-time.After(pace.think/2 + time.Duration(p.rand.Int64N(int64(pace.think)))):
	case <-p.over:
	}
}

// errLeft is why nothing more is done in a game that is over.
var errLeft = errors.New("the game is over")

func (p *person) leaving() bool {
	select {
	case <-p.over:
		return true
	default:
		return false
	}
}
