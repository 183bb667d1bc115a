package seats

import (
	"testing"

	"github.com/bwmarrin/discordgo"
	"github.com/stretchr/testify/require"

	"amytis/bot/handle/interaction"
	"amytis/engine/table"
)

// TestLobbyIsChangedByThoseWhoMay carries out the plans of lobbies for a user.
func TestLobbyIsChangedByThoseWhoMay(t *testing.T) {
	boJoins := table.Join(table.Player{User: bo, Name: "Bo"}, 2)
	computer := table.ComputerID(1, 3)
	withComputer := table.AddComputer(table.Player{User: computer, Name: "Nabu"}, ana, 2)
	for name, c := range map[string]struct {
		user    table.UserID
		before  []table.Event
		plan    plan
		refused string
		players []table.UserID
	}{
		"a player joins":                     {bo, nil, join, "", []table.UserID{ana, bo}},
		"twice":                              {ana, nil, join, "already_joined", nil},
		"a player leaves":                    {bo, []table.Event{boJoins}, leave, "", []table.UserID{ana}},
		"a stranger":                         {bo, nil, leave, "not_joined", nil},
		"the host leaves, the next is host":  {ana, []table.Event{boJoins}, leave, "", []table.UserID{bo}},
		"another player starts":              {bo, []table.Event{boJoins}, start, refusedNotHost, nil},
		"the host removes a computer":        {ana, []table.Event{withComputer}, remove(computer), "", []table.UserID{ana}},
		"a moderator too":                    {mo, []table.Event{withComputer}, remove(computer), "", []table.UserID{ana}},
		"another player may not":             {bo, []table.Event{withComputer}, remove(computer), refusedNotHost, nil},
		"a computer that is gone":            {ana, nil, remove(computer), refusedNoComputer, nil},
		"a person by the button of computer": {ana, []table.Event{boJoins}, remove(bo), refusedNoComputer, nil},
	} {
		t.Run(name, func(t *testing.T) {
			lobby := lobbyOf(t, "gardens", c.before...)
			events, err := c.plan(t.Context(), asks(c.user, nil), lobby)
			for _, e := range events {
				if lobby, err = lobby.Next(e); err != nil {
					break
				}
			}
			require.Equal(t, c.refused, codeOf(t, err))
			if err != nil {
				return
			}
			var players []table.UserID
			for _, p := range lobby.Players {
				players = append(players, p.User)
			}
			require.Equal(t, c.players, players)
			require.Equal(t, c.players[0], lobby.Host)
		})
	}
	robot := asks(bo, nil)
	robot.Interaction.Member.User.Bot = true
	_, err := join(t.Context(), robot, lobbyOf(t, "gardens"))
	require.Equal(t, refusedBotPlayer, codeOf(t, err))
}

func TestGameIsAbortedByTheHostAndModerators(t *testing.T) {
	lobby := lobbyOf(t, "gardens")
	require.Empty(t, codeOf(t, checkMayAbort(asks(ana, nil), lobby)))
	require.Empty(t, codeOf(t, checkMayAbort(asks(mo, nil), lobby)))
	require.Equal(t, refusedNotHost, codeOf(t, checkMayAbort(asks(bo, nil), lobby)))
}

func TestReplacementIsAMemberAndNoBot(t *testing.T) {
	users := map[string]*discordgo.User{"1": {ID: "1", Username: "cleo"}, "2": {ID: "2", Bot: true}, "3": {ID: "3"}}
	members := map[string]*discordgo.Member{"1": {Nick: "Cleo"}, "2": {}}
	by, err := replacement("1", users, members)
	require.NoError(t, err)
	require.Equal(t, table.Player{User: 1, Name: "Cleo"}, by)
	for id, code := range map[string]string{"2": refusedBotPlayer, "3": refusedNoMember, "4": refusedNoMember} {
		_, err := replacement(id, users, members)
		require.Equal(t, code, codeOf(t, err))
	}
}

func TestComputerGetsTheSeatOfAPlayerAtAKnownLevel(t *testing.T) {
	lobby, r := lobbyOf(t, "gardens"), asks(ana, nil)
	for _, level := range []string{"", "0", "6", "x"} {
		_, _, err := handoverEvents(r, lobby, ana, level)
		require.Equal(t, refusedReplacement, codeOf(t, err), level)
	}
	_, _, err := handoverEvents(r, lobby, bo, "3")
	require.Equal(t, interaction.RefusedNoSuchSeat, codeOf(t, err))
	events, computer, err := handoverEvents(r, lobby, ana, "3")
	require.NoError(t, err)
	require.Equal(t, table.ComputerID(1, 3), computer.User)
	require.Len(t, events, 1)
}

func TestRematchNeedsAnEndedGameAndOneOfItsPlayers(t *testing.T) {
	last := lobbyOf(t, "gardens")
	last.Status = table.Abandoned
	require.Equal(t, refusedNoRematch, codeOf(t, checkMayRematch(t.Context(), asks(ana, nil), last)))
	last.Status = table.Ended
	require.Equal(t, interaction.RefusedNotPlayer, codeOf(t, checkMayRematch(t.Context(), asks(bo, nil), last)))
	require.NoError(t, checkMayRematch(t.Context(), asks(ana, nil), last))
}
