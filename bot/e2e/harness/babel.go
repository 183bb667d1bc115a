package harness

import (
	"strings"

	"github.com/stretchr/testify/require"

	"amytis/bot/localdiscord"
	"amytis/engine/babel"
)

// NotInTurnAtBabel reports whether an answer says that it is not the player's turn, or that the
// game is over. The players are Ana and Bo.
func NotInTurnAtBabel(p *Player, m *localdiscord.Message) bool {
	for _, names := range []string{
		"Ana", "Bo", p.Words.List([]string{"Ana", "Bo"}), p.Words.List([]string{"Bo", "Ana"}),
	} {
		if strings.HasPrefix(m.Content, "⛔ "+p.T("table.refused.not_your_turn", "turn", names)) {
			return true
		}
	}
	over := p.Words.Say("table.refused.game_over") // without a mention if the bot has just started
	return strings.HasPrefix(m.Content, "⛔ "+over) || strings.HasPrefix(m.Content, "⛔ "+p.env.Mentioning(over))
}

// PlayBabel plays moves in the game's notation, without the seat. All must be accepted. It returns
// the last answer.
func PlayBabel(p *Player, ch *localdiscord.Channel, moves ...string) (last *localdiscord.Message) {
	p.env.Helper()
	for _, move := range moves {
		command, args := "game "+move, localdiscord.Args(nil)
		if move != "undo" && move != "resign" {
			m, err := babel.Game.ParseMove("1 " + move)
			require.NoError(p.env, err)
			command, args = CommandOf(babel.Game, m)
			command = "babel " + command
		}
		last = p.MustCommand(ch, command, args)
		require.False(p.env, p.Refused(last), "%s: %s", move, last.Content)
	}
	p.env.Settle()
	return last
}
