package play_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/bot/e2e/harness"
	"amytis/bot/localdiscord"
	"amytis/bot/play/lessons"
)

func TestLessonsAreOfferedWherePlayersBegin(t *testing.T) {
	env := harness.New(t, harness.Options{})
	ana, bo := env.NewPlayer("Ana", "en-US"), env.NewPlayer("Bo", "fr")
	for _, l := range lessons.All() {
		ch := env.Guild.AddChannel(l.Game)
		one := &learner{Player: bo, env: env, lesson: l, ch: ch}
		opens := func(from *localdiscord.Message, label string) {
			t.Helper()
			one.panel = bo.MustClick(from, label)
			require.NotEqual(t, from.ID, one.panel.ID)
			one.checkAt(0)
		}
		opens(bo.MustCommand(ch, "rules", localdiscord.Args{"game": l.Game}), bo.T("bot.button.learn"))
		ana.MustCommand(ch, "game new", localdiscord.Args{"game": l.Game})
		env.Settle()
		before := ch.Last().Text()
		opens(ch.Last(), env.Words.T("bot.button.learn", nil))
		env.Settle()
		require.Equal(t, before, ch.Last().Text(), "the lobby is unchanged")
		one.panel = bo.MustCommand(ch, "learn", nil)
		one.checkAt(0) // of the game of the channel
	}
	ch := env.Guild.AddChannel("empty")
	one := &learner{Player: bo, env: env, lesson: lessons.All()[0], ch: ch}
	one.panel = bo.MustCommand(ch, "learn", nil)
	one.checkAt(0)
	one.panel = bo.MustClick(bo.MustCommand(ch, "game status", nil), bo.T("bot.button.learn"))
	one.checkAt(0)
}
