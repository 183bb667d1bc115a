package play_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/bot/e2e/harness"
	"amytis/bot/localdiscord"
	"amytis/engine/table"
)

// checkHandedOver checks the end of a game in which a computer has got a player's seat. Each has
// moved before or after that, and the record names both.
func checkHandedOver(at *harness.Table, former *harness.Player) {
	at.Helper()
	at.Settle()
	require.Empty(at, at.BotLog.Errors(), "errors in the log")
	ended, log := at.Ended()
	require.Len(at, ended.Handovers, 1)
	handover := ended.Handovers[0]
	require.Equal(at, former.UserID(), handover.Former)
	computer := ended.Player(handover.Seat)
	require.True(at, computer.IsComputer())
	moves := map[table.UserID]int{}
	for _, m := range ended.Moves {
		if m.Move.Seat != handover.Seat {
			continue
		}
		by := former.UserID()
		if m.Version > handover.Version {
			by = computer.User
		}
		require.Equal(at, by, m.By)
		moves[by]++
	}
	require.Len(at, moves, 2, "both have moved")
	former.Acks.Check(log)
	at.CheckNoButtons()
	at.CheckRecord(ended)
	at.CheckStore()
	rec, err := ended.Record()
	require.NoError(at, err)
	data, err := rec.Append(nil)
	require.NoError(at, err)
	require.Contains(at, string(data), `"computer"`)
	require.Contains(at, string(data), former.Name)
}

// TestGameGoesOnWithAComputerForAPlayerWhoHasLeft has the host choose a level in the warning that
// Bo, whose turn it is, has left the server. Two people play on with the computer until they
// resign.
func TestGameGoesOnWithAComputerForAPlayerWhoHasLeft(t *testing.T) {
	t.Parallel()
	env := harness.New(t, harness.Options{Seed: 251})
	people := env.NewPlayers("en-US", 3)
	host, bo, ch := people[0], people[1], env.Guild.AddChannel("gardens")
	at := env.At(ch)
	at.Open(localdiscord.Args{"build": "turns"}, people)
	for bo.Acks.Len() == 0 || at.Awaited() != bo.UserID() {
		env.Settle()
		p := harness.PlayerOf(people, at.Awaited())
		require.True(t, p.Inbox.Take())
		require.NoError(t, p.TakeTurn(ch))
	}
	env.Guild.Leave(bo.User)
	warning := host.MustCommand(ch, "game status", nil)
	require.Contains(t, warning.Content, host.T("bot.moderation.departed", "Player", "Bo"))
	menus, _ := harness.PanelControls(warning)
	menu := menus[len(menus)-1]
	require.True(t, strings.HasPrefix(menu.CustomID, "hand:"), menu.CustomID)
	done := host.MustChoose(warning, menu.CustomID, "1")
	require.False(t, host.Refused(done), done.Content)

	staying, seat := []*harness.Player{host, people[2]}, at.Now().Handovers[0].Seat
	for moved := false; !moved; {
		env.Settle()
		now := at.Now()
		moved = slices.ContainsFunc(now.Moves, func(m table.Entry) bool { return m.By == now.Player(seat).User })
		if p := harness.PlayerOf(staying, at.Awaited()); p != nil && p.Inbox.Take() {
			require.NoError(t, p.TakeTurn(ch))
		}
	}
	for _, p := range staying {
		p.MustClick(p.MustCommand(ch, "game resign", nil), p.T("bot.button.resign"))
	}
	_, log := at.Ended()
	for _, p := range staying {
		p.Acks.Check(log)
	}
	checkHandedOver(at, bo)
}
