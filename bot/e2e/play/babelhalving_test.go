package play_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/bot/e2e/harness"
	"amytis/bot/localdiscord"
)

// halvingDeal deals a game in which Ana needs her first turns to halve Bo's hand. Bo holds many
// cards by then: three Assyrians each, and more of the others.
func halvingDeal() *harness.BabelDeal {
	return harness.NewBabelDeal(harness.BabelPile(
		"AAAAA" + "HMPSA" + "AAM" + "HMP" + "HHM" + "SPH" + "HHP" + "MSA",
	))
}

// opening plays Ana's and Bo's turns until Ana can halve Bo's twelve cards. She then has four
// Assyrians in a row, with her pawn beside them.
func opening(ch *localdiscord.Channel, ana, bo *harness.Player) {
	harness.PlayBabel(ana, ch, "draw", "travel A", "settle A", "settle A", "settle A", "settle A", "build own", "end")
	harness.PlayBabel(bo, ch, "draw", "travel A", "settle H", "build own", "end")
	harness.PlayBabel(ana, ch, "draw", "end")
	harness.PlayBabel(bo, ch, "draw", "end")
	harness.PlayBabel(ana, ch, "draw", "end")
	harness.PlayBabel(bo, ch, "draw", "end")
	harness.PlayBabel(ana, ch, "draw")
}

func TestBabelHalvedPlayerIsPingedAtOnceAndDiscardsAtAnyTime(t *testing.T) {
	env, ch, ana, bo := harness.DealtBabelGame(t, harness.Options{Locale: harness.LocaleOf(t)}, halvingDeal())
	opening(ch, ana, bo)
	pings := len(bo.Pings())
	harness.PlayBabel(ana, ch, "halve A")
	require.Len(t, bo.Pings(), pings+1, "the halved player is pinged at once")
	require.Contains(t, ch.Last().Content, "<@"+bo.ID+">")
	require.Contains(t, harness.FirstLine(ch.Last().Content), env.Words.Say(
		"bot.table.meanwhile", "Players", "<@"+bo.ID+">"))
	require.NotContains(t, ch.Last().Content, "<@"+ana.ID+">")
	require.Len(t, ana.Pings(), 4, "the acting player is not pinged")
	harness.PlayBabel(ana, ch, "halve A")
	require.Len(t, bo.Pings(), pings+1, "the halved player is not pinged a second time")

	// During Ana's turn Bo can only discard.
	m := bo.MustCommand(ch, "babel draw", nil)
	require.True(t, harness.NotInTurnAtBabel(bo, m), m.Content)
	refused := bo.MustCommand(ch, "babel discard", localdiscord.Args{"cards": "H"})
	owed := bo.T("babel.refused.owes_other", "owed", 9, "cards", 1)
	require.Equal(t, "⛔ "+owed+" (B-2)", harness.FirstLine(refused.Content))
	none, err := ana.Suggestions(ch, "babel discard", nil, "cards")
	require.NoError(t, err)
	require.Empty(t, none, "only the owner is offered the hand")

	// In Bo's turn the discard comes before the draw. Bo is told that the turn has come.
	harness.PlayBabel(ana, ch, "end")
	require.Len(t, bo.Pings(), pings+2, "the turn itself has its own ping")
	require.Contains(t, harness.FirstLine(ch.Last().Content), env.Words.Say(
		"bot.table.next", "Players", "<@"+bo.ID+">", "Count", 1))
	m = bo.MustCommand(ch, "babel draw", nil)
	require.Equal(t, "⛔ "+bo.T("babel.refused.discard_first", "owed", 9)+" (B-2)", harness.FirstLine(m.Content))
	require.True(t, bo.Lists(m, "discard"), m.Content)
	require.False(t, bo.Lists(m, "draw"), "no draw is offered before the discard: %s", m.Content)
	cards, err := bo.Pick(ch, "babel discard", nil, "cards")
	require.NoError(t, err)
	harness.PlayBabel(bo, ch, "discard "+cards, "draw")
}
