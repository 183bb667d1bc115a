package play_test

import (
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/bot/e2e/harness"
	"amytis/bot/localdiscord"
	"amytis/bot/play/games"
	"amytis/bot/play/tables"
	"amytis/bot/say/sentences"
	"amytis/engine"
	"amytis/engine/table"
)

// later has draws at a turn's beginning wait for the players, other forced steps for half a minute.
var later = tables.Grace{Begins: 1000 * time.Hour, Other: 30 * time.Second}

func automatic(at *harness.Table) (moves []string) {
	_, log := at.Load()
	for _, e := range log {
		if e.Auto {
			moves = append(moves, e.Move)
		}
	}
	return moves
}

// playUntilForced plays until a player who could go back has one step left, which it returns.
func playUntilForced(at *harness.Table, people []*harness.Player) (engine.Seat, engine.Move) {
	for seed := range uint64(3000) {
		now := at.Now()
		require.Equal(at, table.Running, now.Status, "the game is over before")
		for _, seat := range now.Turn().Slice() {
			f, forced := now.Forced(seat)
			if _, err := now.Next(table.Undo(seat, 0, 0)); forced && !f.Begins && err == nil {
				return seat, f.Move
			}
		}
		require.NoError(at, at.PlayRandomMoves(people, 500+seed, 1))
	}
	require.FailNow(at, "no step is forced")
	return 0, engine.Move{}
}

// forcedNote returns what a panel says about a forced step before its time.
func forcedNote(p *harness.Player, at *table.Table, m engine.Move) string {
	said := sentences.ForcedNote(p.Words, at, m, 0, true)
	for i, r := range said {
		if r == '<' {
			return said[:i]
		}
	}
	return said
}

// TestOnlyStepIsToldAndThenTakenForThePlayerUnlessTheyUndo plays games with turns of several steps.
func TestOnlyStepIsToldAndThenTakenForThePlayerUnlessTheyUndo(t *testing.T) {
	t.Parallel()
	for i, g := range games.All {
		id := g.Info().ID
		if !slices.ContainsFunc(g.Info().Verbs, func(v engine.VerbInfo) bool { return !v.Chance && !v.Ends }) {
			continue
		}
		t.Run(id, func(t *testing.T) {
			locale := harness.Locale(i)
			env, ch, people := harness.OpenedGame(t,
				harness.Options{Seed: 520 + uint64(i), Locale: locale, Forced: later},
				localdiscord.Args{"game": id}, g.Info().MinSeats)
			seat, forced := playUntilForced(env.At(ch), people)
			env.Settle()
			now := env.At(ch).Now()
			p := harness.PlayerOf(people, now.Player(seat).User)
			pings := func() (n int) {
				for _, p := range people {
					n += len(p.Pings())
				}
				return n
			}
			panel := p.MustOpenPanel(ch)
			require.Contains(t, panel.Content, forcedNote(p, now, forced))

			// Undo stops it, however long the player waits.
			last := now.Moves[len(now.Moves)-1].Move
			require.Equal(t, seat, last.Seat)
			panel = p.MustClick(panel, p.T("bot.button.undo"))
			require.NotContains(t, panel.Content, "⏩")
			env.Clock.Forward(time.Minute)
			time.Sleep(50 * time.Millisecond)
			require.Empty(t, automatic(env.At(ch)))
			require.Equal(t, table.Undone, lastEvent(env.At(ch)).Kind)

			// The same step again lets it happen.
			command, args := harness.CommandOf(now.Game, last)
			said := p.MustCommand(ch, command, args)
			require.Contains(t, said.Content, forcedNote(p, now, forced))
			panel = p.MustOpenPanel(ch)
			before := pings()
			env.Clock.Forward(31 * time.Second)
			env.Eventually("the step is taken", func() bool { return len(automatic(env.At(ch))) == 1 })
			env.Settle()
			require.Equal(t, string(now.Game.AppendMove(nil, forced)), automatic(env.At(ch))[0])
			require.Equal(t, p.UserID(), lastEvent(env.At(ch)).By)
			require.Equal(t, before+1, pings(), "the next player")
			env.Eventually("the panel shows it", func() bool {
				shown := p.Message(panel.ID)
				return shown != nil && harness.Button(shown, p.T("bot.button.undo")) == nil
			})
			time.Sleep(50 * time.Millisecond)
			require.Len(t, automatic(env.At(ch)), 1)
		})
	}
}

func lastEvent(at *harness.Table) table.Event {
	_, log := at.Load()
	return log[len(log)-1]
}

// TestForcedDiscardIsNotAnnounced has Ana halve six Hittites: an announcement would tell Bo's hand.
func TestForcedDiscardIsNotAnnounced(t *testing.T) {
	deal := harness.NewBabelDeal(harness.BabelPile("AAAAA" + "HHHHH" + "MPS" + "HHH" + "MPS"))
	grace := tables.Grace{Begins: 30 * 24 * time.Hour, Other: 30 * 24 * time.Hour}
	env, ch, ana, bo := harness.DealtBabelGame(t, harness.Options{Locale: harness.LocaleOf(t), Forced: grace}, deal)
	harness.PlayBabel(ana, ch, "draw", "travel A", "settle A", "settle A", "settle A", "settle A")
	harness.PlayBabel(ana, ch, "build own", "end")
	harness.PlayBabel(bo, ch, "draw", "travel H", "settle H", "build own", "end")
	pings := len(bo.Pings())
	harness.PlayBabel(ana, ch, "draw", "halve A")
	env.Settle()
	require.Len(t, bo.Pings(), pings+1, "the halved player is pinged at once")
	require.Contains(t, ch.Last().Content, env.Words.Say("bot.table.meanwhile", "Players", bo.Mention()))
	require.NotContains(t, ch.Last().Content, "⏩")
	env.Clock.Forward(31 * 24 * time.Hour)
	env.Settle()
	require.Empty(t, automatic(env.At(ch)))
}

func TestPanelOffersNoDrawThatTheBotTakes(t *testing.T) {
	env := harness.New(t, harness.Options{Forced: tables.Grace{Begins: time.Second, Other: time.Hour}})
	ana, ch := env.NewPlayer("Ana", "fr"), env.Guild.AddChannel("babel")
	panel := ana.MustCommand(ch, "game solo", localdiscord.Args{"game": "babel"})
	require.Nil(t, harness.Button(panel, sentences.ButtonWord(ana.Words, "babel", "draw")), panel.Text())
	moves := env.At(ch).Now().Moves
	require.True(t, moves[len(moves)-1].Auto, "the bot has drawn before the panel is shown")
}
