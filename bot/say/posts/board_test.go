package posts

import (
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"
	"github.com/stretchr/testify/require"

	"amytis/bot/play/games"
	"amytis/bot/play/games/playtest"
	"amytis/bot/play/tables"
	"amytis/bot/text"
	"amytis/engine/table"
	"amytis/store"
)

func TestABoardNamesComputersAndHasNoGamesOfOnePerson(t *testing.T) {
	winner := store.Standing{User: table.ComputerID(1, 3), Rank: 1}
	alone := store.Result{Game: "towers", Standings: []store.Standing{winner, {User: 1 << 40, Rank: 2}}}
	people := store.Result{Game: "babel", Standings: append(alone.Standings, store.Standing{User: 1 << 41, Rank: 2})}
	w := text.For("en")
	m := Board(w, nil, []store.Result{alone, people})
	said := m.Embeds[len(m.Embeds)-1].Description
	require.Contains(t, said, "Nabu")
	require.NotContains(t, said, "<@", "Discord would show an unknown user")
	require.NotContains(t, said, w.Say("towers.name"))
}

func TestABoardOfManyGamesFitsIntoOneMessage(t *testing.T) {
	babel := games.All[1]
	running := playtest.Play(t, babel, nil, 2).At(t, 1)
	lobby, err := table.Open(babel.Game, table.OpenLobby(babel.Info(), running.Players[0], nil, 0, 1))
	require.NoError(t, err)
	var open []tables.Loaded
	for i := range table.ID(200) {
		s := tables.Loaded{ID: i, Table: running, Header: store.Header{Game: "babel", Channel: 1 << 60}}
		if i < 40 {
			s.Table = lobby
		}
		for seat := range s.Table.Players {
			s.Table.Players[seat].Name = strings.Repeat("W", 32)
		}
		open = append(open, s)
	}
	for _, lang := range text.Langs() {
		m := Board(text.For(string(lang)), open, nil)
		buttons, length, listed := 0, 0, 0
		for _, row := range m.Components {
			buttons += len(row.(discordgo.ActionsRow).Components)
		}
		for _, e := range m.Embeds {
			length += len([]rune(e.Title + e.Description))
			listed += strings.Count(e.Description, "<#")
			require.NotContains(t, e.Description[strings.LastIndex(e.Description, "\n"):], "<#", "the last line counts the others")
		}
		require.Equal(t, 25, buttons, "as many as Discord allows")
		require.LessOrEqual(t, length, 6000)
		require.Greater(t, listed, 30)
	}
}
