package rendertest

import (
	"fmt"
	"image"
	"maps"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"amytis/engine"
	"amytis/render"
)

// Contract is what the suite needs to know of a game's gallery.
type Contract struct {
	Gallery render.Gallery
	Game    engine.Game
	// Options are the options of the games that are played, and Names the players' names.
	Options []engine.Options
	Choose  Chooser
	Names   []string
	Every   int // how far the drawn positions of a game are apart
	// Views are positions with much to draw, as a player sees them.
	Views  []engine.View
	MaxPNG int // above the size of any picture of them
	// Refused are further requests for a picture that the gallery must refuse.
	Refused map[string]Asked
}

// Asked is a request for a picture of a view.
type Asked = struct {
	View    engine.View
	Request render.Request
}

// Run tests that a gallery keeps the contract of package render.
func Run(t *testing.T, c Contract) {
	t.Run("icons", func(t *testing.T) { checkIcons(t, c.Gallery, c.Game.Info()) })
	t.Run("refusals", func(t *testing.T) { checkRefusals(t, c) })
	t.Run("play", func(t *testing.T) { checkPlay(t, c) })
	t.Run("at once", func(t *testing.T) { checkConcurrentDraws(t, c.Gallery, c.Views[0]) })
	t.Run("views", func(t *testing.T) {
		for _, v := range c.Views {
			for _, view := range c.Game.Info().Views {
				l := Readable(t, c.Gallery, v, render.Request{View: view, Names: c.Names})
				assert.Less(t, len(l.Picture().PNG), c.MaxPNG, view)
			}
		}
	})
}

func checkRefusals(t *testing.T, c Contract) {
	mine := c.Views[0]
	refused := map[string]Asked{
		"unknown view":         {mine, render.Request{View: "below"}},
		"unknown seat":         {mine, render.Request{Seat: engine.Seat(c.Game.Info().MaxSeats + 1)}},
		"view of another game": {OtherView{}, render.Request{}},
		"no view":              {nil, render.Request{}},
		"nil view":             {reflect.Zero(reflect.TypeOf(mine)).Interface().(engine.View), render.Request{}},
	}
	for _, all := range []map[string]Asked{refused, c.Refused} {
		for name, asked := range all {
			_, err := render.PictureOf(c.Gallery, asked.View, asked.Request)
			assert.Error(t, err, name)
			assert.Empty(t, render.AltOf(c.Gallery, asked.View, asked.Request, Echo{}), name)
		}
	}
	assert.Empty(t, render.BoardOf(c.Gallery, nil, render.Request{}, Echo{}))
	assert.NotEmpty(t, render.BoardOf(c.Gallery, mine, render.Request{View: "text", Seat: 2}, Echo{}))
}

// OtherView is a view of a game that no gallery knows.
type OtherView struct{}

func (OtherView) Game() string { return "other" }

func checkConcurrentDraws(t *testing.T, g render.Gallery, v engine.View) {
	t.Helper()
	pictures := make([]render.Picture, 8)
	var wg sync.WaitGroup
	for i := range pictures {
		wg.Go(func() { pictures[i], _ = render.PictureOf(g, v, render.Request{}) })
	}
	wg.Wait()
	require.NotEmpty(t, pictures[0].PNG)
	for _, p := range pictures {
		assert.Equal(t, pictures[0].PNG, p.PNG)
	}
}

// List returns what a picture consists of.
func List(t testing.TB, g render.Gallery, v engine.View, r render.Request) *render.List {
	t.Helper()
	l, err := render.Compose(g, v, r)
	require.NoError(t, err)
	return l
}

func Readable(t *testing.T, g render.Gallery, v engine.View, r render.Request) *render.List {
	t.Helper()
	l := List(t, g, v, r)
	CheckReadable(t, l)
	return l
}

// CheckReadable checks that a picture has the size for a message and can be read there.
func CheckReadable(t *testing.T, l *render.List) {
	t.Helper()
	assert.Equal(t, render.Width, l.Width)
	assert.Equal(t, render.Height, l.Height)
	assert.Empty(t, l.Unreadable())
}

func Picture(t testing.TB, g render.Gallery, v engine.View, r render.Request) render.Picture {
	t.Helper()
	p, err := render.PictureOf(g, v, r)
	require.NoError(t, err)
	return p
}

// CheckNoGhost checks that pictures and alt texts are the same as without the ghosts of requests.
func CheckNoGhost(t *testing.T, g render.Gallery, asked map[string]Asked) {
	t.Helper()
	for name, a := range asked {
		with := List(t, g, a.View, a.Request).String()
		alt := render.AltOf(g, a.View, a.Request, Echo{})
		a.Request.Ghost = render.Ghost{}
		assert.Equal(t, List(t, g, a.View, a.Request).String(), with, name)
		assert.Equal(t, render.AltOf(g, a.View, a.Request, Echo{}), alt, name)
	}
}

// GhostsOf returns a function that parses a move of a game as a ghost.
func GhostsOf(g engine.Game) func(tb testing.TB, text string, legal bool) render.Ghost {
	return func(tb testing.TB, text string, legal bool) render.Ghost {
		tb.Helper()
		m, err := g.ParseMove(text)
		require.NoError(tb, err)
		return render.Ghost{Move: m, Legal: legal}
	}
}

// CheckSeen checks that a request's ghost leaves more than half of a part of its picture unchanged.
func CheckSeen(t *testing.T, g render.Gallery, v engine.View, r render.Request, part image.Rectangle) {
	t.Helper()
	with := Decode(t, Picture(t, g, v, r).PNG)
	ghost := r.Ghost.Move
	r.Ghost = render.Ghost{}
	without := Decode(t, Picture(t, g, v, r).PNG)
	same := 0
	for y := part.Min.Y; y < part.Max.Y; y++ {
		for x := part.Min.X; x < part.Max.X; x++ {
			same += render.Flag(with.At(x, y) == without.At(x, y))
		}
	}
	assert.Greater(t, 2*same, part.Dx()*part.Dy(), "%v: %d pixels of %v", ghost, same, part)
}

// Echo stands in for a language's catalog, which is tested elsewhere. Its texts are keys without
// the game's prefix and their sorted arguments, as in "level(Level=2 Things=…)".
type Echo struct{}

func (Echo) T(key string, args map[string]any) string {
	if key == "list.clauses" {
		return "; "
	}
	parts := strings.SplitN(key, ".", 3)
	if len(parts) == 3 && parts[0] == "alt" {
		key = parts[2]
	}
	if len(args) == 0 {
		return key
	}
	values := make([]string, 0, len(args))
	for _, name := range slices.Sorted(maps.Keys(args)) {
		values = append(values, fmt.Sprintf("%s=%v", name, args[name]))
	}
	return key + "(" + strings.Join(values, " ") + ")"
}

// BenchmarkDraw draws a picture without cached strips, and reports its size. The first one, which
// builds the sprites, does not count.
func BenchmarkDraw(b *testing.B, g render.Gallery, v engine.View, r render.Request) {
	p, err := render.PictureOf(g, v, r)
	require.NoError(b, err)
	b.ReportAllocs()
	for b.Loop() {
		render.ForgetStrips()
		p, err = render.PictureOf(g, v, r)
		require.NoError(b, err)
	}
	b.ReportMetric(float64(len(p.PNG))/1000, "kB")
}
