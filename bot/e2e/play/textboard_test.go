package play_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/bot/e2e/harness"
	"amytis/bot/localdiscord"
)

// hasText reports whether a message has a text board of the quarry.
func hasText(p *harness.Player, m *localdiscord.Message) bool {
	return len(m.Embeds) > 0 && strings.Contains(m.Embeds[0].Description, p.T("alt.gardens.left", "Count", 48))
}

func TestTextShowsAHandToItsOwnerAlone(t *testing.T) {
	env, ch, first, second := harness.StartedGame(t, harness.Options{}, localdiscord.Args{"game": "babel"})
	asked := localdiscord.Args{"view": "text"}
	own := first.MustCommand(ch, "board", asked)
	require.Contains(t, own.Text(), first.T("alt.babel.view.hand", "You", true))
	require.NotContains(t, own.Text(), second.T("alt.babel.view.hand", "Name", second.Name))
	require.NotContains(t, env.NewPlayer("Eve", "en-US").MustCommand(ch, "board", asked).Text(), "'s hand.")
	asked["public"] = true
	require.NotContains(t, first.MustCommand(ch, "board", asked).Text(), "'s hand.")
}

func TestAPlayerCanHaveTextAtEveryPanelAndInTableMessages(t *testing.T) {
	env, ch, first, second := harness.StartedGame(t, harness.Options{}, nil)
	require.Equal(t, first.T("bot.me.text.false"), first.MustCommand(ch, "me text", nil).Content)
	require.False(t, hasText(first, first.MustOpenPanel(ch)), "the panel has no text board when text is off")
	require.Equal(t, first.T("bot.me.text.true"),
		first.MustCommand(ch, "me text", localdiscord.Args{"on": true}).Content)
	require.Equal(t, first.T("bot.me.text.true"), first.MustCommand(ch, "me text", nil).Content)

	before := ch.Last()
	panel := first.MustOpenPanel(ch)
	require.False(t, hasText(first, panel), "it is read only on demand")
	board := first.MustClick(panel, first.T("bot.textboard.view"))
	require.True(t, hasText(first, board), board.Text())
	require.NotEqual(t, panel.ID, board.ID, "the panel stays")
	require.NoError(t, first.TakeTurnByCommands(ch))
	env.Settle()
	told := ch.Last()
	require.NotEqual(t, before.ID, told.ID)
	require.NotEmpty(t, told.Embeds, "a player of the table wants text")
	seconds := harness.Button(second.MustOpenPanel(ch), second.T("bot.textboard.view"))
	require.Nil(t, seconds, "others have it in public only")

	require.NoError(t, second.TakeTurnByCommands(ch))
	env.Settle()
	require.Empty(t, first.Message(told.ID).Embeds, "an older message is short")
	first.MustCommand(ch, "me text", localdiscord.Args{"on": false})
	require.Nil(t, harness.Button(first.MustOpenPanel(ch), first.T("bot.textboard.view")))
}
