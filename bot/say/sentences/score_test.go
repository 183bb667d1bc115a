package sentences

import (
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/bot/play/games"
	"amytis/bot/play/games/playtest"
	"amytis/bot/text"
	"amytis/engine"
	"amytis/engine/table"
)

func TestTheOutcomeTellsEachReaderByHowMuch(t *testing.T) {
	w := text.For("en")
	for _, c := range []struct {
		game      games.Entry
		options   engine.Options
		seats     int
		won, lost string
	}{
		{games.All[0], nil, 2, `You won by \d+ points?!`, `Ana won by \d+ points?|You lost by \d+ points?`},
		{games.All[1], nil, 2, `You won by \d+ points?!`, `You lost by \d+ points?`},
		{games.All[2], engine.Options{"mode": "quick"}, 3, `You won by [123] rounds?!`, `You lost by [123] rounds?`},
	} {
		p := playtest.Play(t, c.game, c.options, c.seats)
		ended := p.At(t, len(p.Moves))
		for _, s := range ended.Ranking() {
			want := c.lost
			if s.Rank == 1 {
				want = c.won
			}
			require.Regexp(t, want, Outcome(w, ended, s.Seat))
		}
		require.NotContains(t, ScoreText(w, ended), "0+")
	}
}

func TestALeftGameHasNoMargin(t *testing.T) {
	at := playtest.Play(t, games.All[0], nil, 2).At(t, 0)
	after, err := at.Next(table.Move(at.Game, engine.ResignMove(1), at.Player(1).User, 1))
	require.NoError(t, err)
	w := text.For("en")
	require.Equal(t, w.Say("bot.table.you_won", "Count", 1), Outcome(w, after, 2))
	require.Equal(t, w.Say("bot.table.you_lost"), Outcome(w, after, 1))
}
