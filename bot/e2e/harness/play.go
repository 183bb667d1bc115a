package harness

import (
	"context"
	"errors"
	"fmt"
	"time"

	"amytis/bot/localdiscord"
	"amytis/bot/play/games"
	"amytis/engine/table"
)

type notDoneError struct{ what, answer string }

func (e *notDoneError) Error() string { return e.what + ": " + e.answer }

// Play answers every ping with a turn until over is closed.
func (p *Player) Play(ch *localdiscord.Channel, over <-chan struct{}) error {
	p.Over = over
	defer func() { p.Over = nil }()
	for {
		if !p.Inbox.TakePing() {
			if endsWithin(p.env.Pace.LookEvery(), over) {
				return nil
			}
			if !p.uncalled && !hasNoChoice(p, ch) {
				continue
			}
		}
		if err := p.TakeTurn(ch); err != nil && !errors.Is(err, ErrOver) {
			return fmt.Errorf("%s's turn: %w", p.Name, err)
		}
		p.overlaps = p.Inbox.Pending()
	}
}

// mayBeDone reports whether a player who was pinged may have nothing to do: the answer was lost, or
// the turn before has done what this ping asks for, too.
func (t *turn) mayBeDone() bool { return t.Patient || t.env.Variant.Live || t.overlaps }

// TakeTurn plays a turn. A patient player begins again where something failed, unless that has
// ended the turn after all.
func (p *Player) TakeTurn(ch *localdiscord.Channel) error {
	t := &turn{p, ch}
	_, began := t.logged()
	for tries := 0; ; {
		logged, since := t.logged()
		if began != unknown && since != unknown && since != began {
			return nil
		}
		sure := p.Acks.sure()
		err := t.try()
		if !p.Patient || err == nil || errors.Is(err, ErrOver) {
			return err
		}
		var notDone *notDoneError
		switch {
		case errors.Is(err, ErrFailed), notOffered(err):
		case errors.As(err, &notDone) && t.actions()-logged > p.Acks.sure()-sure:
			// Discord delivered an interaction late, after it told the player that it had failed.
		default:
			if tries++; tries > p.Retries {
				return err
			}
		}
		if endsWithin(max(20*time.Millisecond, p.env.Pace.Look), p.Over) { // nobody tries again at once
			return nil
		}
	}
}

type turn struct {
	*Player
	ch *localdiscord.Channel
}

func (t *turn) try() error {
	if t.ByPanel {
		return (&panelTurn{*t}).play()
	}
	return (&commandTurn{*t}).play()
}

const unknown = -1

// logged returns how many actions of a patient player are in the log, and since when the table
// waits for the player, in Unix milliseconds, 0 if it does not. That is unknown without the store,
// and in live games, where a turn goes on after its round has begun.
func (t *turn) logged() (actions int, since int64) {
	if t.env.Store == nil || !t.Patient {
		return 0, unknown
	}
	_, log, err := t.env.Store.Table(context.Background(), t.env.At(t.ch).ID())
	if err != nil {
		return 0, unknown
	}
	at, err := table.Load(games.Rules, log)
	if err != nil {
		return 0, unknown
	}
	switch seat := at.Seat(t.UserID()); {
	case t.env.Variant.Live:
		since = unknown
	case seat != 0 && at.Turn().Has(seat):
		since = at.Waits[seat].Since
	}
	return len(ActionsBy(t.UserID(), log)), since
}

func (t *turn) actions() int {
	n, _ := t.logged()
	return n
}
