package interaction

import (
	"testing"

	"github.com/bwmarrin/discordgo"
	"github.com/stretchr/testify/require"

	"amytis/bot/discord/control"
	"amytis/bot/discord/message"
	"amytis/bot/play/games"
	"amytis/bot/text"
	"amytis/engine"
	"amytis/engine/table"
	"amytis/store"
)

func TestRuleButtonIsAddedOnlyWhereThereIsRoom(t *testing.T) {
	a := &Answer{input: &Input{Words: text.For("en")}}
	at := &table.Table{Game: games.All[0].Game, Version: 7}
	refused := engine.Refuse("sticks_up", "G-6")
	row := func(buttons int) discordgo.MessageComponent {
		var row discordgo.ActionsRow
		for range buttons {
			row.Components = append(row.Components, discordgo.Button{})
		}
		return row
	}
	menu := control.Row(discordgo.SelectMenu{})
	for name, c := range map[string]struct {
		err        error
		rows       []discordgo.MessageComponent
		want, last int
	}{
		"no rows":             {refused, nil, 1, 1},
		"room in the last":    {refused, []discordgo.MessageComponent{row(4)}, 1, 5},
		"a full row":          {refused, []discordgo.MessageComponent{row(5)}, 2, 1},
		"a menu":              {refused, []discordgo.MessageComponent{menu}, 2, 1},
		"five full rows":      {refused, []discordgo.MessageComponent{row(5), row(5), row(5), row(5), row(5)}, 5, 5},
		"no rule":             {engine.Refuse("game_over", ""), []discordgo.MessageComponent{row(1)}, 1, 1},
		"another error":       {store.ErrNotFound, []discordgo.MessageComponent{row(1)}, 1, 1},
		"a rule without page": {engine.Refuse("sticks_up", "X-1"), []discordgo.MessageComponent{row(1)}, 1, 1},
	} {
		m := &message.Message{Components: c.rows}
		a.AddRule(m, 3, at, c.err)
		require.Len(t, m.Components, c.want, name)
		require.Len(t, m.Components[c.want-1].(discordgo.ActionsRow).Components, c.last, name)
	}
	m := &message.Message{}
	a.AddRule(m, 3, at, refused)
	button := m.Components[0].(discordgo.ActionsRow).Components[0].(discordgo.Button)
	require.Equal(t, "📖 G-6: How high things reach", button.Label)
	require.Equal(t, "rules:3:7:G-6", button.CustomID)
}
