package bot_test

import (
	"context"
	"errors"
	"fmt"

	"amytis/bot/localdiscord"
)

// detours are what somebody does beside a turn, by presses, that changes nothing
// of it; how often each was made is counted.
type detours struct {
	boards, scores, rules, stale int
	// old is a panel beside the one that is used, shown before the last move.
	old *localdiscord.Message
	// acts is how many actions were acknowledged when it was opened.
	acts int
}

// detour makes one now and then.
func (p *person) detour(ch *localdiscord.Channel) error {
	if p.detours == nil || !p.chance(0.2) {
		return nil
	}
	d := p.detours
	switch p.rand.IntN(4) {
	case 0:
		return p.look(ch, "bot.button.boards", &d.boards)
	case 1:
		return p.look(ch, "bot.button.scores", &d.scores)
	case 2:
		return p.look(ch, "bot.button.rules", &d.rules)
	}
	return p.pressStale(ch)
}

// look presses a button of the table message that everybody may press.
func (p *person) look(ch *localdiscord.Channel, key string, count *int) error {
	label := p.house.words.T(key, nil)
	messages := ch.Messages()
	for i := len(messages) - 1; i >= 0; i-- {
		if button(messages[i], label) == nil {
			continue
		}
		m, err := p.press(messages[i], label)
		var refused *localdiscord.RefusedError
		if errors.As(err, &refused) {
			return nil // it has just lost its buttons
		}
		if err == nil && p.refused(m) {
			err = fmt.Errorf("%s: %s", label, m.Content)
		}
		*count++
		return err
	}
	return nil
}

// pressStale opens a second panel, or presses what one offers that was opened
// before: if the player has moved since, that is answered by the present panel.
func (p *person) pressStale(ch *localdiscord.Channel) error {
	d := p.detours
	if d.old == nil {
		var err error
		d.old, err = p.openPanel(ch, closed)
		d.acts = len(p.acks)
		return err
	}
	old := d.old
	d.old = nil
	menus, moves := controls(old)
	if len(p.acks) == d.acts || len(menus)+len(moves) == 0 {
		return nil // it is as good as the other
	}
	var m *localdiscord.Message
	var err error
	if len(menus) > 0 {
		m, err = p.choose(old, menus[0].CustomID, menus[0].Options[0].Value)
	} else {
		m, err = p.wait(p.Press(context.Background(), old, moves[0].CustomID, p.calls...))
	}
	if err == nil && !p.movedOn(m) {
		err = fmt.Errorf("a stale press is answered by: %s", m.Content)
	}
	d.stale++
	return err
}

// closed never waits.
var closed = func() <-chan struct{} {
	c := make(chan struct{})
	close(c)
	return c
}()
