package harness

import (
	"fmt"
	"slices"
	"strings"

	"amytis/bot/localdiscord"
)

// Try uses random controls of a copy until the turn tried there is whole. It returns each message
// on the way, the first one included.
func (p *Player) Try(ch *localdiscord.Channel, at *localdiscord.Message) ([]*localdiscord.Message, error) {
	return p.TryUntil(ch, at, func(m *localdiscord.Message) bool {
		return slices.ContainsFunc([]string{"whole", "unarmed", "waits"}, func(key string) bool {
			return strings.Contains(m.Content, p.T("bot.plan."+key))
		})
	})
}

// TryUntil is Try until a message is enough.
func (p *Player) TryUntil(
	ch *localdiscord.Channel, at *localdiscord.Message, enough func(*localdiscord.Message) bool,
) ([]*localdiscord.Message, error) {
	p.Acks.trying = true // nothing tried is ever in a log
	defer func() { p.Acks.trying = false }()
	seen := []*localdiscord.Message{at}
	t := &panelTurn{turn{p, ch}}
	for range 400 {
		menus, moves := PanelControls(at)
		var next *localdiscord.Message
		var err error
		switch {
		case p.isOver():
			err = ErrOver
		case enough(at):
			return seen, nil
		case len(menus)+len(moves)+len(CursorButtons(at)) == 0 && Button(at, p.T("bot.button.back")) == nil:
			next, err = p.Click(at, p.T("bot.button.plan_back")) // the turn cannot end so
		default:
			next, _, err = t.step(at)
		}
		if err != nil || next == nil {
			return seen, err
		}
		at = next
		seen = append(seen, at)
	}
	return seen, fmt.Errorf("a turn of 400 steps")
}

// hasNoChoice reports once whether the newest message about a turn tells that the player's happens
// by itself. So nobody pings the player.
func hasNoChoice(p *Player, ch *localdiscord.Channel) bool {
	m := newestWith(ch, p.env.Words.Say("bot.button.turn"))
	if m == nil || m.ID == p.noChoice || !strings.Contains(m.Content, "\n⏩ "+p.Name+" ") {
		return false
	}
	p.noChoice = m.ID
	return true
}
