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
// that offers it.
func (p *person) pressTurn(ch *localdiscord.Channel, over <-chan struct{}) error {
	panel, err := p.openPanel(ch, over)
	if err != nil || panel == nil {
		return err
	}
	for range 200 {
		menus, moves := controls(panel)
		if len(menus)+len(moves) == 0 {
			if p.patient || p.game().outrun {
				return nil // it was done: the answer was lost, or another ping followed
			}
			return fmt.Errorf("pinged, but there is nothing to do: %s", panel.Content)
		}
		var m *localdiscord.Message
		var done []string
		switch undo := button(panel, p.say("bot.button.undo")); {
		case undo != nil && p.chance(0.05):
			done = []string{"undo"}
			m, err = p.wait(p.Press(context.Background(), panel, undo.CustomID, p.calls...))
		case len(menus) > 0 && (len(moves) == 0 || !p.chance(p.game().stop)):
			menu := menus[p.rand.IntN(len(menus))]
			move := menu.Options[p.early(len(menu.Options))].Value
			done = strings.Fields(move)
			m, err = p.choose(panel, menu.CustomID, move)
		default:
			move := moves[p.early(len(moves))]
			verb, unknown := p.pressed(ch, move.Label)
			if unknown != nil {
				return unknown
			}
			done = []string{verb}
			m, err = p.wait(p.Press(context.Background(), panel, move.CustomID, p.calls...))
		}
		stands := p.remember(m, err, done...)
		switch {
		case err != nil:
			return err
		case !stands && !p.movedOn(m):
			return fmt.Errorf("%v: %s", done, m.Content)
		case stands && p.game().ends(done[0]):
			return nil
		}
		panel = m
	}
	return fmt.Errorf("a turn of 200 steps")
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
		case <-time.After(time.Millisecond):
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
