package bot_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"amytis/bot/localdiscord"
)

const successStyle = 3

// pressTurn plays a turn by buttons and menus alone, from the newest message
// that offers it, with detours that change nothing.
func (p *person) pressTurn(ch *localdiscord.Channel, over <-chan struct{}) error {
	panel, err := p.openPanel(ch, over)
	if err != nil || panel == nil {
		return err
	}
	for range 400 {
		if p.leaving() {
			return nil
		}
		if err := p.detour(ch); err != nil {
			return err
		}
		next, done, err := p.pressStep(ch, panel)
		switch {
		case err != nil:
			return err
		case next == nil:
			return nil
		case len(done) > 0 && p.game().ends(done[0]) && !p.movedOn(next):
			return nil
		}
		panel = next
	}
	return fmt.Errorf("a turn of 400 steps")
}

// pressStep presses something: it gives what the panel becomes, nil if there is
// nothing to do, and the move that was made, if one was.
func (p *person) pressStep(ch *localdiscord.Channel, panel *localdiscord.Message) (next *localdiscord.Message, done []string, err error) {
	if len(p.Pings()) > p.pinged && p.game().live {
		return nil, nil, nil // the next round has begun
	}
	menus, moves := controls(panel)
	undo, sure := button(panel, p.say("bot.button.undo")), button(panel, p.say("bot.button.sure"))
	cursor, back := cursorOf(panel), button(panel, p.say("bot.button.back"))
	switch {
	case sure != nil && back != nil:
		return p.pressSure(panel, sure, back)
	case button(panel, p.say("bot.cursor.place")) != nil:
		return p.aim(panel)
	case undo != nil && p.backing > 0:
		p.backing--
		return p.done(panel, undo.CustomID, "", "undo")
	case undo != nil && len(menus)+len(moves)+len(cursor) == 0:
		p.backing = p.rand.IntN(4)
		return p.done(panel, undo.CustomID, "", "undo")
	case len(menus)+len(moves)+len(cursor) == 0:
		if p.patient || p.game().outrun {
			return nil, nil, nil // it was done: the answer was lost, or another ping followed
		}
		return nil, nil, fmt.Errorf("pinged, but there is nothing to do: %s", panel.Content)
	case undo != nil && p.chance(0.05):
		return p.done(panel, undo.CustomID, "", "undo")
	case len(cursor) > 0 && p.chance(p.game().aims):
		next, err = p.wait(p.Press(context.Background(), panel, cursor[p.rand.IntN(len(cursor))].CustomID, p.calls...))
		return next, nil, err
	case len(menus) > 0 && (len(moves) == 0 || !p.chance(p.game().stop)):
		menu := menus[p.rand.IntN(len(menus))]
		value := menu.Options[p.early(len(menu.Options))].Value
		if move, whole := strings.CutPrefix(value, "="); whole {
			return p.done(panel, menu.CustomID, value, strings.Fields(move)...)
		}
		if strings.HasPrefix(menu.CustomID, "pick:") {
			next, err = p.choose(panel, menu.CustomID, value)
			return next, nil, err
		}
		return p.done(panel, menu.CustomID, value, strings.Fields(value)...)
	case len(moves) == 0:
		next, err = p.wait(p.Press(context.Background(), panel, cursor[0].CustomID, p.calls...))
		return next, nil, err
	}
	move := moves[p.early(len(moves))]
	verb, err := p.pressed(ch, move.Label)
	if err != nil {
		return nil, nil, err
	}
	return p.done(panel, move.CustomID, "", verb)
}

// done presses what makes a move, and writes down what came of it; where the bot
// asks once more, nothing has been done yet.
func (p *person) done(panel *localdiscord.Message, id, value string, parts ...string) (*localdiscord.Message, []string, error) {
	var m *localdiscord.Message
	var err error
	if value != "" {
		m, err = p.choose(panel, id, value)
	} else {
		m, err = p.wait(p.Press(context.Background(), panel, id, p.calls...))
	}
	if err == nil && button(m, p.say("bot.button.sure")) != nil {
		p.asked = parts
		return m, nil, nil
	}
	if !p.remember(m, err, parts...) {
		if err == nil && !p.movedOn(m) && !p.game().live {
			err = &notDoneError{fmt.Sprint(parts), m.Content}
		}
		return m, nil, err
	}
	return m, parts, nil
}

// pressSure answers the question whether to do what loses something.
func (p *person) pressSure(panel *localdiscord.Message, sure, back *localdiscord.Component) (*localdiscord.Message, []string, error) {
	if p.chance(0.3) {
		m, err := p.wait(p.Press(context.Background(), panel, back.CustomID, p.calls...))
		return m, nil, err
	}
	return p.done(panel, sure.CustomID, "", p.asked...)
}

// aim wanders about with the cursor, and places what it holds where that fits,
// or goes back.
func (p *person) aim(panel *localdiscord.Message) (*localdiscord.Message, []string, error) {
	place := button(panel, p.say("bot.cursor.place"))
	if !place.Disabled && p.chance(0.4) {
		return p.done(panel, place.CustomID, "", strings.Fields(ghostOf(place))...)
	}
	var steps []localdiscord.Component
	for _, c := range panel.Controls() {
		if strings.HasPrefix(c.CustomID, "cur:") && !c.Disabled {
			steps = append(steps, c)
		}
	}
	id := button(panel, p.say("bot.button.back")).CustomID
	if next := button(panel, p.say("bot.cursor.next")); !next.Disabled && p.chance(0.4) {
		id = next.CustomID
	} else if len(steps) > 0 && !p.chance(0.05) {
		id = steps[p.rand.IntN(len(steps))].CustomID
	}
	m, err := p.wait(p.Press(context.Background(), panel, id, p.calls...))
	if err == nil && button(m, p.say("bot.cursor.place")) != nil {
		err = p.checkGhost(m)
	}
	return m, nil, err
}

// ghostOf is the move that a cursor's button would make, in the notation: words
// are the reader's.
func ghostOf(place *localdiscord.Component) string {
	parts := strings.SplitN(place.CustomID, ":", 4)
	return parts[len(parts)-1]
}

// checkGhost: a cursor says in words whether the ghost fits, as its button does,
// and shows it.
func (p *person) checkGhost(m *localdiscord.Message) error {
	fits := strings.Contains(m.Content, "✅")
	if fits == strings.Contains(m.Content, "❌") || fits == button(m, p.say("bot.cursor.place")).Disabled || !strings.Contains(m.Content, "👻 `") {
		return fmt.Errorf("a cursor that does not say whether its ghost fits: %s", m.Content)
	}
	if len(m.Pictures()) != 1 {
		return fmt.Errorf("a cursor with %d pictures", len(m.Pictures()))
	}
	return nil
}

// cursorOf are the buttons that open a cursor.
func cursorOf(m *localdiscord.Message) []localdiscord.Component {
	var open []localdiscord.Component
	for _, c := range m.Controls() {
		if strings.HasPrefix(c.CustomID, "cur:") || strings.HasPrefix(c.CustomID, "pick:") && len(c.Options) == 0 {
			open = append(open, c)
		}
	}
	return open
}

// openPanel presses "Take my turn" on the newest message that has it; nil if the
// game is over.
func (p *person) openPanel(ch *localdiscord.Channel, over <-chan struct{}) (*localdiscord.Message, error) {
	label := p.house.words.T("bot.button.turn", nil)
	for {
		messages := ch.Messages()
		for i := len(messages) - 1; i >= 0; i-- {
			if button(messages[i], label) == nil {
				continue
			}
			panel, err := p.press(messages[i], label)
			var refused *localdiscord.RefusedError
			if errors.As(err, &refused) {
				break // it has just lost its buttons to a newer one
			}
			if err == nil && (p.refused(panel) || p.movedOn(panel)) {
				err = fmt.Errorf("pinged, but: %s", panel.Content)
			}
			return panel, err
		}
		select {
		case <-over:
			return nil, nil
		case <-time.After(p.house.pace.glance()):
		}
	}
}

// controls are the menus and the move buttons of a panel.
func controls(m *localdiscord.Message) (menus, moves []localdiscord.Component) {
	for _, c := range m.Controls() {
		switch {
		case len(c.Options) > 0:
			menus = append(menus, c)
		case c.Style == successStyle:
			moves = append(moves, c)
		}
	}
	return menus, moves
}
