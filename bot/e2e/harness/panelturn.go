package harness

import (
	"cmp"
	"context"
	"fmt"
	"reflect"
	"strings"

	"amytis/bot/localdiscord"
	"amytis/bot/play/choice"
)

type panelTurn struct{ turn }

func (t *panelTurn) play() error {
	if err := t.ready(); err != nil {
		return err
	}
	panel, err := t.OpenPanel(t.ch, t.Over)
	if err != nil || panel == nil {
		return err
	}
	acted := false
	for range 2000 {
		if t.isOver() {
			return nil
		}
		seen := t.current(panel)
		next, done, err := t.step(seen)
		acted = acted || len(done) > 0
		switch {
		case notOffered(err) && (t.env.Variant.Live || t.changed(seen)):
			continue // the bot has just changed the panel
		case err != nil:
			return err
		case next == nil && !acted && !t.mayBeDone() && !EndsGame(t.ch.Last()): // which pings, too
			return fmt.Errorf("pinged, but there is nothing to do: %s", seen.Content)
		case next == nil, len(done) > 0 && t.env.Variant.ends(done[0]) && !t.Outdated(next):
			return nil
		}
		panel = next
	}
	return fmt.Errorf("a turn of 2000 steps")
}

func (t *panelTurn) current(panel *localdiscord.Message) *localdiscord.Message {
	return cmp.Or(t.Message(panel.ID), panel)
}

func (t *panelTurn) changed(seen *localdiscord.Message) bool {
	return !reflect.DeepEqual(t.current(seen).Components, seen.Components)
}

// step uses one control. It returns the next panel, nil for nothing to do, and the move made.
func (t *panelTurn) step(panel *localdiscord.Message) (next *localdiscord.Message, done []string, err error) {
	script := t.env.Variant
	if t.Inbox.Pending() && script.Live {
		return nil, nil, nil // the next round has begun
	}
	menus, moves := PanelControls(panel)
	undo, yes := Button(panel, t.T("bot.button.undo")), Button(panel, t.T("bot.button.sure"))
	if undo != nil && undo.Disabled {
		undo = nil
	}
	cursor, back := CursorButtons(panel), Button(panel, t.T("bot.button.back"))
	switch {
	case yes != nil && back != nil:
		return t.confirm(panel, yes, back)
	case Button(panel, t.T("bot.cursor.place")) != nil:
		return t.aim(panel)
	case undo != nil && t.undos > 0:
		t.undos--
		return t.useControl(panel, undo.CustomID, "", "undo")
	case undo != nil && len(menus)+len(moves)+len(cursor) == 0:
		t.undos = t.rand.IntN(4)
		return t.useControl(panel, undo.CustomID, "", "undo")
	case len(menus)+len(moves)+len(cursor) == 0:
		return nil, nil, nil
	case undo != nil && t.rand.chance(0.05):
		return t.useControl(panel, undo.CustomID, "", "undo")
	case len(cursor) > 0 && !t.rand.chance(script.endChance()):
		next, err = t.clickID(panel, cursor[t.rand.IntN(len(cursor))].CustomID)
		return next, nil, err
	case len(menus)+len(moves) == 0:
		next, err = t.clickID(panel, cursor[0].CustomID)
		return next, nil, err
	}
	if len(menus) > 0 && (len(moves) == 0 || !t.rand.chance(script.endChance())) {
		return t.chooseFrom(panel, menus)
	}
	move := moves[t.rand.early(len(moves))]
	return t.useControl(panel, move.CustomID, "", strings.Fields(ghostMove(&move))...)
}

func (t *panelTurn) chooseFrom(
	panel *localdiscord.Message, menus []localdiscord.Component,
) (*localdiscord.Message, []string, error) {
	menu := menus[t.rand.IntN(len(menus))]
	if parts := strings.SplitN(menu.CustomID, ":+", 2); len(parts) == 2 {
		return t.chooseThings(panel, menu, parts[1])
	}
	value := menu.Options[t.rand.early(len(menu.Options))].Value
	if move, whole := strings.CutPrefix(value, "="); whole {
		return t.useControl(panel, menu.CustomID, value, strings.Fields(move)...)
	}
	if strings.HasPrefix(menu.CustomID, "pick:") {
		next, err := t.Choose(panel, menu.CustomID, value)
		return next, nil, err
	}
	return t.useControl(panel, menu.CustomID, value, strings.Fields(value)...)
}

// chooseThings chooses as many values as a menu wants.
func (t *panelTurn) chooseThings(
	panel *localdiscord.Message, menu localdiscord.Component, verb string,
) (*localdiscord.Message, []string, error) {
	values := make([]string, *menu.MinValues)
	for i, at := range t.rand.Perm(len(menu.Options))[:len(values)] {
		values[i] = menu.Options[at].Value
	}
	m, err := t.Wait(t.Select(context.Background(), panel, menu.CustomID, values...))
	return t.acked(m, err, strings.Fields(choice.WithThings(verb, values))...)
}

// useControl makes a move by a control and records the answer, or keeps the move if the bot asks.
func (t *panelTurn) useControl(
	panel *localdiscord.Message, id, value string, parts ...string,
) (next *localdiscord.Message, done []string, err error) {
	var m *localdiscord.Message
	if value != "" {
		m, err = t.Choose(panel, id, value)
	} else {
		m, err = t.clickID(panel, id)
	}
	if err == nil && Button(m, t.T("bot.button.sure")) != nil {
		t.asked = parts
		return m, nil, nil
	}
	return t.acked(m, err, parts...)
}

func (t *panelTurn) acked(
	m *localdiscord.Message, err error, parts ...string,
) (next *localdiscord.Message, done []string, _ error) {
	if !t.Acks.Record(m, err, parts...) {
		if err == nil && !t.Outdated(m) && !t.env.Variant.Live {
			err = &notDoneError{fmt.Sprint(parts), m.Content}
		}
		return m, nil, err
	}
	return m, parts, nil
}

func (t *panelTurn) confirm(
	panel *localdiscord.Message, yes, back *localdiscord.Component,
) (*localdiscord.Message, []string, error) {
	if t.rand.chance(0.3) {
		m, err := t.clickID(panel, back.CustomID)
		return m, nil, err
	}
	return t.useControl(panel, yes.CustomID, "", t.asked...)
}

// OpenPanel clicks "Take my turn" on the newest message with it. It returns nil once over closes.
func (p *Player) OpenPanel(ch *localdiscord.Channel, over <-chan struct{}) (*localdiscord.Message, error) {
	label, alone := p.env.Words.Say("bot.button.turn"), p.T("bot.button.turn")
	for {
		if m := newestWith(ch, label, alone); m != nil {
			if Button(m, label) == nil { // a game of one person speaks that person's language
				label = alone
			}
			panel, err := p.Click(m, label)
			if err == nil && (p.Refused(panel) || p.Outdated(panel)) {
				err = fmt.Errorf("pinged, but: %s", panel.Content)
			}
			if !notOffered(err) { // else the message has just lost its buttons to a newer one
				return panel, err
			}
		}
		if p.isOver() || endsWithin(p.env.Pace.LookEvery(), over) {
			return nil, nil
		}
	}
}

// aim moves the cursor, places the ghost where that is legal, or goes back.
func (t *panelTurn) aim(panel *localdiscord.Message) (*localdiscord.Message, []string, error) {
	place := Button(panel, t.T("bot.cursor.place"))
	if !place.Disabled && t.rand.chance(0.4) {
		return t.useControl(panel, place.CustomID, "", strings.Fields(ghostMove(place))...)
	}
	steps := CursorSteps(panel)
	if menus, _ := PanelControls(panel); len(menus) > 0 && t.rand.chance(0.2) {
		options := menus[0].Options
		m, err := t.Choose(panel, menus[0].CustomID, options[t.rand.IntN(len(options))].Value)
		if err == nil && Button(m, t.T("bot.cursor.place")) != nil {
			err = t.checkGhost(m)
		}
		return m, nil, err
	}
	id := Button(panel, t.T("bot.button.back")).CustomID
	if next := Button(panel, t.T("bot.cursor.next")); !next.Disabled && t.rand.chance(0.4) {
		id = next.CustomID
	} else if len(steps) > 0 && !t.rand.chance(0.05) {
		id = steps[t.rand.IntN(len(steps))].CustomID
	}
	m, err := t.clickID(panel, id)
	if err == nil && Button(m, t.T("bot.cursor.place")) != nil {
		err = t.checkGhost(m)
	}
	return m, nil, err
}

// ghostMove is in the game's notation.
func ghostMove(place *localdiscord.Component) string {
	parts := strings.SplitN(place.CustomID, ":", 4)
	return parts[len(parts)-1]
}

// checkGhost has a cursor say in words whether its ghost fits, agree with its button, and show the
// ghost unless the bot is too busy to draw it.
func (t *panelTurn) checkGhost(m *localdiscord.Message) error {
	fits := strings.Contains(m.Content, "✅")
	if fits == strings.Contains(m.Content, "❌") || fits == Button(m, t.T("bot.cursor.place")).Disabled ||
		!strings.Contains(m.Content, "👻 **") {
		return fmt.Errorf("a cursor does not say whether its ghost fits: %s", m.Content)
	}
	if len(m.Pictures()) != 1 && !strings.Contains(m.Content, t.T("bot.picture.busy")) {
		return fmt.Errorf("a cursor with %d pictures", len(m.Pictures()))
	}
	return nil
}
