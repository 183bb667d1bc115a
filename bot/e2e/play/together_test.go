package play_test

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/bot/e2e/harness"
	"amytis/bot/localdiscord"
)

// withArg returns the custom_id of a message's button with an action, whose argument begins with
// arg.
func withArg(t testing.TB, m *localdiscord.Message, action, arg string) string {
	t.Helper()
	for _, c := range m.Controls() {
		if parts := strings.SplitN(c.CustomID, ":", 4); parts[0] == action && strings.HasPrefix(parts[3], arg) {
			return c.CustomID
		}
	}
	require.FailNow(t, "no such button", "%s %s in %s %v", action, arg, m.Content, m.Controls())
	return ""
}

// use presses a button of a message.
func use(p *harness.Player, m *localdiscord.Message, customID string) *localdiscord.Message {
	return p.MustWait(p.Press(context.Background(), m, customID))
}

// TestAnotherPlayersMoveLeavesAPanelUsableInGardensBuiltTogether has players dig while another one
// builds, and uses the panel and the cursor that were shown before.
func TestAnotherPlayersMoveLeavesAPanelUsableInGardensBuiltTogether(t *testing.T) {
	env := harness.New(t, harness.Options{Seed: 77})
	people := env.NewPlayers(4)
	ch := env.Guild.AddChannel("together")
	env.At(ch).Open(localdiscord.Args{"build": "together"}, people)
	env.Settle()
	seats := env.At(ch).BySeat(people)
	first := &presser{TB: t, Player: seats[0], panel: seats[0].MustOpenPanel(ch)}
	first.makes("dig")
	dig := func(p *harness.Player) {
		cell := p.MustSuggest(ch, "garden dig", "cell")[0]
		m := p.MustCommand(ch, "garden dig", localdiscord.Args{"cell": cell})
		require.False(t, p.Refused(m), m.Content)
	}
	dig(seats[1])
	first.click("cur", "l place")
	require.NotNil(t, harness.Button(first.panel, first.T("bot.cursor.place")), "the cursor opens: %s", first.panel.Content)
	dig(seats[2])
	first.click("cur", "l place")
	require.NotNil(t, harness.Button(first.panel, first.T("bot.cursor.place")), "the cursor goes on: %s", first.panel.Content)
	dig(seats[3])
	before := env.At(ch).Now()
	first.click("move", "place")
	require.False(t, first.Outdated(first.panel) || first.Refused(first.panel), first.panel.Content)
	require.Len(t, env.At(ch).Now().Moves, len(before.Moves)+1)
	first.click("undo", "")
	require.Len(t, env.At(ch).Now().Moves, len(before.Moves))
}

// TestAnotherPlayersMoveLeavesAPanelUsableInAQuickGame does the same where all build at once. Each
// interaction is delivered twice, and acts once.
func TestAnotherPlayersMoveLeavesAPanelUsableInAQuickGame(t *testing.T) {
	q := newQuickTable(t)
	p := q.seats[0]
	q.Discord.Faults().DuplicateInteractions(true)
	panel := p.MustOpenPanel(q.ch)
	q.builds(2, "2:c3") // zone 2 is between the two others
	panel = use(p, panel, withArg(t, panel, "cur", "l tower"))
	q.builds(3, "2:x20")
	require.NotNil(t, harness.Button(panel, p.T("bot.cursor.place")), panel.Content)
	before := q.At(q.ch).Moves()
	panel = use(p, panel, withArg(t, panel, "on", "tower"))
	require.False(t, p.Outdated(panel) || p.Refused(panel), panel.Content)
	require.Equal(t, before+1, q.At(q.ch).Moves(), "it acts once")
	require.NotNil(t, harness.Button(panel, p.T("bot.cursor.place")), "the cursor stays open: %s", panel.Content)
}
