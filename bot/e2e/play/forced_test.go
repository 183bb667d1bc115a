package play_test

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/bot/e2e/harness"
	"amytis/bot/localdiscord"
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

// TestOnlyStepIsToldAndThenTakenForThePlayerUnlessTheyUndo has the player undo, and do the same
// again.
func TestOnlyStepIsToldAndThenTakenForThePlayerUnlessTheyUndo(t *testing.T) {
	env, ch, people := harness.OpenedGame(t,
		harness.Options{Seed: 520, Locale: harness.LocaleOf(t), Forced: later}, nil, 2)
	at, now := env.At(ch), (*table.Table)(nil)
	var forced table.Forced
	var seat engine.Seat
	for undoable := false; !undoable; {
		require.NoError(t, at.PlayRandomMoves(people, 500, 1))
		now = at.Now()
		seat = now.Turn().Slice()[0]
		if forced, undoable = now.Forced(seat); undoable {
			_, err := now.Next(table.Undo(seat, 0, 0))
			undoable = err == nil && !forced.Begins
		}
	}
	env.Settle()
	p := harness.PlayerOf(people, now.Player(seat).User)
	note, _, _ := strings.Cut(sentences.ForcedNote(p.Words, now, forced.Move, 0, true), "<")
	panel := p.MustOpenPanel(ch)
	require.Contains(t, panel.Content, note)
	require.NotContains(t, p.MustClick(panel, p.T("bot.button.undo")).Content, "⏩")
	env.Clock.Forward(time.Minute)
	env.Settle()
	require.Empty(t, automatic(at))
	command, args := harness.CommandOf(now.Game, now.Moves[len(now.Moves)-1].Move)
	require.Contains(t, p.MustCommand(ch, command, args).Content, note)
	panel = p.MustOpenPanel(ch)
	env.Clock.Forward(31 * time.Second)
	env.Eventually("the step is taken, and the panel shows it", func() bool {
		return len(automatic(at)) == 1 && harness.Button(p.Message(panel.ID), p.T("bot.button.undo")) == nil
	})
	require.Equal(t, string(now.Game.AppendMove(nil, forced.Move)), automatic(at)[0])
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
