package harness

import "github.com/stretchr/testify/require"

// ready has the player press *Ready* in a live game, and waits until the round has begun. It
// returns early if the game is over, or if another ping has come.
func (t *turn) ready() error {
	if !t.env.Script.Live {
		return nil
	}
	pings := len(t.Pings())
	pressed := ""
	ready := t.env.Words.T("bot.button.ready", nil)
	for {
		m := newestWith(t.ch, ready, t.env.Words.T("bot.button.turn", nil))
		if m != nil && Button(m, ready) == nil {
			return nil
		}
		if m != nil && m.ID != pressed {
			_, err := t.Click(m, ready)
			switch {
			case err == nil:
				pressed = m.ID
			case !notOffered(err): // else the message has just lost the button
				return err
			}
		}
		if len(t.Pings()) > pings || endsWithin(t.env.Pace.LookEvery(), t.Over) {
			return nil
		}
	}
}

// BeginRound has people press *Ready* below the last message, and waits until it says that the
// round has begun.
func (t *Table) BeginRound(people []*Player) {
	t.Helper()
	label := t.Words.T("bot.button.ready", nil)
	for i, p := range people {
		t.Settle() // an old message is posted again rather than edited
		panel := p.MustClick(t.Channel.Last(), label)
		require.False(t, p.Refused(panel) || p.Outdated(panel), panel.Content)
		if i+1 < len(people) {
			require.Nil(t, Button(panel, p.T("bot.button.ready")), panel.Content)
		}
	}
	t.Settle()
	require.NotNil(t, Button(t.Channel.Last(), t.Words.T("bot.button.turn", nil)), t.Channel.Last().Content)
}
