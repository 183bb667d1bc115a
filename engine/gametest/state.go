package gametest

import (
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

// checkTurn checks that exactly the seats in turn have legal moves, and that chance is in turn alone.
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
