package secrets_test

import (
	"encoding/json"
	"log/slog"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/bot/e2e/harness"
	"amytis/bot/localdiscord"
	"amytis/bot/play/games/playtest"
	"amytis/bot/play/tables"
	"amytis/bot/play/wishes"
	"amytis/engine"
	"amytis/engine/longrun"
	"amytis/engine/table"
	"amytis/store"
)

// TestPlansLeakNowhere plays a game of Babylon twice by the same moves, in which both players have
// the bot play their next turns, and stop that once it is their turn. The second time, one of them
// plans other turns. Everything that the others can see must be the same, and so must be the log.
func TestPlansLeakNowhere(t *testing.T) {
	t.Parallel()
	for _, owner := range longrun.Choose([]engine.Seat{2}, []engine.Seat{1, 2}) {
		t.Run(owner.String(), func(t *testing.T) {
			first, second := planning(t, owner, 0), planning(t, owner, 1)
			for _, kind := range []string{request, public, answer, record} {
				require.Greater(t, len(first.sent[kind]), 10, kind)
				same(t, first.sent[kind], second.sent[kind], kind)
			}
			same(t, first.sent[logged], second.sent[logged], logged)
			require.Greater(t, len(first.hands), longrun.Choose(0, 2))
			for shown := range first.hands {
				require.NotContains(t, second.hands, shown, "the plans differ")
			}
		})
	}
}

// planning plays turns for each of which the one of two plans with an index was armed, and returns
// what left the process. What the owner was shown of it is in hands.
func planning(t *testing.T, owner engine.Seat, which int) *leak {
	t.Helper()
	turns := longrun.Choose(8, 14)
	l := &leak{seat: owner, sent: map[string][]string{}, hands: map[string]bool{}}
	locale := harness.Locales[owner]
	env := harness.New(t, harness.Options{
		Locale: locale, Seed: 61, LogLevel: slog.LevelDebug, Forced: tables.Grace{Begins: time.Hour, Other: time.Hour},
		Discord: localdiscord.Options{OnTraffic: l.traffic, MaxAttachments: 10_000, AnswerWithin: harness.Patience},
	})
	people := env.NewPlayers(2)
	l.Table, l.eve = env.At(env.Guild.AddChannel("gardens")), env.NewPlayer("Eve", locale)
	l.Open(nil, people)
	l.Settle()
	players := l.BySeat(people)
	l.owner, l.other = players[owner-1], players[2-owner]
	l.begin()
	fits := 0
	for i := range turns {
		now := l.Now()
		in := now.Turn().Slice()[0]
		turn, after := drawnTurn(t, now, in, i)
		if seat := 3 - in; now.MayPlan(seat) && after.Turn().Has(seat) {
			plans, choice := twoPlans(t, now, seat, turn, fits < 4)
			plan := plans[0]
			if seat == owner {
				plan = plans[which]
			}
			l.arm(players[seat-1], now, seat, plan)
			if choice > 0 {
				fits++
			}
		}
		for _, p := range []*harness.Player{l.other, l.eve} {
			for _, button := range []string{"boards", "more"} {
				l.press(p, button)
			}
			l.panel(p, l.press(p, "turn"))
			for _, command := range []string{"board", "game status", "game mine", "game record"} {
				p.MustCommand(l.Channel, command, nil)
			}
		}
		for _, m := range turn {
			sub, args := harness.CommandOf(now.Game, m)
			answer, err := harness.Sure(players[in-1], players[in-1].MustCommand(l.Channel, now.Game.Info().Command+" "+sub, args))
			require.NoError(t, err)
			require.False(t, players[in-1].Refused(answer), answer.Content)
		}
		l.Settle()
	}
	require.Greater(t, fits, longrun.Choose(0, 2), "the channel is told that a turn is planned")
	env.CheckClean()
	l.messages()
	l.lines()
	l.records()
	require.NoError(t, env.Bot.Stop())
	return l
}

// arm has the bot play a turn of a draft by presses.
func (l *leak) arm(p *harness.Player, now *table.Table, seat engine.Seat, turn []string) {
	l.Helper()
	require.NoError(l, l.Store.ChangePreferences(l.Context(), p.UserID(), func(prefs *store.Preferences) error {
		wishes.KeepDraft(prefs, store.Trial{Table: l.ID(), Since: now.Acted[seat], Moves: turn})
		return nil
	}))
	copied := p.MustCommand(l.Channel, "game plan", nil)
	armed := p.MustClick(copied, p.T("bot.button.plan_on"))
	require.Len(l, l.Now().Plans[seat].Turns, 1)
	if p == l.owner {
		l.hands[copied.Content+copied.Pictures()[0].Alt] = true // the line alone does not say where
	} else {
		l.panel(p, copied)
		l.panel(p, armed)
	}
}

// panel keeps a panel that a player has just opened. How often the bot refreshes it later differs
// each time.
func (l *leak) panel(p *harness.Player, m *localdiscord.Message) {
	l.Helper()
	text, err := json.Marshal(m)
	require.NoError(l, err)
	l.add(answer, p.Name+string(text))
	l.panels = append(l.panels, m.ID)
}

// drawnTurn returns a random turn of the seat in turn, and the table after it.
func drawnTurn(t *testing.T, now *table.Table, seat engine.Seat, seed int) (turn []engine.Move, after *table.Table) {
	t.Helper()
	r := playtest.Rand(seed)
	for after = now; after.Turn() == engine.Seats(seat); {
		m := after.State.Mind().Draw(seat, r)
		next, err := after.Next(table.Move(now.Game, m, now.Player(seat).User, now.Start))
		require.NoError(t, err)
		turn, after = append(turn, m), next
		if now.Game.Info().VerbInfo(m.Verb).Ends {
			break
		}
	}
	return turn, after
}

// twoPlans returns two turns that a seat may plan before another's turn, of which both fit after
// it, or neither. Both fit if that is wanted and possible.
func twoPlans(
	t *testing.T, now *table.Table, seat engine.Seat, turn []engine.Move, fit bool,
) (plans [][]string, choice int) {
	t.Helper()
	for seed := 0; ; seed++ {
		plan := playtest.Turn(t, now, seat, playtest.Rand(seed))
		after, err := now.Next(table.PlanTurn(seat, [][]string{plan}, true, now.Player(seat).User, now.Start))
		require.NoError(t, err)
		for _, m := range turn {
			after, err = after.Next(table.Move(now.Game, m, now.Player(m.Seat).User, now.Start))
			require.NoError(t, err)
		}
		_, fits, _ := after.PlannedTurn(seat)
		if (fits > 0) != fit || len(plans) == 1 && slices.Equal(plans[0], plan) {
			if seed%100 == 99 {
				plans, fit = nil, !fit
			}
			continue
		}
		if plans = append(plans, plan); len(plans) == 2 {
			return plans, fits
		}
	}
}
