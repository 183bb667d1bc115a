package world

import (
	"net/http"
	"time"

	"amytis/bot/localdiscord/wire"
)

// OutcomeKind is "" before there is any.
type OutcomeKind string

const (
	Thinking     OutcomeKind = "thinking"     // deferred, nothing to read yet
	Acknowledged OutcomeKind = "acknowledged" // a press was accepted, nothing changed yet
	Replied      OutcomeKind = "replied"      // a new message
	Updated      OutcomeKind = "updated"      // the message of the component has changed
	Suggested    OutcomeKind = "suggested"    // choices of an autocomplete
	Asked        OutcomeKind = "asked"        // a form has opened
	Failed       OutcomeKind = "failed"       // the user was told that it did not work
)

type Outcome struct {
	Kind    OutcomeKind
	Message *wire.Message
	Choices []wire.Choice
	Form    *wire.Modal
	// Failure is what Discord told the user.
	Failure string
}

// NotResponded is what Discord tells a user whose interaction nobody answered in time.
const NotResponded = "The application did not respond"

// Progress is how far the answers to an interaction are.
type Progress struct {
	// Original is the message that @original stands for.
	Original string
	// Deferred is wire.CallbackDeferMessage or wire.CallbackDeferUpdate until something follows,
	// then 0.
	Deferred int
	// Followups are the messages after the first answer.
	Followups []string
	Answered  bool

	timer   *time.Timer
	failed  bool
	excused bool // a fault lost the response to the answer, so it is right to answer again
	outcome Outcome
	first   chan struct{} // closed by the first answer, with closeFirst
	settled chan struct{} // closed once there is something to look at, when isSettled

	closeFirst func()
	isSettled  bool
}

// MayAnswer refuses a second answer and one that comes too late.
func (in *Interaction) MayAnswer(w *World) *wire.Refusal {
	p := &in.Progress
	switch {
	case p.Answered:
		refusal := wire.Refuse(http.StatusBadRequest, wire.CodeAlreadyAnswered,
			"Interaction has already been acknowledged.")
		refusal.Excused = p.excused
		return refusal
	case p.failed, w.Now().Sub(in.Created) > w.state.AnswerWithin:
		return wire.Unknown(wire.CodeUnknownInteraction, "interaction")
	}
	return nil
}

// SetAnswered excuses the bot for answering again if a fault loses the response.
func (p *Progress) SetAnswered(responseLost bool) {
	p.Answered, p.excused = true, responseLost
	p.stopTimer()
}

func (p *Progress) EndDeferral(outcome Outcome) {
	p.Deferred = 0
	p.Show(outcome, true)
}

// Show records what the user sees. If settled there is something to look at, and nothing changes
// after that.
func (p *Progress) Show(outcome Outcome, settled bool) {
	if p.isSettled {
		return
	}
	p.outcome, p.isSettled = outcome, settled
	p.closeFirst()
	if settled {
		close(p.settled)
	}
}

func (in *Interaction) expire() {
	in.state.WithWorld(func(*World) {
		if p := &in.Progress; !p.Answered && !p.failed {
			p.failed = true
			p.Show(Outcome{Kind: Failed, Failure: NotResponded}, true)
		}
	})
}

func (p *Progress) stopTimer() {
	if p.timer != nil {
		p.timer.Stop()
	}
}
