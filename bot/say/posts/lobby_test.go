package posts

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/bot/play/games"
	_ "amytis/bot/play/games/tictactoe" // a game that only tests have
	"amytis/bot/play/tables"
	"amytis/bot/text"
	"amytis/engine/table"
)

// TestALobbyHasAtMostSixLinesOnAPhone has a full table, a time control and hints, in each language.
func TestALobbyHasAtMostSixLinesOnAPhone(t *testing.T) {
	const perLine = 42 // of an embed at 390 px
	for _, g := range games.All {
		for _, lang := range text.Langs() {
			w := text.For(string(lang))
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
