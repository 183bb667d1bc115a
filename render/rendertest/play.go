package rendertest

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"amytis/engine"
	"amytis/render"
)

// Chooser plays for one of the seats in turn.
type Chooser = func(s engine.State, turn []engine.Seat, r *rand.Rand) engine.Move

// Play plays a game and shows each position until show returns false.
func Play(tb testing.TB, g engine.Game, opts engine.Options, seats int, r *rand.Rand,
	choose Chooser, show func(s engine.State, i int) bool) {
	tb.Helper()
	infos := make([]engine.SeatInfo, seats)
	s, err := g.Start(opts, infos, g.Deal(opts, infos, r))
	require.NoError(tb, err)
	for i := 0; show(s, i) && s.Turn() != 0; i++ {
		s, err = s.Apply(choose(s, s.Turn().Slice(), r))
		require.NoError(tb, err)
	}
}

// Best returns the best of n random moves by rank and by bonus, nil for none.
func Best(s engine.State, moves []engine.Move, n int, r *rand.Rand, bonus func(m engine.Move) int) engine.Move {
	best, value := moves[0], -1<<30
	for range n {
		m := moves[r.IntN(len(moves))]
		worth := s.Describe(m).Rank
		if bonus != nil {
			worth += bonus(m)
		}
		if worth > value {
			best, value = m, worth
		}
	}
	return best
}

// maxPositions limits what is played of a game; the quick game of Tower Builders takes long.
const maxPositions = 300

// checkPlay draws positions of games with all numbers of players and all options, by turns in each
// view, for each seat, with what changed and with ghosts of most verbs. It checks that everything
// can be read.
func checkPlay(t *testing.T, c Contract) {
	in := c.Game.Info()
	ghosts := map[engine.Verb]int{}
	drawn := 0
	for n := range max(4, len(c.Options)) {
		opts := c.Options[n%len(c.Options)]
		for seats := in.MinSeats; seats <= in.MaxSeats; seats++ {
			r := rand.New(rand.NewPCG(uint64(seats), uint64(n)))
			var before engine.State
			Play(t, c.Game, opts, seats, r, c.Choose, func(s engine.State, i int) bool {
				if i%c.Every != 0 {
					return i < maxPositions
				}
				viewer := engine.Seat(r.IntN(seats + 1))
				req := render.Request{View: in.Views[drawn%len(in.Views)], Seat: engine.Seat(r.IntN(seats + 1)),
					Names: [][]string{c.Names, nil}[r.IntN(2)]}
				if drawn%3 != 0 {
					viewer = addGhost(s, r, &req, in, ghosts)
				}
				if before != nil && r.IntN(3) > 0 {
					req.Before = before.View(viewer)
				}
				drawn++
				before = s
				v := s.View(viewer)
				l, err := render.Compose(c.Gallery, v, req)
				alt := render.AltOf(c.Gallery, v, req, Echo{})
				if err != nil {
					require.ErrorIs(t, err, render.ErrHidden)
					require.Empty(t, alt)
					return true
				}
				CheckReadable(t, l)
				assert.NotEmpty(t, alt)
				require.False(t, t.Failed(), "%v of %d after %d moves to %d: %v", opts, seats, i, viewer, req)
				return i < maxPositions
			})
		}
	}
	assert.Greater(t, len(ghosts), len(in.Verbs)/2, "verbs of ghosts")
}

// addGhost adds a legal move of the verb shown least to a request, or what a cursor may make of it.
// It returns who sees it.
func addGhost(s engine.State, r *rand.Rand, req *render.Request, in *engine.Info,
	shown map[engine.Verb]int) engine.Seat {
	turn := slices.DeleteFunc(s.Turn().Slice(), func(seat engine.Seat) bool { return seat == engine.Chance })
	if len(turn) == 0 {
		return 0
	}
	seat := turn[r.IntN(len(turn))]
	legal := s.Legal(seat, nil)
	rarest := slices.MinFunc(legal, func(a, b engine.Move) int { return shown[a.Verb] - shown[b.Verb] }).Verb
	shown[rarest]++
	legal = slices.DeleteFunc(legal, func(m engine.Move) bool { return m.Verb != rarest })
	m := legal[r.IntN(len(legal))]
	verb := in.VerbInfo(rarest)
	for range r.IntN(4) * min(len(verb.Axes), 1) {
		m, _ = s.Aim(m, verb.Axes[r.IntN(len(verb.Axes))], 1-2*r.IntN(2))
	}
	after, err := s.Apply(m)
	req.Ghost, req.Seat, req.View = render.Ghost{Move: m, Legal: err == nil}, seat, cmp.Or(verb.AimView, verb.View)
	if err == nil {
		req.Can = func() []engine.Move { return after.Legal(seat, nil) }
	}
	return seat
}
