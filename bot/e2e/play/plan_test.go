package play_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/bot/e2e/harness"
	"amytis/bot/localdiscord"
	"amytis/bot/say/pictures"
	"amytis/engine/longrun"
	"amytis/engine/table"
)

// waitingGame starts a game of people and plays it on until somebody else than the player in turn
// can plan. It returns that player.
func waitingGame(t *testing.T, o harness.Options, args localdiscord.Args, players, moves int) (
	*harness.Env, *localdiscord.Channel, []*harness.Player, *harness.Player,
) {
	t.Helper()
	env, ch, people := openedGame(t, o, args, players)
	require.NoError(t, env.At(ch).PlayRandomMoves(people, o.Seed, moves))
	for i := uint64(0); ; i++ {
		now := env.At(ch).Now()
		for _, p := range people {
			if now.MayPlan(now.Seat(p.UserID())) {
				env.Settle()
				return env, ch, people, p
			}
		}
		require.NoError(t, env.At(ch).PlayRandomMoves(people, o.Seed+i, 1))
	}
}

// panelOf opens the turn panel of a player who may be waiting.
func panelOf(env *harness.Env, ch *localdiscord.Channel, p *harness.Player) *localdiscord.Message {
	return p.MustClick(ch.Last(), env.Words.T("bot.button.turn", nil))
}

func TestATurnIsPlannedOnACopyAloneAndMarkedWhenItComes(t *testing.T) {
	t.Parallel()
	for locale, c := range map[string]struct {
		game    string
		players int
	}{"en-US": {"gardens", 2}, "de": {"gardens", 4}, "fr": {"babel", 2}, "es-ES": {"towers", 3}} {
		t.Run(locale, func(t *testing.T) {
			if c.players > 2 {
				longrun.Only(t, "one of two is planned in the same way")
			}
			env, ch, people, p := waitingGame(t, harness.Options{Seed: 77, Locale: locale},
				localdiscord.Args{"game": c.game}, c.players, 20)
			if c.players == 2 { // somebody who does not see
				p.MustCommand(ch, "me text", localdiscord.Args{"on": true})
			}
			before, public := env.At(ch).Now(), ch.Last()
			seat := before.Seat(p.UserID())
			playUntil := func(inTurn bool) {
				for i := uint64(0); env.At(ch).Now().Turn().Has(seat) != inTurn; i++ {
					require.NoError(t, env.At(ch).PlayRandomMoves(people, i, 1))
				}
				env.Settle()
			}
			waiting := panelOf(env, ch, p)
			require.NotContains(t, waiting.Content, p.T("bot.plan.draft"))
			copied := p.MustClick(waiting, p.T("bot.button.plan"))
			require.Equal(t, waiting.ID, copied.ID, "in place")
			require.Contains(t, copied.Content, p.T("bot.plan.banner"))
			require.Len(t, copied.Pictures(), 1)
			require.Nil(t, harness.Button(copied, p.T("bot.button.plan_back")))
			if c.players == 2 {
				board := p.MustClick(copied, p.T("bot.textboard.view"))
				now, err := before.Next(table.Foresee(seat, before.Start))
				require.NoError(t, err)
				want := pictures.TextBoard(p.Words, now, seat, seat)[0][0].Description
				require.Equal(t, want, board.Embeds[0].Description, "the copy, not the table")
			}
			seen, err := p.Try(ch, copied)
			require.NoError(t, err)
			whole := seen[len(seen)-1]
			for _, m := range seen {
				require.True(t, m.Ephemeral(), "only %s sees the copy", p.Name)
				require.False(t, p.Refused(m), m.Content)
				env.CheckPictures(m)
			}
			env.Settle()
			require.Equal(t, before.Version, env.At(ch).Now().Version, "nothing is played")
			require.Equal(t, public, ch.Last(), "nobody is told")

			kept := p.MustClick(unfolded(p, whole), p.T("bot.button.plan_keep"))
			require.Contains(t, kept.Content, p.T("bot.plan.draft"))
			shown := p.MustClick(kept, p.T("bot.button.plan_show"))
			require.Equal(t, whole.Content, shown.Content)
			again := p.MustCommand(ch, "game plan", nil)
			require.Equal(t, whole.Content, again.Content)
			again = p.MustClick(again, p.T("bot.button.plan_back"))
			stale := p.MustClick(shown, p.T("bot.button.plan_back"))
			require.Equal(t, p.T("bot.turn.moved_on")+"\n"+again.Content, stale.Content, "a press on an old copy does nothing")
			for harness.Button(again, p.T("bot.button.plan_back")) != nil {
				again = p.MustClick(again, p.T("bot.button.plan_back"))
			}
			require.Equal(t, copied.Content, again.Content, "all is taken back")
			seen, err = p.Try(ch, again)
			require.NoError(t, err)

			playUntil(true)
			mine := p.MustClick(seen[len(seen)-1], p.T("bot.button.plan_back"))
			require.Contains(t, mine.Content, p.T("bot.turn.moved_on"))
			require.NotContains(t, mine.Content, p.T("bot.plan.banner"), "the panel is the table's own")
			if c.game == "babel" { // the turn begins with the draw
				require.NoError(t, env.At(ch).PlayRandomMoves(people, 1, 1))
				mine = panelOf(env, ch, p)
			}
			require.NotEmpty(t, plannedLabels(mine))
			playUntil(false)
			after := panelOf(env, ch, p)
			require.NotContains(t, after.Content, p.T("bot.plan.draft"), "the planned turn has passed")
			playUntil(true)
			require.Empty(t, plannedLabels(panelOf(env, ch, p)))
		})
	}
}

// plannedLabels returns the labels that are marked as planned.
func plannedLabels(m *localdiscord.Message) (marked []string) {
	for _, row := range m.Components {
		for _, c := range row.Components {
			labels := []string{c.Label, c.Placeholder}
			for _, o := range c.Options {
				labels = append(labels, o.Label)
			}
			for _, label := range labels {
				if strings.HasPrefix(label, "🗓️ ") {
					marked = append(marked, label)
				}
			}
		}
	}
	return marked
}

// TestADraftLosesTheStepsThatOthersMakeImpossible has a player plan a place that another one takes,
// with a restart between.
func TestADraftLosesTheStepsThatOthersMakeImpossible(t *testing.T) {
	env, ch, people, p := waitingGame(t, harness.Options{Seed: 5}, localdiscord.Args{"game": "towers"}, 4, 30)
	seen, err := p.Try(ch, p.MustCommand(ch, "game plan", nil))
	require.NoError(t, err)
	whole := seen[len(seen)-1]
	seat := env.At(ch).Now().Seat(p.UserID())
	require.NoError(t, env.Bot.Stop())
	env.Bot.StartAgain()
	for i := uint64(0); ; i++ {
		require.NoError(t, env.At(ch).PlayRandomMoves(people, i, 1))
		now := env.At(ch).Now()
		require.False(t, now.Turn().Has(seat), "nothing has become impossible")
		if !now.MayPlan(seat) {
			continue
		}
		copied := p.MustClick(whole, p.T("bot.button.plan_back"))
		if first, _, rebased := strings.Cut(copied.Content, p.T("bot.plan.banner")); strings.Count(first, "\n") == 2 {
			require.True(t, rebased, "the panel is still the draft: %s", copied.Content)
			require.Contains(t, first, p.T("bot.turn.moved_on"))
			break
		}
		whole = copied
	}
}
