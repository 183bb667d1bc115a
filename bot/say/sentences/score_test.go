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
	after := playtest.After(t, at, table.Move(at.Game, engine.ResignMove(1), at.Player(1).User, 1))
	w := text.For("en")
	require.Equal(t, w.Say("bot.table.you_won", "Count", 1), Outcome(w, after, 2))
	require.Equal(t, w.Say("bot.table.you_lost"), Outcome(w, after, 1))
}

func TestStandInsThatEndAreNamedWithoutWhoComesBack(t *testing.T) {
	before := &table.Table{Status: table.Running, Players: []table.Player{{Name: "Ana"}, {Name: "Bo"}, {Name: "Cleo"}}}
	after := *before
	before.StandIns[1], before.StandIns[2] = table.ComputerID(1, 3), table.ComputerID(2, 3)
	require.Equal(t, "🤖 Nobody else is playing now, so no computer stands in: it's up to Bo to play again.",
		aloneNews(text.For("en"), before, &after, 1))
	require.Empty(t, aloneNews(text.For("en"), before, before, 1))
}

func TestASuspensionIsToldWithItsLength(t *testing.T) {
	w, at := text.For("en"), &table.Table{}
	at.Suspension.Since, at.Suspension.Until = 1000, 1000+90*60_000
	const said = "⏸️ I couldn't see this channel for 1 hour 30 minutes."
	require.Equal(t, said, resumeLine(w, at))
	at.Status = table.Running
	require.Equal(t, said+" The game goes on.", resumeLine(w, at))
	at.Limit = 3600
	require.Equal(t, said+" The game goes on, with all the time that was left.", resumeLine(w, at))
}
