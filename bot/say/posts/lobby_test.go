package posts

import (
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"
	"github.com/stretchr/testify/require"

	"amytis/bot/play/games"
	"amytis/bot/play/games/playtest"
	_ "amytis/bot/play/games/tictactoe" // a game that only tests have
	"amytis/bot/play/tables"
	"amytis/bot/text"
	"amytis/engine/table"
	"amytis/store"
)

// TestALobbyHasAtMostSixLinesOnAPhone has a full table, a time control and hints, in each language.
func TestALobbyHasAtMostSixLinesOnAPhone(t *testing.T) {
	const perLine = 42 // of an embed at 390 px
	for _, g := range games.All {
		for _, w := range text.All() {
			opening := table.OpenLobby(g.Info(), table.Player{User: 1 << 40, Name: "Ana"}, nil, 86400, 1)
			at, err := table.Open(g.Game, opening.WithReserve(259200).WithHints(true).WithStandIns(table.UsualStandIn))
			for _, most := at.Seats(); err == nil && len(at.Players) < most; {
				computer := table.Computer(table.ComputerID(len(at.Players), 2))
				at, err = at.Next(table.AddComputer(computer, 1<<40, 1))
			}
			require.NoError(t, err)
			m, lines := Lobby(w, nil, tables.Loaded{Table: at}), 0
			e := m.Embeds[0]
			require.LessOrEqual(t, len([]rune(e.Title)), 34, "%s, in large letters", e.Title)
			said := text.Lines(strings.ReplaceAll(e.Description, "*", ""))
			for line := range strings.SplitSeq(text.Unformatted(said), "\n") {
				lines += (len([]rune(line)) + perLine - 1) / perLine
			}
			require.LessOrEqual(t, len([]rune(e.Footer.Text)), 50, "%s, in small letters", e.Footer.Text)
			require.Empty(t, e.Fields)
			require.LessOrEqual(t, lines, 4, "%s between title and host", said)
		}
	}
}

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
	for _, w := range text.All() {
		m := Board(w, open, nil)
		buttons, length, listed := 0, 0, 0
		for _, row := range m.Components {
			buttons += len(row.(discordgo.ActionsRow).Components)
		}
		for _, e := range m.Embeds {
			length += len([]rune(e.Title + e.Description))
			listed += strings.Count(e.Description, "<#")
			last := e.Description[strings.LastIndex(e.Description, "\n"):]
			require.NotContains(t, last, "<#", "the last line counts the others")
		}
		require.Equal(t, 25, buttons, "as many as Discord allows")
		require.LessOrEqual(t, length, 6000)
		require.Greater(t, listed, 30)
	}
}
