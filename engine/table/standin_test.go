package table_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/engine"
	"amytis/engine/table"
)

// only returns the one seat in turn.
func (l *log) only() engine.Seat {
	l.t.Helper()
	require.Equal(l.t, 1, l.table.Turn().Len())
	return l.table.Turn().Slice()[0]
}

// asks has the player of a seat ask for a stand-in.
func (l *log) asks(seat engine.Seat, when int64) {
	l.t.Helper()
	l.do(l.table.CallStandIn(seat, l.table.Player(seat).User, when))
}

// playSeat plays a seat's first legal moves as the user who acts, and moves of chance, for a turn.
func (l *log) playSeat(seat engine.Seat, when int64) {
	l.t.Helper()
	for turn := l.table.Turn(); turn.Has(seat) || turn.Has(engine.Chance); turn = l.table.Turn() {
		if turn.Has(engine.Chance) {
			l.do(table.Move(l.table.Game, l.table.State.Chance(chance()), 0, when))
			continue
		}
		l.do(table.MoveText(l.firstMove(seat), l.table.Acting(seat), when))
	}
}

func TestReplacementEndsTheStandIn(t *testing.T) {
	l := newGame(t, "gardens limit=3600 standin=2 Bo Cleo")
	seat := l.only()
	l.asks(seat, noon+1)
	l.playSeat(seat, noon+2)
	moved := len(l.table.Moves)
	l.do(replace(seat, dan, "Dan"))
	require.Zero(t, l.table.StoodIn())
	rec := l.record()
	stints := []engine.Stint{{From: 1, By: "computer 2"}, {From: moved + 1, By: "Dan"}}
	require.Equal(t, stints, rec.Seats[seat-1]["played"])
	require.Equal(t, []table.UserID{dan}, usersAt(l.table, seat))
	require.Zero(t, l.table.ComputerLevel())
}

// usersAt returns the players of seats.
func usersAt(t *table.Table, seats ...engine.Seat) (users []table.UserID) {
	for _, seat := range seats {
		users = append(users, t.Player(seat).User)
	}
	return users
}

func TestRecordTellsWhenAStandInPlayed(t *testing.T) {
	l := newGame(t, "gardens limit=3600 standin=3 Bo")
	seat := l.only()
	name := l.table.Player(seat).Name
	l.playSeat(seat, noon+1)
	l.playSeat(l.only(), noon+2)
	l.asks(seat, noon+3)
	first := len(l.table.Moves)
	l.playSeat(seat, noon+4)
	second := len(l.table.Moves)
	l.do(table.Return(seat, l.table.Player(seat).User, noon+5))
	for l.table.Status == table.Running {
		l.playSeat(l.only(), noon+6)
	}
	rec := l.record()
	stints := []engine.Stint{{From: 1, By: name}, {From: first + 1, By: "computer 3"}, {From: second + 1, By: name}}
	require.Equal(t, stints, rec.Seats[seat-1]["played"])
	require.NotContains(t, rec.Seats[2-seat], "played")
	require.NotContains(t, rec.Seats[seat-1], "computer", "the seat is the person's")
	require.NoError(t, rec.Check(l.table.Game))
	for _, s := range l.table.Standings() {
		require.Equal(t, s.Seat == seat, s.Assisted)
	}
}

func TestStandIns(t *testing.T) {
	scripts(t, []row{
		{"a table without them keeps its rule", "gardens limit=3600 standin=0 Bo", `
			no_stand_ins: stand-in 1; @1h; expire 1; last = 0 skip 1; @2h; expire 2; last = 0 skip 2; @3h; expire 1
			@4h; expire 2; @5h; expire 1; @6h; expire 2; last = 0 skip 2; @7h; expire 1; last = 1 resign`},
		{"the second missed turn in a row brings one", "babel limit=3600 standin=3 Bo", `
			offer; @1h; expire 1; last = 0 skip 1; play 2; finish 2; skipped 1 = 1; @3h; expire 1; stand-ins = [1]
			player 1 = Ana; thinking = [1]; turn = [1]; demands = computer 1 3h; level = 0; assisted = []
			play 1; assisted = [1]`},
		{"the only person who plays gets none", "gardens limit=3600 standin=3 Bo", `
			@1m; stand-in 1; only_person: stand-in 2; finish 1; @1h; expire 2; finish 1; @2h; expire 2; finish 1
			@3h; expire 2; last = 0 skip 2; finish 1; @4h; expire 2; last = 2 resign; resigned = [2]; status = ended`},
		{"they are refused where they do not belong", "gardens standin=4 lobby", `
			not_started: return 1; join Bo; add c12; start; bad_log: stand-in c12; bad_log: stand-in 0; bad_log: stand-in 4
			bad_log: stand-in Bo c23; bad_log: stand-in Bo c14; bad_log: stand-in Bo Dan; bad_log: stand-in Bo nobody
			resign Bo; resigned: stand-in Bo`},
		{"a player returns and plays on", "gardens limit=3600 standin=5 Bo", `
			offer; @10m; stand-in 1; valid 1 = false; stood_in: own 1; stood_in: stand-in 1
			offer; @20m; return 1; valid 1 = false; until 1 = 1h20m; stand-ins = []; not_stood_in: return 1
			play 1; assisted = []`},
		{"they do not play on when the last person resigns", "gardens limit=3600 standin=3 Bo Cleo", `
			@1m; stand-in 1; stand-in 2; computers = [1 2]; thinking = [1]; offer
			@3m; resign 3; stand-ins = []; until 1 = 1h3m; demands = remind 1 51m, over 1 1h3m; valid 1 = false
			play 1; assisted = []`},
		{"a round does not wait for them", "rush limit=3600 standin=3 ready Bo", `
			ready 2; notready = [1]; stand-in 1; waiting = false; play 1 build; play 2 build
			timeup; notready = [2]; return 1; notready = [1 2]; rated = true`},
	})
}
