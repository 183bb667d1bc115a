package replay

import (
	"bytes"
	"image"
	"image/gif"
	"image/png"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/bot/play/games"
	"amytis/bot/play/games/playtest"
	_ "amytis/bot/play/games/tictactoe" // a game that only tests have
	"amytis/bot/say/pictures"
	"amytis/bot/text"
	"amytis/engine"
	"amytis/engine/longrun"
	"amytis/engine/review"
	"amytis/engine/table"
	"amytis/render"
)

// These are the sizes of all pictures.
const width, height = 1100, 700

type game struct {
	name    string
	id      string
	options engine.Options
	seats   int
	// strip is where a replay shows what the picture of /board does not: all gardens or open hands.
	strip image.Rectangle
}

var kinds = []game{
	{"gardens of 2", "gardens", nil, 2, image.Rect(0, 0, width, height)},
	{"gardens of 4", "gardens", nil, 4, image.Rect(0, 0, width, height)},
	{"babel", "babel", nil, 2, image.Rect(0, 638, 1100, 700)},
	{"towers", "towers", nil, 4, image.Rectangle{}},
	{"quick towers", "towers", engine.Options{"mode": "quick"}, 3, image.Rectangle{}},
}

// played returns a table with a whole random game of a kind.
func played(t testing.TB, k game) *table.Table {
	g, found := games.Find(k.id)
	require.True(t, found, "no game %s", k.id)
	p := playtest.Play(t, g, k.options, k.seats)
	return p.At(t, len(p.Moves))
}

func replayOf(t testing.TB, at *table.Table) Replay {
	r, err := Of(at)
	require.NoError(t, err)
	return r
}

// filmOf returns a film of at most some bytes, if two pictures need no more.
func filmOf(t testing.TB, r Replay, most int) render.Picture {
	film, err := r.film(text.For("en"), most)
	require.NoError(t, err)
	return film
}

// shownBy returns the pictures that a decoder shows of an animation, one after another.
func shownBy(t testing.TB, data []byte) (shown []*image.Paletted, delays []int) {
	g, err := gif.DecodeAll(bytes.NewReader(data))
	require.NoError(t, err)
	require.Equal(t, [2]int{width, height}, [2]int{g.Config.Width, g.Config.Height})
	pix := make([]uint8, width*height)
	for _, im := range g.Image {
		for y := im.Rect.Min.Y; y < im.Rect.Max.Y; y++ {
			row := im.Pix[(y-im.Rect.Min.Y)*im.Stride:][:im.Rect.Dx()]
			for x, c := range row {
				if _, _, _, alpha := im.Palette[c].RGBA(); alpha != 0 {
					pix[y*width+im.Rect.Min.X+x] = c
				}
			}
		}
		shown = append(shown, &image.Paletted{Pix: bytes.Clone(pix), Stride: width, Rect: g.Image[0].Rect})
	}
	return shown, g.Delay
}

// drawn returns the pixels of the picture that a message has.
func drawn(t testing.TB, at *table.Table, want pictures.Request) *image.Paletted {
	frame := pictures.Frame{Table: at, Want: want}
	p, err := frame.Draw(text.For("en"))
	require.NoError(t, err)
	im, err := png.Decode(bytes.NewReader(p.PNG))
	require.NoError(t, err)
	return im.(*image.Paletted)
}

func differ(a, b *image.Paletted) (area image.Rectangle) {
	for y := range a.Rect.Dy() {
		for x := range a.Rect.Dx() {
			if a.Pix[y*a.Stride+x] != b.Pix[y*b.Stride+x] {
				area = area.Union(image.Rect(x, y, x+1, y+1))
			}
		}
	}
	return area
}

func TestPicturesOfAReplayAreThoseOfTheirTurns(t *testing.T) {
	t.Parallel()
	for _, k := range kinds {
		if !longrun.On() && k.id != "babel" {
			continue // one game has most kinds of changes
		}
		t.Run(k.name, func(t *testing.T) {
			t.Parallel()
			r := replayOf(t, played(t, k))
			film, err := r.Film(text.For("en"))
			require.NoError(t, err)
			shown, delays := shownBy(t, film.GIF)
			require.Len(t, shown, r.Last()+1)
			for number, im := range shown {
				if number < r.Last() {
					require.Equal(t, 150, delays[number])
				}
				if number%4 != 0 && number != r.Last() {
					continue // drawing every one takes long
				}
				want := r.Picture(number)
				open := differ(im, drawn(t, r.At(number), want))
				require.True(t, open.Empty(), "picture %d differs from that with open hands in %v", number, open)
				want.Replay = false
				board := differ(im, drawn(t, r.At(number), want))
				require.True(t, board.In(k.strip), "picture %d differs from that of the board in %v", number, board)
			}
			require.Equal(t, 500, delays[r.Last()])
		})
	}
}

func TestAReplayHasAPictureForEveryTurnAndForTheEndOfEveryRound(t *testing.T) {
	t.Parallel()
	for _, k := range kinds {
		r := replayOf(t, played(t, k))
		require.Equal(t, 0, r.turns[0])
		require.Equal(t, r.history.Last(), r.turns[r.Last()], "the last picture shows the end")
		require.LessOrEqual(t, r.Last(), maxPictures+10, k.name)
		if k.options == nil && r.history.Last() <= maxPictures {
			require.Equal(t, r.history.Last(), r.Last(), k.name)
		}
		for number := 1; number <= r.Last(); number++ {
			require.Less(t, r.turns[number-1], r.turns[number])
			for turn := r.turns[number-1] + 1; turn < r.turns[number]; turn++ {
				require.False(t, endsRound(r.history, turn), "turn %d of %s ends a round", turn, k.name)
			}
		}
	}
}

func TestAReplayThatIsTooLargeHasFewerPictures(t *testing.T) {
	t.Parallel()
	r := replayOf(t, played(t, kinds[0]))
	most := len(filmOf(t, r, maxBytes).GIF) - 1
	smaller := filmOf(t, r, most)
	require.LessOrEqual(t, len(smaller.GIF), most)
	pictures, delays := shownBy(t, smaller.GIF)
	require.Len(t, pictures, r.Last()/2+1+r.Last()%2)
	require.Equal(t, 500, delays[len(delays)-1])
	require.Zero(t, differ(pictures[0], drawn(t, r.At(0), r.Picture(0))), "it starts with the beginning")
	pictures, _ = shownBy(t, filmOf(t, r, 1).GIF)
	require.Len(t, pictures, 2, "the beginning and the end")
}

func TestKeyMomentsAreTheGreatestChangesOfPoints(t *testing.T) {
	t.Parallel()
	for _, k := range kinds {
		r := replayOf(t, played(t, k))
		moments := r.KeyMoments()
		require.NotEmpty(t, moments, k.name)
		require.LessOrEqual(t, len(moments), maxMoments)
		least := size(moments[0].Change)
		chosen := map[int]bool{}
		for i, m := range moments {
			require.True(t, i == 0 || moments[i-1].Number < m.Number, "in the order of the game")
			require.Equal(t, r.greatestChange(m.Number), m)
			least, chosen[m.Number] = min(least, size(m.Change)), true
		}
		for number := 1; number <= r.Last(); number++ {
			require.True(t, chosen[number] || size(r.greatestChange(number).Change) <= least, k.name)
		}
	}
}

func TestKeyMomentsAreAfterTheGivenMoves(t *testing.T) {
	t.Parallel()
	g, _ := games.Find("gardens")
	p := playtest.Play(t, g, nil, 2)
	whole := replayOf(t, p.At(t, len(p.Moves)))
	first := whole.KeyMoments()[0].Number
	given := len(whole.At(first).Moves)
	f := p.Fork(t, given)
	r := replayOf(t, f.At(t, len(f.Moves)))
	for _, m := range r.KeyMoments() {
		require.Greater(t, m.Number, r.history.Given())
	}
	require.Positive(t, r.history.Given())
	require.NotEmpty(t, r.KeyMoments())
	require.Contains(t, r.Before(text.For("en"), r.history.Given()), "Before: game of")
	require.Empty(t, r.Before(text.For("en"), r.history.Given()+1))
	require.Empty(t, whole.Before(text.For("en"), first))
}

func TestKeyMomentsOfAReviewComeBeforeThoseOfPoints(t *testing.T) {
	t.Parallel()
	for _, k := range kinds {
		r := replayOf(t, played(t, k))
		points := r.KeyMoments()
		require.False(t, points[0].Reviewed(), "%s: no review has been made", k.name)
		require.Equal(t, points, r.Reviewed(nil).KeyMoments())
		require.Equal(t, points, r.Reviewed(&review.Review{}).KeyMoments())
		// The first move of the game, the last one, and another of the last picture.
		moves := len(r.history.Table.Moves)
		found := &review.Review{Key: []int{0, 1, 2}, Turns: []review.Turn{
			{Seat: 1, To: 1, Before: 50, After: 40}, {Seat: 2, To: moves, Before: 50, After: 45},
			{Seat: 1, To: moves, Before: 90, After: 10},
		}}
		require.Equal(t, []Moment{
			{Number: 1, Seat: 1, Before: 50, After: 40}, {Number: r.Last(), Seat: 1, Before: 90, After: 10},
		}, r.Reviewed(found).KeyMoments(), k.name)
		require.True(t, r.Reviewed(found).KeyMoments()[0].Reviewed(), "%s: the moment is from the review", k.name)
	}
}

func TestAGameThatHasNotStartedHasNoReplay(t *testing.T) {
	t.Parallel()
	lobby, err := table.Load(games.Rules, []table.Event{
		table.OpenLobby(games.All[0].Info(), table.Player{User: 1, Name: "Ana"}, nil, 0, 0),
	})
	require.NoError(t, err)
	_, err = Of(lobby)
	var refused *engine.RuleError
	require.ErrorAs(t, err, &refused)
	require.Equal(t, table.RefusedNotStarted, refused.Code)
}

func BenchmarkFilm(b *testing.B) {
	for _, k := range kinds {
		b.Run(k.name, func(b *testing.B) {
			r := replayOf(b, played(b, k))
			var film render.Picture
			for b.Loop() {
				film = filmOf(b, r, maxBytes)
			}
			b.ReportMetric(float64(len(film.GIF))/1000, "kB")
		})
	}
}
