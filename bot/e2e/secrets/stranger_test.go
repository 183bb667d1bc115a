package secrets_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/bot/e2e/harness"
	"amytis/bot/localdiscord"
	"amytis/engine/longrun"
)

func TestStrangerSeesPublicViewsAndCannotAct(t *testing.T) {
	env, ch, _, _ := harness.StartedGame(t, harness.Options{}, nil)
	for _, locale := range longrun.Choose(harness.Locales[:1], harness.Locales) {
		eve := env.NewPlayer("Eve-"+locale, locale)
		refusal := "⛔ " + eve.T("table.refused.not_player")
		table := ch.Last()
		require.Equal(t, refusal, eve.MustClick(table, env.Words.T("bot.button.turn", nil)).Content)
		for _, command := range []string{"game undo", "game resign"} {
			require.Equal(t, refusal, eve.MustCommand(ch, command, nil).Content, command)
		}
		require.Contains(t, eve.MustCommand(ch, "garden dig", localdiscord.Args{"cell": "b2"}).Content, refusal)
		require.Equal(t, "⛔ "+eve.T("table.refused.not_host"), eve.MustCommand(ch, "game abort", nil).Content)
		require.Equal(t, "⛔ "+eve.T("table.refused.started"), eve.MustCommand(ch, "game join", nil).Content)
		for _, command := range []string{"game new", "game rematch"} {
			require.Equal(t, env.At(ch).Taken(eve), eve.MustCommand(ch, command, nil).Content)
		}
		require.Equal(t, eve.T("bot.mine.none"), eve.MustCommand(ch, "game mine", nil).Content)
		none, err := eve.Suggestions(ch, "garden remove", nil, "cell")
		require.NoError(t, err)
		require.Empty(t, none)

		boards := eve.MustClick(table, env.Words.T("bot.button.boards", nil))
		require.Len(t, boards.Pictures(), 2)
		page := eve.MustClick(eve.MustClick(table, env.Words.T("bot.button.more", nil)), eve.T("bot.button.rules"))
		require.Equal(t, eve.T("gardens.rules.short.body"), page.Embeds[0].Description)
		require.Len(t, eve.MustCommand(ch, "game status", nil).Pictures(), 1)
		require.Len(t, eve.MustCommand(ch, "board", localdiscord.Args{"player": "2"}).Pictures(), 1)
		require.Len(t, eve.MustCommand(ch, "board", localdiscord.Args{"player": "2", "turn": "0"}).Pictures(), 1)
		require.Len(t, eve.MustCommand(ch, "game record", nil).Attachments, 1)
		for _, m := range eve.Messages(ch) {
			require.True(t, !m.Ephemeral() || m.OnlyFor == eve.ID, "Eve sees no whisper to others: %s", m.Content)
		}
	}
	require.Equal(t, 0, env.At(ch).Moves())
}

func TestHandGoesToTheReplacementAndNobodyElse(t *testing.T) {
	env, ch, first, _ := harness.StartedGame(t, harness.Options{}, localdiscord.Args{"game": "babel"})
	mo, cleo := env.NewModerator("Mo", "en-US"), env.NewPlayer("Cleo", "en-US")
	hand := localdiscord.Args{"view": "hand", "player": "1"}
	before := first.MustCommand(ch, "board", hand)
	require.False(t, first.Refused(before), before.Content)
	require.True(t, cleo.Refused(cleo.MustCommand(ch, "board", hand)), "Cleo is not shown the hand before it is hers")
	mo.MustCommand(ch, "game replace", localdiscord.Args{"player": "1", "by": cleo.User})
	after := cleo.MustCommand(ch, "board", hand)
	require.False(t, cleo.Refused(after), after.Content)
	require.Equal(t, strings.ReplaceAll(before.Pictures()[0].Alt, first.Name, "Cleo"), after.Pictures()[0].Alt,
		"the same cards")
	require.Equal(t, "⛔ "+first.T("table.refused.not_yours"), first.MustCommand(ch, "board", hand).Content)
}
