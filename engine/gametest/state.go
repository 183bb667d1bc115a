package gametest

import (
	"math/rand/v2"
	"slices"

	"github.com/stretchr/testify/require"

	"amytis/engine"
)

func checkState(p *game) {
	before := p.state().View(1)
	for _, check := range []func(*game){
		checkTurn, checkPace, checkLegal, checkSound, checkApply,
		checkAim, checkNeighbours, checkLeaving, checkViews, checkHidden,
		checkImagine, checkDraw, checkWorth, checkWorthAfter, checkThinking, checkComputers,
	} {
		check(p)
	}
	require.Equal(p, before, p.state().View(1), "the state has changed by being asked and by moves played from it")
}

// checkTurn checks that exactly the seats in turn have legal moves, and chance is in turn alone.
func checkTurn(p *game) {
	s := p.state()
	turn := s.Turn()
	if result, over := s.Result(); over {
		checkResult(p, result)
	}
	alone := !turn.Has(engine.Chance) || turn == engine.Seats(engine.Chance)
	require.True(p, alone, "chance is in turn with others: %s", turn.Ref())
	for seat := engine.Seat(0); seat <= engine.MaxSeats+1; seat++ {
		in := slices.Contains(p.inTurn(), seat)
		require.True(p, !in || int(seat) <= len(p.seats), "seat %d of %d is in turn", seat, len(p.seats))
		n := len(s.Legal(seat, nil))
		require.Equal(p, in, n > 0, "seat %d has %d legal moves with %s in turn", seat, n, turn.Ref())
	}
}

// checkPace checks that rounds begin in order, and that the clock's move ends one.
func checkPace(p *game) {
	s := p.state()
	pace := s.Pace()
	before := 0
	if n := len(p.states); n > 1 {
		before = p.states[n-2].Pace().Since
	}
	require.True(p, before <= pace.Since && pace.Since <= len(p.moves),
		"the round began after %d moves, the one before after %d", pace.Since, before)
	if pace.Clock <= 0 || s.Turn() == 0 {
		none := pace.Clock > 0 || pace.Clock == 0 && pace.TimeUp == engine.Move{}
		require.True(p, none, "no clock runs, but it is %+v", pace)
		return
	}
	checkText(p, pace.TimeUp)
	after, err := s.Apply(pace.TimeUp)
	require.NoError(p, err, "the clock's %s is refused", p.text(pace.TimeUp))
	begins := after.Turn() == 0 || after.Pace().Since == len(p.moves)+1
	require.True(p, begins, "the clock's %s does not begin another round", p.text(pace.TimeUp))
}

func checkResult(p *game, r engine.Result) {
	require.NotEmpty(p, r.Winners, "winners")
	for _, seat := range r.Winners {
		mayWin := seat > 0 && int(seat) <= len(p.seats) && !r.Resigned.Has(seat)
		require.True(p, mayWin, "winner %d with %d seats, %s resigned", seat, len(p.seats), r.Resigned.Ref())
	}
}

// checkViews checks that every view stays the same, and that each seat has a score.
func checkViews(p *game) {
	s := p.state()
	for _, seat := range p.viewers() {
		v := s.View(seat)
		require.Equal(p, p.Info().ID, v.Game())
		require.Equal(p, v, s.View(seat), "seat %d's view is another when asked again", seat)
	}
	require.Len(p, s.Scores(), len(p.seats), "scores")
}

// checkLeaving checks that every seat can resign and somebody in turn can be skipped at any time,
// unless moves must be undone first.
func checkLeaving(p *game) {
	s := p.state()
	_, over := s.Result()
	skippable := false
	for _, seat := range p.viewers()[1:] {
		if after := leave(p, engine.ResignMove(seat), over); after != nil {
			checkResigned(p, after, seat)
		}
		if after := leave(p, engine.LastResignMove(seat), over); after != nil {
			checkResigned(p, after, seat)
			require.Zero(p, after.Turn(), "the game goes on after the last person has resigned from seat %d", seat)
		}
		skipped := leave(p, engine.SkipMove(seat), over) != nil
		unfinished := refusal(s, engine.SkipMove(seat)) == engine.RefusedUnfinished
		skippable = skippable || skipped || unfinished
		require.True(p, !skipped || s.Turn().Has(seat), "seat %d can be skipped with %s in turn", seat, s.Turn().Ref())
	}
	skippable = skippable || over || s.Turn().Has(engine.Chance)
	require.True(p, skippable, "nobody can be skipped with %s in turn", s.Turn().Ref())
	checkLastLeft(p)
}

func checkLastLeft(p *game) {
	s := p.state()
	order := p.r.Perm(len(p.seats))
	last := engine.Seat(order[0] + 1)
	for _, i := range order[1:] {
		next, err := s.Apply(engine.ResignMove(engine.Seat(i + 1)))
		if err != nil {
			return // over, or moves must be undone first
		}
		s = next
	}
	r, over := s.Result()
	won := over && slices.Equal(r.Winners, []engine.Seat{last}) && r.Resigned.Len() == len(order)-1
	require.True(p, won, "all but seat %d resigned: over is %t, result %v", last, over, r)
}

// leave returns the state after a resignation or a skip, nil if it is refused with a listed code.
func leave(p *game, m engine.Move, over bool) engine.State {
	after, err := p.state().Apply(m)
	if err == nil {
		require.False(p, over, "%s is accepted after the end", p.text(m))
		return after
	}
	code := judge(p, m, err)
	require.True(p, !over || code == engine.RefusedOver, "%s is refused with %q after the end", p.text(m), code)
	return nil
}

// checkResigned checks that a seat that has resigned takes no further part.
func checkResigned(p *game, after engine.State, seat engine.Seat) {
	result, over := after.Result()
	turn := after.Turn()
	out := !turn.Has(seat) && len(after.Legal(seat, nil)) == 0
	require.True(p, out, "seat %d resigned, but is still in turn, or with legal moves", seat)
	if over {
		require.True(p, result.Resigned.Has(seat), "the result lacks the resignation of seat %d", seat)
		require.NotContains(p, result.Winners, seat, "it has won")
		return
	}
	_, plans := after.Foresee(seat, rand.New(rand.NewPCG(1, 1)))
	require.False(p, plans, "seat %d resigned, but it foresees a turn", seat)
	code := refusal(after, engine.ResignMove(seat))
	require.Equal(p, engine.RefusedResigned, code, "seat %d resigns again", seat)
	for _, in := range turn.Slice() {
		stuck := in != engine.Chance && len(after.Legal(in, nil)) == 0
		require.False(p, stuck, "seat %d resigned, seat %d is in turn and has no legal move", seat, in)
	}
}
