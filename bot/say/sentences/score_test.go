package sentences

import (
	"slices"
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
	seen := map[string]bool{}
	for _, g := range games.All {
		for seats := max(2, g.Info().MinSeats); seats <= g.Info().MaxSeats; seats++ {
			p := playtest.Play(t, g, nil, seats)
			ended := p.At(t, len(p.Moves))
			r, _ := ended.State.Result()
			ranking := ended.Ranking()
			for _, s := range ranking {
				won := slices.Contains(r.Winners, s.Seat)
				gap := ranking[0].Score - s.Score
				if won && len(r.Winners) < len(ranking) {
					gap = s.Score - ranking[len(r.Winners)].Score
				}
				key := map[bool]string{true: "bot.table.you_won", false: "bot.table.you_lost"}[won]
				switch {
				case won && len(r.Winners) > 1:
				case gap == 0:
					key += "_tied"
				default:
					key += "_by"
				}
				seen[key] = true
				require.Equal(t, w.Say(key, "Count", len(r.Winners), "Margin", w.Say("bot.table.margin.total", "Count", gap)),
					Outcome(w, ended, s.Seat))
			}
		}
	}
	require.Subset(t, seen, map[string]bool{"bot.table.you_won_by": true, "bot.table.you_lost_by": true})
}

func TestAQuickGameIsWonByRounds(t *testing.T) {
	g := games.All[2]
	p := playtest.Play(t, g, engine.Options{"mode": "quick"}, 3)
	ended := p.At(t, len(p.Moves))
	r, _ := ended.State.Result()
	require.Regexp(t, `^🏆 You won by [123] rounds?!$`, Outcome(text.For("en"), ended, r.Winners[0]))
	require.NotContains(t, ScoreText(text.For("en"), ended), "0+")
}

func TestALeftGameHasNoMargin(t *testing.T) {
	at := playtest.Play(t, games.All[0], nil, 2).At(t, 0)
	after, err := at.Next(table.Move(at.Game, engine.ResignMove(1), at.Player(1).User, 1))
	require.NoError(t, err)
	w := text.For("en")
	require.Equal(t, w.Say("bot.table.you_won", "Count", 1), Outcome(w, after, 2))
	require.Equal(t, w.Say("bot.table.you_lost"), Outcome(w, after, 1))
}
