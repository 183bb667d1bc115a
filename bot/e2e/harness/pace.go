package harness

import (
	"errors"
	"time"

	"amytis/bot/localdiscord"
)

// Pace is how quickly people play. The zero value is as quickly as they can.
type Pace struct {
	// Think is about how long people read an answer.
	Think time.Duration
	// Look is how often players look for a ping.
	Look time.Duration
	// Answered, if not nil, is called with each answer to a command or press. apology is whether
	// the bot could not do what was asked.
	Answered func(in *localdiscord.Interaction, apology bool, at time.Time)
	// Failed, if not nil, is called with what Discord shows as failed.
	Failed func(in *localdiscord.Interaction)
}

func (p Pace) LookEvery() time.Duration { return max(p.Look, time.Millisecond) }

func (p *Player) readAnswer(in *localdiscord.Interaction, m *localdiscord.Message) {
	pace := p.env.Pace
	if pace.Answered != nil {
		pace.Answered(in, p.isApology(m), time.Now())
	}
	if pace.Think > 0 {
		endsWithin(pace.Think/2+time.Duration(p.rand.Int64N(int64(pace.Think))), p.Over)
	}
}

// endsWithin waits, and reports whether over was closed meanwhile.
func endsWithin(wait time.Duration, over <-chan struct{}) bool {
	select {
	case <-over:
		return true
	case <-time.After(wait):
		return false
	}
}

// ErrOver is the error of a player who stops because the game is over.
var ErrOver = errors.New("the game is over")

func (p *Player) isOver() bool {
	select {
	case <-p.Over:
		return true
	default:
		return false
	}
}
