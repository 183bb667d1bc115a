package pictures

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/bot/play/games"
	"amytis/bot/play/games/playtest"
	_ "amytis/bot/play/games/tictactoe" // a game that only tests have
	"amytis/bot/text"
	"amytis/engine"
	"amytis/engine/table"
	"amytis/render"
	"amytis/render/rendertest"
)

// eachEnd plays a game with every number of players, in every mode.
func eachEnd(t *testing.T, check func(t *testing.T, g games.Entry, ended *table.Table)) {
	for _, g := range games.All {
		for _, options := range []engine.Options{nil, {"mode": "quick"}} {
			if options != nil && g.Info().ID != "towers" {
				continue
			}
			for seats := g.Info().MinSeats; seats <= g.Info().MaxSeats; seats++ {
				t.Run(fmt.Sprint(g.Info().ID, seats, options), func(t *testing.T) {
					p := playtest.Play(t, g, options, seats)
					check(t, g, p.At(t, len(p.Moves)))
				})
			}
		}
	}
}

func TestThePictureOfTheEndHasTheNumbersOfTheScorePad(t *testing.T) {
	eachEnd(t, func(t *testing.T, g games.Entry, ended *table.Table) {
		view, req := Request{View: g.Info().TableView(), End: true}.makeRenderRequest(text.For("en"), ended)
		l, err := render.EndPicture(g.Gallery, view, req)
		require.NoError(t, err)
		rendertest.CheckReadable(t, l)
		requireHead(t, l, req)
		for _, s := range ended.Standings() {
			_, row, found := strings.Cut(l.String(), fmt.Sprintf("place %d of seat %d\n", s.Rank, s.Seat))
			require.True(t, found, "no row of seat %d at place %d in\n%s", s.Seat, s.Rank, l)
			row, _, _ = strings.Cut(row, "\nplace ")
			require.Contains(t, row, fmt.Sprintf("%q 36", render.Points(s.Score)))
			require.Contains(t, row, fmt.Sprintf("%q", ended.Player(s.Seat).Name))
			require.Contains(t, row, fmt.Sprintf("\"%d\" %d", s.Rank, render.MinReadable))
			sum, score := 0, ended.State.Scores()[s.Seat-1]
			for _, item := range score {
				if item.Ranks() {
					break
				}
				for _, n := range parts(item) {
					sum += n
					if n != 0 {
						require.Contains(t, row, fmt.Sprintf("%q %d", render.Points(n), render.MinReadable))
					}
				}
			}
			// A round of points is one round won, and a score of one line has no parts.
			if len(score) > 1 && score[1].Name != "won" {
				require.Equal(t, s.Score, sum)
			}
		}
	})
}

// requireHead checks that the head is clear of the edge and names rounds.
func requireHead(t *testing.T, l *render.List, req render.Request) {
	t.Helper()
	for _, c := range req.End.Columns {
		if c.Line == "rounds" {
			require.Contains(t, l.String(), fmt.Sprintf("sign round %d @", c.Number))
		}
	}
	p := l.Picture()
	im := rendertest.Decode(t, p.PNG)
	for x := range p.Width {
		for y := range 5 {
			require.Equal(t, im.At(0, 0), im.At(x, y))
		}
	}
}

func TestSignsOfScoresDifferWithoutColour(t *testing.T) {
	eachEnd(t, func(t *testing.T, g games.Entry, ended *table.Table) {
		view, req := Request{End: true}.makeRenderRequest(text.For("en"), ended)
		var seats, columns []*render.Sprite
		for _, p := range req.End.Places {
			seats = append(seats, g.Gallery.Sign(view, render.SeatLine, int(p.Seat), 46))
		}
		for _, item := range ended.State.Scores()[0] {
			for n := range parts(item) {
				if sign := g.Gallery.Sign(view, item.Name, n+1, 46); sign != nil && !item.Ranks() {
					columns = append(columns, sign)
				}
			}
		}
		rendertest.CheckDistinct(t, 12, 90, seats...)
		rendertest.CheckDistinct(t, 12, 90, columns...)
	})
}

func TestTooManyLevelsBecomeOneColumn(t *testing.T) {
	scores := make([]engine.Score, 3)
	for i := range scores {
		levels := make([]int, 16)
		for n := i; n < len(levels); n += 3 {
			levels[n] = n + 1
		}
		scores[i] = engine.Score{{Name: "levels", Value: levels}, {Name: "total", Value: 40}}
	}
	columns := columnsOf(scores, false)
	require.Len(t, columns, render.MostColumns)
	for i := range scores {
		sum := 0
		for _, c := range columns {
			sum += c.Points[i]
		}
		want := 0
		for _, n := range parts(scores[i][0]) {
			want += n
		}
		require.Equal(t, want, sum)
	}
}
