package harness

import (
	"fmt"
	"strings"

	"amytis/bot/localdiscord"
)

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
