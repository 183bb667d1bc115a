package play_test

import (
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/bot/e2e/harness"
	"amytis/bot/play/lessons"
)

func TestLessonSurvivesRestartsAndIsSeenByNobodyElse(t *testing.T) {
	env := harness.New(t, harness.Options{})
	ch, elsewhere := env.Guild.AddChannel("gardens"), env.Guild.AddChannel("other")
	ana, bo := env.NewPlayer("Ana", "de"), env.NewPlayer("Bo", "en-US")
	for _, l := range lessons.All() {
		one := begin(env, ana, ch, l)
		half := len(l.Steps) / 2
		for step := range half {
			one.goOn(step)
		}
		require.NoError(t, env.Bot.Stop())
		env.Bot.StartAgain()
		one.goOn(half) // the old panel still works
		again := begin(env, ana, elsewhere, l)
		again.checkAt(half + 1)
		one.panel = one.MustClick(one.panel, one.T("bot.button.lesson_over"))
		one.checkAt(0)
		require.Equal(t, l.Steps[0].Name, one.reached())
		// The other panel is out of date.
		if first := again.panel.Controls()[0]; len(first.Options) > 0 {
			again.choose(first.CustomID, first.Options[0].Value)
		} else {
			again.press(first.CustomID)
		}
		again.checkAt(0)
	}
	require.Empty(t, ch.Messages(), "nothing is public")
	require.Empty(t, bo.Messages(ch))
	require.Empty(t, env.Outbox())
	begin(env, bo, ch, lessons.All()[0]).checkAt(0)
}

// TestTwoLearnersAtOnceAndDoubleDeliveriesKeepTheirSteps plays every lesson to its end, with a
// wrong move in each step, and begins a game from there.
func TestTwoLearnersAtOnceAndDoubleDeliveriesKeepTheirSteps(t *testing.T) {
	env := harness.New(t, harness.Options{})
	env.Discord.Faults().DuplicateInteractions(true)
	var both sync.WaitGroup
	for n := range 2 {
		both.Go(func() {
			for i, l := range lessons.All() {
				locale := harness.Locale(i + 2*n)
				ch := env.Guild.AddChannel(l.Game + locale)
				one := begin(env, env.NewPlayer("Ana", locale), ch, l)
				for step, s := range l.Steps {
					one.checkAt(step)
					if s.Move != "" {
						one.pressWrong(step, own(s))
					}
					if !l.Last(step) {
						one.goOn(step)
					}
				}
				require.Empty(t, ch.Messages(), "nothing is public")
				require.Equal(t, l.Game == "towers", strings.Contains(one.panel.Controls()[1].CustomID, "mode=quick"))
				solo := one.MustClick(one.panel, one.T("bot.button.solo"))
				require.False(t, one.Refused(solo), solo.Content)
				require.Equal(t, l.Game, env.At(ch).Now().Game.Info().ID)
			}
		})
	}
	both.Wait()
}
