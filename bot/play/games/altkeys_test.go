package games_test

import (
	"errors"
	"io/fs"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"amytis/bot/play/games"
	"amytis/bot/text"
	"amytis/engine"
	"amytis/engine/longrun"
	"amytis/render"
)

type recorder struct {
	catalog
	used map[string]bool
}

func (r recorder) T(key string, args map[string]any) string {
	r.used[key] = true
	return r.catalog.T(key, args)
}

// anyView is a view of the game with this ID.
type anyView string

func (v anyView) Game() string { return string(v) }

// TestEveryAltTextIsUsed also finds keys and arguments that the catalogs lack. By day it plays too
// few games to reach every key.
func TestEveryAltTextIsUsed(t *testing.T) {
	w := recorder{catalog{t, text.For("en")}, map[string]bool{}}
	for _, g := range games.All {
		legend := render.Legend{Gallery: g.Gallery, Words: w}
		require.NotEmpty(t, render.AltOf(legend, anyView(g.Info().ID), render.Request{}, w))
		for i, opts := range variants(g) {
			if i > 0 && !longrun.On() {
				break
			}
			for seed := range longrun.Choose[uint64](1, 2) {
				seats := g.Info().MinSeats
				if seed%2 == 1 {
					seats = g.Info().MaxSeats
				}
				wander(t, g, seats, opts, rand.New(rand.NewPCG(seed, 5)), w)
			}
		}
	}
	if !longrun.On() {
		return
	}
	for _, key := range text.Keys(text.English) {
		if !strings.HasPrefix(key, "alt.") || w.used[key] {
			continue
		}
		args, known := rare(t, strings.Split(key, ".")[1])[key]
		if !known {
			t.Errorf("%s: no picture uses it", key)
			continue
		}
		assert.Subset(t, args, text.Placeholders(key), key)
	}
}

// rare returns the keys of a game that random play hardly ever reaches, with their gallery's
// arguments: a line of a file for each, which a game without such keys does not have.
func rare(t *testing.T, game string) map[string][]string {
	t.Helper()
	data, err := os.ReadFile("testdata/" + game + "-rare.txt")
	if !errors.Is(err, fs.ErrNotExist) {
		require.NoError(t, err)
	}
	all := map[string][]string{}
	for line := range strings.Lines(string(data)) {
		words := strings.Fields(line)
		all[words[0]] = words[1:]
	}
	return all
}

// wander plays any legal moves, with previews and a resignation, and describes every position.
func wander(t *testing.T, g games.Entry, seats int, opts engine.Options, r *rand.Rand, w render.Words) {
	t.Helper()
	infos := make([]engine.SeatInfo, seats)
	s, err := g.Start(opts, infos, g.Deal(opts, infos, r))
	require.NoError(t, err)
	for i := range 500 {
		turn := s.Turn().Slice()
		seat := engine.Seat(i % (seats + 1))
		req := render.Request{View: g.Info().Views[i%len(g.Info().Views)]}
		if i%4 == 0 && len(turn) > 0 && turn[0] != engine.Chance {
			seat = turn[0]
			req = aimed(t, s, g, seat, r)
			req.Can = func() []engine.Move {
				if after, err := s.Apply(req.Ghost.Move); req.Ghost.Legal && err == nil {
					return after.Legal(seat, nil)
				}
				return s.Legal(seat, nil)
			}
		}
		req.Names = names
		render.AltOf(g.Gallery, s.View(seat), req, w)
		if i%50 == 0 {
			markAll(t, g, s, seat, w)
		}
		if i%10 == 0 || len(turn) == 0 {
			render.BoardOf(g.Gallery, s.View(seat), render.Request{}, w)
		}
		if len(turn) == 0 {
			return
		}
		s = step(t, s, g, turn[r.IntN(len(turn))], r, w)
	}
}

// markAll describes the pictures of a position with all their parts pointed out.
func markAll(t *testing.T, g games.Entry, s engine.State, seat engine.Seat, w render.Words) {
	t.Helper()
	for _, view := range g.Info().Views {
		req := render.Request{View: view, Seat: seat, Names: names}
		l, err := g.Gallery.Compose(s.View(seat), req)
		if err != nil {
			require.ErrorIs(t, err, render.ErrHidden)
			continue
		}
		req.Marks = l.Parts()
		render.AltOf(g.Gallery, s.View(seat), req, w)
	}
}

// step returns a following position. Sometimes a player resigns or the time runs out. It also
// describes the position after any legal move, which good players may avoid.
func step(t *testing.T, s engine.State, g games.Entry, seat engine.Seat, r *rand.Rand, w render.Words) engine.State {
	t.Helper()
	if seat != engine.Chance && r.IntN(4) == 0 {
		legal := s.Legal(seat, nil)
		next, err := s.Apply(legal[r.IntN(len(legal))])
		require.NoError(t, err)
		req := render.Request{View: g.Info().TableView(), Seat: seat, Names: names, Before: s.View(seat)}
		render.AltOf(g.Gallery, next.View(seat), req, w)
	}
	if seat != engine.Chance {
		if next, err := s.Apply(engine.Move{Verb: engine.Resign, Seat: seat}); err == nil && r.IntN(300) == 0 {
			return next
		}
		if pace := s.Pace(); pace.Clock > 0 && r.IntN(100) == 0 {
			if next, err := s.Apply(pace.TimeUp); err == nil {
				return next
			}
		}
	}
	next, err := s.Apply(choose(s, g, seat, r))
	require.NoError(t, err)
	if seat != engine.Chance {
		req := render.Request{View: g.Info().TableView(), Seat: seat, Names: names, Before: s.View(seat)}
		render.AltOf(g.Gallery, next.View(seat), req, w)
	}
	return next
}

// aimed returns the picture of a move that a cursor has moved about, if there is one.
func aimed(t *testing.T, s engine.State, g games.Entry, seat engine.Seat, r *rand.Rand) render.Request {
	t.Helper()
	legal := s.Legal(seat, nil)
	m := legal[r.IntN(len(legal))]
	if r.IntN(2) == 0 { // a rare one
		slices.SortFunc(legal, func(a, b engine.Move) int { return int(a.Verb) - int(b.Verb) })
		verbs := slices.CompactFunc(legal, func(a, b engine.Move) bool { return a.Verb == b.Verb })
		m = verbs[r.IntN(len(verbs))]
	}
	info := g.Info().VerbInfo(m.Verb)
	for _, axis := range info.Axes {
		m, _ = s.Aim(m, axis, 1-2*r.IntN(2))
	}
	_, err := s.Apply(m)
	return render.Request{View: info.View, Seat: seat, Ghost: render.Ghost{Move: m, Legal: err == nil}}
}
