package harness

import (
	"slices"
	"strings"

	"github.com/stretchr/testify/require"

	"amytis/bot/localdiscord"
)

// Try uses random controls of a copy until its turn is whole. It returns each message on the way.
func (p *Player) Try(ch *localdiscord.Channel, at *localdiscord.Message) []*localdiscord.Message {
	return p.TryUntil(ch, at, func(m *localdiscord.Message) bool {
		return slices.ContainsFunc([]string{"whole", "unarmed", "waits"}, func(key string) bool {
			return strings.Contains(m.Content, p.T("bot.plan."+key))
		})
	})
}

// TryUntil is Try until a message is enough.
func (p *Player) TryUntil(
	ch *localdiscord.Channel, at *localdiscord.Message, enough func(*localdiscord.Message) bool,
) (seen []*localdiscord.Message) {
	p.Acks.trying = true // nothing tried is ever in a log
	defer func() { p.Acks.trying = false }()
	t := &panelTurn{turn{p, ch}}
	for range 400 {
		if seen = append(seen, at); enough(at) {
			return seen
		}
		menus, moves := PanelControls(at)
		if len(menus)+len(moves)+len(CursorButtons(at)) == 0 && Button(at, p.T("bot.button.back")) == nil {
			at = p.MustClick(at, p.T("bot.button.plan_back")) // the turn cannot end so
			continue
		}
		next, _, err := t.step(at)
		require.NoError(p.env, err)
		at = next
	}
	require.FailNow(p.env, "a turn of 400 steps", at.Content)
	return seen
}

// hasNoChoice reports once whether the newest message tells that the player's turn happens by
// itself, so without a ping.
func hasNoChoice(p *Player, ch *localdiscord.Channel) bool {
	m := newestWith(ch, p.env.Words.Say("bot.button.turn"))
	if m == nil || m.ID == p.noChoice || !strings.Contains(m.Content, "\n⏩ "+p.Name+" ") {
		return false
	}
	p.noChoice = m.ID
	return true
}
