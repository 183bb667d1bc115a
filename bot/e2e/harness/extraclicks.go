package harness

import (
	"fmt"
	"reflect"

	"amytis/bot/localdiscord"
)

// ExtraClicks counts what a player clicks beside a turn, without a change to the game.
type ExtraClicks struct {
	// Boards and More are clicks on these buttons of the table message.
	Boards, More int
	// Outdated are clicks on a panel from before the player's last move.
	Outdated int

	old *localdiscord.Message
	// acks is how many actions were acknowledged when old was opened.
	acks int
}

func (t *panelTurn) sometimesExtra() error {
	if t.Extras == nil || !t.rand.chance(0.2) {
		return nil
	}
	switch t.rand.IntN(4) {
	case 0, 1:
		return t.clickForAll("bot.button.boards", &t.Extras.Boards)
	case 2:
		return t.clickForAll("bot.button.more", &t.Extras.More)
	}
	return t.clickOutdated()
}

func (t *panelTurn) clickForAll(key string, count *int) error {
	label := t.env.Words.T(key, nil)
	m := newestWith(t.ch, label)
	if m == nil {
		return nil
	}
	answer, err := t.Click(m, label)
	if notOffered(err) {
		return nil // the message has just lost its buttons
	}
	if err == nil && t.Refused(answer) {
		err = fmt.Errorf("%s: %s", label, answer.Content)
	}
	*count++
	return err
}

// clickOutdated opens a second panel, or clicks on it later. If the player has moved since, the
// answer must be the current panel.
func (t *panelTurn) clickOutdated() error {
	extras := t.Extras
	if extras.old == nil {
		var err error
		extras.old, err = t.OpenPanel(t.ch, closed)
		extras.acks = len(t.Acks.List)
		return err
	}
	old := extras.old
	extras.old = nil
	menus, moves := PanelControls(old)
	if len(t.Acks.List) == extras.acks || len(menus)+len(moves) == 0 ||
		!reflect.DeepEqual(t.current(old).Controls(), old.Controls()) {
		return nil // the panel is not out of date, has nothing to click, or was changed by the bot
	}
	var m *localdiscord.Message
	var err error
	if len(menus) > 0 {
		m, err = t.Choose(old, menus[0].CustomID, menus[0].Options[0].Value)
	} else {
		m, err = t.clickID(old, moves[0].CustomID)
	}
	if err == nil && !t.Outdated(m) {
		err = fmt.Errorf("a click on an outdated panel is answered by: %s", m.Content)
	}
	extras.Outdated++
	return err
}

var closed = func() <-chan struct{} {
	c := make(chan struct{})
	close(c)
	return c
}()
