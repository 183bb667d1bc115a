package sentences_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/bot/play/games"
	"amytis/bot/play/games/playtest"
	"amytis/bot/say/sentences"
	"amytis/bot/text"
	"amytis/engine"
	"amytis/engine/table"
)

func TestARoundWonByFewerPiecesSaysSo(t *testing.T) {
	at := playtest.Play(t, games.All[2], engine.Options{"mode": "quick"}, 3).At(t, 0)
	var events []table.Event
	for _, m := range []string{"1 tower 1:k7.1 n", "1 stuck", "2 stuck", "3 stuck"} {
		events = append(events, table.MoveText(m, 0, 9))
	}
	news, _, err := sentences.Tell(text.For("en"), at, events)
	require.NoError(t, err)
	for lang, why := range map[string]string{
		"en": "as many points as others, but fewer pieces left", "de": "gleich viele Punkte, aber weniger Teile übrig",
		"fr": "autant de points, mais moins de pièces restantes", "es": "con los mismos puntos, pero menos piezas sin usar",
	} {
		require.Contains(t, news.Scored.Won(text.For(lang)), why)
	}
}

func TestTheLastMoveOfAnEarlierRoundIsNoNews(t *testing.T) {
	p := playtest.Play(t, games.All[2], engine.Options{"mode": "quick"}, 3)
	at := p.At(t, 0)
	at.Rounds = true
	for i := 0; at.State.Pace().Since == 0; i++ {
		next, err := at.Next(table.Move(p.Game, p.Moves[i], at.Player(max(p.Moves[i].Seat, 1)).User, 9))
		require.NoError(t, err)
		at = next
	}
	require.True(t, at.Round.Waiting)
	for seat := range engine.Seat(3) {
		next, err := at.Next(table.ReadyUp(seat+1, at.Player(seat+1).User, 9))
		require.NoError(t, err)
		at = next
	}
	require.False(t, at.Round.Waiting)
	line, err := sentences.LastMove(text.For("en"), at)
	require.NoError(t, err)
	require.Empty(t, line)
}
